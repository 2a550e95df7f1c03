// Turns the stream of elements into a report: a stack of what is open, a tally for each open suite, and the case that is being read.
// Elements that it does not know are passed over together with their text.

internal import MarkupKit

final class JUnitBuilder: XMLHandler {
  /// Names of more suites around a case than this are left out, the innermost kept.
  private static let maximumPath = 64

  let limits: JUnitReader.Limits
  var report = TestReport()
  private var stack: [Element] = []
  var suites: [OpenSuite] = []
  var current: OpenCase?
  var problem: OpenProblem?
  private var skipText: HeadText?
  var guess = DialectGuess()
  var warnings = WarningList()
  var propertyNames: Set<String> = []
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

  func endCase() {
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
}
