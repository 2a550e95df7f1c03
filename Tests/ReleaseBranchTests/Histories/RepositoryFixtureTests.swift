import TestSupport
import Testing

@Suite struct RepositoryFixtureTests {
  let sandbox = Sandbox()

  @Test("git finds nothing wrong in what is built", arguments: [FixtureObjects.Format.sha1, .sha256], [false, true])
  func sound(format: FixtureObjects.Format, isBare: Bool) throws {
    let big = [UInt8](repeating: 7, count: 200_000)
    let repository = try sandbox.repository(format: format, isBare: isBare) {
      let first = try $0.commit(
        "main", ["a.txt": "1\n", "dir/b": "2\n", "dir.c": "", "dir-d": .executable("x"), "dir/sub/e": .bytes(big)])
      try $0.commit("main", ["link": .link(to: "a.txt"), "module": .submodule(at: first), "ä \"q\"": "ü\n"])
      try $0.branch("feature/x", at: first)
      try $0.commit("feature/x", ["a.txt": nil], renaming: ["dir/b": "moved/b"])
      try $0.merge("feature/x", into: "main")
    }
    #expect(try repository.faults() == "")
    let listed = try repository.git("ls-tree", "-r", "-z", "main").output.split(separator: "\0").map(String.init)
    let told = try repository.files("main").map {
      "\($0.value.mode) \($0.value.mode == "160000" ? "commit" : "blob") \($0.value.id)\t\($0.key)"
    }
    #expect(told.sorted() == listed.sorted())
    #expect(try repository.files("main").keys.contains("moved/b"))
    #expect(try repository.git("show", "-s", "--format=%an %at %ct", "main").output == "Ada 1790000180 1790000187\n")
    #expect(try repository.objects.read(try repository.files("main")["dir/sub/e"]!.id).content == big)
  }

  @Test func `the same calls give the same commits`() throws {
    func build(_ name: String) throws -> String {
      try sandbox.repository(named: name) { try $0.commit("main", ["a": "1"]) }.id("main")
    }
    #expect(try build("one") == build("two"))
    // `git hash-object` and `git commit-tree` give these names.
    #expect(
      try sandbox.repository { try $0.commit("main", ["a": "1"]) }.files("main")["a"]?.id
        == "56a6051ca2b02b04ef92d5150c9ef600403cb1de")
  }

  @Test func `a merge takes given files where it conflicts, and must`() throws {
    let repository = try sandbox.repository {
      try $0.commit("main", ["a": "1\n", "b": "1\n"])
      for branch in ["one", "two", "release"] { try $0.branch(branch, at: "main") }
      try $0.commit("one", ["a": "one\n"])
      try $0.commit("two", ["a": "two\n"])
      try $0.merge("one", into: "release")
    }
    #expect(throws: FixtureObjects.Failure.self) { try repository.merge("two", into: "release") }
    try repository.merge("two", into: "release", resolving: ["a": "both\n", "b": "evil\n"])
    #expect(try repository.texts("release") == ["a": "both\n", "b": "evil\n"])
    #expect(
      try repository.git("log", "-1", "--format=%s|%P", "release").output.hasPrefix("Merge branch 'two' into release|"))
  }

  @Test func `octopus merges, tags and signatures are written as git shows them`() throws {
    let signature = "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----"
    let repository = try sandbox.repository {
      try $0.commit("main", ["a": "1"])
      try $0.branch("one", at: "main")
      try $0.branch("two", at: "main")
      try $0.commit("one", ["b": "1"])
      try $0.commit("two", ["c": "1"])
      let tag = try $0.tag("v1", at: "one", message: "Words\n\nMore words")
      try $0.merge(
        ["one", "two"], into: "main", result: .given(["a": "2", "b": "1", "c": "1"]),
        headers: [("mergetag", tag.text), ("gpgsig", signature)])
    }
    #expect(try repository.faults() == "")
    let raw = try repository.git("cat-file", "commit", "main").output
    #expect(raw.contains("\nmergetag object \(try repository.id("one"))\n type commit\n tag v1\n"))
    #expect(raw.contains("\n Words\n \n More words\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END"))
    #expect(try repository.git("log", "-1", "--format=%P", "main").output.split(separator: " ").count == 3)
    #expect(raw.contains("\n\nMerge branches 'one' and 'two' into main\n"))
  }

  @Test func `what git itself writes and packs is read too, and a work tree can be filled`() throws {
    let repository = try sandbox.repository { try $0.commit("main", ["a": "1", "d/b": "2"]) }
    try repository.checkOut("main")
    #expect(try sandbox.read("repository/d/b") == "2")
    #expect(try repository.git("status", "--porcelain").output == "")
    try sandbox.write("repository/d/c", "3")
    try repository.git("add", ".")
    try repository.git("commit", "-q", "-m", "By git")
    #expect(try repository.texts("HEAD") == ["a": "1", "d/b": "2", "d/c": "3"])
    try sandbox.write("repository/d/c", "4")
    try repository.git("commit", "-q", "-a", "-m", "By git")
    try repository.git("repack", "-adq")
    #expect(try repository.text("d/c", at: "HEAD") == "4")
  }

  @Test("objects that wait are written as one pack", arguments: [FixtureObjects.Format.sha1, .sha256])
  func pack(format: FixtureObjects.Format) throws {
    let repository = try sandbox.repository(format: format) {
      $0.objects.isPacking = true
      for number in 0..<40 { try $0.commit("main", ["f\(number)": .bytes([UInt8](repeating: 1, count: number * 500))]) }
      try $0.tag("v1", at: "main")
      try $0.objects.flush()
    }
    #expect(try repository.faults() == "")
    let counts = try repository.git("count-objects", "-v").output
    #expect(counts.contains("count: 0\n") && counts.contains("packs: 1\n"))
    #expect(try repository.git("cat-file", "-s", "main:f39").output == "19500\n")
  }
}
