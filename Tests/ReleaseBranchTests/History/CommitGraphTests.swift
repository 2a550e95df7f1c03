import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct CommitGraphTests {
  @Test("reachable commits are those of git rev-list", arguments: 0..<4 as Range<UInt64>)
  func reachable(seed: UInt64) throws {
    let sandbox = Sandbox()
    var options = RandomRelease.Options()
    options.tickets = 10...10
    options.dependent = 0.4
    let built = try RandomRelease(seed: seed, options: options).build(in: sandbox)
    let release = try built.fixture.release()
    let graph = release.history.graph
    func listed(_ words: [String]) throws -> [String] {
      let result = try sandbox.run("git", ["-C", built.path, "rev-list"] + words)
      return result.output.split(separator: "\n").map(String.init)
    }
    #expect(graph.order.count == (try listed(["main..release"])).count)
    #expect(graph.trunk.map(\.hex) == (try listed(["--first-parent", "--reverse", "main..release"])))
    for ticket in built.tickets {
      guard let branch = ticket.branch else { continue }
      let tip = try #require(ObjectID(built.fixture.id(branch)))
      let found = Set(graph.reachable(from: [tip]).map(\.hex))
      let told = Set(try listed(["\(branch)", "^main"]))
      #expect(found == told, "\(branch)")
      let first = try #require(graph.order.last)
      let known = Set(graph.reachable(from: [first]))
      #expect(Set(graph.reachable(from: [tip], without: known)).isDisjoint(with: known))
    }
  }
}
