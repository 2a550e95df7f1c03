// A path that nobody has decided yet, with all that a person needs to decide it.

/// An unresolved path of a redone commit.
public struct OpenConflict: Sendable {
  /// The path.
  public let path: GitPath
  /// What git makes of it now, with constant labels after the markers; `nil` where it is no text.
  let text: [UInt8]?
  /// What a person is to edit: the text with markers; `nil` where it is no text.
  let draft: [UInt8]?
  /// The versions in conflict; for an edit by hand git's and the edited one.
  let versions: [ConflictStage]
  /// What git makes of it now.
  let entry: TreeEntry?
  /// What was recorded when the release was built.
  let recorded: TreeEntry?
  /// Whether it is an edit by hand that could not be carried over, and no conflict.
  let isEdit: Bool
  /// Git's words for the kind of conflict, or that it is an edit.
  public let kind: String
}
