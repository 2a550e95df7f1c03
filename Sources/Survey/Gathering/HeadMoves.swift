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

  /// The last move that brought other files: not a mere `reset --hard` or `stash`, which git notes as a move to where HEAD was.
  private var lastChange: Int? {
    moves.indices.first { $0 + 1 == moves.count || moves[$0].commit != moves[$0 + 1].commit }
  }

  /// Until when files that equal the commit were written by git itself; `nil`: git does not remember.
  ///
  /// A clone notes its move first and writes then, for as long as it takes: one file after the other.
  ///
  /// - Parameters:
  ///   - written: when files that equal the commit were written.
  ///   - noted: when git noted its last move, by the clock of the disk: commits may be given any date.
  func settled(written: [Timestamp], noted: Timestamp?) -> Timestamp? {
    guard let last = lastChange else { return nil }
    var end = moves[last].at
    if let noted, last == 0 { end = max(end, noted) }
    guard moves[last].writesFiles else { return end }
    for time in written.sorted() where time > end {
      guard time.seconds - end.seconds <= Self.longestPause else { break }
      end = time
    }
    return end
  }

  /// Seconds that git may take from one file to the next.
  private static let longestPause: Int64 = 2
}
