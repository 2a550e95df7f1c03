// Trees compared and edited by path. Equal folders are passed over by their names, so the cost is that of what differs.

/// A path at which two trees differ.
struct TreeChange: Hashable, Sendable {
  let path: GitPath
  /// What the first tree has there; `nil`: nothing.
  let old: TreeEntry?
  /// What the second tree has there.
  let new: TreeEntry?
}

extension ScratchRepository {
  /// The files, links and submodules at which two trees differ, in the order of git's trees; `nil` is the empty tree.
  ///
  /// - Complexity: O(entries of the folders that differ).
  func changes(from old: ObjectID?, to new: ObjectID?) throws(ReleaseError) -> [TreeChange] {
    var changes: [TreeChange] = []
    try collect(old, new, prefix: [], &changes)
    return changes
  }

  private func collect(
    _ old: ObjectID?, _ new: ObjectID?, prefix: [UInt8], _ changes: inout [TreeChange]
  ) throws(ReleaseError) {
    guard old != new else { return }
    let left = try old.map { id throws(ReleaseError) in try tree(id).entries } ?? []
    let right = try new.map { id throws(ReleaseError) in try tree(id).entries } ?? []
    var i = 0
    var j = 0
    while i < left.count || j < right.count {
      // A file and a folder of one name do not stand side by side in git's order; they are two changes.
      let takesLeft: Bool
      let takesRight: Bool
      if i == left.count || j == right.count {
        (takesLeft, takesRight) = (i < left.count, j < right.count)
      } else {
        let (one, other) = (left[i], right[j])
        takesLeft = !TreeObject.precedes(other.name, other.entry.isFolder, one.name, one.entry.isFolder)
        takesRight = !TreeObject.precedes(one.name, one.entry.isFolder, other.name, other.entry.isFolder)
      }
      let before = takesLeft ? left[i] : nil
      let after = takesRight ? right[j] : nil
      if takesLeft { i += 1 }
      if takesRight { j += 1 }
      guard before?.entry != after?.entry, let name = before?.name ?? after?.name else { continue }
      let path = prefix.isEmpty ? name : prefix + [0x2F] + name
      let isFolder = (before?.entry ?? after?.entry)?.isFolder == true
      if isFolder {
        try collect(before?.entry.id, after?.entry.id, prefix: path, &changes)
      } else {
        changes.append(TreeChange(path: GitPath(path), old: before?.entry, new: after?.entry))
      }
    }
  }

  /// What a tree has at a path; `nil` when there is nothing.
  func entry(_ path: GitPath, in root: ObjectID) throws(ReleaseError) -> TreeEntry? {
    var current = TreeEntry(mode: 0o40000, id: root)
    for name in path.components {
      guard current.isFolder else { return nil }
      guard let found = try tree(current.id).entries.first(where: { $0.name.elementsEqual(name) }) else { return nil }
      current = found.entry
    }
    return current
  }

  /// A tree with some paths changed; folders that become empty go.
  ///
  /// - Parameter edits: what each path is to have; `nil`: nothing.
  /// - Complexity: O(entries of the folders above the paths).
  func edit(_ root: ObjectID, _ edits: [GitPath: TreeEntry?]) throws(ReleaseError) -> ObjectID {
    guard !edits.isEmpty else { return root }
    let below = edits.map { (names: $0.key.components, entry: $0.value) }
    if let edited = try edited(root, below[...], depth: 0) { return edited }
    return try write(TreeObject([]))
  }

  private func edited(
    _ id: ObjectID?, _ edits: ArraySlice<(names: [ArraySlice<UInt8>], entry: TreeEntry?)>, depth: Int
  ) throws(ReleaseError) -> ObjectID? {
    var entries: [[UInt8]: TreeEntry] = [:]
    if let id {
      for (name, entry) in try tree(id).entries { entries[name] = entry }
    }
    let grouped = Dictionary(grouping: edits) { Array($0.names[depth]) }
    for (name, group) in grouped {
      // What is set at the name itself comes first: a folder may take a file's place.
      let (own, deeper) = (
        group.filter { $0.names.count == depth + 1 }, group.filter { $0.names.count > depth + 1 }
      )
      if let last = own.last {
        if let entry = last.entry {
          entries[name] = entry
        } else if entries[name]?.isFolder != true {
          entries[name] = nil
        }
      }
      guard !deeper.isEmpty else { continue }
      let folder = entries[name].flatMap { $0.isFolder ? $0.id : nil }
      let holdsFile = folder == nil && entries[name] != nil
      if let made = try edited(folder, deeper[...], depth: depth + 1) {
        entries[name] = TreeEntry(mode: 0o40000, id: made)
      } else if !holdsFile {
        entries[name] = nil
      }
    }
    guard !entries.isEmpty else { return nil }
    return try write(TreeObject(entries.map { ($0.key, $0.value) }))
  }
}
