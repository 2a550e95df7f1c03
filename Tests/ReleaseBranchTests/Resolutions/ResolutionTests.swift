// Resolutions that outlive the release they were made in: kept as refs, exchanged, and taken from a folder.

import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ResolutionTests {
  let sandbox = Sandbox()

  /// BFG-1 and BFG-2 conflict in "f", BFG-3 touches the same line after BFG-2.
  private func conflicting() throws -> RepositoryFixture {
    try sandbox.repository {
      try $0.begin(["f": file(30), "side": "1\n"])
      try $0.ticket("BFG-1_a", ["f": file(30, [10: "one"])])
      try $0.ticket("BFG-2_b", ["f": file(30, [10: "two"])])
      try $0.ticket("BFG-3_c", ["side": "2\n"])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": file(30, [10: "one and two"])])
    }
  }

  /// A release in which dropping BFG-1 leaves a conflict that nobody has resolved.
  private func open() throws -> RepositoryFixture {
    try sandbox.repository {
      try $0.begin(["f": file(30), "g": .bytes([0, 1]), "side": "1\n"])
      try $0.ticket("BFG-1_a", ["f": file(30, [10: "one"]), "g": .bytes([0, 2])])
      try $0.ticket("BFG-4_d", at: "main", ["f": file(30, [10: "four"]), "g": .bytes([0, 4])])
      try $0.ticket("BFG-2_b", ["f": file(30, [10: "two"]), "g": .bytes([0, 3])])
      try $0.merge("BFG-4_d", into: "release")
      try $0.merge("BFG-1_a", into: "release", resolving: ["f": file(30, [10: "one"]), "g": .bytes([0, 2])])
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": file(30, [10: "one and two"]), "g": .bytes([0, 3])])
    }
  }

  @Test func `a ticket that left comes back with its resolutions`() throws {
    let repository = try conflicting()
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-2"])
    rebuild.expectSound()
    #expect(try release.remember(leaving: rebuild) == 1)
    #expect(try release.remember(leaving: rebuild) == 0)
    try release.publish(rebuild)
    #expect(
      try repository.git("for-each-ref", "--format=%(refname)", "refs/plimsoll/resolutions").output
        == "refs/plimsoll/resolutions/BFG-1/BFG-2\n")
    #expect(try repository.faults() == "")
    let without = try repository.release("release_r1")
    let back = try without.add("BFG-2_b")
    back.expectSound()
    #expect(back.methods("BFG-2") == ["f": .remembered])
    #expect(try without.texts(of: back)["f"] == lines(30, [10: "one and two"]))
    // A clone that has not got them leaves it open.
    try repository.git("update-ref", "-d", "refs/plimsoll/resolutions/BFG-1/BFG-2")
    let unknown = try repository.release("release_r1").add("BFG-2_b")
    #expect(unknown.openPaths == ["f"])
  }

  @Test func `the other side of a conflict that left is remembered too`() throws {
    let repository = try conflicting()
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(try release.remember(leaving: rebuild) == 1)
    try release.publish(rebuild)
    // BFG-1 comes back after BFG-2: the sides are the other way round, so that the text is another one.
    let without = try repository.release("release_r1")
    let back = try without.add("BFG-1_a")
    if back.isSound {
      #expect(try without.texts(of: back)["f"] == lines(30, [10: "one and two"]))
    } else {
      #expect(back.openPaths == ["f"])
    }
  }

  @Test func `conflicts go to a folder, and what is mended comes back`() throws {
    let repository = try open()
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    #expect(rebuild.openPaths == ["f", "g"])
    let folder = ResolutionFolder(path: sandbox.path("conflicts"), scratch: release.scratch)
    let files = try folder.write(rebuild) { commit, _ in TicketPair(commit.name, "BFG-4") }
    #expect(files == ["01-BFG-2/f", "01-BFG-2/g"])
    #expect(try sandbox.read("conflicts/01-BFG-2/f").contains("<<<<<<< release\nfour\n=======\ntwo\n>>>>>>> ticket\n"))
    #expect(AtomicFile.exists(sandbox.path("conflicts/01-BFG-2/g.release")))
    #expect(AtomicFile.exists(sandbox.path("conflicts/01-BFG-2/g.ticket")))
    // A folder that is in use is not written over.
    #expect(throws: ReleaseError.self) { try folder.write(rebuild) { commit, _ in TicketPair(commit.name, nil) } }
    let early = try folder.take()
    #expect(early.resolutions.isEmpty)
    #expect(early.left.map(\.file) == files)
    #expect(early.left[0].why.contains("markers") && early.left[1].why.contains(".deleted"))

    try sandbox.write("conflicts/01-BFG-2/f", lines(30, [10: "four and two"]))
    try sandbox.write("conflicts/01-BFG-2/g.deleted", "")
    let taken = try folder.take()
    #expect(taken.left.isEmpty && taken.resolutions.count == 2)
    let store = ResolutionStore(repository: release.repository, scratch: release.scratch)
    #expect(try store.remember(taken.resolutions) == 2)
    #expect(try store.remember(taken.resolutions) == 0)
    #expect(try repository.faults() == "")

    let again = try repository.release()
    let mended = try again.drop(["BFG-1"])
    #expect(mended.methods("BFG-2") == ["f": .remembered, "g": .remembered], "\(mended.trouble)")
    #expect(mended.openPaths == [])
    #expect(try again.texts(of: mended)["f"] == lines(30, [10: "four and two"]))
    #expect(try again.entry("g", of: mended) == nil)
    // Later decisions take the place of earlier ones.
    try sandbox.write("conflicts/01-BFG-2/f", lines(30, [10: "two and four"]))
    let second = try folder.take()
    #expect(try store.remember(second.resolutions) == 1)
    let other = try repository.release()
    #expect(try other.texts(of: other.drop(["BFG-1"]))["f"] == lines(30, [10: "two and four"]))
  }

  @Test func `an edit of a file that is no text is decided for that file alone`() throws {
    // BFG-2's merge replaced a binary file by hand. Dropping BFG-1 or BFG-3 each make it another one.
    let repository = try sandbox.repository {
      try $0.begin(["g": .bytes([0, 1]), "b": "1\n"])
      try $0.ticket("BFG-1_a", ["g": .bytes([0, 2])])
      try $0.ticket("BFG-3_c", at: "main", ["g": .bytes([0, 1])].merging(["c": "1\n"]) { $1 })
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-3_c", into: "release")
      try $0.commit("release", ["g": .bytes([0, 7])], message: "BFG-9: replace")
      try $0.merge("BFG-1_a", into: "release", resolving: ["g": .bytes([0, 2])])
      try $0.merge("BFG-2_b", into: "release", resolving: ["g": .bytes([0, 5])])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    #expect(rebuild.openPaths == ["g"])
    let folder = ResolutionFolder(path: sandbox.path("conflicts"), scratch: release.scratch)
    _ = try folder.write(rebuild) { commit, _ in TicketPair(commit.name, nil) }
    try sandbox.write("conflicts/01-BFG-2/g", [0, 99])
    try ResolutionStore(repository: release.repository, scratch: release.scratch).remember(folder.take().resolutions)
    let again = try repository.release()
    let mended = try again.drop(["BFG-1"])
    #expect(mended.methods("BFG-2") == ["g": .remembered], "\(mended.trouble)")
    // Without BFG-9 too the file is another one: what was decided is no answer.
    #expect(try again.drop(["BFG-1", "BFG-9"]).openPaths == ["g"])
  }

  @Test func `two clones exchange resolutions, and decisions made at once are joined`() throws {
    let repository = try open()
    try sandbox.git("init", "-q", "--bare", "remote.git")
    try repository.git("remote", "add", "origin", sandbox.path("remote.git"))
    try repository.git("push", "-q", "origin", "--all")
    try sandbox.git("clone", "-q", "--bare", sandbox.path("remote.git"), "clone")
    func decide(_ folderName: String, at path: String, file: String, _ content: [UInt8]) throws -> Release {
      let release = try repository.release(at: path)
      let folder = ResolutionFolder(path: sandbox.path(folderName), scratch: release.scratch)
      _ = try folder.write(release.drop(["BFG-1"])) { commit, _ in TicketPair(commit.name, "BFG-4") }
      try sandbox.write("\(folderName)/01-BFG-2/\(file)", content)
      let store = ResolutionStore(repository: release.repository, scratch: release.scratch)
      #expect(try store.remember(folder.take().resolutions) == 1)
      return release
    }
    let one = try decide("one", at: repository.path, file: "f", Array(lines(30, [10: "four and two"]).utf8))
    let two = try decide("two", at: sandbox.path("clone"), file: "g", [0, 9])
    let first = ResolutionSharing(repository: one.repository, scratch: one.scratch, remote: "origin")
    let second = ResolutionSharing(repository: two.repository, scratch: two.scratch, remote: "origin")
    #expect(try first.fetch() == 0)
    try first.push()
    // The second would have to force its push; it joins instead.
    #expect(throws: ReleaseError.self) { try second.push() }
    #expect(try second.fetch() == 1)
    try second.push()
    #expect(try first.fetch() == 1)
    #expect(try first.fetch() == 0)
    for path in [repository.path, sandbox.path("clone")] {
      let release = try repository.release(at: path)
      let mended = try release.drop(["BFG-1"])
      #expect(mended.methods("BFG-2") == ["f": .remembered, "g": .remembered], "\(path): \(mended.trouble)")
    }
    #expect(try sandbox.git("-C", "remote.git", "fsck", "--strict", "--no-dangling").status == 0)
    #expect(try repository.faults() == "")
  }

  @Test(
    "names of tickets fit into refs",
    arguments: [
      "BFG-1", "a/b", "x.lock", "..", "-x", "", "@", "a b", "ä", "Merge branch 'x' of ~^:?*[\\", "a@{1}", "\u{7F}\n",
      ".hidden", "a//b", "end/",
    ])
  func fitting(name: String) throws {
    for pair in [TicketPair(name, "BFG-2"), TicketPair(name, nil), TicketPair("BFG-2", name)] {
      let ref = ResolutionStore.prefix + pair.refName
      #expect(try sandbox.git("check-ref-format", ref).status == 0, "\(ref)")
      #expect(pair.refName.split(separator: "/").count == 2)
    }
  }
}
