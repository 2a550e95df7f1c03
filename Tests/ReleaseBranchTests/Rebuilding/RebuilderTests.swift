import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct RebuilderTests {
  let sandbox = Sandbox()

  @Test func `a ticket that nobody meets leaves, and the rest stays`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n", "c": "1\n"])
      for name in ["a", "b", "c"] {
        try $0.ticket("BFG-\(name == "a" ? 1 : name == "b" ? 2 : 3)_\(name)", [name: "2\n"])
      }
      try $0.merge("BFG-1_a", into: "release", author: "Grace <grace@example.org>")
      try $0.merge("BFG-2_b", into: "release", message: "Merge branch 'BFG-2_b' into release\n\nWith words\n\n\n")
      try $0.merge("BFG-3_c", into: "release", author: "Grace <grace@example.org>")
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-2"])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild) == ["a": "2\n", "b": "1\n", "c": "2\n"])
    #expect(rebuild.dropped.map(\.tickets) == [["BFG-2"]])
    // The trunk before the ticket keeps its names; after it, all but tree and first parent is as it was.
    #expect(rebuild.commits.map(\.isUnchanged) == [true, false])
    let old = try release.scratch.commit(release.history.tip)
    let new = try release.scratch.commit(rebuild.tip)
    #expect(new.headers == old.headers)
    #expect(new.message == old.message)
    #expect(new.parents[1] == old.parents[1])
    #expect(new.parents[0] == rebuild.commits[0].id)
    #expect(try release.texts(of: release.drop(["bfg-2"])) == release.texts(of: rebuild))
    #expect(try release.drop(["BFG-2_b"]).tip == rebuild.tip)
    #expect(try release.drop([rebuild.dropped[0].id.short]).tip == rebuild.tip)
  }

  @Test func `the last ticket, the first one, and all of them can leave`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
    }
    let release = try repository.release()
    let last = try release.drop(["BFG-2"])
    last.expectSound()
    #expect(last.tip == release.history.entries[0].id)
    let first = try release.drop(["BFG-1"])
    #expect(first.isSound)
    #expect(try release.texts(of: first) == ["a": "1\n", "b": "2\n"])
    let all = try release.drop(["BFG-1", "BFG-2"])
    all.expectSound()
    #expect(all.tip == release.history.base)
    let none = try release.drop([])
    none.expectSound()
    #expect(none.tip == release.history.tip)
    let error = #expect(throws: ReleaseError.self) { try release.drop(["BFG-3"]) }
    #expect(error?.kind == .unknownTicket("BFG-3", nearest: "BFG-1"))
  }

  /// BFG-1 and BFG-2 change line 10, BFG-3 and BFG-4 are elsewhere in the file.
  private func conflicting(_ resolution: FixtureFile) throws -> RepositoryFixture {
    try sandbox.repository {
      try $0.begin(["f": file(30), "g": file(30)])
      try $0.ticket("BFG-1_a", ["f": file(30, [10: "one"])])
      // It changes what BFG-3 changes, so that it has to be merged again without that one.
      try $0.ticket("BFG-2_b", ["f": file(30, [10: "two"]), "g": file(30, [20: "two"])])
      try $0.ticket("BFG-3_c", ["g": file(30, [2: "three"])])
      try $0.ticket("BFG-4_d", ["f": file(30, [25: "four"])])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-4_d", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": resolution])
    }
  }

  @Test func `the same conflict has the recorded resolution`() throws {
    let repository = try conflicting(file(30, [10: "one and two", 25: "four"]))
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-3"])
    rebuild.expectSound()
    #expect(rebuild.methods("BFG-2") == ["f": .identical])
    #expect(
      try release.texts(of: rebuild) == ["f": lines(30, [10: "one and two", 25: "four"]), "g": lines(30, [20: "two"])])
  }

  @Test func `a resolution is carried over to a file that is another one elsewhere`() throws {
    let repository = try conflicting(file(30, [10: "one and two", 25: "four"]))
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-4"])
    rebuild.expectSound()
    #expect(rebuild.methods("BFG-2") == ["f": .ported])
    #expect(try release.texts(of: rebuild)["f"] == lines(30, [10: "one and two"]))
  }

  @Test("a conflict leaves with either of its tickets", arguments: [("BFG-1", "two"), ("BFG-2", "one")])
  func vanished(ticket: String, text: String) throws {
    let repository = try conflicting(file(30, [10: "one and two", 25: "four"]))
    let release = try repository.release()
    let rebuild = try release.drop([ticket])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild)["f"] == lines(30, [10: text, 25: "four"]))
    if ticket == "BFG-1" { #expect(rebuild.methods("BFG-2")["f"] != .identical) }
  }

  @Test func `of two conflicts in a file one leaves and the other keeps its resolution`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["f": file(40)])
      try $0.ticket("BFG-1_a", ["f": file(40, [5: "one"])])
      try $0.ticket("BFG-2_b", ["f": file(40, [30: "two"])])
      try $0.ticket("BFG-3_c", ["f": file(40, [5: "three", 30: "drei"])])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
      try $0.merge("BFG-3_c", into: "release", resolving: ["f": file(40, [5: "one three", 30: "two drei"])])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(rebuild.methods("BFG-3") == ["f": .hunk])
    #expect(try release.texts(of: rebuild)["f"] == lines(40, [5: "three", 30: "two drei"]))
  }

  @Test func `an edit that a person made in a file without conflict is carried over`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["f": file(30), "g": file(30), "h": "1\n"])
      try $0.ticket("BFG-1_a", ["f": file(30, [2: "one"])])
      try $0.ticket("BFG-2_b", ["g": file(30, [2: "two"])])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge(
        "BFG-2_b", into: "release",
        resolving: ["f": file(30, [2: "one", 20: "by hand"]), "h": nil, "new": "made by hand\n"])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(rebuild.methods("BFG-2") == ["f": .ported, "h": .identical, "new": .identical])
    #expect(
      try release.texts(of: rebuild) == [
        "f": lines(30, [20: "by hand"]), "g": lines(30, [2: "two"]), "new": "made by hand\n",
      ])
    let overview = try release.entries()[1]
    #expect(overview.edits.map(\.description) == ["f", "h", "new"])
  }

  @Test func `an edit that cannot be carried over is named, never guessed`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["f": file(30), "g": "1\n"])
      try $0.ticket("BFG-1_a", ["f": file(30, [12: "one"])])
      try $0.ticket("BFG-2_b", ["g": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": file(30, [12: "one, by hand"])])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectStop()
    #expect(rebuild.openPaths == ["f"])
    #expect(rebuild.unresolved.map(\.name) == ["BFG-2"])
    let outcome = try #require(rebuild.unresolved.first?.unresolved.first)
    #expect(outcome.isEdit && outcome.note?.contains("by hand") == true)
  }

  @Test func `all merges of a ticket leave, and its patches`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n", "c": "1\n", "d": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
      try $0.commit("BFG-1_a", ["a": "3\n"], message: "BFG-1: more")
      try $0.merge("BFG-1_a", into: "release")
      try $0.commit("release", ["c": "2\n"], message: "BFG-1: patch")
      try $0.commit("release", ["d": "2\n"], message: "BFG-11: another ticket's patch")
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(rebuild.dropped.count == 3)
    #expect(try release.texts(of: rebuild) == ["a": "1\n", "b": "2\n", "c": "1\n", "d": "2\n"])
  }

  @Test func `main's merges stay, and a rebuild on a later main leaves out what it has`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "m": "1\n", "n": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.commit("main", ["m": "2\n"])
      try $0.merge("main", into: "release")
      try $0.merge("BFG-2_b", into: "release")
      try $0.commit("main", ["n": "2\n"])
    }
    let release = try repository.release()
    #expect(release.history.entries.map(\.kind) == [.ticket, .main, .ticket])
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild) == ["a": "1\n", "b": "2\n", "m": "2\n", "n": "1\n"])
    let later = try release.rebuild(onto: "main")
    later.expectSound()
    #expect(later.skipped.count == 1 && later.commits.count == 2)
    #expect(try release.texts(of: later) == ["a": "2\n", "b": "2\n", "m": "2\n", "n": "2\n"])
  }

  @Test func `a branch that came of a later main brings main's changes along, and that is no objection`() throws {
    // BFG-1 and BFG-2 both bring main's change of "m"; the first leaves, the change stays with the second.
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n", "m": file(20)])
      try $0.commit("main", ["m": file(20, [3: "main"])])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n", "m": file(20, [3: "main", 15: "two"])])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild) == ["a": "1\n", "b": "2\n", "m": lines(20, [3: "main", 15: "two"])])
  }

  @Test func `another merge's resolution of the same text does not go before one's own`() throws {
    // Both merges conflict with the same text; the first was resolved as "ours", the second as "theirs".
    let repository = try sandbox.repository {
      try $0.begin(["f": file(20)])
      try $0.ticket("BFG-1_a", ["f": file(20, [5: "one"])])
      try $0.ticket("BFG-2_b", ["f": file(20, [5: "two"])])
      try $0.ticket("BFG-3_c", ["f": file(20, [18: "three"])])
      try $0.ticket("BFG-4_d", ["f": file(20, [5: "two"])])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["f": file(20, [5: "one"])])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-4_d", into: "release", resolving: ["f": file(20, [5: "two", 18: "three"])])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-3"])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild)["f"] == lines(20, [5: "two"]))
  }

  @Test func `an edit in a merge of main that the new base makes needless is not lost without a word`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["lib": "foo\n", "app": "none\n"])
      try $0.ticket("BFG-1_x", ["app": "foo()\n"])
      try $0.merge("BFG-1_x", into: "release")
      try $0.commit("main", ["lib": "bar\n"])
      try $0.merge("main", into: "release", resolving: ["app": "bar()\n"])
    }
    var rebuild = try repository.release().rebuild(onto: "main")
    #expect(rebuild.skipped.count == 1)
    #expect(rebuild.objections.map(\.path) == [GitPath("app")])
    rebuild.expectStop()
    rebuild.accept([GitPath("app")])
    rebuild.expectSound()
  }

  @Test func `edits by hand that leave with a merge are told`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": file(5), "b": file(5)])
      try $0.ticket("BFG-1_x", ["a": file(5, [1: "one"])])
      try $0.merge("BFG-1_x", into: "release", resolving: ["b": file(5, [2: "by hand"])])
    }
    let rebuild = try repository.release().drop(["BFG-1"])
    #expect(Array(rebuild.leftEdits.values) == [[GitPath("b")]])
  }
}
