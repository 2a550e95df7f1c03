// Resolutions as data of the repository, so that they are pushed and fetched with it: a ref for each pair of tickets, and below it a
// commit whose tree has a folder for each conflict:
//
//   refs/plimsoll/resolutions/BFG-12/BFG-9000      the pair, in the order of the names; "main" where the other side was main
//     4f0c…/path          the path, byte for byte
//     4f0c…/conflict      the merge's text with constant labels; absent where it was no conflict of texts
//     4f0c…/versions      "stage mode name" a line: the versions in conflict, or git's and the edited one
//     4f0c…/edit          there where it is an edit by hand and no conflict
//     4f0c…/resolved      what was made of it; absent where the file was deleted
//
// A folder's name is the digest of path, conflict and versions: a later decision about the same conflict takes the place of the
// earlier one, and the commits remember both. What was fetched lies below refs/plimsoll/remotes/NAME/ until it is joined
// (`ResolutionSharing`).

internal import SystemKit

/// A resolution and the tickets between which the conflict was.
struct PairedResolution {
  let pair: TicketPair
  let resolution: KnownResolution
}

/// Reads and writes the resolutions of a repository.
struct ResolutionStore {
  static let prefix = "refs/plimsoll/resolutions/"
  static let remotePrefix = "refs/plimsoll/remotes/"

  let repository: GitRepository
  let scratch: ScratchRepository

  // MARK: - Reading

  /// All resolutions, one's own before those that were fetched.
  func resolutions() throws(ReleaseError) -> [KnownResolution] {
    var seen: Set<[UInt8]> = []
    var found: [KnownResolution] = []
    for prefix in [Self.prefix, Self.remotePrefix] {
      for ref in try repository.refs(below: prefix) {
        // A ref that names something else is not ours.
        guard let commit = try? scratch.commit(ref.id) else { continue }
        for (name, entry) in try scratch.tree(commit.tree).entries where entry.isFolder {
          // One's own decision about a conflict goes before another's.
          guard seen.insert(name).inserted, let item = try read(entry.id) else { continue }
          found.append(item)
        }
      }
    }
    return found
  }

  /// A folder of a resolution; `nil` when it is of another form, as a later version may write it.
  private func read(_ tree: ObjectID) throws(ReleaseError) -> KnownResolution? {
    var parts: [String: TreeEntry] = [:]
    for (name, entry) in try scratch.tree(tree).entries { parts[String(decoding: name, as: UTF8.self)] = entry }
    guard let path = parts["path"] else { return nil }
    let text = try parts["conflict"].map { entry throws(ReleaseError) in try scratch.blob(entry.id) }
    var versions: [ConflictStage] = []
    if let entry = parts["versions"] {
      for line in String(decoding: try scratch.blob(entry.id), as: UTF8.self).split(separator: "\n") {
        guard let stage = ConflictStage(line: line) else { return nil }
        versions.append(stage)
      }
    }
    let resolved = parts["resolved"]
    var resolvedText: [UInt8]?
    if text != nil, let resolved, resolved.isFile { resolvedText = try scratch.blob(resolved.id) }
    return KnownResolution(
      path: GitPath(try scratch.blob(path.id)), text: text, versions: versions, resolved: resolved,
      resolvedText: resolvedText, isEdit: parts["edit"] != nil)
  }

  // MARK: - Writing

  /// Remembers resolutions: objects first, then all refs in one step.
  ///
  /// - Returns: how many were new or decided otherwise than before.
  /// - Throws: `git`, and nothing is remembered then, when another process writes the same refs or git fails.
  @discardableResult
  func remember(_ items: [PairedResolution]) throws(ReleaseError) -> Int {
    var commands = ""
    var commits: [ObjectID] = []
    var known: [ObjectID] = []
    var count = 0
    let existing = Dictionary(
      try repository.refs(below: Self.prefix).map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
    for (pair, group) in Dictionary(grouping: items, by: \.pair).sorted(by: { $0.key < $1.key }) {
      let ref = Self.prefix + pair.refName
      var folders: [[UInt8]: TreeEntry] = [:]
      let before = existing[ref]
      if let before {
        for (name, entry) in try scratch.tree(scratch.commit(before).tree).entries { folders[name] = entry }
      }
      var changed = 0
      for item in group {
        let (name, tree) = try write(item.resolution)
        let entry = TreeEntry(mode: 0o40000, id: tree)
        if folders[name] != entry { changed += 1 }
        folders[name] = entry
      }
      guard changed > 0 else { continue }
      count += changed
      var commit = CommitObject(
        scratch: try scratch.write(TreeObject(folders.map { ($0.key, $0.value) })), parents: before.map { [$0] } ?? [])
      commit.message = Array("Resolutions between \(pair.names.joined(separator: " and "))\n".utf8)
      let id = try scratch.write(commit)
      commits.append(id)
      if let before { known.append(before) }
      commands += "update \(ref) \(id.hex) \(before?.hex ?? id.noneHex)\n"
    }
    guard !commits.isEmpty else { return 0 }
    try scratch.handOver(commits, known: known)
    try repository.git(["update-ref", "--stdin"], input: Array(commands.utf8))
    return count
  }

  private func write(_ item: KnownResolution) throws(ReleaseError) -> (name: [UInt8], tree: ObjectID) {
    var entries: [(name: [UInt8], entry: TreeEntry)] = []
    func add(_ name: String, _ bytes: [UInt8]) throws(ReleaseError) {
      entries.append((Array(name.utf8), TreeEntry(mode: 0o100644, id: try scratch.write(blob: bytes))))
    }
    try add("path", item.path.bytes)
    var key = item.path.bytes + [0]
    if let text = item.text {
      try add("conflict", text)
      key += text
    }
    key.append(0)
    if !item.versions.isEmpty {
      let lines = item.versions.map { $0.line + "\n" }
      try add("versions", Array(lines.joined().utf8))
      // The same text may come from several versions.
      if item.text == nil || item.isEdit { key += lines.joined().utf8 }
    }
    if item.isEdit { try add("edit", []) }
    let digest = key.withUnsafeBytes { Digest.sha256($0) }
    if let resolved = item.resolved { entries.append((Array("resolved".utf8), resolved)) }
    return (Array(digest.prefix(32).utf8), try scratch.write(TreeObject(entries)))
  }
}

extension ResolutionStore {
  /// The resolutions, to be read when the first is asked for.
  func known() -> KnownResolutions {
    let known = KnownResolutions()
    known.add(.kept) { () throws(ReleaseError) in try self.resolutions() }
    return known
  }
}
