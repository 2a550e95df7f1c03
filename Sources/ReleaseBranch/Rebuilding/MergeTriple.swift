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
}

/// A file as a merge has it.
struct MergeSide {
  let entry: TreeEntry?
  let stages: [ConflictStage]
  let kinds: Set<String>
  let labels: (ours: String, theirs: String)

  var isInConflict: Bool { !stages.isEmpty }

  /// The versions of our side and theirs, without the base's.
  var versions: [ConflictStage] { stages.filter { $0.number > 1 } }

  /// The kind of conflict that is told, where there are several.
  var kind: String? { kinds.sorted().first }

  /// Whether the conflict is one of texts: regular files on both sides, and no other kind. They may still be pointers.
  var isOfTexts: Bool {
    let versions = versions
    return versions.count == 2 && versions.allSatisfy { $0.entry.isFile } && kinds.isSubset(of: ["contents"])
  }
}

extension AutomaticMerge {
  /// A path of the merge.
  func side(_ path: GitPath, _ entry: TreeEntry?) -> MergeSide {
    MergeSide(entry: entry, stages: stages[path] ?? [], kinds: kinds[path] ?? [], labels: labels)
  }
}

/// Large files that are kept elsewhere stand in a repository as pointers of a few lines. Merged as text they would be neither
/// version: never markers in a pointer (the specification of git-lfs, "Pointer file": the first line is the version).
enum FilePointer {
  private static let beginning = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Whether a file's bytes are a pointer.
  static func isPointer(_ bytes: [UInt8]) -> Bool { bytes.count < 1024 && bytes.starts(with: beginning) }
}

extension ScratchRepository {
  /// Whether a file is a pointer to a large one.
  func isPointer(_ entry: TreeEntry) throws(ReleaseError) -> Bool { FilePointer.isPointer(try blob(entry.id)) }
}
