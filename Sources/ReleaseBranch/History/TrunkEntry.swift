// The trunk of a release is the line of first parents from main to its tip. What stands on it is what a release is made of.

/// A commit of the trunk.
public struct TrunkEntry: Sendable {
  /// What a commit of the trunk does.
  public enum Kind: String, Sendable {
    /// It merges a ticket's branch.
    case ticket
    /// It merges main, or what main has already.
    case main
    /// It is a commit made on the release itself.
    case patch
  }

  /// The commit.
  public let id: ObjectID
  /// The commit's contents.
  public let commit: CommitObject
  /// What it does.
  public let kind: Kind
  /// The tickets that it belongs to; of a merge that names none, the branch; empty for merges of main and patches without a key.
  public let tickets: [String]
  /// The branch that was merged, as the subject names it.
  public let branch: String?
  /// The commits that came into the release with it, itself left out.
  public let brought: [ObjectID]

  /// The commit before it on the trunk.
  var before: ObjectID { commit.parents[0] }
  /// The tip of what it merged.
  var merged: ObjectID? { commit.parents.count > 1 ? commit.parents[1] : nil }

  /// A few words that name it: the ticket, or the subject.
  public var name: String { tickets.isEmpty ? commit.subject : tickets.joined(separator: ", ") }
}
