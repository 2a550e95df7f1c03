// Suites and their numbers: those that the file claims, and those that its cases give.

/// A suite of a report.
public struct TestSuite: Sendable, Equatable {
  /// The names of the suites around this one and its own, outermost first.
  public var path: [String]
  /// The package, where the file gives one apart from the name (Ant's aggregate).
  public var package: String?
  /// The machine or device.
  public var host: String?
  /// The source file, where it is named.
  public var file: String?
  /// When it began.
  public var timestamp: ReportTimestamp?
  /// How long it took, in seconds, as the file says.
  public var duration: Double?
  /// The line its element stands on.
  public var line: Int
  /// What its attributes claim.
  public var claimed: ClaimedCounts
  /// What its cases give, nested suites included.
  public var counted = TestCounts()
  /// The end of its own output, standard output before standard error.
  public var outputTail = ""

  /// Its own name.
  public var name: String { path.last ?? "" }

  /// The name with the package before it, unless it begins with that already.
  public var qualifiedName: String {
    guard let package, !package.isEmpty, !name.hasPrefix(package + ".") else { return name }
    return package + "." + name
  }
}

/// The number of cases by outcome.
public struct TestCounts: Sendable, Equatable {
  /// All cases.
  public var tests = 0
  /// Cases with a failed expectation.
  public var failures = 0
  /// Cases that broke off for another reason.
  public var errors = 0
  /// Cases that were not run.
  public var skipped = 0

  /// Creates counts of nothing.
  public init() {}

  /// Counts cases.
  public init(of cases: some Sequence<TestCase>) {
    for test in cases { add(test.outcome) }
  }

  /// Cases that ran and neither failed nor broke off.
  public var passed: Int { tests - failures - errors - skipped }
  /// Cases that ran.
  public var executed: Int { tests - skipped }
  /// Cases that failed or broke off.
  public var failed: Int { failures + errors }

  mutating func add(_ outcome: TestOutcome) {
    tests += 1
    switch outcome {
    case .passed: break
    case .failed: failures += 1
    case .errored: errors += 1
    case .skipped: skipped += 1
    }
  }

  mutating func add(_ other: TestCounts) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
  }
}

/// The numbers in an element's attributes; `nil` where the attribute is missing or no number.
public struct ClaimedCounts: Sendable, Equatable {
  /// `tests`
  public var tests: Int?
  /// `failures`
  public var failures: Int?
  /// `errors`
  public var errors: Int?
  /// `skipped` (also `skips`, `skip`, `ignored`), and `disabled` added to it
  public var skipped: Int?

  /// Creates claims of nothing.
  public init() {}
}

/// An attribute that claims another number than the cases give.
public struct CountDisagreement: Sendable, Equatable, CustomStringConvertible {
  /// Which attribute.
  public enum Attribute: String, Sendable {
    /// `tests`
    case tests
    /// `failures`
    case failures
    /// `errors`
    case errors
    /// `skipped`
    case skipped
  }

  /// The suite; empty for the `testsuites` element.
  public var suitePath: [String]
  /// Which attribute.
  public var attribute: Attribute
  /// What it says.
  public var claimed: Int
  /// What the cases give.
  public var counted: Int
  /// The line of the element.
  public var line: Int

  /// One line: which suite claims what, and what is there.
  public var description: String {
    let owner = suitePath.isEmpty ? "the report" : "suite '\(suitePath.joined(separator: "/"))'"
    return "line \(line): \(owner) claims \(attribute.rawValue)=\"\(claimed)\", its cases give \(counted)"
  }
}
