// The frame of a picture stays where it is when something is taken out of it: files that the dropped tickets did not touch equal those of the
// old tip. Renames are followed both ways: a file that a dropped ticket changed and a later one renamed is touched too.

/// Compares the new tip with the old one outside of what was dropped.
struct FrameCheck {
  let repository: ScratchRepository
  let rebuild: Rebuild
  let touchedPaths: TouchedPaths

  /// Objections for files that changed and should not, and how many files were looked at.
  func run() throws(ReleaseError) -> (objections: [Objection], compared: Int) {
    guard rebuild.hasFrame else { return ([], 0) }
    let before = try repository.commit(rebuild.history.tip).tree
    let after = try repository.commit(rebuild.tip).tree
    let changes = try repository.changes(from: before, to: after)
    let touched = try touchedPaths.byDropped()
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
}
