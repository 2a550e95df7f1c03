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
final class Rebuilder {
  let repository: ScratchRepository
  let history: ReleaseHistory
  let attributes: MergeAttributes
  let known: KnownResolutions
  private var made: [ObjectID: AutomaticMerge] = [:]
  private var ancestry: Ancestry?
  private var objections: [Objection] = []

  /// Prepares for rebuilds of a release.
  init(
    _ repository: ScratchRepository, _ history: ReleaseHistory, attributes: MergeAttributes,
    remembered: KnownResolutions
  ) {
    self.repository = repository
    self.history = history
    self.attributes = attributes
    known = remembered
    known.add(.recorded) { [unowned self] () throws(ReleaseError) in
      var found: [KnownResolution] = []
      let automatic = try automatic(history.entries)
      for entry in history.entries {
        guard let merge = automatic[entry.id], !merge.isClean else { continue }
        found += try repository.resolutions(of: merge, recorded: entry.commit.tree)
      }
      return found
    }
  }

  /// What git makes of trunk commits by itself, by the commit: those not known yet in one process.
  func automatic(_ entries: [TrunkEntry]) throws(ReleaseError) -> [ObjectID: AutomaticMerge] {
    var pairs: [(ours: ObjectID, theirs: ObjectID)] = []
    var ids: [ObjectID] = []
    for entry in entries where made[entry.id] == nil {
      guard let merged = entry.merged else {
        made[entry.id] = AutomaticMerge(tree: entry.commit.tree, stages: [:], kinds: [:], labels: ("", ""))
        continue
      }
      pairs.append((entry.before, merged))
      ids.append(entry.id)
    }
    for (id, merge) in zip(ids, try repository.merge(pairs)) { made[id] = merge }
    return made
  }

  /// Builds the trunk.
  ///
  /// - Throws: `git` when git fails; conflicts are in the result.
  func rebuild(_ plan: RebuildPlan) throws(ReleaseError) -> Rebuild {
    let base = plan.base ?? history.base
    objections = []
    ancestry = try Ancestry(repository, history.graph, others: [base])
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
          RebuiltCommit(
            entry: entry, name: entry.name, id: entry.id, isTouched: false, outcomes: [], open: [], lostSignature: false
          ))
        current = entry.id
        continue
      }
      if entry.kind == .main, plan.base != nil, let merged = entry.merged, repository.holds(base, merged) {
        skipped.append(entry)
        try objectToLostEdits(of: entry)
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
      history: history, base: base, commits: commits, dropped: dropped,
      leftEdits: try edits(in: dropped), skipped: skipped,
      objections: objections, attributes: attributes)
  }

  /// The files that were edited by hand in some merges although they were not in conflict.
  private func edits(in entries: [TrunkEntry]) throws(ReleaseError) -> [ObjectID: [GitPath]] {
    let automatic = try automatic(entries)
    var edits: [ObjectID: [GitPath]] = [:]
    for entry in entries {
      guard let merge = automatic[entry.id] else { continue }
      let edited = try repository.edits(in: merge, recorded: entry.commit.tree)
      if !edited.isEmpty { edits[entry.id] = edited }
    }
    return edits
  }

  /// A merge of main that is left out may hold what a person edited in it, so that tickets go with main's changes.
  private func objectToLostEdits(of entry: TrunkEntry) throws(ReleaseError) {
    for path in try edits(in: [entry])[entry.id] ?? [] {
      objections.append(
        Objection(
          .reproduction, entry: entry.id, path: path,
          "was edited by hand in the merge \(entry.id.short) '\(entry.commit.subject)', which the new base makes needless"
        ))
    }
  }

  private func redo(
    _ entry: TrunkEntry, on current: ObjectID, _ plan: RebuildPlan
  ) throws(ReleaseError) -> RebuiltCommit {
    let ours = try repository.commit(current)
    var resolved: ResolvedTree
    let tree = try untouched(entry, on: current)
    if let tree {
      resolved = ResolvedTree(tree: tree, outcomes: [], open: [])
    } else {
      let merge: AutomaticMerge
      if let merged = entry.merged, made[entry.id] == nil {
        // Both in one process.
        let both = try repository.merge([(entry.before, merged), (current, merged)])
        made[entry.id] = both[0]
        merge = both[1]
      } else if let merged = entry.merged {
        merge = try repository.merge([(current, merged)])[0]
      } else {
        let before = try repository.commit(entry.before).tree
        merge = try repository.merge(base: before, ours: ours.tree, theirs: entry.commit.tree)
      }
      guard let old = try automatic([entry])[entry.id] else { throw ReleaseError(.missingObject(entry.id.hex)) }
      let resolver = PathResolver(repository: repository, known: known)
      // First of all the way that is taken must lead to what was recorded where nothing has changed.
      let again = try resolver.resolve(MergeTriple(old: old, recorded: entry.commit.tree, new: old)).tree
      for change in try repository.changes(from: entry.commit.tree, to: again) {
        objections.append(
          Objection(
            .reproduction, entry: entry.id, path: change.path,
            "\(entry.name): merging it again as it was does not give what was recorded"))
      }
      resolved = try resolver.resolve(MergeTriple(old: old, recorded: entry.commit.tree, new: merge))
    }
    var commit = entry.commit.unsigned
    commit.tree = resolved.tree
    commit.parents[0] = current
    if let signer = plan.signer { commit = try signer.signed(commit) }
    let id = try repository.write(commit)
    ancestry?.add(id, parents: commit.parents)
    return RebuiltCommit(
      entry: entry, name: entry.name, id: id, isTouched: tree == nil, outcomes: resolved.outcomes,
      open: resolved.open, lostSignature: entry.commit.isSigned && plan.signer == nil)
  }

  /// The tree of a commit that nothing has to be merged for.
  private func untouched(_ entry: TrunkEntry, on current: ObjectID) throws(ReleaseError) -> ObjectID? {
    let base: ObjectID
    let merged: ObjectID
    if let tip = entry.merged {
      guard let ancestry, let then = ancestry.mergeBases(entry.before, tip), then.count == 1,
        ancestry.mergeBases(current, tip) == then
      else { return nil }
      base = try repository.commit(then[0]).tree
      merged = try repository.commit(tip).tree
    } else {
      base = try repository.commit(entry.before).tree
      merged = entry.commit.tree
    }
    return try Untouched(repository: repository).tree(
      base: base, merged: merged, before: repository.commit(entry.before).tree, recorded: entry.commit.tree,
      now: repository.commit(current).tree)
  }

  private func add(
    _ addition: RebuildPlan.Addition, on current: ObjectID, _ plan: RebuildPlan
  ) throws(ReleaseError) -> RebuiltCommit {
    // What a release holds already may be unrelated; what is new to it has to come from the same history.
    guard (try? repository.git(["merge-base", current.hex, addition.tip.hex])) != nil else {
      throw ReleaseError(.unrelated(addition.name, "the release"))
    }
    guard !repository.holds(current, addition.tip) else {
      throw ReleaseError(.unsupported("'\(addition.name)' is in the release already"))
    }
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
      entry: nil, name: addition.name, id: try repository.write(commit), isTouched: true, outcomes: resolved.outcomes,
      open: resolved.open, lostSignature: false)
  }
}
