// What a release manager wants to know of each ticket before taking one out: its merges, its files, who wrote it, with whom it had
// conflicts, and who cannot stay without it.

/// A conflict that a trunk commit had when it was merged.
public struct RecordedConflict: Sendable, Equatable {
  /// The path.
  public let path: GitPath
  /// Git's words for the kind of conflict: `CONFLICT (contents)`.
  public let kind: String
  /// The tickets whose changes were on the other side; empty when it was main.
  public let partners: [String]
}

/// A trunk commit as it is listed.
public struct EntryOverview: Sendable {
  /// The trunk commit.
  public let entry: TrunkEntry
  /// The files that it changed on the trunk.
  public let files: [GitPath]
  /// Who wrote what came with it, in the order of the first commits.
  public let authors: [String]
  /// The conflicts it had.
  public let conflicts: [RecordedConflict]
  /// Files that were edited by hand although they were not in conflict.
  public let edits: [GitPath]
}

/// A ticket as it is listed.
public struct TicketOverview: Sendable {
  /// The ticket.
  public let name: String
  /// Its trunk commits.
  public let entries: [EntryOverview]
  /// The tickets that cannot stay without it.
  public let dependents: [String]

  /// Its files, each once.
  public var files: [GitPath] { Set(entries.flatMap(\.files)).sorted() }
  /// The tickets it had conflicts with.
  public var partners: [String] {
    var seen: Set<String> = [name]
    return entries.flatMap(\.conflicts).flatMap(\.partners).filter { seen.insert($0).inserted }
  }
}

/// Tells of a release's tickets.
struct Overview {
  let repository: ScratchRepository
  let history: ReleaseHistory
  let automatic: [ObjectID: AutomaticMerge]

  /// Some commits of the trunk.
  func entries(_ wanted: [TrunkEntry]) throws(ReleaseError) -> [EntryOverview] {
    var touched: [ObjectID: [GitPath: TreeChange]] = [:]
    for entry in history.entries {
      var changes: [GitPath: TreeChange] = [:]
      for change in try repository.changes(from: repository.commit(entry.before).tree, to: entry.commit.tree) {
        changes[change.path] = change
      }
      touched[entry.id] = changes
    }
    var overviews: [EntryOverview] = []
    for entry in wanted {
      let earlier = history.entries.prefix { $0.id != entry.id }
      let merge = automatic[entry.id]
      var conflicts: [RecordedConflict] = []
      for (path, _) in (merge?.stages ?? [:]).sorted(by: { $0.key < $1.key }) {
        let partners = try partners(of: entry, at: path, among: earlier, touched)
        conflicts.append(
          RecordedConflict(path: path, kind: merge?.kinds[path]?.sorted().first ?? "CONFLICT", partners: partners))
      }
      let edits = try merge.map { merge throws(ReleaseError) in
        try repository.changes(from: merge.tree, to: entry.commit.tree).map(\.path).filter { merge.stages[$0] == nil }
      }
      overviews.append(
        EntryOverview(
          entry: entry, files: (touched[entry.id] ?? [:]).keys.sorted(), authors: try authors(of: entry),
          conflicts: conflicts, edits: edits ?? []))
    }
    return overviews
  }

  /// The tickets in the order in which they came.
  func tickets(_ entries: [EntryOverview]) -> [TicketOverview] {
    history.tickets.map { ticket in
      TicketOverview(
        name: ticket, entries: entries.filter { $0.entry.tickets.contains(ticket) },
        dependents: history.dependents(of: [ticket]))
    }
  }

  private func authors(of entry: TrunkEntry) throws(ReleaseError) -> [String] {
    var seen: Set<String> = []
    var authors: [String] = []
    // Main's commits are not the merge's own.
    let commits = entry.kind == .patch ? [entry.id] : entry.brought.reversed()
    for id in commits {
      let commit = try repository.commit(id)
      if commit.parents.count < 2, seen.insert(commit.author).inserted { authors.append(commit.author) }
    }
    return authors
  }

  /// Whose changes a conflict was with: trunk commits before it that changed the path and that the branch does not hold. Where
  /// several did, those whose lines stand on our side of the conflict.
  private func partners(
    of entry: TrunkEntry, at path: GitPath, among earlier: ArraySlice<TrunkEntry>,
    _ touched: [ObjectID: [GitPath: TreeChange]]
  ) throws(ReleaseError) -> [String] {
    let held = Set(entry.merged.map { history.graph.reachable(from: [$0]) } ?? [])
    let candidates = earlier.filter { other in
      touched[other.id]?[path] != nil && !held.contains(other.id)
        && other.merged.map { !held.contains($0) } ?? true
    }
    var narrowed = candidates
    if candidates.count > 1, let merge = automatic[entry.id], let hunks = try hunks(of: merge, at: path) {
      let ours = Set(hunks.flatMap { $0.ours.split(separator: 0x0A) })
      var matching: [TrunkEntry] = []
      for other in candidates {
        guard let change = touched[other.id]?[path] else { continue }
        if try !ours.isDisjoint(with: addedLines(change)) { matching.append(other) }
      }
      if !matching.isEmpty { narrowed = matching }
    }
    var seen: Set<String> = []
    return narrowed.flatMap { $0.kind == .main ? [] : $0.tickets.isEmpty ? [$0.id.short] : $0.tickets }
      .filter { seen.insert($0).inserted }
  }

  private func hunks(of merge: AutomaticMerge, at path: GitPath) throws(ReleaseError) -> [ConflictText.Hunk]? {
    guard let entry = try repository.entry(path, in: merge.tree), entry.isFile else { return nil }
    let bytes = try repository.blob(entry.id)
    return (try? ConflictText(bytes, ours: merge.labels.ours, theirs: merge.labels.theirs))?.hunks
  }

  private func addedLines(_ change: TreeChange) throws(ReleaseError) -> Set<ArraySlice<UInt8>> {
    guard let new = change.new, new.isFile else { return [] }
    let lines = Set(try repository.blob(new.id).split(separator: 0x0A))
    guard let old = change.old, old.isFile else { return lines }
    return lines.subtracting(try repository.blob(old.id).split(separator: 0x0A))
  }
}
