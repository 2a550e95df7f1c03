// One test case: what it was, how it ended, and where it went wrong.

/// A test case of a report.
public struct TestCase: Sendable, Equatable {
  /// The names of the suites it stands in, outermost first.
  public var suitePath: [String]
  /// Which of the report's `suites` it stands in; `nil` for a case outside of any.
  public var suite: Int?
  /// The class, module or file that it belongs to, as the file says.
  public var className: String
  /// Its name.
  public var name: String
  /// The source file, where the report names it for the case or its suite.
  public var file: String?
  /// The line in that file, from 1.
  public var sourceLine: Int?
  /// How long it took, in seconds.
  public var duration: Double?
  /// How it ended.
  public var outcome: TestOutcome
  /// Failed attempts before the outcome (Surefire's rerun and flaky elements).
  public var attempts: [TestAttempt] = []
  /// The end of what it wrote on standard output.
  public var systemOutTail = ""
  /// The end of what it wrote on standard error.
  public var systemErrTail = ""
  /// The line of the report it stands on.
  public var line: Int
  /// Whether this stands for a failure of the suite itself, outside of any case.
  public var isSuiteProblem = false

  /// Whether it passed after an attempt that failed.
  public var isFlaky: Bool { outcome == .passed && !attempts.isEmpty }

  /// Its problems: one or more when it failed or errored, else none.
  public var problems: [TestProblem] {
    switch outcome {
    case .failed(let problems), .errored(let problems): problems
    case .passed, .skipped: []
    }
  }

  /// Where it failed: the first known place of its problems.
  public var failurePlace: SourcePlace? { problems.lazy.compactMap(\.place).first }

  /// The class and the name as one, `Class.name`; the name alone where it begins with the class or there is none.
  public var fullName: String {
    guard !className.isEmpty, name != className else { return name }
    // Jest repeats the class before the name; `A` is no beginning of `Add`.
    let isRepeated = name.hasPrefix(className) && !(name.dropFirst(className.count).first?.isLetter ?? false)
    return isRepeated ? name : className + "." + name
  }
}

/// How a case ended.
public enum TestOutcome: Sendable, Equatable {
  /// It ran and nothing was wrong.
  case passed
  /// An expectation did not hold; there is at least one problem.
  case failed([TestProblem])
  /// It broke off (an exception, a crash); there is at least one problem and none is a failed expectation.
  case errored([TestProblem])
  /// It did not run.
  case skipped(reason: String?)

  /// The outcome in a word: `passed`, `failed`, `errored` or `skipped`.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .errored: "errored"
    case .skipped: "skipped"
    }
  }
}

/// One failure or error of a case.
public struct TestProblem: Sendable, Equatable {
  /// Whether it is an `error` (a crash or exception), not a `failure` (an expectation).
  public var isError: Bool
  /// The message: the attribute, else the first line of the text.
  public var message: String
  /// The type, often an exception's class.
  public var type: String?
  /// The text: usually a stack trace.
  public var details: String
  /// How many bytes of the text were left out because of the reader's limit.
  public var omittedBytes = 0
  /// Where it happened, where that can be told.
  public var place: SourcePlace?
}

/// A failed attempt of a case that was run again.
public struct TestAttempt: Sendable, Equatable {
  /// What went wrong in it.
  public var problem: TestProblem
}

/// A place in source text.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The path as the report says it; a bare file name in Java traces.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Creates a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// `file:line`
  public var description: String { "\(file):\(line)" }
}
