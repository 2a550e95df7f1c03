import Coverage
import Testing

@Suite struct SourceTreeTests {
  static let tree = SourceTree([
    "main.c", "src/a.c", "lib/src/a.c", "app/src/main/java/org/x/A.java", "core/src/main/java/org/x/A.java",
    "app/src/main/java/org/x/B.java", "pkg/b.go", "docs/main.c", "deep/er/z.c", "é/ü.c",
  ])

  @Test(arguments: [
    ("src/a.c", SourceTree.Resolution.file("src/a.c")),
    ("/build/agent7/lib/src/a.c", .file("lib/src/a.c")),
    ("/build/agent7/src/a.c", .file("src/a.c")),
    ("org/x/B.java", .file("app/src/main/java/org/x/B.java")),
    ("org/x/A.java", .ambiguous(["app/src/main/java/org/x/A.java", "core/src/main/java/org/x/A.java"])),
    ("example.com/m/pkg/b.go", .file("pkg/b.go")),
    // Wholly in the path comes before merely the same name.
    ("/w/main.c", .file("main.c")), ("docs/main.c", .file("docs/main.c")), ("main.c", .file("main.c")),
    // Two components agree.
    ("/mount/er/z.c", .file("deep/er/z.c")),
    // The name alone is another file.
    ("/other/b.go", .unknown), ("nowhere.c", .unknown), ("", .unknown), ("/w/é/ü.c", .file("é/ü.c")),
    // No end of a component counts.
    ("/w/xmain.c", .unknown), ("rc/a.c", .unknown),
  ])
  func `a path means the file with the longest common end`(_ path: String, _ resolution: SourceTree.Resolution) {
    #expect(Self.tree.resolve(path) == resolution)
  }

  @Test func `reports of two machines meet in one file, and what is ambiguous is told`() throws {
    let report = try merge([
      section("/ci/1/lib/src/a.c", "DA:1,1") + section("org/x/A.java", "DA:1,1"),
      section("D:\\w\\lib\\src\\a.c", "DA:1,2"),
    ]) { $0.paths.tree = Self.tree }
    #expect(report.files.map(\.path) == ["lib/src/a.c", "org/x/A.java"])
    #expect(report.files[0].counts == [1: 3])
    #expect(
      report.warnings.map(\.kind) == [
        .ambiguousPath(
          "org/x/A.java", candidates: ["app/src/main/java/org/x/A.java", "core/src/main/java/org/x/A.java"])
      ])
  }

  @Test(arguments: [
    (["/a/b/c.c", "/a/b/d/e.c"], "/a/b"), (["/a/b/c.c"], "/a/b"), (["/a/x.c", "/b/x.c"], ""), (["/x.c"], ""),
    (["/ab/x.c", "/abc/x.c"], ""), (["/a/b.c", "c.c"], ""), (["a/b.c"], ""), ([], ""),
    (["C:/t/a.cs", "C:/t/u/b.cs"], "C:/t"),
  ])
  func `the common root is the longest folder of all`(_ paths: [String], _ root: String) {
    #expect(CommonRoot.of(paths) == root)
  }
}
