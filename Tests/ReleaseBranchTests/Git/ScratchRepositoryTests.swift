import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ScratchRepositoryTests {
  let sandbox = Sandbox()

  /// Trees of few names, so that files and folders take each other's places.
  private func randomTree(_ numbers: inout SeededGenerator) -> [String: Int] {
    var files: [String: Int] = [:]
    for _ in 0..<Int.random(in: 0...9, using: &numbers) {
      let depth = Int.random(in: 1...3, using: &numbers)
      let path = (0..<depth).map { _ in ["a", "b", "a.x", "c-"].randomElement(using: &numbers) ?? "a" }.joined(
        separator: "/")
      // A file is no folder.
      guard !files.keys.contains(where: { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") }) else { continue }
      files[path] = Int.random(in: 0..<4, using: &numbers)
    }
    return files
  }

  private func entry(_ number: Int, _ scratch: ScratchRepository) throws -> TreeEntry {
    let mode: UInt32 = number == 3 ? 0o100755 : number == 2 ? 0o120000 : 0o100644
    return TreeEntry(mode: mode, id: try scratch.write(blob: Array("\(number)\n".utf8)))
  }

  @Test("trees are compared and edited as git does", arguments: [FixtureObjects.Format.sha1, .sha256])
  func trees(format: FixtureObjects.Format) throws {
    let repository = try sandbox.repository(format: format) { try $0.begin(["a": "1\n"]) }
    let scratch = try ScratchRepository(over: GitRepository(at: repository.path))
    var numbers = SeededGenerator(seed: 11)
    let empty = try scratch.write(TreeObject([]))
    for round in 0..<60 {
      let (one, two) = (randomTree(&numbers), randomTree(&numbers))
      func edits(_ files: [String: Int]) throws -> [GitPath: TreeEntry?] {
        Dictionary(uniqueKeysWithValues: try files.map { (GitPath($0.key), try entry($0.value, scratch)) })
      }
      let first = try scratch.edit(empty, edits(one))
      // The tree that git makes of the same index.
      let listing = try one.map { path, number in
        let entry = try entry(number, scratch)
        return "\(String(entry.mode, radix: 8)) \(entry.id.hex)\t\(path)\0"
      }.joined()
      try scratch.git(["read-tree", "--empty"])
      try scratch.git(["update-index", "-z", "--index-info"], input: Array(listing.utf8))
      #expect(try scratch.git(["write-tree"]).text == first.hex, "round \(round)")
      // Going from one to the other in one step, whatever takes whose place.
      var changes = try edits(two)
      for path in one.keys where two[path] == nil { changes[GitPath(path)] = .some(nil) }
      let second = try scratch.edit(first, changes)
      #expect(try second == scratch.edit(empty, edits(two)), "round \(round): \(one) to \(two)")
      let told = try scratch.git(["diff-tree", "-r", "-z", "--no-renames", first.hex, second.hex]).output
      let fields = told.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      let expected = Set(
        stride(from: 0, to: fields.count - 1, by: 2).map { "\(fields[$0]) \(fields[$0 + 1])" }.map(pair))
      let found = Set(
        try scratch.changes(from: first, to: second).map { change in
          "\(mode(change.old)) \(mode(change.new)) \(change.old?.id.hex ?? "0") \(change.new?.id.hex ?? "0") \(change.path)"
        })
      #expect(found == expected, "round \(round)")
      for (path, number) in two {
        let found = try scratch.entry(GitPath(path), in: second)
        #expect(try found == entry(number, scratch))
        #expect(try scratch.entry(GitPath(path + "/below"), in: second) == nil)
      }
      #expect(try scratch.entry(GitPath("none"), in: second) == nil)
    }
  }

  private func mode(_ entry: TreeEntry?) -> String { entry.map { String($0.mode, radix: 8) } ?? "0" }

  /// A line of diff-tree as the test writes changes: a file that became a folder is two lines there as well.
  private func pair(_ line: String) -> String {
    let words = line.dropFirst().split(separator: " ", maxSplits: 5).map(String.init)
    func short(_ text: String) -> String { text.allSatisfy { $0 == "0" } ? "0" : text }
    return "\(short(words[0])) \(short(words[1])) \(short(words[2])) \(short(words[3])) \(words[5])"
  }

  @Test("objects of all sizes are git's", arguments: [FixtureObjects.Format.sha1, .sha256])
  func objects(format: FixtureObjects.Format) throws {
    let repository = try sandbox.repository(format: format) { try $0.begin(["a": "1\n"]) }
    let scratch = try ScratchRepository(over: GitRepository(at: repository.path))
    for count in [0, 1, 63, 64, 65_535, 65_536, 300_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) }
      let id = try scratch.write(blob: bytes)
      #expect(try scratch.git(["hash-object", "--stdin"], input: bytes).text == id.hex)
      let isSame = try scratch.blob(id) == bytes
      #expect(isSame, "\(count) bytes")
      #expect(try scratch.git(["cat-file", "-s", id.hex]).text == "\(count)")
    }
    #expect(try scratch.git(["fsck", "--strict", "--full"]).succeeded)
    let none = ObjectID(bytes: [UInt8](repeating: 7, count: format == .sha1 ? 20 : 32))
    #expect(try scratch.object(none) == nil)
    let error = #expect(throws: ReleaseError.self) { try scratch.blob(none) }
    #expect(error?.kind == .missingObject(none.hex))
    let kind = #expect(throws: ReleaseError.self) { try scratch.tree(scratch.write(blob: [1])) }
    guard case .badObject = kind?.kind else {
      Issue.record("\(String(describing: kind))")
      return
    }
    // Questions go on after one that had no answer.
    #expect(try scratch.blob(scratch.write(blob: [1, 2])).count == 2)
  }

  @Test func `a repository in a folder with an odd name is borrowed from`() throws {
    for name in ["#odd", "\"quoted\"", "with space", "ünï", "tab\there", "a:b"] {
      let repository = try sandbox.repository(named: name) {
        try $0.begin(["a": "1\n"])
        try $0.ticket("BFG-1_a", ["a": "2\n"])
        try $0.merge("BFG-1_a", into: "release")
      }
      do {
        let rebuild = try repository.release().drop(["BFG-1"])
        rebuild.expectSound()
      } catch {
        Issue.record("'\(name)': \(error)")
      }
    }
  }
}
