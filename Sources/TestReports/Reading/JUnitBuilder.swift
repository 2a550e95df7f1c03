// Turns the stream of elements into a report: a stack of what is open, a tally for each open suite, and the case that is being read.
// Elements that it does not know are passed over together with their text.

internal import MarkupKit

/// What an element means here.
private enum Element: UInt8 {
  case root, suite, testCase, problem, attempt, skipped, output, errorOutput, other
}

/// A suite whose end is still to come.
private struct OpenSuite {
  /// Its index in the report; `nil` for `testsuites`.
  var index: Int?
  var path: [String]
  var claimed: ClaimedCounts
  var line: Int
  var file: String?
  var own = CaseTally()
  var nested = CaseTally()
  var output: TailText
  var errorOutput: TailText
}

/// A case whose end is still to come.
private struct OpenCase {
  var test: TestCase
  var problems: [TestProblem] = []
  var isSkipped = false
  var skipReason: String?
  var output: TailText
  var errorOutput: TailText
}

/// A failure, error or failed attempt whose end is still to come.
private struct OpenProblem {
  var problem: TestProblem
  var text: HeadText
  var hasMessage: Bool
}

final class JUnitBuilder: XMLHandler {
  /// Names of more suites around a case than this are left out, the innermost kept.
  private static let maximumPath = 64

  private let limits: JUnitReader.Limits
  private var report = TestReport()
  private var stack: [Element] = []
  private var suites: [OpenSuite] = []
  private var current: OpenCase?
  private var problem: OpenProblem?
  private var skipText: HeadText?
  private var guess = DialectGuess()
  private var warnings = WarningList()
  private var propertyNames: Set<String> = []
  /// The name of the first element, when it is not one of a test report.
  private(set) var foreignRoot: String?

  init(_ limits: JUnitReader.Limits) { self.limits = limits }

  /// The report; suites that are still open (the document is damaged) are counted and not held against their claims.
  func finish(repairs: Int, firstRepairLine: Int?) -> TestReport {
    while !suites.isEmpty { endSuite(isWhole: false) }
    if repairs > 0 { warnings.add(.repairedCharacters, line: firstRepairLine ?? 0, sample: "", count: repairs) }
    if report.commit == nil, report.commits.count > 1 {
      warnings.add(
        .differentCommits, line: report.commits[1].line, sample: report.commits.map(\.hash).joined(separator: ", "))
    }
    report.warnings = warnings.all
    report.dialect = guess.dialect
    return report
  }

