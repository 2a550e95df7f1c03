// The logbook: what earlier surveys said. Behind a protocol, since teams will want it on a server.

public import SystemKit

/// One earlier survey.
public struct LogbookEntry: Hashable, Sendable {
  /// Its number.
  public var id: Int64
  /// When it was made: the time of its newest evidence.
  public var at: Timestamp
  /// When it was written down.
  public var loggedAt: Timestamp
  /// The commit.
  public var commit: String?
  /// The verdict.
  public var verdict: Verdict
  /// When it was marked as shipped; `nil`: it was not.
  public var shippedAt: Timestamp?
  /// What names its content.
  public var identity: String

  /// Creates an entry.
  public init(
    id: Int64, at: Timestamp, loggedAt: Timestamp, commit: String?, verdict: Verdict, shippedAt: Timestamp?,
    identity: String
  ) {
    self.id = id
    self.at = at
    self.loggedAt = loggedAt
    self.commit = commit
    self.verdict = verdict
    self.shippedAt = shippedAt
    self.identity = identity
  }
}

/// A store of surveys.
public protocol Logbook: Sendable {
  /// Writes a survey down. The same survey (by identity) following itself is not written twice.
  ///
  /// - Returns: its number.
  func append(_ record: SurveyRecord, loggedAt: Timestamp) throws(LogbookError) -> Int64
  /// The latest surveys of a project, the newest first.
  func entries(project: String, limit: Int) throws(LogbookError) -> [LogbookEntry]
  /// The figures of a survey.
  func figures(of id: Int64) throws(LogbookError) -> [String: Double]
  /// The values of each figure in the latest surveys of a project before one with this identity, oldest first.
  func history(project: String, before identity: String, limit: Int) throws(LogbookError) -> [String: [HistoryPoint]]
  /// The last survey marked as shipped.
  func lastShipped(project: String) throws(LogbookError) -> LogbookEntry?
  /// Marks a survey as shipped.
  func markShipped(_ id: Int64, at: Timestamp) throws(LogbookError)
}

/// A logbook that cannot be used.
public struct LogbookError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Kind: Equatable, Sendable {
    /// SQLite refused; its own words.
    case database(String)
    /// The file is no logbook.
    case notALogbook
    /// A later version of Plimsoll wrote it.
    case tooNew(version: Int, known: Int)
    /// No survey has this number.
    case noSuchSurvey(Int64)
    /// The folder cannot be made.
    case system(SystemError)
  }

  /// What went wrong.
  public let kind: Kind
  /// The file.
  public let path: String

  /// Creates an error.
  public init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }
}

extension LogbookError: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch kind {
    case .database(let words): "\(path): the logbook cannot be used: \(words)"
    case .notALogbook: "\(path): not a logbook of Plimsoll"
    case .tooNew(let version, let known):
      "\(path): the logbook has version \(version), this program knows \(known); use a newer plimsoll"
    case .noSuchSurvey(let id): "\(path): the logbook has no survey \(id)"
    case .system(let error): error.description
    }
  }
}
