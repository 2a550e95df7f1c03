// Builds a trunk anew: the same merges in the same order, without what is dropped. Only the trunk's commits become others; tickets'
// branches stay as they are, byte for byte. Up to the first change the trunk is the old one.

internal import SystemKit

/// What is to be built.
struct RebuildPlan {
  /// A branch that is merged at the end.
  struct Addition {
    let name: String
    let tip: ObjectID
    let message: String
  }

  /// The trunk commits that are left out.
  var dropped: Set<ObjectID> = []
  /// Another commit of main to begin from.
  var base: ObjectID?
  /// Branches to be merged.
  var additions: [Addition] = []
  /// Signs the new commits; `nil`: they have no signatures.
  var signer: CommitSigner?
  /// The new merges' author and committer lines.
  var identity: (author: [UInt8], committer: [UInt8])?
}

/// Builds trunks anew.
struct Rebuilder {
  let repository: ScratchRepository
  let history: ReleaseHistory
  let attributes: MergeAttributes
  /// What git makes of each trunk commit by itself, by the commit.
  let automatic: [ObjectID: AutomaticMerge]
  let known: KnownResolutions

  /// Works out what git makes of the recorded merges, all in one process.
  init(
    _ repository: ScratchRepository, _ history: ReleaseHistory, attributes: MergeAttributes,
    remembered: KnownResolutions
  ) throws(ReleaseError) {
    self.repository = repository
    self.history = history
    self.attributes = attributes
    var pairs: [(ours: ObjectID, theirs: ObjectID)] = []
    var ids: [ObjectID] = []
    for entry in history.entries {
      guard let merged = entry.merged else { continue }
      pairs.append((entry.before, merged))
      ids.append(entry.id)
    }
    try repository.indexCommits(of: [history.tip, history.onto], merges: ids.count)
    var automatic: [ObjectID: AutomaticMerge] = [:]
    for (id, merge) in zip(ids, try repository.merge(pairs)) { automatic[id] = merge }
    for entry in history.entries where entry.merged == nil {
      automatic[entry.id] = AutomaticMerge(tree: entry.commit.tree, stages: [:], kinds: [:], labels: ("", ""))
    }
    self.automatic = automatic
    known = remembered
    let merges = history.entries.compactMap { entry -> (merge: AutomaticMerge, recorded: ObjectID)? in
      guard let merge = automatic[entry.id], !merge.isClean else { return nil }
      return (merge, entry.commit.tree)
    }
    known.add(.recorded) { () throws(ReleaseError) in
      var found: [KnownResolution] = []
      for (merge, recorded) in merges { found += try repository.resolutions(of: merge, recorded: recorded) }
      return found
    }
  }

  /// Builds the trunk.
  ///
  /// - Throws: `git` when git fails; conflicts are in the result.
  func rebuild(_ plan: RebuildPlan) throws(ReleaseError) -> Rebuild {
    let base = plan.base ?? history.base
    var current = base
    var commits: [RebuiltCommit] = []
    var dropped: [TrunkEntry] = []
    var skipped: [TrunkEntry] = []
    for entry in history.entries {
      if plan.dropped.contains(entry.id) {
        dropped.append(entry)
        continue
      }
      if entry.before == current {
        commits.append(
          RebuiltCommit(entry: entry, name: entry.name, id: entry.id, outcomes: [], open: [], lostSignature: false))
        current = entry.id
        continue
      }
      if entry.kind == .main, plan.base != nil, let merged = entry.merged, try isIn(base, merged) {
        skipped.append(entry)
        continue
      }
      let commit = try redo(entry, on: current, plan)
      commits.append(commit)
      current = commit.id
    }
    for addition in plan.additions {
      let commit = try add(addition, on: current, plan)
      commits.append(commit)
      current = commit.id
    }
    return Rebuild(
      history: history, base: base, commits: commits, dropped: dropped, skipped: skipped, attributes: attributes)
  }

  private func isIn(_ commit: ObjectID, _ ancestor: ObjectID) throws(ReleaseError) -> Bool {
    // The command says no with a status, and trouble with another; to skip nothing is safe.
    (try? repository.git(["merge-base", "--is-ancestor", ancestor.hex, commit.hex])) != nil
  }

  private func redo(
    _ entry: TrunkEntry, on current: ObjectID, _ plan: RebuildPlan
  ) throws(ReleaseError) -> RebuiltCommit {
    let ours = try repository.commit(current)
    let merge: AutomaticMerge
    if let merged = entry.merged {
      merge = try repository.merge([(current, merged)])[0]
    } else {
      let before = try repository.commit(entry.before).tree
      merge = try repository.merge(base: before, ours: ours.tree, theirs: entry.commit.tree)
    }
    guard let old = automatic[entry.id] else { throw ReleaseError(.missingObject(entry.id.hex)) }
    let resolver = PathResolver(repository: repository, known: known)
    let resolved = try resolver.resolve(MergeTriple(old: old, recorded: entry.commit.tree, new: merge))
    var commit = entry.commit.unsigned
    commit.tree = resolved.tree
    commit.parents[0] = current
    if let signer = plan.signer { commit = try signer.signed(commit) }
    return RebuiltCommit(
      entry: entry, name: entry.name, id: try repository.write(commit), outcomes: resolved.outcomes,
      open: resolved.open, lostSignature: entry.commit.isSigned && plan.signer == nil)
  }

  private func add(
    _ addition: RebuildPlan.Addition, on current: ObjectID, _ plan: RebuildPlan
  ) throws(ReleaseError) -> RebuiltCommit {
    let merge = try repository.merge([(current, addition.tip)])[0]
    let resolved = try PathResolver(repository: repository, known: known).resolve(merge)
    var commit = CommitObject(scratch: resolved.tree, parents: [current, addition.tip])
    if let identity = plan.identity {
      commit.headers = [
        .init(name: "author", value: identity.author), .init(name: "committer", value: identity.committer),
      ]
    }
    commit.message = Array(addition.message.utf8)
    if let signer = plan.signer { commit = try signer.signed(commit) }
    return RebuiltCommit(
      entry: nil, name: addition.name, id: try repository.write(commit), outcomes: resolved.outcomes,
      open: resolved.open, lostSignature: false)
  }
}
