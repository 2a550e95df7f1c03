// What must not stand in the project: paths of one machine, large files without a reason, registries' hosts.

import SystemKit
import TestSupport
import Testing

@Suite struct HygieneTests {
  static func sources() throws -> [(path: String, text: String)] {
    let folders = ["Sources", "Tests", "Benchmarks", "Scripts"].map { PathName.join(PackageFolder.path, $0) }
    return try FileTree.walk(folders.filter { AtomicFile.isFolder($0) }, rules: IgnoreRules([".data/"])).files
      .filter { $0.path.hasSuffix(".swift") || $0.path.hasSuffix(".c") || $0.path.hasSuffix(".h") }
      .map { file in
        (file.path, try InputFile(path: file.path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
      }
  }

  @Test("a source file opens by saying what it is")
  func filesOpenWithAParagraph() throws {
    for (path, text) in try Self.sources() where path.contains("/Sources/") && path.hasSuffix(".swift") {
      #expect(text.hasPrefix("//"), "\(path) begins without a comment")
    }
  }

  @Test("library files stay below 500 lines")
  func filesStaySmall() throws {
    for (path, text) in try Self.sources() where path.contains("/Sources/") {
      let lines = text.utf8.count { $0 == 0x0A }
      #expect(lines <= 500, "\(path) has \(lines) lines")
    }
  }

  @Test("nothing traps on input: no try! and as! in libraries")
  func noForcedTries() throws {
    for (path, text) in try Self.sources() where path.contains("/Sources/") && path.hasSuffix(".swift") {
      #expect(!text.contains("try! "), "\(path) has try!")
      #expect(!text.contains(" as! "), "\(path) has as!")
    }
  }

  @Test("no path of one machine and no host of a package registry stands in the project")
  func noForeignTraces() throws {
    // Put together here, so that this file does not hold them.
    let roots = ["work", "farm"].map { "/\($0)/" }
    let hosts = ["pypi", "npmjs", "crates", "deb.debian"].map { $0 + "." }
    let listed = try Subprocess("git", ["ls-files", "-z"], in: PackageFolder.path).run()
    try #require(listed.succeeded)
    for name in String(decoding: listed.output, as: UTF8.self).split(separator: "\0") where !name.hasSuffix(".png") {
      let path = PathName.join(PackageFolder.path, String(name))
      guard AtomicFile.exists(path) else { continue }
      let text = try InputFile(path: path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      for host in hosts where text.contains(host) { Issue.record("\(name) names \(host)") }
      for root in roots {
        for range in text.ranges(of: root) {
          let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
          if !before.isLetter, !before.isNumber, !"._-/".contains(before) { Issue.record("\(name) names \(root)") }
        }
      }
    }
  }
}
