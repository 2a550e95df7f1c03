// The tickets of a commit of the trunk, by the rules of `Tickets/`.

/// How the commits of a trunk are named.
public struct TicketNaming: Sendable {
  /// How keys are recognised.
  public let keys: TicketKeys

  /// Creates rules.
  public init(keys: TicketKeys = TicketKeys()) { self.keys = keys }

  /// The tickets that a commit belongs to, and the branch that it merged.
  func name(of commit: CommitObject, isMerge: Bool) -> (tickets: [String], branch: String?) {
    let subject = commit.subject
    let body = commit.body
    guard isMerge else {
      return (TicketName(patchSubject: subject, body: body, keys: keys)?.keys ?? [], nil)
    }
    let branch = MergeSubject(subject, body: body)?.branches.first
    let name = TicketName(mergeSubject: subject, body: body, keys: keys)
    // A merge that names nothing goes by its subject: it must be possible to take it out.
    return (name?.keys ?? [subject], branch)
  }
}
