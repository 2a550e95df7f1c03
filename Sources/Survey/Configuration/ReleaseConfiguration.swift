// What a team says of its release branch in `plimsoll.json`. That it says anything turns the section on: to look at a branch costs
// a merge by git for each commit of its trunk.

public import MarkupKit

/// The release branch that is looked at, and the tickets that may not be in it.
public struct ReleaseConfiguration: Hashable, Sendable {
  /// A ticket that was stopped.
  public struct Blocked: Hashable, Sendable {
    /// The ticket, or the merged branch where it has no key.
    public var ticket: String
    /// Why.
    public var reason: String
    /// Where it was written.
    public var position: TextPosition?

    /// Creates a blocked ticket.
    public init(ticket: String, reason: String, position: TextPosition? = nil) {
      self.ticket = ticket
      self.reason = reason
      self.position = position
    }
  }

  /// The release branch; `nil`: the one that is checked out.
  public var branch: String?
  /// Main; `nil`: the remote's default branch.
  public var onto: String?
  /// Patterns of ticket keys; empty: keys of Jira.
  public var keys: [String] = []
  /// The tickets that were stopped.
  public var blocked: [Blocked] = []
  /// Where it was written.
  public var position: TextPosition?

  /// Looks at the branch that is checked out.
  public init() {}

  /// What holds where a team names its release and no load lines.
  public static let defaultLoadLines = [
    LoadLine(figure: "release.blocked", comparison: .equal, limit: .absolute(0), text: "== 0")
  ]
}
