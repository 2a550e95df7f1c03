import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct CommitObjectTests {
  static let tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
  static let head = "tree \(tree)\nparent \(tree)\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n"
  static let id = ObjectID(bytes: [UInt8](repeating: 1, count: 20))

  @Test(
    "a commit is written as it was read",
    arguments: [
      "\nwords\n", "\n", "\nno line end", "\n\n\nempty lines first\n\n\n", "encoding ISO-8859-1\n\nw\u{E4}rds\n",
      "gpgsig -----BEGIN\n \n abc\n  indented\n -----END\n\nx\n",
      "mergetag object 1\n type commit\n \n words\n \n \nmergetag object 2\n tag\n\nx\n", "x-none\n\nx\n",
      "x-empty \n\nx\n",
    ])
  func roundTrip(rest: String) throws {
    let bytes = Array((Self.head + rest).utf8)
    let commit = try CommitObject(bytes, id: Self.id)
    // A header without a value gets a space; git writes none such.
    let expected = Self.head + rest.replacing("x-none\n", with: "x-none \n")
    #expect(String(decoding: commit.bytes, as: UTF8.self) == expected)
    #expect(commit.tree.hex == Self.tree && commit.parents.map(\.hex) == [Self.tree])
  }

  @Test func `a message of other bytes than UTF-8 stays`() throws {
    let bytes = Array((Self.head + "encoding latin1\n\n").utf8) + [0xE4, 0x80, 0xFF, 0x0A]
    let commit = try CommitObject(bytes, id: Self.id)
    let isSame = commit.bytes == bytes
    #expect(isSame)
    #expect(commit.subject == "\u{FFFD}\u{FFFD}")
  }

  @Test func `signatures go, and all else stays`() throws {
    let rest =
      "mergetag object 1\n gpgsig no header\ngpgsig a\n b\ngpgsig-sha256 c\n d\nx-own 1\n\ngpgsig in the message\n"
    let commit = try CommitObject(Array((Self.head + rest).utf8), id: Self.id)
    #expect(commit.isSigned && !commit.unsigned.isSigned)
    #expect(
      String(decoding: commit.unsigned.bytes, as: UTF8.self)
        == Self.head + "mergetag object 1\n gpgsig no header\nx-own 1\n\ngpgsig in the message\n")
  }

  @Test(
    "bytes that are no commit give an error",
    arguments: [
      "", "tree \(tree)\n", "\n\nwords", " x\n\n", "tree 12\n\n", "tree \(tree)\nparent x\n\n", "author A\n\nx",
    ])
  func damaged(text: String) {
    #expect(throws: ReleaseError.self) { try CommitObject(Array(text.utf8), id: Self.id) }
  }

  @Test func `damaged commits never trap`() {
    var numbers = SeededGenerator(seed: 5)
    let good = Array((Self.head + "gpgsig a\n b\n\nwords\n").utf8)
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] =
          [0, 0x0A, 0x20, 0xFF].randomElement(using: &numbers) ?? 0
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
      if let commit = try? CommitObject(bytes, id: Self.id) { _ = (commit.subject, commit.body, commit.bytes) }
    }
  }
}
