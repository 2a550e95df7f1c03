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
}
