import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct AbsenceCheckTests {
  let sandbox = Sandbox()

  private func carriers(_ rebuild: Rebuild) -> [String] {
    rebuild.objections.filter { $0.check == .absence }.flatMap(\.carriers)
  }

  @Test func `a branch that was begun from the ticket's brings it back, and is named`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n", "c": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", at: "BFG-1_a", ["b": "2\n"])
      try $0.ticket("BFG-3_c", at: "BFG-2_b", ["c": "2\n"])
      for name in ["BFG-1_a", "BFG-2_b", "BFG-3_c"] { try $0.merge(name, into: "release") }
    }
    let release = try repository.release()
    #expect(try release.tickets(release.entries()).map(\.dependents) == [["BFG-2", "BFG-3"], ["BFG-3"], []])
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectStop()
    #expect(carriers(rebuild) == ["BFG-2"])
    let whole = try release.drop(["BFG-1"], withDependents: true)
    whole.expectSound()
    #expect(try release.texts(of: whole) == ["a": "1\n", "b": "1\n", "c": "1\n"])
    let last = try release.drop(["BFG-3"])
    last.expectSound()
  }

  @Test func `a branch that merged the ticket's brings it back`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-1_a", into: "BFG-2_b")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
    }
    #expect(carriers(try repository.release().drop(["BFG-1"])) == ["BFG-2"])
  }

  @Test func `a branch that merged the release brings back all that was in it`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n", "c": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.ticket("BFG-3_c", ["c": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
      try $0.merge("release", into: "BFG-3_c")
      try $0.merge("BFG-3_c", into: "release")
    }
    let release = try repository.release()
    for ticket in ["BFG-1", "BFG-2"] { #expect(carriers(try release.drop([ticket])) == ["BFG-3"]) }
    let whole = try release.drop(["BFG-1"], withDependents: true)
    whole.expectSound()
    #expect(try release.texts(of: whole) == ["a": "1\n", "b": "2\n", "c": "1\n"])
  }

  @Test func `a dependent that was merged before the ticket holds it all the same`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", at: "BFG-1_a", ["b": "2\n"])
      try $0.merge("BFG-2_b", into: "release")
      try $0.commit("BFG-1_a", ["a": "3\n"], message: "BFG-1: more")
      try $0.merge("BFG-1_a", into: "release")
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    #expect(carriers(rebuild) == ["BFG-2"])
    // The other way round nothing is to be said: what came with BFG-2 and names BFG-1 is that one's and stays.
    let other = try release.drop(["BFG-2"])
    other.expectSound()
    #expect(try release.texts(of: other) == ["a": "3\n", "b": "1\n"])
    #expect(release.history.dependents(of: ["BFG-1"]) == ["BFG-2"])
    let whole = try release.drop(["BFG-1"], withDependents: true)
    whole.expectSound()
    #expect(whole.tip == release.history.base)
  }

  @Test func `with dependents all of their merges leave`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-2_b", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-1_a", into: "BFG-2_b")
      try $0.commit("BFG-2_b", ["b": "3\n"], message: "BFG-2: more")
      try $0.merge("BFG-2_b", into: "release")
    }
    let release = try repository.release()
    let whole = try release.drop(["BFG-1"], withDependents: true)
    whole.expectSound()
    #expect(whole.tip == release.history.base)
  }

  @Test func `a copy of a dropped commit is found by what it does`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": file(20), "b": "1\n"])
      try $0.ticket("BFG-1_a", ["a": file(20, [3: "one"])])
      try $0.branch("BFG-2_b", at: "main")
      try $0.commit("BFG-2_b", ["b": "2\n"], message: "BFG-2: change")
      // What `git cherry-pick` makes of it.
      try $0.commit("BFG-2_b", ["a": file(20, [3: "one"])], message: "Take it over", author: "Grace <g@example.org>")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectStop()
    #expect(carriers(rebuild) == ["BFG-2"])
    #expect(rebuild.objections.first?.words.contains("same change") == true)
  }

  @Test func `a patch of the ticket that stands on the trunk twice is found too`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": file(20), "b": "1\n"])
      try $0.commit("release", ["a": file(20, [3: "one"])], message: "BFG-1: patch")
      try $0.commit("release", ["a": file(20)], message: "Take it back")
      try $0.commit("release", ["a": file(20, [3: "one"])], message: "BFG-7: again")
    }
    let rebuild = try repository.release().drop(["BFG-1"])
    rebuild.expectStop()
  }

  @Test func `commits without a key that two branches share are nobody's until somebody says so`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": file(3)])
      try $0.branch("topic/b", at: "main")
      try $0.commit("topic/b", ["b": file(3)], message: "Begin")
      try $0.branch("topic/a", at: "topic/b")
      try $0.commit("topic/a", ["c": file(3)], message: "More")
      try $0.merge("topic/a", into: "release")
      try $0.commit("topic/b", ["d": file(3)], message: "Finish")
      try $0.merge("topic/b", into: "release")
    }
    var rebuild = try repository.release().drop(["topic/b"])
    rebuild.expectStop()
    #expect(rebuild.objections.map(\.check) == [.shared])
    #expect(rebuild.objections.flatMap(\.carriers) == ["topic/a"])
    rebuild.accept([], sharedWith: ["topic/a"])
    rebuild.expectSound()
  }
}
