import SystemKit
import Testing

@testable import Coverage

@Suite struct CheckoutRootsTests {
  /// A report of some files below a root.
  static func report(_ root: String, _ files: [String], _ count: Int = 1) -> String {
    files.map { section(root + "/" + $0, "DA:1,\(count)") }.joined()
  }

  static let files = ["src/a.c", "src/net/b.c", "main.c"]

  private func merged(_ texts: [String], strip: Bool = false) throws -> CoverageReport {
    try OrderTests.merged(texts) {
      $0.detectRoots = true
      $0.stripRoot = strip
    }
  }

  @Test func `several agents are one tree`() throws {
    let texts = ["/home/ci2/work", "/home/ci1/work", "D:\\w"].enumerated().map { index, root in
      Self.report(root, Self.files, 1 << index)
    }
    let report = try merged(texts)
    #expect(
      report.files.map(\.path) == Self.files.map { "/home/ci1/work/" + $0 }.sorted()
        || report.files[0].path.hasPrefix("D:"))
    #expect(report.files.map(\.counts) == Array(repeating: [1: 7], count: 3))
    #expect(report.warnings.count == 2)
    let stripped = try merged(texts, strip: true)
    #expect(stripped.files.map(\.path) == ["main.c", "src/a.c", "src/net/b.c"])
    #expect(!stripped.root.isEmpty)
  }

  @Test func `nothing changes where it is off`() throws {
    let report = try OrderTests.merged(["/ci1", "/ci2"].map { Self.report($0 + "/w", Self.files) })
    #expect(report.files.count == 6)
    #expect(report.root.isEmpty && report.warnings.isEmpty)
  }

  @Test func `an agent that touched a subfolder only is of the tree too`() throws {
    let whole = Self.report("/home/ci1/work", Self.files + ["src/net/c.c", "src/net/d.c"])
    let parts = ["/home/ci2/work/src/net", "/home/ci3/work/src"].map { root in
      Self.report(root, root.hasSuffix("net") ? ["b.c", "c.c", "d.c"] : ["net/b.c", "net/c.c", "a.c"], 2)
    }
    let report = try merged([whole] + parts)
    #expect(report.files.map(\.path).allSatisfy { $0.hasPrefix("/home/ci1/work/") })
    #expect(report.files.count == 5)
    // And where the part comes first by name.
    let other = try merged([
      Self.report("/home/ci0/work/src/net", ["b.c", "c.c"]),
      Self.report("/home/ci1/work", Self.files + ["src/net/c.c"]),
    ])
    #expect(
      other.files.map(\.path) == ["main.c", "src/a.c", "src/net/b.c", "src/net/c.c"].map { "/home/ci0/work/" + $0 })
  }

  @Test(arguments: [
    // One file of each name is in every tree.
    (["index.js"], ["index.js"]), (["index.js", "a.js", "b.js"], ["index.js", "c.js", "d.js"]),
    // Half is not most.
    (["a.c", "b.c", "c.c", "d.c"], ["a.c", "b.c", "e.c", "f.c"]),
  ])
  func `other trees stay beside each other`(_ one: [String], _ other: [String]) throws {
    let report = try merged([Self.report("/x/one", one), Self.report("/y/two", other)])
    #expect(report.files.count == one.count + other.count)
    #expect(report.warnings.isEmpty)
  }

  @Test func `folders of one input are never joined`() throws {
    let report = try merged([
      Self.report("/w/a", Self.files) + Self.report("/w/b", Self.files), Self.report("/w/b", Self.files),
    ])
    #expect(report.files.count == 6)
  }

  @Test func `headers of the system hide no root`() throws {
    let texts = ["/ci1/w", "/ci2/w"].map { Self.report($0, Self.files) + section("/usr/include/x.h", "DA:1,1") }
    #expect(try merged(texts).files.count == 4)
  }

  @Test func `the common root is left out, unless two files would become one`() throws {
    let one = try merged([Self.report("/ci/w", Self.files)], strip: true)
    #expect(one.files.map(\.path) == ["main.c", "src/a.c", "src/net/b.c"])
    #expect(one.root == "/ci/w")
    let mixed = try merged([Self.report("/ci/w", Self.files), section("main.c", "DA:1,1")], strip: true)
    #expect(mixed.files.count == 4 && mixed.root.isEmpty)
  }

  @Test func `roots are found before the repository's files`() throws {
    let report = try OrderTests.merged(["/ci1/w", "/ci2/w"].map { Self.report($0, Self.files) }) {
      $0.detectRoots = true
      $0.paths.tree = SourceTree(["src/a.c", "src/net/b.c"])
      $0.paths.excludes = IgnoreRules(["/src/net/"])
    }
    #expect(report.files.map(\.path) == ["/ci1/w/main.c", "src/a.c"])
  }
}
