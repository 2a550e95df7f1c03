import SystemKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct FileTreeTests {
  let sandbox = Sandbox()

  private func walk(_ roots: [String] = [""], _ patterns: [String] = []) throws -> FileTree.Listing {
    try FileTree.walk(roots.map { $0.isEmpty ? sandbox.folder : sandbox.path($0) }, rules: IgnoreRules(patterns))
  }

  private func shown(_ path: String) -> String { PathName.relative(path, to: sandbox.folder) ?? path }
  private func files(_ listing: FileTree.Listing) -> [String] { listing.files.map { shown($0.path) } }
  private func skipped(_ listing: FileTree.Listing) -> [String: SkippedPath.Reason] {
    Dictionary(listing.skipped.map { (shown($0.path), $0.reason) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `files are found with size and time, sorted, rules obeyed`() throws {
    for name in ["b/z", "b/a", "a.xml", "build/out/r.xml", "build/tmp/x", "c.log"] { try sandbox.write(name, name) }
    sandbox.touch("a.xml", seconds: 1_000)
    let listing = try walk([""], ["tmp/", "*.log"])
    #expect(files(listing) == ["a.xml", "b/a", "b/z", "build/out/r.xml"])
    #expect(listing.files[0].size == 5)
    #expect(listing.files[0].modified == Timestamp(seconds: 1_000))
    #expect(skipped(listing) == ["build/tmp": .ignored, "c.log": .ignored])
  }

  @Test(arguments: ["\n", "\r\n"]) func `a folder's own rules hold in it and below`(lineEnd: String) throws {
    for name in ["in/a.xml", "in/b.xml", "in/deep/a.xml", "in/top/x", "in/deep/top/x", "a.xml"] {
      try sandbox.write(name, "x")
    }
    try sandbox.write("in/.plimsollignore", ["\u{FEFF}# mine", "a.xml", "/top/", ""].joined(separator: lineEnd))
    #expect(files(try walk()) == ["a.xml", "in/.plimsollignore", "in/b.xml", "in/deep/top/x"])
  }

  @Test func `a rule of a folder below can take back what one above leaves out`() throws {
    for name in ["x/keep.log", "x/drop.log", "drop.log"] { try sandbox.write(name, "x") }
    try sandbox.write("x/.plimsollignore", "!keep.log\n")
    #expect(files(try walk([""], ["*.log"])) == ["x/.plimsollignore", "x/keep.log"])
  }

  @Test func `loops end, and what is really there goes by its own name`() throws {
    try sandbox.write("z/real.xml", "x")
    symlink("z", sandbox.path("a"))
    symlink("..", sandbox.path("z/up"))
    symlink("real.xml", sandbox.path("z/another.xml"))
    let listing = try walk()
    #expect(files(listing) == ["z/real.xml"])
    #expect(skipped(listing) == ["a": .loop, "z/up": .loop])
  }

  @Test func `links that lead out are followed once`() throws {
    try sandbox.write("outside/r.xml", "x")
    try sandbox.write("tree/own.xml", "y")
    symlink("../outside", sandbox.path("tree/one"))
    symlink("../outside", sandbox.path("tree/two"))
    let listing = try walk(["tree"])
    #expect(files(listing) == ["tree/one/r.xml", "tree/own.xml"])
    #expect(skipped(listing) == ["tree/two": .loop])
  }

  @Test func `hard links and overlapping roots are one file`() throws {
    try sandbox.write("a/f", "x")
    link(sandbox.path("a/f"), sandbox.path("a/g"))
    #expect(files(try walk(["a", "a/f", "a/g", ""])) == ["a/f"])
  }

  @Test func `broken links, pipes and sockets are told`() throws {
    symlink("nowhere", sandbox.path("broken"))
    symlink("self", sandbox.path("self"))
    _ = try sandbox.run("mkfifo", ["pipe"])
    #expect(skipped(try walk()) == ["broken": .brokenLink, "self": .brokenLink, "pipe": .special])
  }

  @Test func `names that look like absolute paths are only names`() throws {
    try sandbox.write("d/x", "1")
    for name in ["\\evil", "C:\\x", "\u{301}mark", "line\nfeed", " space "] {
      _ = try sandbox.run("sh", ["-c", "printf 1 > \"d/$0\"", name])
    }
    let listing = try walk()
    #expect(listing.skipped.isEmpty)
    #expect(listing.files.count == 6)
    #expect(listing.files.allSatisfy { $0.size == 1 })
  }

  @Test func `deep nesting ends at the limit and is told`() throws {
    let deep = Array(repeating: "d", count: FileTree.depthLimit + 5).joined(separator: "/")
    _ = try sandbox.run("mkdir", ["-p", deep])
    try sandbox.write(deep + "/f", "x")
    try sandbox.write("d/d/g", "x")
    let listing = try walk()
    #expect(files(listing) == ["d/d/g"])
    #expect(listing.skipped.map(\.reason) == [.tooDeep])
  }

  @Test func `a file that was named stands for itself whatever the rules say`() throws {
    try sandbox.write("a.log", "x")
    #expect(files(try walk(["a.log"], ["*.log"])) == ["a.log"])
    #expect(files(try walk([""], ["*.log"])) == [])
  }

  @Test func `a root that is not there is an error`() throws {
    #expect { _ = try walk(["no"]) } throws: { ($0 as? SystemError)?.isMissing == true }
  }

  /// As root nothing is unreadable: the thread's file system user is changed for the walk.
  @Test func `an unreadable folder is told`() throws {
    try sandbox.write("closed/f", "x")
    try sandbox.write("open/f", "x")
    chmod(sandbox.path("closed"), 0)
    chmod(sandbox.folder, 0o755)
    let listing = try asNobody { try walk() }
    chmod(sandbox.path("closed"), 0o700)
    guard let listing else { return }
    #expect(files(listing) == ["open/f"])
    #expect(skipped(listing) == ["closed": .unreadable("Permission denied")])
  }

  private func asNobody<Result>(_ body: () throws -> Result) rethrows -> Result? {
    #if os(Linux)
      guard getuid() == 0 else { return try body() }
      guard let symbol = dlsym(nil, "setfsuid") else { return nil }
      let setUser = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
      _ = setUser(65_534)
      defer { _ = setUser(0) }
      return try body()
    #else
      return try body()
    #endif
  }
}
