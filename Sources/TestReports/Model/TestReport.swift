// What one test report said, after reading: cases and suites as they stand in the file, and beside them what the file claimed
// and what was wrong with it. An xcresult bundle is not read (it is a private binary format); its JUnit exports are.

/// The contents of one JUnit-style report.
///
/// The figures come from the cases: `counts` is recomputed, and where the file's own attributes say otherwise that is told
/// in `disagreements`.
public struct TestReport: Sendable, Equatable {
  /// The suites in the order of the file, nested ones after the one they stand in.
  public var suites: [TestSuite] = []
  /// The cases in the order of the file.
  public var cases: [TestCase] = []
  /// Attributes that claim another number than there are cases.
  public var disagreements: [CountDisagreement] = []
  /// What was odd but could be read, gathered by kind.
  public var warnings: [ReportWarning] = []
  /// The first start time of a suite or a case.
  public var earliest: ReportTimestamp?
  /// The last start time of a suite or a case.
  public var latest: ReportTimestamp?
  /// The commits that the report's properties name, without repetition.
  public var commits: [NamedCommit] = []
  /// Properties that tell where the tests ran (`PropertyTable.ofInterest`), each once.
  public var properties: [ReportProperty] = []
  /// Who probably wrote the file.
  public var dialect = ReportDialect.unknown

  /// Creates an empty report.
  public init() {}

  /// The commit that the report names; `nil` when it names none or several that differ.
  public var commit: String? {
    guard let first = commits.first else { return nil }
    // An abbreviation beside the full hash names the same commit.
    let longest = commits.map(\.hash).max { $0.utf8.count < $1.utf8.count } ?? first.hash
    return commits.allSatisfy { longest.hasPrefix($0.hash) } ? longest : nil
  }

  /// The number of cases by outcome.
  public var counts: TestCounts { TestCounts(of: cases) }

  /// A claim of more failures than the cases show, in whatever way they are counted: the report has lost some.
  public var lostFailures: CountDisagreement? {
    disagreements.first { ($0.attribute == .failures || $0.attribute == .errors) && $0.claimed > $0.counted }
  }

  /// A claim of more cases than there are, in whatever way they are counted: the report has lost some.
  public var lostCases: CountDisagreement? {
    disagreements.first { $0.attribute == .tests && $0.claimed > $0.counted }
  }

  /// Whether the report holds no case at all: such a report proves nothing.
  public var isEmpty: Bool { cases.isEmpty }
}

/// A property of a report.
public struct ReportProperty: Sendable, Equatable {
  /// Its name, as written.
  public var name: String
  /// Its value.
  public var value: String
  /// The line it stands on.
  public var line: Int
}

/// A commit that a property names.
public struct NamedCommit: Sendable, Equatable {
  /// The hash in lower case, perhaps abbreviated.
  public var hash: String
  /// The property that names it.
  public var property: String
  /// The line it stands on.
  public var line: Int
}
