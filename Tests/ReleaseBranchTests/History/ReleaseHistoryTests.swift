import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ReleaseHistoryTests {
  let sandbox = Sandbox()

  /// Two independent tickets on a main of several commits.
  private func small(format: FixtureObjects.Format = .sha1, isBare: Bool = false) throws -> RepositoryFixture {
    try sandbox.repository(format: format, isBare: isBare) {
      for number in 0..<5 { try $0.commit("main", ["m": .text("\(number)\n"), "a": "1\n", "b": "1\n"]) }
      try $0.branch("release", at: "main")
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
    }
  }

  /// Drops the first ticket, publishes, and looks at what came of it.
  private func dropAndPublish(_ release: Release, _ git: (String...) throws -> Sandbox.Result) throws {
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild) == ["a": "1\n", "b": "2\n", "m": "4\n"])
    #expect(try release.publish(rebuild) == "release_r1")
    #expect(try git("rev-parse", "release_r1").output == "\(rebuild.tip.hex)\n")
  }

  @Test func `an octopus on the trunk is told, and nothing is guessed`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n"])
      try $0.ticket("BFG-1_a", ["b": "1\n"])
      try $0.ticket("BFG-2_b", ["c": "1\n"])
      try $0.merge(["BFG-1_a", "BFG-2_b"], into: "release", result: .given(["a": "1\n", "b": "1\n", "c": "1\n"]))
    }
    let error = #expect(throws: ReleaseError.self) { try repository.release() }
    #expect(error?.kind == .octopus(commit: String(try repository.id("release").prefix(10)), parents: 3))
  }

  @Test func `a release that does not come from main is told`() throws {
    let repository = try sandbox.repository {
      try $0.commit("main", ["a": "1\n"])
      try $0.commit("release", ["b": "1\n"])
    }
    let error = #expect(throws: ReleaseError.self) { try repository.release() }
    #expect(error?.kind == .unrelated("release", "main"))
  }

  @Test func `a name that is no commit is told, with the branch that was meant`() throws {
    let repository = try small()
    let error = #expect(throws: ReleaseError.self) { try repository.release("relaese") }
    #expect(error?.kind == .unknownRevision("relaese", nearest: "release"))
    let option = #expect(throws: ReleaseError.self) { try repository.release("--all") }
    #expect(option?.kind == .unknownRevision("--all", nearest: nil))
    let outside = #expect(throws: ReleaseError.self) { try Release(at: "/") }
    guard case .notARepository = outside?.kind else {
      Issue.record("\(String(describing: outside))")
      return
    }
  }

  @Test func `an empty release has no tickets`() throws {
    let repository = try sandbox.repository { try $0.begin(["a": "1\n"]) }
    let release = try repository.release()
    #expect(release.history.entries.isEmpty && release.history.tickets.isEmpty)
    let rebuild = try release.drop([])
    #expect(rebuild.tip == release.history.tip)
  }

  @Test(
    "a release of any kind of repository can be rebuilt", arguments: [FixtureObjects.Format.sha1, .sha256],
    [false, true])
  func kinds(format: FixtureObjects.Format, isBare: Bool) throws {
    let repository = try small(format: format, isBare: isBare)
    try dropAndPublish(try repository.release()) { (words: String...) in
      try sandbox.run("git", ["-C", repository.path] + words)
    }
    #expect(try repository.faults() == "")
  }

  @Test func `a linked work tree has the branches of its repository`() throws {
    let repository = try small()
    try repository.git("worktree", "add", "-q", sandbox.path("linked"), "release")
    let release = try repository.release(nil, onto: nil, at: sandbox.path("linked"))
    #expect(release.branch == "release" && release.onto == "main")
    try dropAndPublish(release) { (words: String...) in try sandbox.run("git", ["-C", repository.path] + words) }
    #expect(try sandbox.git("-C", "linked", "status", "--porcelain").output == "")
  }

  @Test func `a shallow clone that is deep enough works, and one that is not says so`() throws {
    let repository = try small()
    let url = "file://\(repository.path)"
    try sandbox.git("clone", "-q", "--no-single-branch", "--depth", "4", url, "deep")
    let deep = try repository.release("origin/release", onto: "origin/main", at: sandbox.path("deep"))
    #expect(deep.repository.isShallow)
    try dropAndPublish(deep) { (words: String...) in try sandbox.run("git", ["-C", sandbox.path("deep")] + words) }
    try sandbox.git("clone", "-q", "--no-single-branch", "--depth", "1", url, "flat")
    let error = #expect(throws: ReleaseError.self) {
      try repository.release("origin/release", onto: "origin/main", at: sandbox.path("flat"))
    }
    #expect("\(String(describing: error))".contains("shallow"), "\(String(describing: error))")
  }

  @Test func `a partial clone fetches what it needs`() throws {
    let repository = try small()
    try repository.git("config", "uploadpack.allowFilter", "true")
    try repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    let cloned = try sandbox.git("clone", "-q", "--bare", "--filter=blob:none", "file://\(repository.path)", "partial")
    try #require(cloned.status == 0, "\(cloned.errors)")
    #expect(try sandbox.git("-C", "partial", "rev-list", "--objects", "--all", "--missing=print").output.contains("?"))
    let release = try repository.release(at: sandbox.path("partial"))
    try dropAndPublish(release) { (words: String...) in try sandbox.run("git", ["-C", sandbox.path("partial")] + words)
    }
  }

  @Test func `what is meant when nothing is said`() throws {
    let repository = try small()
    // HEAD is main: no branch is left for main.
    let same = #expect(throws: ReleaseError.self) { try repository.release(nil, onto: nil) }
    guard case .noDefault(_, "--onto") = same?.kind else {
      Issue.record("\(String(describing: same))")
      return
    }
    try repository.checkOut("release")
    #expect(try repository.release(nil, onto: nil).onto == "main")
    try sandbox.git("clone", "-q", repository.path, "clone")
    try sandbox.git("-C", "clone", "checkout", "-q", "BFG-1_a")
    // The remote's HEAD is the release there.
    let cloned = try repository.release(nil, onto: nil, at: sandbox.path("clone"))
    #expect(cloned.branch == "BFG-1_a" && cloned.onto == "origin/release")
    try repository.git("checkout", "-q", "--detach")
    let detached = #expect(throws: ReleaseError.self) { try repository.release(nil) }
    guard case .noDefault(_, "--branch") = detached?.kind else {
      Issue.record("\(String(describing: detached))")
      return
    }
  }

  @Test func `a ticket is what its commits say, also where they came with another one`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", at: "BFG-1_a", ["b": "2\n"])
      try $0.merge("BFG-2_b", into: "release")
      try $0.commit("release", ["c": "1\n"], message: "BFG-1: patch")
    }
    let history = try repository.release().history
    #expect(history.tickets == ["BFG-2", "BFG-1"])
    #expect(history.dependents(of: ["BFG-1"]) == ["BFG-2"])
    #expect(history.dependents(of: ["BFG-2"]) == [])
  }
}
