import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct TreeObjectTests {
  let sandbox = Sandbox()

  /// Names whose order differs between bytes and git's rule, and random ones around them.
  static func names(_ numbers: inout SeededGenerator) -> [[UInt8]] {
    let letters = Array("ab.-0/~".utf8).filter { $0 != 0x2F } + [0x80, 0xFF, 0x20, 0x22]
    var names: Set<[UInt8]> = []
    while names.count < 12 {
      let name = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in letters.randomElement(using: &numbers) ?? 0x61
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.insert(name) }
    }
    return Array(names)
  }

  @Test("a tree has git's order and git's name", arguments: [FixtureObjects.Format.sha1, .sha256])
  func order(format: FixtureObjects.Format) throws {
    let repository = try sandbox.repository(format: format) { try $0.begin(["a": "1\n"]) }
    let scratch = try ScratchRepository(over: GitRepository(at: repository.path))
    let blob = try scratch.write(blob: Array("x\n".utf8))
    let folder = try scratch.write(TreeObject([(Array("f".utf8), TreeEntry(mode: 0o100644, id: blob))]))
    let other = ObjectID(bytes: [UInt8](repeating: 3, count: blob.size))
    var numbers = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let entries = Self.names(&numbers).map { name in
        let mode = [0o100644, 0o100755, 0o120000, 0o40000, 0o160000].randomElement(using: &numbers) ?? 0o100644
        return (
          name: name,
          entry: TreeEntry(mode: UInt32(mode), id: mode == 0o40000 ? folder : mode == 0o160000 ? other : blob)
        )
      }
      let tree = TreeObject(entries)
      let id = try scratch.write(tree)
      let listing = entries.shuffled(using: &numbers).map { name, entry in
        let kind = entry.isFolder ? "tree" : entry.isSubmodule ? "commit" : "blob"
        let mode = String(entry.mode, radix: 8)
        return Array("\(mode.count < 6 ? "0" + mode : mode) \(kind) \(entry.id.hex)\t".utf8) + name + [0]
      }
      let told = try scratch.git(["mktree", "-z", "--missing"], input: listing.flatMap { $0 }).text
      #expect(id.hex == told)
      // And back.
      let again = try TreeObject(tree.bytes, id: id)
      let isSame = again.bytes == tree.bytes
      #expect(isSame && again.entries.count == entries.count)
    }
  }

  @Test func `bytes that are no tree give an error and never a trap`() throws {
    let id = try #require(ObjectID(String(repeating: "1", count: 40)))
    let good = Array("100644 a\0".utf8) + id.bytes + Array("40000 b\0".utf8) + id.bytes
    #expect(try TreeObject(good, id: id).entries.count == 2)
    for count in 1..<good.count where count != 29 {
      #expect(throws: ReleaseError.self, "\(count) bytes") { try TreeObject(Array(good[..<count]), id: id) }
    }
    var numbers = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      _ = try? TreeObject(bytes, id: id)
    }
  }
}
