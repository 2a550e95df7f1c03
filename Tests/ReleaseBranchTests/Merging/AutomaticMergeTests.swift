import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct AutomaticMergeTests {
  static let id = String(repeating: "a1", count: 20)
  static let clean = "1\0\(id)\0\0"
  static let conflict =
    "0\0\(id)\u{0}100644 \(id) 1\td/f\u{0}100644 \(id) 2\td/f\u{0}100755 \(id) 3\td/f\0\0"
    + "1\0d/f\0Auto-merging\0Auto-merging d/f\n\u{0}1\0d/f\0CONFLICT (contents)\0CONFLICT (content): d/f\n\0\0"

  private func read(_ text: String, _ count: Int = 1) throws -> [AutomaticMerge] {
    try AutomaticMerge.read(Array(text.utf8), pairs: Array(repeating: ("ours", "theirs"), count: count))
  }

  @Test func `clean and conflicting answers are read one after the other`() throws {
    let merges = try read(Self.clean + Self.conflict + Self.clean, 3)
    #expect(merges.map(\.isClean) == [true, false, true])
    #expect(merges[1].stages.keys.map(\.description) == ["d/f"])
    #expect(merges[1].stages.values.first?.map(\.number) == [1, 2, 3])
    #expect(merges[1].kinds[GitPath("d/f")] == ["contents"])
  }

  @Test func `git's words about submodules in the middle of an answer end it`() throws {
    let words = "Recursive merging with submodules currently only supports trivial cases.\nPlease merge by hand\n"
    let text = String(Self.conflict.dropLast()) + words + "\0"
    let merges = try read(text + Self.clean, 2)
    #expect(merges.map(\.isClean) == [false, true])
  }

  @Test func `an answer that is cut short gives an error`() throws {
    let whole = Array((Self.conflict + Self.clean).utf8)
    for count in 0..<whole.count {
      #expect(throws: ReleaseError.self, "\(count) bytes") {
        try AutomaticMerge.read(Array(whole[..<count]), pairs: [("o", "t"), ("o", "t")])
      }
    }
  }

  @Test func `random bytes never trap`() {
    var numbers = SeededGenerator(seed: 9)
    let whole = Array((Self.clean + Self.conflict).utf8)
    let odd: [UInt8] = [0, 0x09, 0x20, 0x2D, 0x30, 0x31, 0x39, 0xFF]
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...5, using: &numbers) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = odd.randomElement(using: &numbers) ?? 0
      }
      _ = try? AutomaticMerge.read(bytes, pairs: [("o", "t"), ("o", "t")])
    }
    for count in ["-1", "99999999999", "9223372036854775807", "2147483647"] {
      #expect(throws: ReleaseError.self) { try read("0\0\(Self.id)\u{0}100644 \(Self.id) 2\tf\0\0\(count)\0f\0") }
    }
  }

  @Test("three trees are merged over one of them", arguments: [FixtureObjects.Format.sha1, .sha256])
  func trees(format: FixtureObjects.Format) throws {
    let sandbox = Sandbox()
    let repository = try sandbox.repository(format: format) {
      try $0.begin(["f": file(20)])
      try $0.ticket("one", ["f": file(20, [3: "one"])])
      try $0.ticket("two", ["f": file(20, [15: "two"])])
    }
    let scratch = try ScratchRepository(over: GitRepository(at: repository.path))
    func tree(_ name: String) throws -> ObjectID { try #require(ObjectID(repository.tree(name))) }
    let (base, one, two) = (try tree("main"), try tree("one"), try tree("two"))
    let merge = try scratch.merge(base: base, ours: one, theirs: two)
    let entry = try #require(try scratch.entry(GitPath("f"), in: merge.tree))
    #expect(String(decoding: try scratch.blob(entry.id), as: UTF8.self) == lines(20, [3: "one", 15: "two"]))
    #expect(try scratch.merge(base: base, ours: one, theirs: one).tree == one)
    #expect(try scratch.merge(base: base, ours: base, theirs: base).tree == base)
    #expect(try scratch.merge(base: one, ours: two, theirs: one).tree == two)
    #expect(try scratch.merge([]).isEmpty)
  }
}
