import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct GitRepositoryTests {
  let sandbox = Sandbox()

  @Test func `of a branch and a tag of one name the branch is meant`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": file(3)])
      try $0.ticket("BFG-1_x", ["b": file(3)])
      try $0.tag("release", at: "main")
      try $0.merge("BFG-1_x", into: "release")
      try $0.checkOut("main")
    }
    try repository.setRef("HEAD", to: "ref: refs/heads/release")
    let git = try GitRepository(at: repository.path)
    #expect(try git.commit("release").hex == repository.id("release"))
    #expect(try git.currentBranch() == "release")
    #expect(try repository.release(nil).history.tickets == ["BFG-1"])
  }

  @Test func `a branch that only a remote has is found by its own name`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["a": file(3)])
      try $0.ticket("BFG-1_x", ["b": file(3)])
      try $0.merge("BFG-1_x", into: "release")
    }
    try sandbox.git("clone", "-q", "-b", "main", repository.path, "clone")
    let clone = try repository.release(at: sandbox.path("clone"))
    #expect(clone.history.tickets == ["BFG-1"])
    #expect(try clone.nextName() == "release_r1")
    #expect(throws: ReleaseError(.unsupported("'BFG-1' is in the release already"))) { try clone.add("BFG-1_x") }
  }
}
