// What a release manager wants to know of each ticket before taking one out: its merges, its files, who wrote it, with whom it had
// conflicts, and who cannot stay without it.

/// A conflict that a trunk commit had when it was merged.
public struct RecordedConflict: Sendable, Equatable {
  /// The path.
  public let path: GitPath
  /// The kind of conflict, as git calls it: `contents`, `modify/delete`.
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

/// Tells of a release's trunk; what is asked for again is not worked out again.
final class Overview {
  private let repository: ScratchRepository
  private let history: ReleaseHistory
  private let rebuilder: Rebuilder
  private var touched: [ObjectID: [GitPath: TreeChange]] = [:]
  private var known: [ObjectID: EntryOverview] = [:]

  init(_ repository: ScratchRepository, _ history: ReleaseHistory, _ rebuilder: Rebuilder) {
    self.repository = repository
    self.history = history
    self.rebuilder = rebuilder
  }

  /// Some commits of the trunk, in its order.
  func entries(_ wanted: [TrunkEntry]) throws(ReleaseError) -> [EntryOverview] {
    let automatic = try rebuilder.automatic(wanted)
    var overviews: [EntryOverview] = []
    for entry in wanted {
      guard let merge = automatic[entry.id] else { continue }
      let overview: EntryOverview
      if let found = known[entry.id] { overview = found } else { overview = try self.overview(entry, merge) }
      known[entry.id] = overview
      overviews.append(overview)
    }
    return overviews
  }

  private func overview(_ entry: TrunkEntry, _ merge: AutomaticMerge) throws(ReleaseError) -> EntryOverview {
    var conflicts: [RecordedConflict] = []
    for path in merge.stages.keys.sorted() {
      let partners = try partners(of: entry, at: path, merge)
      conflicts.append(RecordedConflict(path: path, kind: merge.side(path, nil).kind ?? "conflict", partners: partners))
    }
    return EntryOverview(
      entry: entry, files: try changes(of: entry).keys.sorted(), authors: try authors(of: entry), conflicts: conflicts,
      edits: try repository.edits(in: merge, recorded: entry.commit.tree))
  }

  /// What a trunk commit changed on the trunk.
  private func changes(of entry: TrunkEntry) throws(ReleaseError) -> [GitPath: TreeChange] {
    if let known = touched[entry.id] { return known }
    var changes: [GitPath: TreeChange] = [:]
    for change in try repository.changes(from: repository.commit(entry.before).tree, to: entry.commit.tree) {
      changes[change.path] = change
    }
    touched[entry.id] = changes
    return changes
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
    of entry: TrunkEntry, at path: GitPath, _ merge: AutomaticMerge
  ) throws(ReleaseError) -> [String] {
    let held = Set(entry.merged.map { history.graph.reachable(from: [$0]) } ?? [])
    var candidates: [(entry: TrunkEntry, change: TreeChange)] = []
    for other in history.entries.prefix(while: { $0.id != entry.id }) {
      guard !held.contains(other.id), other.merged.map({ !held.contains($0) }) ?? true else { continue }
      if let change = try changes(of: other)[path] { candidates.append((other, change)) }
    }
    var narrowed = candidates
    if candidates.count > 1, let hunks = try hunks(of: merge, at: path) {
      let ours = Set(hunks.flatMap { $0.ours.split(separator: 0x0A) })
      var matching: [(entry: TrunkEntry, change: TreeChange)] = []
      for candidate in candidates where try !ours.isDisjoint(with: addedLines(candidate.change)) {
        matching.append(candidate)
      }
      if !matching.isEmpty { narrowed = matching }
    }
    var seen: Set<String> = []
    return narrowed.map(\.entry).flatMap { $0.kind == .main ? [] : $0.tickets.isEmpty ? [$0.id.short] : $0.tickets }
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
