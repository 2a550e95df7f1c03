// Which commit was checked out when. In a workspace that is used again (a build agent's, a developer's) evidence of another
// commit lies about, and may well be newer than the commit that is checked out now: git's reflog tells.

internal import SystemKit

/// The moves of HEAD in one work tree, as far as git remembers them.
struct HeadMoves: Sendable {
  struct Move: Sendable {
    var at: Timestamp
    var commit: String
    /// Whether it wrote files: a commit only records them.
    var writesFiles: Bool
  }

  /// The newest first.
  var moves: [Move] = []

  /// What git is asked.
  static let arguments = ["log", "-g", "-n", "500", "--date=unix", "--format=%gd%x09%H%x09%gs", "HEAD", "--"]

  /// Reads git's answer; lines of another form are passed over.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let open = parts[0].firstIndex(of: "{"), parts[0].hasSuffix("}"),
        let seconds = Int64(parts[0][parts[0].index(after: open)...].dropLast())
      else { continue }
      let isCommit = ["commit:", "commit (initial)", "commit (amend)"].contains { parts[2].hasPrefix($0) }
      moves.append(Move(at: Timestamp(seconds: seconds), commit: String(parts[1]), writesFiles: !isCommit))
    }
  }

  /// When another commit was checked out after a moment at which this one was not: the first such time. `nil` when this one
  /// was checked out then, nothing but commits followed, or git does not remember that far.
  func left(_ moment: Timestamp, for commit: String) -> Timestamp? {
    guard let then = moves.firstIndex(where: { $0.at <= moment }), moves[then].commit != commit else { return nil }
    for index in moves[..<then].indices.reversed()
    where moves[index].writesFiles && moves[index].commit != moves[index + 1].commit {
      return moves[index].at
    }
    return nil
  }
}
