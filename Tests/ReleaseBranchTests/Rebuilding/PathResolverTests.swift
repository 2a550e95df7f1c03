// Conflicts that are none of texts: the recorded resolution holds for the same conflict, and for no other.

import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct PathResolverTests {
  let sandbox = Sandbox()

  /// A path in conflict between two tickets, a third ticket beside it, and a fourth that has to do with the path.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var base: [String: FixtureFile]
    var one: [String: FixtureFile?]
    var two: [String: FixtureFile?]
    var renamingOne: [String: String] = [:]
    var renamingTwo: [String: String] = [:]
    var resolution: [String: FixtureFile?]
    /// What the first ticket has in another version of the history, so that the conflict is another one.
    var other: [String: FixtureFile?]
    /// The paths that are then left to a person.
    var open: [String]
  }

  static func pointer(_ name: String) -> FixtureFile {
    .text(
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: name, count: 64))\nsize 1\(name)\n")
  }
  static let commits = ["1", "2", "3", "4", "5"].map { String(repeating: $0, count: 40) }
  static func binary(_ byte: UInt8) -> FixtureFile { .bytes([0, 1, 2, byte, 0xFF]) }

  static let cases = [
    Case(
      testDescription: "modified here, deleted there, kept", base: ["f": file(10)], one: ["f": file(10, [2: "one"])],
      two: ["f": nil], resolution: ["f": file(10, [2: "one"])], other: ["f": file(10, [2: "other"])], open: ["f"]),
    Case(
      testDescription: "deleted here, modified there, deleted", base: ["f": file(10), "x": "1"], one: ["f": nil],
      two: ["f": file(10, [2: "two"])], resolution: ["f": nil], other: ["f": file(10, [2: "other"])], open: ["f"]),
    Case(
      testDescription: "binary files", base: ["f": binary(0)], one: ["f": binary(1)], two: ["f": binary(2)],
      resolution: ["f": binary(2)], other: ["f": binary(9)], open: ["f"]),
    Case(
      testDescription: "links", base: ["f": .link(to: "a")], one: ["f": .link(to: "b")], two: ["f": .link(to: "c")],
      resolution: ["f": .link(to: "c")], other: ["f": .link(to: "d")], open: ["f"]),
    Case(
      testDescription: "pointers to large files", base: ["f": pointer("a")], one: ["f": pointer("b")],
      two: ["f": pointer("c")], resolution: ["f": pointer("c")], other: ["f": pointer("d")], open: ["f"]),
    Case(
      testDescription: "pointers with an attribute",
      base: ["f.bin": pointer("a"), ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n"],
      one: ["f.bin": pointer("b")], two: ["f.bin": pointer("c")], resolution: ["f.bin": pointer("c")],
      other: ["f.bin": pointer("d")], open: ["f.bin"]),
    Case(
      testDescription: "both add a file", base: ["x": "1\n"], one: ["f": file(5, [1: "one"])],
      two: ["f": file(5, [1: "two"])], resolution: ["f": file(5, [1: "both"])], other: ["f": file(5, [1: "other"])],
      open: ["f"]),
    Case(
      testDescription: "renamed here, changed there", base: ["f": file(20)], one: [:], two: ["f": file(20, [9: "two"])],
      renamingOne: ["f": "g"], resolution: [:], other: [:], open: []),
    Case(
      testDescription: "renamed and changed here, changed there", base: ["f": file(20)],
      one: ["g": file(20, [9: "one"])], two: ["f": file(20, [9: "two"])], renamingOne: ["f": "g"],
      resolution: ["g": file(20, [9: "both"])], other: ["g": file(20, [9: "other"])], open: ["g"]),
  ]

  private func build(_ item: Case, other: Bool) throws -> RepositoryFixture {
    try sandbox.repository {
      try $0.begin(item.base.merging(["side": file(20)]) { $1 })
      try $0.ticket("BFG-3_side", ["side": file(20, [2: "three"])])
      try $0.ticket("BFG-1_one", item.one, renaming: item.renamingOne)
      // It changes what BFG-3 changes, so that it has to be merged again without that one.
      try $0.ticket(
        "BFG-2_two", item.two.merging(["side": file(20, [15: "two"])]) { $1 }, renaming: item.renamingTwo)
      try $0.merge("BFG-3_side", into: "release")
      if other {
        // The conflict is with what BFG-4 made of BFG-1's version; without BFG-4 it is another one.
        try $0.merge("BFG-1_one", into: "release")
        try $0.branch("BFG-4_other", at: "BFG-1_one")
        let exists = Set(try $0.files("BFG-4_other").keys)
        let changes = item.other.filter { $0.value != nil || exists.contains($0.key) }
        try $0.commit("BFG-4_other", changes, message: "BFG-4: change")
        try $0.merge("BFG-4_other", into: "release")
      } else {
        try $0.merge("BFG-1_one", into: "release")
      }
      try $0.merge("BFG-2_two", into: "release", resolving: item.resolution)
    }
  }

  @Test("the same conflict has the recorded resolution", arguments: cases)
  func same(item: Case) throws {
    let repository = try build(item, other: false)
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-3"])
    rebuild.expectSound()
    var expected = try repository.texts("release")
    expected["side"] = lines(20, [15: "two"])
    #expect(try release.texts(of: rebuild) == expected)
  }

  @Test("another conflict is left to a person, without markers", arguments: cases)
  func other(item: Case) throws {
    let repository = try build(item, other: true)
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-4"])
    if item.open.isEmpty { rebuild.expectSound() }
    #expect(rebuild.openPaths == item.open, "\(rebuild.trouble)")
    for (path, text) in try release.texts(of: rebuild) { #expect(!text.contains("<<<<<<<"), "\(path)") }
    for open in rebuild.unresolved.flatMap(\.open) {
      guard item.testDescription.contains("pointer") else { continue }
      // Not even what a person is to edit has markers in a pointer.
      #expect(open.draft == nil, "\(String(decoding: open.draft ?? [], as: UTF8.self))")
    }
  }

  @Test("a conflict that leaves with its ticket leaves the other side's version", arguments: cases)
  func gone(item: Case) throws {
    let repository = try build(item, other: false)
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    let two = try repository.texts("BFG-2_two")
    #expect(try release.texts(of: rebuild) == two.merging(["side": lines(20, [2: "three", 15: "two"])]) { $1 })
  }

  @Test func `a kept version of two binary ones leaves no trace, and yet leaves with its ticket`() throws {
    // "Ours" is what git has in the tree: the merge shows no change of the path.
    let repository = try sandbox.repository {
      try $0.begin(["f": Self.binary(0)])
      try $0.ticket("BFG-1_a", ["f": Self.binary(1)])
      try $0.ticket("BFG-2_b", ["f": Self.binary(2)])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": Self.binary(1)])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(rebuild.methods("BFG-2") == ["f": .clean])
    #expect(try release.entry("f", of: rebuild)?.id.hex == repository.files("BFG-2_b")["f"]?.id)
  }

  @Test func `submodules keep their recorded commit for the same conflict, and wait for a person otherwise`() throws {
    let commits = Self.commits
    let repository = try sandbox.repository {
      try $0.begin(["m": .submodule(at: commits[0]), "side": file(20)])
      try $0.ticket("BFG-1_a", ["m": .submodule(at: commits[1])])
      try $0.ticket("BFG-4_d", at: "BFG-1_a", ["m": .submodule(at: commits[2])])
      try $0.ticket("BFG-2_b", ["m": .submodule(at: commits[3]), "side": file(20, [15: "two"])])
      try $0.ticket("BFG-3_c", ["side": file(20, [2: "three"])])
      for name in ["BFG-3_c", "BFG-1_a", "BFG-4_d"] { try $0.merge(name, into: "release") }
      try $0.merge("BFG-2_b", into: "release", resolving: ["m": .submodule(at: commits[4])])
    }
    let release = try repository.release()
    let same = try release.drop(["BFG-3"])
    same.expectSound()
    #expect(try release.entry("m", of: same)?.id.hex == commits[4])
    #expect(try release.drop(["BFG-4"]).openPaths == ["m"])
    let gone = try release.drop(["BFG-1", "BFG-4"])
    gone.expectSound()
    #expect(try release.entry("m", of: gone)?.id.hex == commits[3])
  }

  @Test func `a mode that a merge changed is carried over`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["run": file(9), "side": "1\n", "b": "1\n"])
      try $0.ticket("BFG-1_a", ["run": file(9, [1: "one"])])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["run": .executable(lines(9, [1: "one"]))])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(try release.entry("run", of: rebuild)?.mode == 0o100755)
    #expect(try release.texts(of: rebuild)["run"] == lines(9))
  }

  @Test func `a file in the way of a folder is resolved again as it was, or named`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["x": "1\n", "side": file(20)])
      try $0.ticket("BFG-1_a", ["d": "a file\n"])
      try $0.ticket("BFG-2_b", ["d/e": "in a folder\n", "side": file(20, [15: "two"])])
      try $0.ticket("BFG-3_c", ["side": file(20, [2: "three"])])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge(
        ["BFG-2_b"], into: "release",
        result: .given([
          "x": "1\n", "side": file(20, [2: "three", 15: "two"]), "d/e": "in a folder\n", "d.txt": "a file\n",
        ]))
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-3"])
    let texts = try release.texts(of: rebuild)
    if rebuild.isSound {
      #expect(texts == ["x": "1\n", "side": lines(20, [15: "two"]), "d/e": "in a folder\n", "d.txt": "a file\n"])
    } else {
      #expect(rebuild.openPaths.allSatisfy { $0.hasPrefix("d") }, "\(rebuild.trouble)")
    }
    let gone = try release.drop(["BFG-1"])
    #expect(!texts.keys.contains { $0.contains("~") } || !rebuild.isSound)
    if gone.isSound {
      #expect(
        try release.texts(of: gone) == [
          "x": "1\n", "side": lines(20, [2: "three", 15: "two"]), "d/e": "in a folder\n",
        ])
    } else {
      #expect(gone.openPaths.allSatisfy { $0.hasPrefix("d") }, "\(gone.trouble)")
    }
  }

  @Test func `markers that stand in a file by right are no conflict`() throws {
    let heading = "Title\n=======\ntext\n<<<<<<< HEAD\nan example\n=======\n>>>>>>> branch\n"
    let repository = try sandbox.repository {
      try $0.begin(["f": .text(heading + lines(20)), "side": file(20)])
      try $0.ticket("BFG-1_a", ["f": .text(heading + lines(20, [10: "one"]))])
      try $0.ticket("BFG-2_b", ["f": .text(heading + lines(20, [10: "two"])), "side": file(20, [15: "two"])])
      try $0.ticket("BFG-3_c", ["side": file(20, [2: "three"])])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": .text(heading + lines(20, [10: "both"]))])
    }
    let release = try repository.release()
    let same = try release.drop(["BFG-3"])
    same.expectSound()
    #expect(try release.texts(of: same)["f"] == heading + lines(20, [10: "both"]))
    let gone = try release.drop(["BFG-1"])
    if gone.isSound { #expect(try release.texts(of: gone)["f"] == heading + lines(20, [10: "two"])) }
    #expect(gone.isSound || gone.openPaths == ["f"])
  }
}
