// What a survey asks of a release besides its trunk: how far main has gone on, and whether a ticket that is not on the trunk came
// with main.

internal import SystemKit

/// A commit that main and the release have in common and that carries a ticket's key.
public struct MainMention: Sendable, Equatable {
  /// The ticket.
  public let ticket: String
  /// The commit.
  public let id: ObjectID
  /// The first line of its message.
  public let subject: String
}

extension Release {
  /// How many commits main has that the release does not have; `nil` where a shallow clone does not tell.
  ///
  /// - Throws: `git` when git cannot count them.
  public func commitsBehindMain() throws(ReleaseError) -> Int? {
    guard !repository.isShallow else { return nil }
    let outcome = try scratch.git(["rev-list", "--count", history.onto.hex, "^" + history.tip.hex])
    return Int(outcome.text)
  }

  /// So many days before the tip are looked at: what is older is another release's business.
  private static let mentionDays: Int64 = 365

  /// Tickets that came into the release with main, each with the newest commit that carries its key, by the rules by which the
  /// trunk's commits are named. A ticket whose newest commit takes it back (`Revert "..."`) is none.
  ///
  /// - Throws: `git` when the history cannot be read.
  /// - Complexity: O(commits of the year before the tip).
  public func mentionsOnMain(of tickets: [String], naming: TicketNaming) throws(ReleaseError) -> [MainMention] {
    guard !tickets.isEmpty else { return [] }
    let tip = try scratch.commit(history.tip)
    let since = tip.committedAt - Self.mentionDays * 86_400
    var words = ["log", "--format=%H", "--fixed-strings", "--regexp-ignore-case"] + tickets.map { "--grep=\($0)" }
    // Git takes a smaller number for a date written without separators.
    if since > 100_000_000 { words.append("--since=\(since)") }
    let output = try scratch.git(words + [history.tip.hex]).text
    var mentions: [MainMention] = []
    var settled: Set<String> = []
    for line in output.split(separator: "\n") {
      guard let id = ObjectID(line), !history.graph.contains(id) else { continue }
      let commit = try scratch.commit(id)
      let names = naming.name(of: commit, isMerge: commit.parents.count > 1).tickets.map { $0.lowercased() }
      for ticket in tickets where names.contains(ticket.lowercased()) && settled.insert(ticket).inserted {
        guard !commit.subject.hasPrefix("Revert \"") else { continue }
        mentions.append(MainMention(ticket: ticket, id: id, subject: commit.subject))
      }
    }
    return mentions
  }
}
