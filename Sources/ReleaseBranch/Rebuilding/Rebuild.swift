// What a rebuild gave: the commits of the new trunk and why each file is as it is.

/// A commit of the new trunk.
public struct RebuiltCommit: Sendable {
  /// The trunk commit that it comes from; `nil` for a branch that was added.
  public let entry: TrunkEntry?
  /// What it does and for whom.
  public let name: String
  /// The commit.
  public let id: ObjectID
  /// Whether it had to be merged again: what was dropped has to do with it. All files of others are as they were recorded, apart from
  /// what the trunk before them no longer has.
  public let isTouched: Bool
  /// The paths at which more than git's merge was needed.
  public let outcomes: [PathOutcome]
  /// The paths that nobody has decided yet, with what is needed to decide them.
  public let open: [OpenConflict]
  /// Whether its signature was left out, since it is another commit now.
  public let lostSignature: Bool

  /// Whether it is the commit that was there before.
  public var isUnchanged: Bool { entry?.id == id }
  /// The paths that nobody has decided yet.
  public var unresolved: [PathOutcome] { outcomes.filter { $0.method == .unresolved } }
}

/// Something that a check found.
public struct Objection: Sendable, Equatable {
  /// Which check.
  public enum Check: String, Sendable {
    /// Rebuilding with nothing changed does not give what was recorded, or an edit made in a merge that is left out would be lost.
    case reproduction
    /// Commits of a dropped ticket, or copies of them, are still in the release.
    case absence
    /// A dropped ticket and one that stays have commits in common, and whose they are cannot be told.
    case shared
    /// A file that the dropped tickets did not touch has changed.
    case frame
    /// Picking the recorded merge onto the new trunk gives another file.
    case cherryPick
    /// Reverting the dropped tickets at the old tip gives another file.
    case revert
  }

  /// Which check.
  public let check: Check
  /// The commit of the old trunk, if it is about one.
  public let entry: ObjectID?
  /// The path, if it is about one.
  public let path: GitPath?
  /// What was found.
  public let words: String
  /// The tickets that carry what should be gone.
  public let carriers: [String]

  init(_ check: Check, entry: ObjectID? = nil, path: GitPath? = nil, carriers: [String] = [], _ words: String) {
    self.check = check
    self.entry = entry
    self.path = path
    self.words = words
    self.carriers = carriers
  }
}

/// A rebuilt trunk; it is in the scratch repository until it is handed over.
public struct Rebuild: Sendable {
  /// The release before.
  public let history: ReleaseHistory
  /// The commit that the new trunk begins from.
  public let base: ObjectID
  /// The new trunk, oldest first.
  public let commits: [RebuiltCommit]
  /// The trunk commits that were left out for their tickets.
  public let dropped: [TrunkEntry]
  /// Files that were edited by hand, without a conflict, in the merges that were left out: the edits left with them.
  public let leftEdits: [ObjectID: [GitPath]]
  /// Merges of main that the new base has already.
  public let skipped: [TrunkEntry]
  /// What the checks found.
  public internal(set) var objections: [Objection]
  /// How many files were compared with what another way gives, by check.
  public internal(set) var compared: [Objection.Check: Int] = [:]
  /// What the attributes say of merge drivers.
  public let attributes: MergeAttributes

  /// Objections that the user does not share, and the files are as they were built.
  public private(set) var accepted: [Objection] = []

  /// Takes the rebuilt files at some paths although a check gives others, and commits that tickets have in common for those of the
  /// ticket that stays. What should be gone and is not cannot be accepted.
  public mutating func accept(_ paths: [GitPath], sharedWith tickets: Set<String> = []) {
    let isAccepted = { (objection: Objection) in
      switch objection.check {
      case .absence: false
      case .shared: tickets.isSuperset(of: objection.carriers)
      default: objection.path.map(paths.contains) ?? false
      }
    }
    accepted += objections.filter(isAccepted)
    objections.removeAll(where: isAccepted)
  }

  /// Whether the new release can be held against the old one file by file: another base brings its own changes, an added branch too.
  var hasFrame: Bool { base == history.base && !dropped.isEmpty && !commits.contains { $0.entry == nil } }

  /// The new tip.
  public var tip: ObjectID { commits.last?.id ?? base }
  /// The commits with paths that nobody has decided yet.
  public var unresolved: [RebuiltCommit] { commits.filter { !$0.unresolved.isEmpty } }
  /// Whether the result can be used: all is decided and no check objects.
  public var isSound: Bool { unresolved.isEmpty && objections.isEmpty }
}
