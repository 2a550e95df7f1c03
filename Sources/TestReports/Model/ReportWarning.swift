// What was odd in a report that could still be read. Equal oddities are gathered, so that a file with a million bad times gives one
// warning with a count.

/// An oddity of a report, with how often it was met.
public struct ReportWarning: Sendable, Equatable, CustomStringConvertible {
  /// What was odd.
  public enum Kind: String, Sendable {
    /// Characters that XML forbids or bytes that are no UTF-8 were replaced by U+FFFD.
    case repairedCharacters
    /// A `time` is no number, or negative or infinite; it is left out.
    case unreadableTime
    /// A `time` such as `1,234` was read with a decimal comma.
    case ambiguousTime
    /// A `timestamp` is no date; it is left out.
    case unreadableTimestamp
    /// A count attribute is no number; it is left out.
    case unreadableCount
    /// A case has no name.
    case unnamedCase
    /// A case stands outside of any suite.
    case caseOutsideSuite
    /// A suite has a failure or error outside of its cases; it is counted as a case that errored.
    case suiteProblem
    /// The properties name commits that differ.
    case differentCommits
    /// A case says in an attribute that it failed, but has no failure element; it is counted as failed.
    case failedByStatus
  }

  /// What was odd.
  public var kind: Kind
  /// How often.
  public var count: Int
  /// The line of the report where it was met first; 0 when it is not known.
  public var firstLine: Int
  /// The text that was met first.
  public var sample: String

  /// One line: where, what, and what was done about it.
  public var description: String {
    let place = firstLine > 0 ? "line \(firstLine): " : ""
    let more = count > 1 ? " (\(count) times)" : ""
    return place + sentence + more
  }

  private var sentence: String {
    switch kind {
    case .repairedCharacters: "characters that XML forbids were replaced"
    case .unreadableTime: "time '\(sample)' is not a number of seconds and is left out"
    case .ambiguousTime: "time '\(sample)' is read with a decimal comma"
    case .unreadableTimestamp: "timestamp '\(sample)' is not an ISO 8601 time and is left out"
    case .unreadableCount: "count \(sample) is not a number and is left out"
    case .unnamedCase: "a test case has no name"
    case .caseOutsideSuite: "test case '\(sample)' stands outside of any suite"
    case .suiteProblem: "suite '\(sample)' failed outside of its cases and counts as one that errored"
    case .differentCommits: "the properties name different commits (\(sample))"
    case .failedByStatus: "test case '\(sample)' says that it failed without a failure element and counts as failed"
    }
  }
}
