// Findings: what someone has to look at, whose it is and what mends it.

/// How much a finding weighs.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  /// The build may not ship with it.
  case blocker
  /// It should be looked at.
  case warning
  /// It is good to know.
  case note

  /// Blockers come first.
  public static func < (left: Severity, right: Severity) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// A place in a source file.
public struct Place: Hashable, Sendable {
  /// The path, below the surveyed folder where it is there.
  public var path: String
  /// The line, from 1.
  public var line: Int?

  /// Creates a place.
  public init(_ path: String, line: Int? = nil) {
    self.path = path
    self.line = line
  }

  /// `path` or `path:line`.
  public var description: String { line.map { "\(path):\($0)" } ?? path }
}

/// Something that someone has to look at.
public struct Finding: Hashable, Sendable {
  /// The rule, such as `tests.failure`: the name that waivers use.
  public var rule: String
  /// How much it weighs.
  public var severity: Severity
  /// One line: what is the matter.
  public var message: String
  /// Further lines: a failure's text.
  public var detail: String?
  /// Where.
  public var place: Place?
  /// The evidence that tells of it.
  public var evidence: String?
  /// Whose it is.
  public var owner: String?
  /// The command that mends it or shows more.
  public var mend: String?
  /// The figure that it is one of: a waived finding is not counted there, and where a load line lets so many pass, the
  /// finding is a warning.
  public var countsIn: String?
  /// Further figures that it is one of: a waived finding is not counted there either.
  public var alsoCountsIn: [String] = []
  /// What it is about where that is no path, such as a ticket; the place of a waiver may name it.
  public var subject: String?
  /// The waiver that lets it pass.
  public var waiver: Waiver?

  /// Creates a finding.
  public init(
    _ rule: String, _ severity: Severity, _ message: String, detail: String? = nil, place: Place? = nil,
    evidence: String? = nil, mend: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.detail = detail
    self.place = place
    self.evidence = evidence
    self.mend = mend
  }

  /// Whether it stands in the way of shipping.
  public var isBlocking: Bool { severity == .blocker && waiver == nil }
}
