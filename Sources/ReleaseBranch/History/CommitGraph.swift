// The commits that a release has beyond main, with their parents: read once, walked many times.

internal import SystemKit

/// The commits reachable from a tip and not from another commit.
struct CommitGraph: Sendable {
  /// The tip.
  let tip: ObjectID
  /// The commits, none before its children.
  let order: [ObjectID]
  private let parents: [ObjectID: [ObjectID]]

  /// Reads the graph.
  ///
  /// - Throws: `git` when git cannot walk it.
  init(_ repository: ScratchRepository, tip: ObjectID, without excluded: [ObjectID]) throws(ReleaseError) {
    let words = ["rev-list", "--parents", "--topo-order", tip.hex] + excluded.map { "^" + $0.hex }
    let output = try repository.git(words).output
    var order: [ObjectID] = []
    var parents: [ObjectID: [ObjectID]] = [:]
    for line in output.split(separator: 0x0A) {
      let ids = line.split(separator: 0x20).compactMap { ObjectID(String(decoding: $0, as: UTF8.self)) }
      guard let first = ids.first else { continue }
      order.append(first)
      parents[first] = Array(ids.dropFirst())
    }
    self.tip = tip
    self.order = order
    self.parents = parents
  }

  /// Whether a commit is in the graph; one that is not is reachable from what was excluded.
  func contains(_ commit: ObjectID) -> Bool { parents[commit] != nil }

  /// The parents of a commit of the graph.
  func parents(of commit: ObjectID) -> [ObjectID] { parents[commit] ?? [] }

  /// The commits from the tip along the first parents, oldest first.
  var trunk: [ObjectID] {
    var trunk: [ObjectID] = []
    var at: ObjectID? = tip
    while let commit = at, contains(commit) {
      trunk.append(commit)
      at = parents(of: commit).first
    }
    return trunk.reversed()
  }

  /// The commits of the graph that are reachable from some commits, those commits included.
  ///
  /// - Complexity: O(commits reached).
  func reachable(from starts: [ObjectID], without known: Set<ObjectID> = []) -> [ObjectID] {
    var seen = known
    var reached: [ObjectID] = []
    var open = starts
    while let commit = open.popLast() {
      guard contains(commit), seen.insert(commit).inserted else { continue }
      reached.append(commit)
      open.append(contentsOf: parents(of: commit))
    }
    return reached
  }
}
