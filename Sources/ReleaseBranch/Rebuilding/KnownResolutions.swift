// How conflicts were resolved elsewhere: in other merges of this release, in other releases, by hand (`ResolutionStore`).

/// Resolutions that may hold for a conflict that was not there before.
struct KnownResolutions {
  /// A conflict and what was made of it.
  struct Item {
    let path: GitPath
    /// The merge's text with constant labels; `nil` where it was no conflict of texts.
    let text: [UInt8]?
    /// The versions in conflict.
    let versions: [ConflictStage]
    /// What was recorded.
    let resolved: TreeEntry?
  }

  private var files: [GitPath: [Item]] = [:]
  /// The parts and what stands in their place; more than one thing where people decided otherwise.
  private var hunks: [ConflictText.Hunk: Set<[UInt8]>] = [:]

  init() {}

  /// Adds a conflict and what was made of it.
  mutating func add(_ item: Item, resolvedText: [UInt8]?) {
    files[item.path, default: []].append(item)
    guard let text = item.text, let resolvedText else { return }
    for lesson in (try? ResolutionPort(old: text, resolved: resolvedText).lessons()) ?? [] {
      hunks[lesson.hunk, default: []].insert(lesson.answer)
    }
  }

  /// What stands in the place of a conflicting part, if all agree.
  func hunk(_ hunk: ConflictText.Hunk) -> [UInt8]? {
    guard let found = hunks[hunk], found.count == 1 else { return nil }
    return found.first
  }

  /// A text with each of its conflicts replaced by what is known for it; `nil` when one is not known.
  func substituted(_ bytes: [UInt8]) -> [UInt8]? {
    guard let text = try? ConflictText(bytes) else { return nil }
    let starts = TextLines.starts(of: bytes)
    var output: [UInt8] = []
    for segment in text.segments {
      switch segment {
      case .lines(let lines): output += bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
      case .hunk(let hunk, _):
        guard let answer = self.hunk(hunk) else { return nil }
        output += answer
      }
    }
    return output
  }

  /// What was made of the same conflict in a file, if all agree; the outer `nil` is "nothing known", the inner one "deleted".
  func file(
    _ path: GitPath, _ side: MergeTriple.Side, _ repository: ScratchRepository
  ) throws(ReleaseError) -> TreeEntry?? {
    var found: TreeEntry??
    for item in files[path] ?? [] {
      if let text = item.text {
        guard let entry = side.entry, entry.isFile else { continue }
        guard ConflictLabels.constant(try repository.blob(entry.id), side.labels) == text else { continue }
      } else {
        guard item.versions == side.versions else { continue }
      }
      if let before = found, before != item.resolved { return nil }
      found = .some(item.resolved)
    }
    return found
  }
}
