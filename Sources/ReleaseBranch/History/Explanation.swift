// Why the files of a release are as they are: which trunk commits changed them, where a person decided, between which tickets, and, in a
// rebuilt release, how that was carried over. What git merged by itself explains itself.

internal import MarkupKit

/// What a trunk commit did to a file.
public struct FileStep: Sendable {
  /// A part of a conflict.
  public struct Part: Sendable {
    /// The lines on the release's side.
    public let ours: [UInt8]
    /// The lines on the ticket's side.
    public let theirs: [UInt8]
    /// What stands in their place; `nil` where that cannot be told from its surroundings.
    public let answer: [UInt8]?
  }

  /// The trunk commit.
  public let entry: TrunkEntry
  /// The file.
  public let path: GitPath
  /// The conflict, if it had one.
  public let conflict: RecordedConflict?
  /// The parts of the conflict.
  public let parts: [Part]
  /// Whether a person edited the file although it was not in conflict.
  public let isEdit: Bool
  /// How it was carried over when the release was rebuilt; `nil` in a release that was not, and for commits that stayed.
  public let method: ResolutionMethod?
  /// Whether the commit that was rebuilt had the conflict.
  public let hadConflict: Bool?
}

extension Release {
  /// What happened to files, commit by commit.
  ///
  /// - Parameter paths: the files, or folders with all their files; empty: those at which a person decided.
  /// - Throws: `git` when the report of a rebuilt release cannot be read.
  public func explain(_ paths: [GitPath]) throws(ReleaseError) -> [FileStep] {
    let methods = try carriedMethods()
    var steps: [FileStep] = []
    for overview in try entries() {
      let conflicts = Dictionary(overview.conflicts.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      let edits = Set(overview.edits)
      let carried = methods[overview.entry.id] ?? [:]
      let decided = Set(conflicts.keys).union(edits).union(carried.keys.map { GitPath($0) })
      let all = paths.isEmpty ? decided : decided.union(overview.files)
      for path in all.sorted() where paths.isEmpty || paths.contains(where: { $0.holds(path) }) {
        let known = carried[path.description]
        steps.append(
          FileStep(
            entry: overview.entry, path: path, conflict: conflicts[path],
            parts: conflicts[path] == nil ? [] : try parts(of: overview.entry, at: path), isEdit: edits.contains(path),
            method: known?.method, hadConflict: known?.hadConflict))
      }
    }
    return steps
  }

  private func parts(of entry: TrunkEntry, at path: GitPath) throws(ReleaseError) -> [FileStep.Part] {
    guard let merge = try automatic([entry])[entry.id],
      let item = try scratch.resolutions(of: merge, recorded: entry.commit.tree).first(where: { $0.path == path }),
      let text = item.text, let conflict = try? ConflictText(text)
    else { return [] }
    var answers: [ConflictText.Hunk: [UInt8]] = [:]
    if let resolved = item.resolvedText {
      for lesson in (try? ResolutionPort(old: text, resolved: resolved).lessons()) ?? [] {
        answers[lesson.hunk] = lesson.answer
      }
    }
    return conflict.hunks.map { FileStep.Part(ours: $0.ours, theirs: $0.theirs, answer: answers[$0]) }
  }

  /// What the report of a rebuild says of files, by the new commits.
  private func carriedMethods() throws(ReleaseError) -> [ObjectID: [String: (
    method: ResolutionMethod, hadConflict: Bool
  )]] {
    let name = RebuildReport.prefix + GitRepository.localName(branch, remotes: repository.remotes)
    guard let ref = try repository.refs(below: name).first(where: { $0.name == name }),
      let file = try scratch.entry(GitPath(RebuildReport.file), in: scratch.commit(ref.id).tree)
    else { return [:] }
    let bytes = try scratch.blob(file.id)
    let json: JSONValue
    do throws(MarkupError) {
      json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch { throw ReleaseError(.badObject(file.id.hex, "\(error)")) }
    var methods: [ObjectID: [String: (method: ResolutionMethod, hadConflict: Bool)]] = [:]
    for commit in json["commits"]?.elements ?? [] {
      guard let id = commit["new"]?.string.flatMap({ ObjectID($0) }) else { continue }
      for file in commit["files"]?.elements ?? [] {
        guard let path = file["path"]?.string, let method = file["method"]?.string.flatMap(ResolutionMethod.init) else {
          continue
        }
        methods[id, default: [:]][path] = (method, file["hadConflict"]?.boolean ?? false)
      }
    }
    return methods
  }
}

extension GitPath {
  /// Whether another path is this one or lies below it.
  func holds(_ other: GitPath) -> Bool {
    var own = bytes[...]
    while own.last == 0x2F { own.removeLast() }
    return own.isEmpty
      || other.bytes.starts(with: own) && (other.bytes.count == own.count || other.bytes[own.count] == 0x2F)
  }
}
