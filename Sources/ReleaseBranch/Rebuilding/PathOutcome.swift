// Why a file of a rebuilt release is as it is: for each path at which a person, not git, had decided, or where git could not.

/// How a path of a redone commit came about.
public enum ResolutionMethod: String, Sendable, CaseIterable {
  /// Git merged it, and the conflict that it once had is gone with the ticket.
  case clean
  /// The same conflict as before (or none, and the same text): what was recorded for it holds.
  case identical
  /// What a person had changed was carried over by a merge of three texts.
  case ported
  /// Each conflicting part was one that had been resolved before.
  case hunk
  /// The conflict was resolved elsewhere: in another merge, another release, or by hand with `release resolve`.
  case remembered
  /// Nobody has decided it yet.
  case unresolved
}

/// A path of a redone commit at which more than git's merge was needed.
public struct PathOutcome: Sendable, Equatable {
  /// The path.
  public let path: GitPath
  /// How it was decided.
  public let method: ResolutionMethod
  /// Whether it was in conflict when the release was built.
  public let hadConflict: Bool
  /// Whether it is in conflict now, before it is resolved.
  public let hasConflict: Bool
  /// What kind of conflict it is, in git's words; `nil` where there is none.
  public let kind: String?
  /// Why it could not be resolved, or what else is to be known.
  public let note: String?

  /// Whether a person had edited the file although it was not in conflict.
  public var isEdit: Bool { !hadConflict && !hasConflict }
}
