import SystemKit
import TestSupport
import Testing

@testable import Survey

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct GathererTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }
  private let report = junit { suite("Net") { passed("testA") } }
  private let coverage = lcov { source("a.swift", [1: 1]) }

  private func gather(
    _ paths: [String] = [""], _ configure: (inout SurveyConfiguration) -> Void = { _ in }
  ) throws -> Gathering {
    var configuration = SurveyConfiguration()
    configure(&configuration)
    var gatherer = Gatherer(
      configuration: configuration, root: sandbox.folder, base: sandbox.folder,
      repository: Repository(around: sandbox.folder))
    // Two kinds of evidence are enough to tell them apart.
    gatherer.inspectors = [TestReportInspector(), CoverageInspector()]
    return try gatherer.gather(paths.map { $0.isEmpty ? sandbox.folder : sandbox.path($0) })
  }

  private func shown(_ gathering: Gathering) -> [[String]] { gathering.evidence.map { $0.map(\.shownPath) } }

  @Test func `evidence is known by what it holds, whatever it is called`() throws {
    try sandbox.write("build/outcome.dat", report)
    try sandbox.write("x/blob", Gzip.deflate(Array(report.utf8)))
    try sandbox.write("deep/er/notes.txt", coverage)
    try sandbox.write("cov", Gzip.deflate(Array(coverage.utf8)))
    try sandbox.write("page.xml", "<html/>")
    try sandbox.write("README.md", "# TN: SF:")
    let gathering = try gather()
    #expect(shown(gathering) == [["build/outcome.dat", "x/blob"], ["cov", "deep/er/notes.txt"]])
    #expect(gathering.looked == 6)
    #expect(gathering.found.count == 4)
  }

  @Test func `a first element behind a long comment is found`() throws {
    let comment = "<!--" + String(repeating: "licence ", count: 2_000) + "-->"
    try sandbox.write("a.xml", "<?xml version=\"1.0\"?>\n" + comment + "<testsuites/>")
    try sandbox.write("b.xml.gz", Gzip.deflate(Array((comment + "<testsuites/>").utf8)))
    #expect(shown(try gather()) == [["a.xml", "b.xml.gz"], []])
  }

  @Test(arguments: ["TEST-a.xml", "junit.xml", "my-junit-4.xml", "TEST-a.xml.gz", "xunit.xml"])
  func `a report that was never written is evidence that went wrong`(name: String) throws {
    let page = "<!DOCTYPE html><title>502 Bad Gateway</title>"
    for content in [
      "", " \n", "<?xml version=\"1.0\"?>\n", "\u{FEFF}", "<?xml version=\"1.0\"?>\n<testsui", "<", page, "<HTML>",
    ] {
      try sandbox.write(name, content)
      #expect(shown(try gather()) == [[name], []], "\(content)")
    }
  }

  @Test(arguments: [
    "lcov.info", "coverage.xml", "cobertura-coverage.xml", "jacocoTestReport.xml", "clover.xml", "cover.out",
  ])
  func `coverage that was never written is evidence that went wrong`(name: String) throws {
    try sandbox.write(name, "")
    #expect(shown(try gather()) == [[], [name]])
  }

  @Test func `what is called as reports are and is none is told`() throws {
    try sandbox.write("lcov.info", "geninfo: ERROR: no data found")
    try sandbox.write("ant-junit.xml", "<project/>")
    let gathering = try gather()
    #expect(shown(gathering) == [[], []])
    #expect(gathering.passedOver.map(\.path) == ["ant-junit.xml", "lcov.info"])
  }

  @Test func `other empty files are nothing`() throws {
    for name in ["empty", ".keep", "a.xml", "notes.txt"] { try sandbox.write(name, "") }
    #expect(shown(try gather()) == [[], []])
  }

  @Test func `what git tracks is passed over and told, unless it is named or wanted`() throws {
    try project.commit(
      ["Tests/Fixtures/junit.xml": report, "Tests/Fixtures/lcov.info": coverage, "a.swift": "1"], at: 1_790_000_000)
    try sandbox.write("out/junit.xml", report)
    let gathering = try gather()
    #expect(shown(gathering) == [["out/junit.xml"], []])
    #expect(gathering.passedOver.map(\.path) == ["2 files that git tracks"])
    #expect(shown(try gather(["Tests/Fixtures/junit.xml"])) == [["Tests/Fixtures/junit.xml"], []])
    #expect(shown(try gather { $0.usesTrackedFiles = true })[1] == ["Tests/Fixtures/lcov.info"])
  }

  @Test func `what git tracks is known through a symbolic link too`() throws {
    try project.commit(["Fixtures/junit.xml": report], at: 1_790_000_000)
    let outside = Sandbox()
    symlink(sandbox.folder, outside.path("link"))
    let folder = outside.path("link")
    let gatherer = Gatherer(
      configuration: SurveyConfiguration(), root: folder, base: folder, repository: Repository(around: folder))
    #expect(try gatherer.gather([folder]).evidence.allSatisfy(\.isEmpty))
    // And through a link inside.
    symlink("Fixtures", sandbox.path("also"))
    symlink("Fixtures/junit.xml", sandbox.path("a.xml"))
    #expect(shown(try gather()) == [[], []])
  }

  @Test func `excludes, other tools' stores and our own output are not looked at`() throws {
    for name in ["old/junit.xml", ".git/x.xml", "node_modules/p/junit.xml", "plimsoll-report/j.xml", "ok/junit.xml"] {
      try sandbox.write(name, report)
    }
    #expect(shown(try gather { $0.excludes = ["old/"] }) == [["ok/junit.xml"], []])
  }

  @Test func `what is known and not read says what to do instead`() throws {
    try sandbox.write("jacoco.exec", [0x01, 0xC0, 0xC0, 0x10, 0x07, 0, 0, 0])
    let gathering = try gather()
    #expect(gathering.passedOver.count == 1)
    #expect(gathering.passedOver[0].reason.contains("jacococli report --xml"))
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>\n<test-run id=\"2\" result=\"Failed\"/>", "<assemblies><assembly/></assemblies>",
    "<!-- c --><TestRun xmlns=\"x\"/>",
  ])
  func `reports of tests that are not read are told`(text: String) throws {
    try sandbox.write("r.xml", text)
    let gathering = try gather()
    #expect(shown(gathering) == [[], []])
    #expect(gathering.passedOver.map(\.path) == ["r.xml"])
    #expect(gathering.passedOver[0].reason.contains("JUnit XML"))
  }

  @Test func `loops end, broken links and a named file that says nothing are told`() throws {
    try sandbox.write("a/junit.xml", report)
    symlink("..", sandbox.path("a/up"))
    symlink("nowhere", sandbox.path("broken"))
    try sandbox.write("README.md", "hello")
    let gathering = try gather()
    #expect(shown(gathering) == [["a/junit.xml"], []])
    #expect(gathering.passedOver.map(\.path) == ["a/up", "broken"])
    #expect(try gather(["README.md"]).passedOver.map(\.reason) == ["was named, but is no evidence that is known"])
    #expect(throws: SystemError.self) { _ = try gather(["no"]) }
  }

  @Test func `paths outside of the surveyed folder are shown in full`() throws {
    let other = Sandbox()
    try other.write("junit.xml", report)
    let gatherer = Gatherer(
      configuration: SurveyConfiguration(), root: sandbox.folder, base: sandbox.folder, repository: nil)
    #expect(try gatherer.gather([other.path("junit.xml")]).evidence[0].map(\.shownPath) == [other.path("junit.xml")])
  }
}
