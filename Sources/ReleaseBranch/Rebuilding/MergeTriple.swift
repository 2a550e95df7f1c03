// The three trees between which a resolution is carried over: what git made of the merge when the release was built, what was
// recorded for it, and what git makes of it now.

/// One redone commit of the trunk.
struct MergeTriple {
  /// What git made of it then.
  let old: AutomaticMerge
  /// The tree that was recorded.
  let recorded: ObjectID
  /// What git makes of it now.
  let new: AutomaticMerge

  /// A file as one of the two merges has it.
  struct Side {
    let entry: TreeEntry?
    let stages: [ConflictStage]
    let kinds: Set<String>
    let labels: (ours: String, theirs: String)

    var isInConflict: Bool { !stages.isEmpty }

    /// The versions of our side and theirs, without the base's.
    var versions: [ConflictStage] { stages.filter { $0.number > 1 } }

    /// Whether the versions in conflict can be merged as text: regular files on both sides, and no pointers (`isPointer`).
    var hasTwoFiles: Bool { versions.count == 2 && versions.allSatisfy { $0.entry.isFile } }
  }

  /// A path in the old merge.
  func old(_ path: GitPath, _ entry: TreeEntry?) -> Side { side(old, path, entry) }
  /// A path in the new merge.
  func new(_ path: GitPath, _ entry: TreeEntry?) -> Side { side(new, path, entry) }

  private func side(_ merge: AutomaticMerge, _ path: GitPath, _ entry: TreeEntry?) -> Side {
    Side(
      entry: entry, stages: merge.stages[path] ?? [], kinds: merge.kinds[path] ?? [], labels: merge.labels)
  }
}

/// Large files that are kept elsewhere stand in a repository as pointers of a few lines. Merged as text they would be neither
/// version: never markers in a pointer (the specification of git-lfs, "Pointer file": the first line is the version).
enum FilePointer {
  private static let beginning = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Whether a file's bytes are a pointer.
  static func isPointer(_ bytes: [UInt8]) -> Bool { bytes.count < 1024 && bytes.starts(with: beginning) }
}
