import Coverage
import SystemKit
import Testing

@Suite struct SourceTreeTests {
  static let tree = SourceTree([
    "main.c", "src/a.c", "lib/src/a.c", "app/src/main/java/org/x/A.java", "core/src/main/java/org/x/A.java",
    "app/src/main/java/org/x/B.java", "pkg/b.go", "docs/main.c", "deep/er/z.c", "é/ü.c", "top.go",
    "src/net/n.c", "index.js", "lib/index.js",
  ])

  @Test(arguments: [
    ("src/a.c", SourceTree.Resolution.file("src/a.c")),
    ("/build/agent7/lib/src/a.c", .file("lib/src/a.c")),
    ("/build/agent7/src/a.c", .file("src/a.c")),
    ("org/x/B.java", .file("app/src/main/java/org/x/B.java")),
    ("org/x/A.java", .ambiguous(["app/src/main/java/org/x/A.java", "core/src/main/java/org/x/A.java"])),
    ("example.com/m/pkg/b.go", .file("pkg/b.go")),
    // A root file's name alone is another machine's file; only import paths of Go have nothing else.
    ("/w/main.c", .unknown), ("node_modules/dep/main.c", .unknown), ("example.com/m/top.go", .file("top.go")),
    ("m/top.go", .file("top.go")), ("/w/top.go", .unknown), ("B.java", .file("app/src/main/java/org/x/B.java")),
    ("/home/ci2/work/src/net/n.c", .file("src/net/n.c")),
    ("docs/main.c", .file("docs/main.c")), ("main.c", .file("main.c")),
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

  // MARK: Files that are not the repository's

  private func merged(_ texts: [String]) throws -> CoverageReport {
    try OrderTests.merged(texts) {
      $0.paths.tree = Self.tree
      $0.paths.mappings = [PathRules.Mapping(from: "/repo", to: "")]
    }
  }

  @Test(arguments: ["/srv/ci/node_modules/dep/index.js", "/repo/node_modules/dep/index.js"])
  func `a foreign file does not raise the coverage of a root file`(_ other: String) throws {
    let (own, foreign) = (section("/repo/index.js", "DA:1,0", "DA:2,0"), section(other, "DA:1,1", "DA:2,1"))
    for text in [own + foreign, foreign + own] {
      let report = try merged([text])
      #expect(report.files.first { $0.path == "index.js" }?.counts == [1: 0, 2: 0])
      #expect(report.files.count == 2)
    }
  }

  @Test func `two spellings of one input are two files, and the repository's own is kept`() throws {
    let (own, foreign) = (section("/repo/lib/index.js", "DA:1,0"), section("/srv/dep/lib/index.js", "DA:1,1"))
    for text in [own + foreign, foreign + own] {
      let report = try merged([text])
      #expect(report.files.map(\.path) == ["/srv/dep/lib/index.js", "lib/index.js"])
      #expect(report.files.map(\.counts) == [[1: 1], [1: 0]])
      #expect(report.warnings.map(\.kind) == [.foreignFile("/srv/dep/lib/index.js", like: "lib/index.js")])
    }
    // Without its own spelling nothing says which of two is meant.
    let report = try merged([foreign + section("/srv/dup/lib/index.js", "DA:1,1"), section("src/a.c", "DA:1,1")])
    #expect(report.files.map(\.path) == ["/srv/dep/lib/index.js", "/srv/dup/lib/index.js", "src/a.c"])
    #expect(report.warnings.count == 2)
  }

  @Test func `the roots of other agents are the repository`() throws {
    let report = try merged([
      section("/repo/src/net/n.c", "DA:1,1"), section("/home/ci2/work/src/net/n.c", "DA:1,2"),
      section("/home/ci3/work/src/net/n.c", "DA:1,4"),
    ])
    #expect(report.files.map(\.path) == ["src/net/n.c"])
    #expect(report.files[0].counts == [1: 7])
    #expect(report.warnings.isEmpty)
  }

  @Test func `a top file of another agent is the repository's where its neighbours are`() throws {
    func agent(_ root: String, _ files: [String]) -> String {
      files.map { section(root + "/" + $0, "DA:1,1") }.joined()
    }
    let files = ["src/net/n.c", "lib/src/a.c", "main.c"]
    let report = try merged([agent("/repo", files), agent("/home/ci2/work", files)])
    #expect(report.files.map(\.path) == ["lib/src/a.c", "main.c", "src/net/n.c"])
    #expect(report.files.map(\.counts) == Array(repeating: [1: 2], count: 3))
    // One neighbour is none, and neither are two of a package inside of the repository's own report.
    let alone = try merged([agent("/home/ci2/work", ["src/net/n.c", "main.c"])])
    #expect(alone.files.map(\.path) == ["/home/ci2/work/main.c", "src/net/n.c"])
    let package = agent("/srv/dep", ["lib/index.js", "src/a.c", "index.js"])
    let own = agent("/repo", ["src/net/n.c", "deep/er/z.c", "main.c"])
    #expect(try merged([own + package]).files.contains { $0.path == "/srv/dep/index.js" })
  }

  @Test func `rules ask the path that a file ends up with`() throws {
    let texts = [section("/home/ci2/work/src/net/n.c", "DA:1,1") + section("/repo/lib/src/a.c", "DA:1,1")]
    let report = try OrderTests.merged(texts) {
      $0.paths.tree = Self.tree
      $0.paths.excludes = IgnoreRules(["/lib/", "/home/"])
      $0.keepTests = true
    }
    #expect(report.files.map(\.path) == ["src/net/n.c"])
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
