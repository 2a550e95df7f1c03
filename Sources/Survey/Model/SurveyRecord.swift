// A survey: everything that was found out about one build, and the verdict. All outputs are made from this and nothing else.

public import SystemKit

/// May the build ship?
public enum Verdict: String, Sendable {
  /// Yes: every load line holds, nothing blocks, and the evidence is good.
  case mayShip = "may-ship"
  /// No: a load line is broken or something blocks.
  case mayNotShip = "may-not-ship"
  /// It cannot be told: evidence is missing, empty, unreadable, stale or from another commit.
  case cannotTell = "cannot-tell"

  /// The verdict in words.
  public var title: String {
    switch self {
    case .mayShip: "may ship"
    case .mayNotShip: "may not ship"
    case .cannotTell: "cannot tell"
    }
  }
}

/// The commit that is surveyed.
public struct SurveyedCommit: Hashable, Sendable {
  /// The full hash.
  public var id: String
  /// The first line of its message.
  public var subject: String
  /// When it was committed.
  public var committedAt: Timestamp?
  /// The branch that is checked out.
  public var branch: String?
  /// Whether tracked files differ from it.
  public var isDirty: Bool

  /// Creates a commit.
  public init(
    id: String, subject: String = "", committedAt: Timestamp? = nil, branch: String? = nil, isDirty: Bool = false
  ) {
    self.id = id
    self.subject = subject
    self.committedAt = committedAt
    self.branch = branch
    self.isDirty = isDirty
  }
}

/// A value of a figure in an earlier survey.
public struct HistoryPoint: Hashable, Sendable {
  /// The survey's number in the logbook.
  public var survey: Int64
  /// When it was made.
  public var at: Timestamp
  /// The commit.
  public var commit: String?
  /// The value.
  public var value: Double
  /// Whether that survey is marked as shipped.
  public var isShipped: Bool

  /// Creates a point.
  public init(survey: Int64, at: Timestamp, commit: String?, value: Double, isShipped: Bool) {
    self.survey = survey
    self.at = at
    self.commit = commit
    self.value = value
    self.isShipped = isShipped
  }
}

/// Everything that a survey found out.
public struct SurveyRecord: Sendable {
  /// The project's name.
  public var project: String
  /// The commit, when there is one.
  public var commit: SurveyedCommit?
  /// When the newest evidence was made: the survey speaks of that moment, not of when it was run, so that the same input gives
  /// the same bytes. Without evidence: when the commit was made, else 1970.
  public var at: Timestamp
  /// The verdict.
  public var verdict: Verdict
  /// Why the verdict is as it is, one line each; the weightiest first.
  public var reasons: [String]
  /// All load lines, also those that hold.
  public var loadLines: [LoadLineResult]
  /// All figures, ordered by name.
  public var figures: [Figure]
  /// All findings: by severity, then owner, rule and place.
  public var findings: [Finding]
  /// All evidence, ordered by path.
  public var evidence: [Evidence]
  /// What was passed over, and why.
  public var passedOver: [PassedOver]
  /// The report's sections, one for each area that has evidence.
  public var sections: [ReportSection]
  /// Earlier values by figure, oldest first; this survey is not among them.
  public var history: [String: [HistoryPoint]]
  /// The values of the last survey before this one.
  public var last: [String: Double]
  /// The values of the last survey that was marked as shipped, and its commit.
  public var shipped: [String: Double]
  /// The commit of the last shipped survey.
  public var shippedCommit: String?
  /// The configuration file, when there is one: below the repository's top where it is there.
  public var configuration: String?

  /// Creates an empty record.
  public init(project: String, at: Timestamp) {
    self.project = project
    self.at = at
    verdict = .cannotTell
    reasons = []
    loadLines = []
    figures = []
    findings = []
    evidence = []
    passedOver = []
    sections = []
    history = [:]
    last = [:]
    shipped = [:]
  }

  /// Names this survey by its content: the commit, the evidence and the outcome. Surveying the same again gives the same.
  public var identity: String {
    var text = "\(project)\n\(commit?.id ?? "")\n\(verdict.rawValue)\n"
    for piece in evidence { text += "\(piece.path) \(piece.digest) \(piece.state.name)\n" }
    for figure in figures { text += "\(figure.name) \(figure.value) \(figure.atMost)\n" }
    for result in loadLines { text += "\(result.line.figure) \(result.line.text) \(result.outcome.name)\n" }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { Digest.sha256($0) }
  }
}
