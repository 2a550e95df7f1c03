// Evidence: what a build left behind, and whether it may be believed.

public import SystemKit

/// A file that the survey recognised, or something else that it looked at, such as a branch.
public struct Evidence: Hashable, Sendable {
  /// Whether a piece of evidence may be believed.
  public enum State: Hashable, Sendable {
    /// It was read and belongs to the surveyed commit as far as can be told.
    case good
    /// It was read and says nothing: a test report without a test.
    case empty(String)
    /// It could not be read.
    case unreadable(String)
    /// It is older than the sources.
    case stale(evidence: Timestamp, sources: Timestamp)
    /// It names another commit.
    case otherCommit(String)

    /// Whether it may be believed.
    public var isGood: Bool { self == .good }

    /// A word for machines.
    public var name: String {
      switch self {
      case .good: "good"
      case .empty: "empty"
      case .unreadable: "unreadable"
      case .stale: "stale"
      case .otherCommit: "other-commit"
      }
    }

    /// What is wrong, for people; `nil` when nothing is.
    public var explanation: String? {
      switch self {
      case .good: nil
      case .empty(let reason): reason
      case .unreadable(let reason): reason
      case .stale(let evidence, let sources):
        "made \(evidence.iso8601), before the sources were last changed (\(sources.iso8601))"
      case .otherCommit(let commit): "it names commit \(commit.prefix(12)), which is not the surveyed one"
      }
    }
  }

  /// The path, below the surveyed folder where it is there.
  public var path: String
  /// The area that it belongs to.
  public var area: Area
  /// The format, for people.
  public var format: String
  /// The size in bytes.
  public var size: Int
  /// When it was made: the time that it names, else when the file was last changed.
  public var madeAt: Timestamp
  /// The SHA-256 of the file.
  public var digest: String
  /// The commit that it names.
  public var commit: String?
  /// Whether it may be believed.
  public var state: State
  /// Whether it is a file; else its path is a name, and it has no size.
  public var isFile = true
  /// Whether it only shows what other evidence tells, as pictures do: it is no ground for a yes and none for a doubt.
  public var isIllustration = false
  /// The command that mends what is wrong with it or shows more, where the inspector knows one.
  public var mend: String?

  /// Creates a piece of evidence.
  public init(
    path: String, area: Area, format: String, size: Int, madeAt: Timestamp, digest: String, commit: String? = nil,
    state: State = .good
  ) {
    self.path = path
    self.area = area
    self.format = format
    self.size = size
    self.madeAt = madeAt
    self.digest = digest
    self.commit = commit
    self.state = state
  }
}

/// A file that looked like something and was not used.
public struct PassedOver: Hashable, Sendable {
  /// The path.
  public var path: String
  /// Why it was not used.
  public var reason: String

  /// Creates an entry.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
