// How conflicts were resolved elsewhere: in other merges of this release, in other releases, by hand (`ResolutionStore`). Most drops
// need none of them, so that they are read when the first is asked for.

/// A conflict at a path, or an edit by hand that could not be carried over, and what was made of it.
struct KnownResolution {
  let path: GitPath
  /// The merge's text with constant labels; `nil` where it was no conflict of texts.
  let text: [UInt8]?
  /// The versions in conflict; for an edit git's and the edited one.
  let versions: [ConflictStage]
  /// What was recorded; `nil`: the file was deleted.
  let resolved: TreeEntry?
  /// The text of what was recorded, where both are texts.
  let resolvedText: [UInt8]?
  /// Whether it is about an edit by hand and no conflict.
  var isEdit = false
}

/// Resolutions that may hold for a conflict that was not there before.
final class KnownResolutions {
  typealias Source = () throws(ReleaseError) -> [KnownResolution]

  /// Whose word goes first: what was kept on purpose, then what a merge of this release happens to have.
  enum Rank: Int, CaseIterable {
    case kept
    case recorded
  }

  /// A part of a conflict in a file: two lines that differ mean one thing in one file and another elsewhere.
  private struct Place: Hashable {
    let path: GitPath
    let hunk: ConflictText.Hunk
  }

  /// What is known of one rank.
  private struct Shelf {
    var files: [GitPath: [KnownResolution]] = [:]
    /// The parts and what stands in their place; more than one thing where people decided otherwise.
    var hunks: [Place: Set<[UInt8]>] = [:]
  }

  private var sources: [(rank: Rank, read: Source)] = []
  private var shelves = [Shelf](repeating: Shelf(), count: Rank.allCases.count)

  /// Adds resolutions that are read when they are needed.
  func add(_ rank: Rank, _ source: @escaping Source) { sources.append((rank, source)) }

  private func load() throws(ReleaseError) {
    while let (rank, read) = sources.last {
      let items = try read()
      sources.removeLast()
      for item in items {
        shelves[rank.rawValue].files[item.path, default: []].append(item)
        guard let text = item.text, let resolved = item.resolvedText else { continue }
        for lesson in (try? ResolutionPort(old: text, resolved: resolved).lessons()) ?? [] {
          shelves[rank.rawValue].hunks[Place(path: item.path, hunk: lesson.hunk), default: []].insert(lesson.answer)
        }
      }
    }
  }

  /// What stands in the place of a conflicting part, if all agree. The sides may have been the other way round: a ticket that comes
  /// back is merged after those that came after it.
  func hunk(_ hunk: ConflictText.Hunk, at path: GitPath) throws(ReleaseError) -> [UInt8]? {
    try load()
    for shelf in shelves {
      for sides in [hunk, ConflictText.Hunk(ours: hunk.theirs, theirs: hunk.ours)] {
        guard let found = shelf.hunks[Place(path: path, hunk: sides)] else { continue }
        return found.count == 1 ? found.first : nil
      }
    }
    return nil
  }

  /// A text with each of its conflicts replaced by what is known for it; `nil` when one is not known.
  func substituted(_ bytes: [UInt8], at path: GitPath) throws(ReleaseError) -> [UInt8]? {
    guard let text = try? ConflictText(bytes) else { return nil }
    let starts = TextLines.starts(of: bytes)
    var output: [UInt8] = []
    for segment in text.segments {
      switch segment {
      case .lines(let lines): output += bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
      case .hunk(let hunk, _):
        guard let answer = try self.hunk(hunk, at: path) else { return nil }
        output += answer
      }
    }
    return output
  }

  /// What was made of the same conflict in a file, if all agree; the outer `nil` is "nothing known", the inner one "deleted".
  ///
  /// - Parameters:
  ///   - text: the merge's text with constant labels; `nil` where it is no text.
  ///   - ranks: whose word counts.
  func file(
    _ path: GitPath, versions: [ConflictStage], text: [UInt8]?, isEdit: Bool, by ranks: [Rank] = Rank.allCases
  ) throws(ReleaseError) -> TreeEntry?? {
    try load()
    for shelf in ranks.map({ shelves[$0.rawValue] }) {
      let same = (shelf.files[path] ?? []).filter { item in
        // Of an edit it counts what was edited too.
        guard item.isEdit == isEdit, !isEdit || item.versions == versions else { return false }
        return item.text.map { $0 == text } ?? (item.versions == versions || Self.turned(item.versions) == versions)
      }
      guard let first = same.first else { continue }
      return same.allSatisfy { $0.resolved == first.resolved } ? .some(first.resolved) : nil
    }
    return nil
  }
}

extension KnownResolutions {
  /// Versions with the sides the other way round.
  private static func turned(_ versions: [ConflictStage]) -> [ConflictStage] {
    versions.map { ConflictStage(number: $0.number == 1 ? 1 : 5 - $0.number, entry: $0.entry) }
      .sorted { $0.number < $1.number }
  }
}

extension ScratchRepository {
  /// The conflicts of a merge and what was recorded for them.
  func resolutions(of merge: AutomaticMerge, recorded: ObjectID) throws(ReleaseError) -> [KnownResolution] {
    var found: [KnownResolution] = []
    for path in merge.stages.keys.sorted() {
      let side = merge.side(path, try entry(path, in: merge.tree))
      let resolved = try entry(path, in: recorded)
      let versions = side.versions
      var text: [UInt8]?
      var resolvedText: [UInt8]?
      if side.isOfTexts, !side.kinds.isEmpty, let automatic = side.entry, automatic.isFile,
        try !isPointer(versions[0].entry),
        try !isPointer(versions[1].entry)
      {
        text = ConflictLabels.constant(try blob(automatic.id), merge.labels)
        if let resolved, resolved.isFile { resolvedText = try blob(resolved.id) }
      }
      found.append(
        KnownResolution(path: path, text: text, versions: versions, resolved: resolved, resolvedText: resolvedText))
    }
    return found
  }
}