  // MARK: - Elements

  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
    let element = kind(of: name)
    if stack.isEmpty, element != .root, element != .suite {
      foreignRoot = HeadText.string(name, limit: 100)
      throw MarkupError(.rejected("not a test report"), at: TextPosition(line: line))
    }
    stack.append(element)
    switch element {
    case .root, .suite: beginSuite(element, attributes, line)
    case .testCase: beginCase(attributes, line)
    case .problem, .attempt: beginProblem(element, name, attributes, line)
    case .skipped:
      current?.isSkipped = true
      if let message = attributes["message"], !message.isEmpty { current?.skipReason = attribute(message) }
      skipText = HeadText(limit: limits.attributeBytes)
    case .output, .errorOutput: break
    case .other: if name == "property" { addProperty(attributes, line) }
    }
  }

  func endElement(_ name: DocumentText) throws(MarkupError) {
    guard let element = stack.popLast() else { return }
    switch element {
    case .root, .suite: endSuite()
    case .testCase: endCase()
    case .problem: endProblem(isAttempt: false)
    case .attempt: endProblem(isAttempt: true)
    case .skipped:
      if let text = skipText?.string, !text.isEmpty, current?.skipReason == nil { current?.skipReason = text }
      skipText = nil
    case .output, .errorOutput, .other: break
    }
  }

  func text(_ text: DocumentText) throws(MarkupError) {
    switch stack.last {
    case .output where problem == nil:
      if current != nil {
        current?.output.append(text.bytes)
      } else if !suites.isEmpty {
        suites[suites.count - 1].output.append(text.bytes)
      }
    case .errorOutput where problem == nil:
      if current != nil {
        current?.errorOutput.append(text.bytes)
      } else if !suites.isEmpty {
        suites[suites.count - 1].errorOutput.append(text.bytes)
      }
    // The stackTrace inside rerunFailure and the like, and whatever else a writer puts inside a failure.
    case .problem, .attempt, .other: problem?.text.append(text.bytes)
    case .skipped: skipText?.append(text.bytes)
    default: break
    }
  }

  /// A name means something only where it may stand: a `failure` outside of cases and suites is another element.
  private func kind(of name: DocumentText) -> Element {
    let isInProblem = problem != nil
    switch name {
    case "testsuites" where current == nil: return .root
    case "testsuite" where current == nil: return .suite
    case "testcase" where current == nil && !suites.isEmpty: return .testCase
    case "system-out": return .output
    case "system-err": return .errorOutput
    case "failure" where !isInProblem && !suites.isEmpty: return .problem
    case "error" where !isInProblem && !suites.isEmpty: return .problem
    case "rerunFailure", "rerunError", "flakyFailure", "flakyError":
      return isInProblem || current == nil ? .other : .attempt
    case "skipped", "disabled", "ignored": return isInProblem || current == nil ? .other : .skipped
    default: return .other
    }
  }

  // MARK: - Suites

  private func beginSuite(_ element: Element, _ attributes: XMLAttributes, _ line: Int) {
    let name = attributes["name"].map(attribute) ?? ""
    let host = attributes["hostname"].map(attribute)
    let package = attributes["package"].map(attribute)
    let claimed = claims(attributes, line)
    guess.element(
      isRoot: suites.isEmpty, isSuite: element == .suite, name: name, hasPackage: package != nil, hasHost: host != nil,
      schema: attributes["noNamespaceSchemaLocation"]?.string)
    var path = suites.last?.path ?? []
    let file = attributes["file"].map(attribute) ?? suites.last?.file
    var index: Int?
    if element == .suite {
      // The cap keeps a hostile nest of suites from costing the square of its depth.
      if path.count < Self.maximumPath { path.append(name) } else { path[Self.maximumPath - 1] = name }
      index = report.suites.count
      report.suites.append(
        TestSuite(
          path: path, package: package, host: host, file: file, timestamp: timestamp(attributes, line),
          duration: seconds(attributes, line), line: line, claimed: claimed))
    }
    let tail = TailText(limit: limits.outputBytes)
    suites.append(
      OpenSuite(
        index: index, path: path, claimed: claimed, line: line, file: file, output: tail, errorOutput: tail))
  }

  private func endSuite(isWhole: Bool = true) {
    guard let suite = suites.popLast() else { return }
    var all = suite.own
    all.add(suite.nested)
    if isWhole {
      report.disagreements += CountClaims.disagreements(
        suite.claimed, own: suite.own, all: all, path: suite.path, line: suite.line)
    }
    if let index = suite.index {
      report.suites[index].counted = all.counts
      let pieces = [suite.output.string, suite.errorOutput.string].filter { !$0.isEmpty }
      report.suites[index].outputTail = pieces.joined(separator: "\n")
    }
    if !suites.isEmpty { suites[suites.count - 1].nested.add(all) }
  }

  private func claims(_ attributes: XMLAttributes, _ line: Int) -> ClaimedCounts {
    func count(_ names: StaticString...) -> Int? {
      for name in names {
        guard let text = attributes[name], !text.isEmpty else { continue }
        if let value = text.unsigned { return Int(clamping: value) }
        let shown = HeadText.string(text, limit: 40)
        warnings.add(.unreadableCount, line: line, sample: "\(name)=\"\(shown)\"")
      }
      return nil
    }
    var claimed = ClaimedCounts()
    claimed.tests = count("tests")
    claimed.failures = count("failures")
    claimed.errors = count("errors")
    claimed.skipped = count("skipped", "skips", "skip", "ignored")
    if let disabled = count("disabled") {
      claimed.skipped = (claimed.skipped ?? 0).addingReportingOverflow(disabled).partialValue
    }
    return claimed
  }

  // MARK: - Cases

  private func beginCase(_ attributes: XMLAttributes, _ line: Int) {
    let name = attributes["name"].map(attribute) ?? ""
    if name.isEmpty { warnings.add(.unnamedCase, line: line, sample: "") }
    let suite = suites.last
    if suite?.index == nil { warnings.add(.caseOutsideSuite, line: line, sample: name) }
    var sourceLine = (attributes["line"] ?? attributes["lineno"])?.unsigned.flatMap { Int(exactly: $0) }
    // pytest's xunit1 family counts the line of the definition from 0.
    if guess.dialect == .pytest { sourceLine = sourceLine.map { $0 < Int.max ? $0 + 1 : $0 } }
    let file = attributes["file"].map(attribute) ?? suite?.file
    if let file { guess.file(file) }
    let tail = TailText(limit: limits.outputBytes)
    current = OpenCase(
      test: TestCase(
        suitePath: suite?.path ?? [], suite: suite?.index, className: attributes["classname"].map(attribute) ?? "",
        name: name, file: file, sourceLine: sourceLine, duration: seconds(attributes, line), outcome: .passed,
        line: line), output: tail, errorOutput: tail)
    _ = timestamp(attributes, line)
    readStatus(attributes, name, line)
  }

  /// GoogleTest's `status="notrun"` and `result="suppressed"`, and the statuses of other writers.
  private func readStatus(_ attributes: XMLAttributes, _ name: String, _ line: Int) {
    for status in [attributes["status"], attributes["result"]] {
      switch status?.string.lowercased() {
      case "notrun", "suppressed", "skipped", "disabled", "ignored", "pending": current?.isSkipped = true
      case "failed", "failure", "fail", "error", "broken": current?.test.outcome = .failed([])
      default: break
      }
    }
  }

  private func endCase() {
    guard var open = current else { return }
    current = nil
    let saysFailed = open.test.outcome != .passed
    if open.problems.contains(where: { !$0.isError }) {
      open.test.outcome = .failed(open.problems)
    } else if !open.problems.isEmpty {
      open.test.outcome = .errored(open.problems)
    } else if saysFailed {
      warnings.add(.failedByStatus, line: open.test.line, sample: open.test.name)
      let problem = TestProblem(isError: false, message: "", type: nil, details: "")
      open.test.outcome = .failed([problem])
    } else if open.isSkipped {
      open.test.outcome = .skipped(reason: open.skipReason)
    } else {
      open.test.outcome = .passed
    }
    open.test.systemOutTail = open.output.string
    open.test.systemErrTail = open.errorOutput.string
    keep(open.test)
  }

  private func keep(_ test: TestCase) {
    if !suites.isEmpty { suites[suites.count - 1].own.add(test) }
    report.cases.append(test)
  }

  // MARK: - Problems

  private func beginProblem(_ element: Element, _ name: DocumentText, _ attributes: XMLAttributes, _ line: Int) {
    let isError = name == "error" || name == "rerunError" || name == "flakyError"
    let message = attributes["message"].map(attribute) ?? ""
    let type = attributes["type"].map(attribute)
    var place: SourcePlace?
    if let file = attributes["file"], !file.isEmpty,
      let number = (attributes["line"] ?? attributes["lineno"])?.unsigned,
      let sourceLine = Int(exactly: number), sourceLine > 0
    {
      place = SourcePlace(file: attribute(file), line: sourceLine)
    }
    problem = OpenProblem(
      problem: TestProblem(
        isError: isError, message: message, type: type.flatMap { $0.isEmpty ? nil : $0 }, details: "", place: place),
      text: HeadText(limit: limits.detailBytes), hasMessage: !message.isEmpty)
    if current == nil { beginSuiteProblem(line) }
  }

  /// A failure of the suite itself must not be lost: it becomes a case that errored.
  private func beginSuiteProblem(_ line: Int) {
    let suite = suites.last
    let name = suite?.path.last ?? ""
    warnings.add(.suiteProblem, line: line, sample: name)
    let tail = TailText(limit: 0)
    current = OpenCase(
      test: TestCase(
        suitePath: suite?.path ?? [], suite: suite?.index, className: name, name: "(outside of the cases)",
        file: suite?.file, outcome: .passed, line: line, isSuiteProblem: true), output: tail, errorOutput: tail)
  }

  private func endProblem(isAttempt: Bool) {
    guard var open = problem, let test = current?.test else { return }
    problem = nil
    open.problem.details = open.text.string
    open.problem.omittedBytes = open.text.omittedBytes
    if !open.hasMessage {
      let firstLine = open.problem.details.utf8.prefix { $0 != 0x0A && $0 != 0x0D }
      open.problem.message = String(Substring(firstLine.prefix(limits.attributeBytes)))
    }
    if open.problem.place == nil { open.problem.place = place(of: open.problem, in: test) }
    if let file = open.problem.place?.file { guess.file(file) }
    if isAttempt {
      if test.attempts.count < limits.problemsPerCase {
        current?.test.attempts.append(TestAttempt(problem: open.problem))
      }
    } else if current?.problems.count ?? 0 < limits.problemsPerCase {
      current?.problems.append(open.problem)
    } else if !open.problem.isError, current?.problems.contains(where: { !$0.isError }) == false {
      // The limit must not turn a failure into an error.
      current?.problems[0] = open.problem
    }
    if test.isSuiteProblem {
      current?.problems[0].isError = true
      endCase()
    }
  }

  /// The trace knows the line that failed; the case's own attributes often give only where the test begins.
  private func place(of problem: TestProblem, in test: TestCase) -> SourcePlace? {
    if let found = FailurePlace.find(in: problem.details, className: test.className, file: test.file) { return found }
    if let found = FailurePlace.find(in: problem.message, className: test.className, file: test.file) { return found }
    guard let file = test.file, !file.isEmpty, let line = test.sourceLine, line > 0 else { return nil }
    return SourcePlace(file: file, line: line)
  }

  // MARK: - Attributes

  private func attribute(_ text: DocumentText) -> String { HeadText.string(text, limit: limits.attributeBytes) }

  private func seconds(_ attributes: XMLAttributes, _ line: Int) -> Double? {
    guard let text = attributes["time"] else { return nil }
    switch Seconds(HeadText.string(text, limit: 80)) {
    case .missing: return nil
    case .value(let value, let isAmbiguous):
      if isAmbiguous { warnings.add(.ambiguousTime, line: line, sample: text.string) }
      return value
    case .unreadable:
      warnings.add(.unreadableTime, line: line, sample: HeadText.string(text, limit: 40))
      return nil
    }
  }

  private func timestamp(_ attributes: XMLAttributes, _ line: Int) -> Timestamp? {
    guard let text = attributes["timestamp"], !text.isEmpty else { return nil }
    guard let found = Timestamp(HeadText.string(text, limit: 80)) else {
      warnings.add(.unreadableTimestamp, line: line, sample: HeadText.string(text, limit: 40))
      return nil
    }
    report.earliest = min(report.earliest ?? found, found)
    report.latest = max(report.latest ?? found, found)
    return found
  }

  private func addProperty(_ attributes: XMLAttributes, _ line: Int) {
    guard let text = attributes["name"], text.bytes.count <= 200 else { return }
    let name = text.string
    guess.property(name)
    let normal = PropertyTable.normal(name)
    guard let valueText = attributes["value"] else { return }
    let value = HeadText.string(valueText, limit: limits.attributeBytes)
    if let hash = PropertyTable.commit(normalName: normal, value: value) {
      guard report.commits.count < PropertyTable.maximumCount, !report.commits.contains(where: { $0.hash == hash })
      else { return }
      report.commits.append(NamedCommit(hash: hash, property: name, line: line))
    } else if PropertyTable.ofInterest.contains(normal), report.properties.count < PropertyTable.maximumCount,
      propertyNames.insert(normal).inserted
    {
      report.properties.append(ReportProperty(name: name, value: value, line: line))
    }
  }
}

/// Gathers warnings by kind.
private struct WarningList {
  private(set) var all: [ReportWarning] = []

  mutating func add(_ kind: ReportWarning.Kind, line: Int, sample: String, count: Int = 1) {
    if let index = all.firstIndex(where: { $0.kind == kind }) {
      all[index].count += count
    } else {
      all.append(ReportWarning(kind: kind, count: count, firstLine: line, sample: sample))
    }
  }
}
