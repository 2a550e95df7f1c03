// The frame of a picture stays where it is when something is taken out of it: files that the dropped tickets did not touch equal those of the
// old tip. Renames are followed both ways: a file that a dropped ticket changed and a later one renamed is touched too.

internal import SystemKit

/// Compares the new tip with the old one outside of what was dropped.
struct FrameCheck {
  let repository: ScratchRepository
  let rebuild: Rebuild

  /// Objections for files that changed and should not, and how many files were looked at.
  func run() throws(ReleaseError) -> (objections: [Objection], compared: Int) {
    // Another base brings its own changes, an added branch too: there is no frame.
    guard rebuild.base == rebuild.history.base, !rebuild.dropped.isEmpty,
      !rebuild.commits.contains(where: { $0.entry == nil })
    else { return ([], 0) }
    let before = try repository.commit(rebuild.history.tip).tree
    let after = try repository.commit(rebuild.tip).tree
    let changes = try repository.changes(from: before, to: after)
    let touched = try touched()
    // Where a conflict went away or was resolved anew, the change has a reason that is reported.
    let explained = Set(rebuild.commits.flatMap { $0.outcomes.filter { $0.method != .identical }.map(\.path) })
    let objections = changes.filter { !touched.contains($0.path) && !explained.contains($0.path) }.map { change in
      Objection(
        .frame, path: change.path,
        change.new == nil
          ? "is gone although nothing that was dropped touched it"
          : change.old == nil
            ? "came back although nothing that was dropped touched it"
            : "differs from the old release although nothing that was dropped touched it")
    }
    return (objections, changes.count)
  }

  /// The paths that dropped entries touched, with all names that the files had on the trunk.
  private func touched() throws(ReleaseError) -> Set<GitPath> {
    var touched: Set<GitPath> = []
    for entry in rebuild.dropped {
      let before = try repository.commit(entry.before).tree
      for change in try repository.changes(from: before, to: entry.commit.tree) { touched.insert(change.path) }
    }
    let renames = try renames()
    var grew = true
    while grew {
      grew = false
      for (old, new) in renames where touched.contains(old) != touched.contains(new) {
        touched.insert(old)
        touched.insert(new)
        grew = true
      }
    }
    return touched
  }

  /// The renames of all trunk commits.
  private func renames() throws(ReleaseError) -> [(GitPath, GitPath)] {
    // Pairs of trees, so that merges are compared with the trunk alone.
    var pairs = ""
    for entry in rebuild.history.entries {
      pairs += "\(try repository.commit(entry.before).tree.hex) \(entry.commit.tree.hex)\n"
    }
    let output = try repository.git(
      ["diff-tree", "--stdin", "-r", "-M", "--diff-filter=R", "--name-status", "-z"], input: Array(pairs.utf8)
    ).output
    var renames: [(GitPath, GitPath)] = []
    let fields = output.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    var at = 0
    while at < fields.count {
      // The names of the two trees stand before their changes; a status is R and a number.
      if fields[at].first == 0x52, fields[at].count <= 4, at + 2 < fields.count {
        renames.append((GitPath(fields[at + 1]), GitPath(fields[at + 2])))
        at += 3
      } else {
        at += 1
      }
    }
    return renames
  }
}
