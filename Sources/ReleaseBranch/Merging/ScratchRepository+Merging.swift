// Merging by git, in the scratch repository.

internal import SystemKit

extension ScratchRepository {
  /// For so few merges an index of commits costs more than it saves.
  private static let mergesWithoutIndex = 8

  /// Merges pairs of commits that do not depend on one another, in one process: git answers only when its input ends.
  ///
  /// Commits without a common history are merged too, since releases hold such merges.
  ///
  /// - Throws: `git` when git fails.
  func merge(_ pairs: [(ours: ObjectID, theirs: ObjectID)]) throws(ReleaseError) -> [AutomaticMerge] {
    guard !pairs.isEmpty else { return [] }
    let before = mergeCount
    mergeCount += pairs.count
    if before <= Self.mergesWithoutIndex, mergeCount > Self.mergesWithoutIndex { try indexCommits(of: tips) }
    let input = pairs.map { "\($0.ours.hex) \($0.theirs.hex)\n" }.joined()
    let outcome = try git(
      ["merge-tree", "--write-tree", "--allow-unrelated-histories", "--stdin"], input: Array(input.utf8))
    return try AutomaticMerge.read(outcome.output, pairs: pairs.map { ($0.ours.hex, $0.theirs.hex) })
  }

  /// Merges two trees over a third, which git 2.39 can only do for commits: three without authors are made for it.
  ///
  /// - Throws: as `merge`.
  func merge(base: ObjectID, ours: ObjectID, theirs: ObjectID) throws(ReleaseError) -> AutomaticMerge {
    let root = try write(CommitObject(scratch: base, parents: []))
    let one = try write(CommitObject(scratch: ours, parents: [root]))
    var other = CommitObject(scratch: theirs, parents: [root])
    // Two equal trees would be one commit, and merging it with itself no merge.
    other.message = Array("theirs\n".utf8)
    return try merge([(one, try write(other))])[0]
  }

  /// The files of a recorded merge that a person edited although git had no conflict in them.
  func edits(in merge: AutomaticMerge, recorded: ObjectID) throws(ReleaseError) -> [GitPath] {
    try changes(from: merge.tree, to: recorded).map(\.path).filter { merge.stages[$0] == nil }
  }

  /// Whether a commit has another one among its ancestors, or is it; no where git cannot tell.
  func holds(_ commit: ObjectID, _ ancestor: ObjectID) -> Bool {
    (try? git(["merge-base", "--is-ancestor", ancestor.hex, commit.hex])) != nil
  }

  /// Makes sure that git finds merge bases quickly: with a commit-graph one merge of git's own history took 13 ms instead of 137
  /// (2026-11). The user's repository stays as it is; the graph is written here.
  private func indexCommits(of tips: [ObjectID]) throws(ReleaseError) {
    let info = origin.objectFolder + "/info/"
    guard !origin.isShallow, !AtomicFile.exists(info + "commit-graph"),
      !AtomicFile.exists(info + "commit-graphs/commit-graph-chain")
    else { return }
    try git(["commit-graph", "write", "--stdin-commits"], input: Array(tips.map { $0.hex + "\n" }.joined().utf8))
  }
}
