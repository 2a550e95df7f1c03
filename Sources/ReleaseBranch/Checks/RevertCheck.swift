// The second independent way: the dropped commits are reverted at the old tip, the newest first (as `git revert -m 1` would). Files that
// merge there must be those of the rebuild. A file whose conflict with the dropped ticket is gone cannot be compared: the old
// tip has what was made of the two, and reverting keeps that.

/// Compares the new tip with the old one after reverting what was dropped.
struct RevertCheck {
  let repository: ScratchRepository
  let rebuild: Rebuild
  let touchedPaths: TouchedPaths

  /// Objections for files that differ, and how many files were compared.
  func run() throws(ReleaseError) -> (objections: [Objection], compared: Int) {
    guard rebuild.hasFrame else { return ([], 0) }
    var tree = try repository.commit(rebuild.history.tip).tree
    var excluded = Set(
      rebuild.commits.flatMap { commit in
        commit.outcomes.filter { $0.method != .identical || $0.hasConflict != $0.hadConflict }.map(\.path)
      })
    excluded.formUnion(try touchedPaths.byMainStaying())
    var touched: Set<GitPath> = []
    for entry in rebuild.dropped.reversed() {
      let before = try repository.commit(entry.before).tree
      for change in try repository.changes(from: before, to: entry.commit.tree) { touched.insert(change.path) }
      let merge = try repository.merge(base: entry.commit.tree, ours: tree, theirs: before)
      excluded.formUnion(merge.stages.keys)
      tree = merge.tree
    }
    let after = try repository.commit(rebuild.tip).tree
    let objections = try repository.changes(from: tree, to: after).filter { !excluded.contains($0.path) }.map {
      change in
      Objection(
        .revert, path: change.path,
        "reverting what is dropped at the old tip gives another file than the release built without it")
    }
    return (objections, touched.subtracting(excluded).count)
  }
}
