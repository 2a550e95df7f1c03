// The survey as JUnit XML, which Jenkins and GitLab show without a plug-in of ours. There is always the test case "verdict":
// a survey that cannot tell is an error even where it has no load line (devthrottle#2912: green on nothing).
//
//     <testsuites> <testsuite name="verdict"|"load lines"|"blockers: OWNER"> <testcase classname name file line>
//       <failure message type>…  broken, blocking      <error …>  cannot tell      <skipped message/>  waived

internal import MarkupKit
internal import SystemKit

/// The survey as JUnit XML.
public enum JUnitReport {
  /// The most blockers that become test cases; one more case says how many were left out.
  public static let blockerLimit = 5000

  /// Renders a survey.
  public static func render(_ record: SurveyRecord) -> [UInt8] {
    let index = ReportIndex(record)
    var suites = [Suite(name: "verdict", cases: [verdict(record)])]
    if !record.loadLines.isEmpty {
      suites.append(Suite(name: "load lines", cases: record.loadLines.map { Case($0, record) }))
    }
    var room = blockerLimit
    for group in index.blockers where room > 0 {
      let cases = group.findings.filter { !record.repeatsLoadLine($0) }.prefix(room).map { Case($0) }
      if cases.isEmpty { continue }
      suites.append(Suite(name: "blockers: \(group.owner ?? "nobody's yet")", cases: cases))
      room -= cases.count
    }
    let waived = record.findings.filter { $0.severity == .blocker && $0.waiver != nil }
    if !waived.isEmpty {
      suites.append(Suite(name: "waived blockers", cases: waived.prefix(blockerLimit).map { Case($0) }))
    }
    if index.blockerCount > blockerLimit {
      let text = "\(index.blockerCount - blockerLimit) more blockers were left out"
      suites.append(Suite(name: "blockers left out", cases: [Case(name: "more blockers", outcome: .failure(text, ""))]))
    }
    return write(suites, record)
  }

  fileprivate enum Outcome {
    case passed
    case failure(String, String)
    case error(String, String)
    case skipped(String)
  }

  fileprivate struct Case {
    var className = "plimsoll"
    var name: String
    var file: String?
    var line: Int?
    var outcome = Outcome.passed
  }

  fileprivate struct Suite {
    var name: String
    var cases: [Case]
  }

  private static func verdict(_ record: SurveyRecord) -> Case {
    let reasons = record.reasons.prefix(ReportLimits.reasons).joined(separator: "\n")
    let message = "\(record.name) \(record.verdict.title)"
    let outcome: Outcome =
      switch record.verdict {
      case .mayShip: .passed
      case .mayNotShip: .failure(message, reasons)
      case .cannotTell: .error("\(record.verdict.title) whether \(record.name) may ship", reasons)
      }
    return Case(name: "verdict", outcome: outcome)
  }

  private static func write(_ suites: [Suite], _ record: SurveyRecord) -> [UInt8] {
    var xml = HTMLWriter(capacity: 1 << 14)
    let total = Count(suites.flatMap(\.cases))
    xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    xml.open(
      "testsuites", HTMLAttribute("name", "plimsoll"), HTMLAttribute("tests", "\(total.tests)"),
      HTMLAttribute("failures", "\(total.failures)"), HTMLAttribute("errors", "\(total.errors)"),
      HTMLAttribute("skipped", "\(total.skipped)"), HTMLAttribute("time", "0"))
    xml.markup("\n")
    // The schema that Jenkins checks against wants local time without a zone.
    let timestamp = String(record.at.iso8601.dropLast())
    for suite in suites {
      let count = Count(suite.cases)
      xml.open(
        "testsuite", HTMLAttribute("name", ReportLimits.cut(suite.name)), HTMLAttribute("tests", "\(count.tests)"),
        HTMLAttribute("failures", "\(count.failures)"), HTMLAttribute("errors", "\(count.errors)"),
        HTMLAttribute("skipped", "\(count.skipped)"), HTMLAttribute("time", "0"),
        HTMLAttribute("timestamp", timestamp))
      xml.markup("\n")
      for test in suite.cases { write(test, &xml) }
      xml.close("testsuite")
      xml.markup("\n")
    }
    xml.close("testsuites")
    xml.markup("\n")
    return xml.bytes
  }

  private static func write(_ test: Case, _ xml: inout HTMLWriter) {
    xml.markup("<testcase classname=\"")
    xml.text(ReportLimits.cut(test.className))
    xml.markup("\" name=\"")
    xml.text(ReportLimits.cut(test.name))
    if let file = test.file {
      xml.markup("\" file=\"")
      xml.text(ReportLimits.cut(file))
    }
    if let line = test.line {
      xml.markup("\" line=\"")
      xml.text("\(line)")
    }
    xml.markup("\" time=\"0\">")
    switch test.outcome {
    case .passed: break
    case .failure(let message, let detail):
      xml.element("failure", HTMLAttribute("message", ReportLimits.cut(message)), HTMLAttribute("type", "broken")) {
        $0.text(ReportLimits.cut(detail, to: 4000), lines: true)
      }
    case .error(let message, let detail):
      xml.element("error", HTMLAttribute("message", ReportLimits.cut(message)), HTMLAttribute("type", "cannot-tell")) {
        $0.text(ReportLimits.cut(detail, to: 4000), lines: true)
      }
    case .skipped(let message): xml.element("skipped", HTMLAttribute("message", ReportLimits.cut(message))) { _ in }
    }
    xml.close("testcase")
    xml.markup("\n")
  }
}

/// The counts of some test cases.
private struct Count {
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0

  init(_ cases: [JUnitReport.Case]) {
    tests = cases.count
    for test in cases {
      switch test.outcome {
      case .passed: break
      case .failure: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
  }
}

extension JUnitReport.Case {
  fileprivate init(_ result: LoadLineResult, _ record: SurveyRecord) {
    className = "plimsoll.load-lines"
    name = "\(result.line.figure) \(FigureText.limit(result))"
    file = record.configuration
    line = result.line.position?.line
    let unit = result.figure?.kind.unit ?? .count
    switch result.outcome {
    case .held: outcome = .passed
    case .waived(let waiver): outcome = .skipped(waiver.words)
    case .unknown(let reason): outcome = .error(reason, "")
    case .broken:
      let value = result.figure.map { FigureText.value(of: $0) } ?? "not known"
      var text = "\(result.line.figure) is \(value), limit \(FigureText.limit(result))"
      if let resolved = FigureText.resolvedLimit(result) { text += " (\(resolved))" }
      let margin = result.margin.map { "margin \(FigureText.margin($0, unit))\n" } ?? ""
      outcome = .failure(text, margin + (result.figure?.evidence ?? []).prefix(20).joined(separator: "\n"))
    }
  }

  fileprivate init(_ finding: Finding) {
    className = finding.rule
    name = finding.message
    file = finding.place?.path
    line = finding.place?.line
    if let waiver = finding.waiver {
      outcome = .skipped(waiver.words)
    } else {
      var detail = finding.place.map { "at \($0.description)\n" } ?? ""
      if let text = finding.detail { detail += text + "\n" }
      if let mend = finding.mend { detail += "mend: \(mend)\n" }
      outcome = .failure(finding.message, detail)
    }
  }
}

extension Waiver {
  /// Who lets it pass, until when and why, in one line.
  var words: String { "waived by \(owner) until \(expires.isoDate): \(reason)" }
}
