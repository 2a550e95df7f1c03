// The first of two independent ways to the same result: what each recorded merge did to the old trunk is done to the new one, file by file
// (as `git cherry-pick -m 1` would). Where that merges and gives another file than the rebuild, one of them is wrong.

/// Compares commits that were merged again with the recorded ones, picked onto the new trunk. The others were picked.
struct CherryPickCheck {
  let repository: ScratchRepository
  let rebuild: Rebuild
  let touchedPaths: TouchedPaths

  /// Objections for files that differ, and how many files were compared.
  func run() throws(ReleaseError) -> (objections: [Objection], compared: Int) {
    var objections: [Objection] = []
    var compared = 0
    // What a dropped merge had brought of main before is missing in what a later one did, and comes with that one now.
    let main = try touchedPaths.byMainStaying()
    for commit in rebuild.commits where commit.isTouched {
      guard let entry = commit.entry else { continue }
      let redone = try repository.commit(commit.id)
      let trees = (
        base: try repository.commit(entry.before).tree, theirs: entry.commit.tree,
        ours: try repository.commit(redone.parents[0]).tree
      )
      // A conflict that went away with the ticket, or came with another text, was decided for other sides.
      let decided = main.union(
        commit.outcomes.filter { ($0.hadConflict || $0.hasConflict) && $0.method != .identical }.map(\.path))
      for change in try repository.changes(from: trees.base, to: trees.theirs) where !decided.contains(change.path) {
        // A new file that is a renamed one has that one's text to begin with.
        let source = change.old == nil ? try touchedPaths.source(of: change.path, in: entry.id) : change.path
        guard !decided.contains(source) else { continue }
        let ours = try repository.entry(source, in: trees.ours)
        let old = source == change.path ? change.old : try repository.entry(source, in: trees.base)
        let change = TreeChange(path: change.path, old: old, new: change.new)
        guard let expected = try pick(change, ours) else { continue }
        compared += 1
        let got = try repository.entry(change.path, in: redone.tree)
        guard got != expected else { continue }
        objections.append(
          Objection(
            .cherryPick, entry: entry.id, path: change.path,
            "\(entry.name): picking the recorded merge gives another text than merging the branch again"))
      }
    }
    return (objections, compared)
  }

  /// What a change gives on another version; the outer `nil`: it does not apply.
  private func pick(_ change: TreeChange, _ ours: TreeEntry?) throws(ReleaseError) -> TreeEntry?? {
    if ours == change.old || ours == change.new { return .some(change.new) }
    guard let base = change.old, let theirs = change.new, let ours, base.isFile, theirs.isFile, ours.isFile else {
      return nil
    }
    guard let mode = TreeEntry.mergedMode(base: base, ours, theirs) else { return nil }
    let texts = (try repository.blob(base.id), try repository.blob(ours.id), try repository.blob(theirs.id))
    guard !FilePointer.isPointer(texts.0),
      case .merged(let text) = TextMerge(base: texts.0, ours: texts.1, theirs: texts.2)
    else { return nil }
    return .some(TreeEntry(mode: mode, id: try repository.write(blob: text)))
  }
}
