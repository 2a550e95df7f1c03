// What must not happen when conflicts are written, taken back and remembered.

import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ResolutionSafetyTests {
  let sandbox = Sandbox()

  /// Three tickets in conflict over a binary file, a deleted one and a text; the earlier side leaves first.
  private func rivals() throws -> RepositoryFixture {
    try sandbox.repository {
      try $0.begin(["bin": .bytes([0, 1]), "d": file(5), "a": file(9)])
      try $0.ticket("BFG-2_x", ["bin": .bytes([0, 2]), "d": file(5, [2: "two"]), "a": file(9, [4: "two"])])
      try $0.ticket("BFG-3_y", ["bin": .bytes([0, 3]), "d": nil, "a": file(9, [4: "three"])])
      try $0.merge("BFG-2_x", into: "release")
      try $0.merge(
        "BFG-3_y", into: "release", resolving: ["bin": .bytes([0, 3]), "d": nil, "a": file(9, [4: "both"])])
    }
  }

  @Test(arguments: ["BFG-2", "BFG-3"])
  func `whichever of two tickets leaves, all their resolutions are known when it comes back`(first: String) throws {
    let repository = try rivals()
    let release = try repository.release()
    let rebuild = try release.drop([first])
    rebuild.expectSound()
    try release.remember(leaving: rebuild)
    try release.publish(rebuild)
    let branch = first == "BFG-2" ? "BFG-2_x" : "BFG-3_y"
    let back = try repository.release("release_r1").add(branch)
    back.expectSound()
    #expect(
      try repository.release("release_r1").scratch.commit(repository.release().history.tip).tree.hex
        == repository.tree("release"))
    let again = try repository.release("release_r1")
    #expect(try again.texts(of: again.add(branch)) == repository.texts("release"))
  }

  @Test func `a compressed file comes back as it is`() throws {
    // The beginning of a gzip file, and no more: read as such it would be an error or another file.
    let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x04, 0x00, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0]
    let repository = try sandbox.repository {
      try $0.begin(["x.gz": .bytes([0, 1])])
      try $0.ticket("BFG-1_x", ["x.gz": .bytes([0, 2])])
      try $0.ticket("BFG-2_y", ["x.gz": .bytes([0, 3])])
      try $0.merge("BFG-1_x", into: "release")
    }
    let release = try repository.release()
    let folder = sandbox.path("mend")
    let files = try release.write(openConflictsOf: release.add("BFG-2_y"), to: folder)
    #expect(files == ["01-BFG-2/x.gz"])
    try sandbox.write("mend/01-BFG-2/x.gz", bytes)
    #expect(try Resolutions(of: GitRepository(at: repository.path)).take(from: folder).remembered == 1)
    let added = try repository.release()
    let entry = try #require(try added.entry("x.gz", of: added.add("BFG-2_y")))
    let stored = try added.scratch.blob(entry.id)
    #expect(stored == bytes)
  }

  @Test(arguments: ["../x", "/x", ".git/config", "a/../../x", "a/.GIT/x", "", "a\0b"])
  func `no conflict is written to or read from outside of its folder`(path: String) throws {
    #expect(!GitPath(path).isHarmless)
    let manifest = """
      {"format": "plimsoll.release-conflicts", "version": 1, "conflicts": [
        {"file": "\(path.replacing("\0", with: "\\u0000"))", "path": "61", "mode": "100644", "tickets": [], "versions": []}]}
      """
    try sandbox.write("mend/conflicts.json", manifest)
    let repository = try rivals()
    let resolutions = try Resolutions(of: GitRepository(at: repository.path))
    #expect(throws: ReleaseError.self) { try resolutions.take(from: sandbox.path("mend")) }
  }

  @Test(arguments: ["-9223372036854775808", "0", "4"])
  func `a version of a number that no conflict has is refused`(number: String) throws {
    let repository = try rivals()
    let manifest = """
      {"format": "plimsoll.release-conflicts", "version": 1, "conflicts": [{"file": "a", "path": "61", "mode": "100644",
        "tickets": [], "versions": ["\(number) 100644 \(try repository.id("main"))"]}]}
      """
    try sandbox.write("mend/conflicts.json", manifest)
    let resolutions = try Resolutions(of: GitRepository(at: repository.path))
    #expect(throws: ReleaseError.self) { try resolutions.take(from: sandbox.path("mend")) }
  }

  @Test func `names of any length and script make refs`() throws {
    let long = String(repeating: "Платёж по карте ", count: 20)
    let pair = TicketPair(long, "BFG-1")
    #expect(pair.refName.split(separator: "/").allSatisfy { $0.utf8.count <= 100 })
    #expect(TicketPair(long + "1", nil) != TicketPair(long + "2", nil))
    let repository = try rivals()
    #expect(try repository.git("check-ref-format", ResolutionStore.prefix + pair.refName).status == 0)
  }

  @Test func `what was decided about a line in one file says nothing about another file`() throws {
    let repository = try sandbox.repository {
      let texts = ["a", "b"].map { "\($0).podspec" }
      try $0.begin([texts[0]: file(9), texts[1]: file(9)])
      try $0.ticket("BFG-1_x", [texts[0]: file(9, [4: "1.2"])])
      try $0.ticket("BFG-2_y", [texts[0]: file(9, [4: "1.3"])])
      try $0.ticket("BFG-3_z", [texts[1]: file(9, [4: "1.2"])])
      try $0.ticket("BFG-4_w", [texts[1]: file(9, [4: "1.3"])])
      try $0.merge("BFG-1_x", into: "release")
      try $0.merge("BFG-2_y", into: "release", resolving: [texts[0]: file(9, [4: "1.2"])])
      try $0.merge("BFG-3_z", into: "release")
    }
    let added = try repository.release().add("BFG-4_w")
    #expect(added.openPaths == ["b.podspec"])
  }
}
