// Who probably wrote a report. A guess for messages and for the few places where writers differ in meaning (pytest counts
// lines from 0); no figure rests on it.

/// The writer of a report, as far as its look tells.
public enum ReportDialect: String, Sendable, CaseIterable {
  /// Maven Surefire, Failsafe or Tycho.
  case surefire = "Surefire"
  /// Gradle's test task, also the Android plugin's.
  case gradle = "Gradle"
  /// Ant's junit task or its junitreport aggregate.
  case ant = "Ant"
  /// pytest's `--junit-xml`.
  case pytest
  /// go-junit-report or gotestsum.
  case goTest = "go test"
  /// jest-junit.
  case jest = "Jest"
  /// Vitest's junit reporter.
  case vitest = "Vitest"
  /// mocha-junit-reporter, also Cypress.
  case mocha = "Mocha"
  /// GoogleTest's `--gtest_output=xml`.
  case googleTest = "GoogleTest"
  /// `swift test --xunit-output`.
  case swiftTest = "swift test"
  /// An export of an xcresult bundle or of xcodebuild's log: trainer, xcresultparser, xcbeautify.
  case xcode = "Xcode export"
  /// Another one.
  case unknown
}

/// Gathers the hints while a report is read.
struct DialectGuess {
  private(set) var dialect = ReportDialect.unknown
  private var isCertain = false

  mutating func certain(_ found: ReportDialect) {
    guard !isCertain else { return }
    dialect = found
    isCertain = true
  }

  mutating func likely(_ found: ReportDialect) {
    if dialect == .unknown { dialect = found }
  }

  /// A suite or the root was met.
  mutating func element(isRoot: Bool, isSuite: Bool, name: String, hasPackage: Bool, hasHost: Bool, schema: String?) {
    if let schema, schema.contains("surefire") { return certain(.surefire) }
    switch name {
    case "pytest": certain(.pytest)
    case "pytest tests" where !isSuite: likely(.pytest)
    case "jest tests": certain(.jest)
    case "vitest tests": certain(.vitest)
    case "Mocha Tests": certain(.mocha)
    case "AllTests" where !isSuite: certain(.googleTest)
    case "TestResults" where isSuite: certain(.swiftTest)
    default:
      if isSuite, isRoot, hasHost { likely(.gradle) }
      if isSuite, !isRoot, hasHost, hasPackage { likely(.ant) }
    }
  }

  mutating func property(_ name: String) {
    if name == "go.version" { certain(.goTest) }
    if name.hasPrefix("surefire.") { certain(.surefire) }
    if name.hasPrefix("ant.") { certain(.ant) }
  }

  /// A case or a failure was met in a file without other signs.
  mutating func file(_ path: String) {
    if path.hasSuffix(".swift") || path.hasSuffix(".m") || path.hasSuffix(".mm") { likely(.xcode) }
  }
}
