// Evidence is hostile: the sources that it names are published on a page, so it must not name what is none of the project's.

import Coverage
import SystemKit
import TestSupport
import Testing

@testable import Survey

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct MachineFilesTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }
  private let outside = Sandbox()

  /// What the outputs of a survey hold of a secret that lies outside, reached by one path.
  private func leaks(_ path: String, _ folder: String = "p") throws -> Bool {
    try outside.write("secret", "SECRET-1\nSECRET-2\n")
    try sandbox.write("\(folder)/c.info", lcov { source(path, [1: 0, 2: 0]) })
    let record = try project.survey(folder)
    let page = String(decoding: HTMLReport.render(record), as: UTF8.self)
    let json = String(decoding: JSONReport.render(record), as: UTF8.self)
    return page.contains("SECRET-1") || json.contains("SECRET-1")
  }

  @Test func `files outside of the surveyed folder are not published`() throws {
    let up = String(repeating: "../", count: 20)
    #expect(try !leaks(outside.path("secret")))
    #expect(try !leaks(up + outside.path("secret").dropFirst()))
    try sandbox.write("secret", "SECRET-1\nSECRET-2\n")
    #expect(try !leaks("../secret"))
    #expect(try !leaks(sandbox.path("secret")))
    try sandbox.write("p-twin/secret", "SECRET-1\nSECRET-2\n")
    #expect(try !leaks(sandbox.path("p-twin/secret")))
  }

  @Test func `a symbolic link does not lead out of the surveyed folder`() throws {
    try sandbox.write("p/a.txt", "")
    symlink(outside.path("secret"), sandbox.path("p/link.swift"))
    symlink(outside.folder, sandbox.path("p/dir"))
    #expect(try !leaks("link.swift"))
    #expect(try !leaks("dir/secret"))
  }

  @Test func `a source in the surveyed folder is shown, hidden files are not`() throws {
    for (name, isShown) in [("Sources/a.swift", true), (".env", false), (".git/config", false), ("b/.npmrc", false)] {
      try sandbox.write("p/\(name)", "SECRET-1\nSECRET-2\n")
      #expect(try leaks(name) == isShown, "\(name)")
    }
  }

  @Test func `in a repository only tracked files are shown`() throws {
    symlink(outside.path("secret"), sandbox.path("tracked-link.swift"))
    try project.commit(["Sources/a.swift": "SECRET-1\nSECRET-2\n"], at: 1_790_000_000)
    try sandbox.write("credentials.txt", "SECRET-1\nSECRET-2\n")
    #expect(try leaks("Sources/a.swift", "."))
    #expect(try !leaks("credentials.txt", "."))
    #expect(try !leaks("tracked-link.swift", "."))
    #expect(try !leaks(sandbox.path("credentials.txt"), "."))
  }

  @Test func `in a repository that git does not tell of no file is shown`() throws {
    try sandbox.write(".git", "gitdir: /nowhere\n")
    try sandbox.write("p/a.swift", "SECRET-1\nSECRET-2\n")
    #expect(try !leaks("a.swift"))
  }

  @Test func `the pages of coverage report show no file outside of the folder`() throws {
    try outside.write("secret", "SECRET-1\nSECRET-2\n")
    try sandbox.write("in/a.swift", "SECRET-1\nSECRET-2\n")
    func hasSource(_ path: String) throws -> Bool {
      let report = try sandbox.write("c.info", lcov { source(path, [1: 0, 2: 0]) })
      let files = try CoverageMerger(workers: 1).read(report).byPath
      _ = try CoveragePages.write(files, to: sandbox.path("pages"), sourceFolders: [sandbox.path("in")])
      return try sandbox.read("pages/files/1.html").contains("SECRET-1")
    }
    #expect(try hasSource("a.swift"))
    #expect(try !hasSource(outside.path("secret")))
    #expect(try !hasSource("../../" + PathName.split(outside.folder).name + "/secret"))
  }

  @Test func `a path of very many folders is a row like others`() throws {
    let path = String(repeating: "a/", count: 200_000) + "b.swift"
    try sandbox.write("c.info", lcov { source(path, [1: 0, 2: 1]) })
    let record = try project.survey()
    #expect(record.figures.first { $0.name == "coverage.lines" }?.value == 50)
    #expect(HTMLReport.render(record).count < 1 << 20)
    #expect(!JSONReport.render(record).isEmpty)
  }
}
