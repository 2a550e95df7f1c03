// The outputs for machines: well formed whatever the texts, complete or openly cut, and the same each time.

import Foundation
import MarkupKit
import Survey
import SystemKit
import Testing

@Suite("Report: machines")
struct MachineReportTests {
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("rendering twice gives the same bytes", arguments: Samples.all.map(\.name))
  func identity(name: String) {
    func outputs() -> [[UInt8]] {
      let record = Samples.all.first { $0.name == name }!.record
      return [
        JSONReport.render(record), JUnitReport.render(record), SARIFReport.render(record), Badge.render(record),
        GitHubReport.summary(record), Array(GitHubReport.annotations(record).utf8),
        Array(TextReport.render(record, terminal: Terminal(isInteractive: false, hasColor: false)).utf8),
      ]
    }
    // Not in the expectation, which would describe megabytes: 10 s.
    let isSame = outputs() == outputs()
    #expect(isSame)
  }

  // MARK: - JSON

  /// All samples but the large one: `JSONValue` finds the place of each value, which is for small documents.
  static let small = Samples.all.map(\.name).filter { $0 != "large" }

  @Test("survey.json can be read back", arguments: small)
  func json(name: String) throws {
    let record = Samples.all.first { $0.name == name }!.record
    let json = try JSONValue(parsing: Self.text(JSONReport.render(record)))
    #expect(json["schema"]?.number == 1)
    #expect(json["project"]?.string == record.project)
    #expect(json["verdict"]?.string == record.verdict.rawValue)
    #expect(json["exitCode"]?.number == Double(record.verdict.exitCode))
    #expect(json["findings"]?.elements?.count == record.findings.count)
    #expect(json["loadLines"]?.elements?.count == record.loadLines.count)
    #expect(json["evidence"]?.elements?.count == record.evidence.count)
    #expect(json["sections"]?.elements?.count == record.sections.count)
    #expect(json["findings"]?.elements?.map { $0["message"]?.string } == record.findings.map(\.message))
  }

  @Test("nothing of a large survey is cut")
  func jsonLarge() throws {
    let json = try JSONSerialization.jsonObject(with: Data(JSONReport.render(Samples.large))) as? [String: Any]
    #expect((json?["findings"] as? [Any])?.count == 5000)
  }

  @Test("survey.json holds a load line whole")
  func jsonLoadLine() throws {
    let json = try JSONValue(parsing: Self.text(JSONReport.render(Samples.mayNotShip)))
    let line = try #require(json["loadLines"]?[2])
    #expect(line["outcome"]?.string == "waived")
    #expect(line["waiver"]?["expires"]?.string == "2026-12-18")
    #expect(line["limitKind"]?.string == "relative-percent")
    #expect(line["limit"]?.number == 48_062_400)
    #expect(line["margin"]?.number == -148_544)
    #expect(json["loadLines"]?[5]?["reason"]?.string == "no evidence gives crashes.rate")
    #expect(json["figures"]?[2]?["history"]?.elements?.count == 12)
  }

  // MARK: - JUnit

  final class Cases: XMLHandler {
    var tests: [String: String] = [:]
    var suites: [[String: Int]] = []
    var counts: [String: Int] = [:]
    var name = ""
    func startElement(_ element: DocumentText, _ attributes: XMLAttributes, line: Int) {
      switch element.string {
      case "testcase":
        name = "\(attributes.string("classname") ?? "") \(attributes.string("name") ?? "")"
        tests[name] = "passed"
        counts["tests", default: 0] += 1
      case "failure", "error", "skipped":
        tests[name] = element.string
        counts[element.string, default: 0] += 1
      case "testsuites":
        suites.append(
          Dictionary(
            uniqueKeysWithValues: ["tests", "failures", "errors", "skipped"].map { key in
              (key, attributes.all.first { $0.name == key }.flatMap { Int($0.value) } ?? -1)
            }))
      default: break
      }
    }
  }

  static func cases(_ record: SurveyRecord) throws -> Cases {
    let cases = Cases()
    let bytes = JUnitReport.render(record)
    let summary = try XMLReader.parse(bytes.span.bytes, into: cases)
    #expect(summary.repairs == 0)
    return cases
  }

  @Test("JUnit XML is well formed, and its counts are right", arguments: Samples.all.map(\.name))
  func junit(name: String) throws {
    let cases = try Self.cases(Samples.all.first { $0.name == name }!.record)
    let stated = try #require(cases.suites.first)
    #expect(stated["tests"] == cases.counts["tests"])
    #expect(stated["failures"] == cases.counts["failure", default: 0])
    #expect(stated["errors"] == cases.counts["error", default: 0])
    #expect(stated["skipped"] == cases.counts["skipped", default: 0])
  }

  @Test("broken is a failure, unknown an error, waived skipped, held passed")
  func junitOutcomes() throws {
    let tests = try Self.cases(Samples.mayNotShip).tests
    #expect(tests["plimsoll verdict"] == "failure")
    #expect(tests["plimsoll.load-lines coverage.lines ≥ 80 %"] == "failure")
    #expect(tests["plimsoll.load-lines coverage.branches ≥ 60 %"] == "passed")
    #expect(tests["plimsoll.load-lines bundle.size ≤ +2 %"] == "skipped")
    #expect(tests["plimsoll.load-lines crashes.rate < 0.5 %"] == "error")
    #expect(tests["tests.failure TideTests.testSpringTide failed: 3.41 is not 3.40"] == "failure")
    #expect(tests["bundle.unused Assets.car holds 4 MB of images that no code names"] == "skipped")
    #expect(try Self.cases(Samples.empty).tests == ["plimsoll verdict": "error"])
    #expect(try Self.cases(Samples.mayShip).tests["plimsoll verdict"] == "passed")
  }

  // MARK: - SARIF

  @Test("SARIF has what code scanning asks for", arguments: small)
  func sarif(name: String) throws {
    let sarif = try JSONValue(parsing: Self.text(SARIFReport.render(Samples.all.first { $0.name == name }!.record)))
    #expect(sarif["version"]?.string == "2.1.0")
    #expect(sarif["runs"]?.elements?.count == 1)
    let run = try #require(sarif["runs"]?[0])
    let rules = run["tool"]?["driver"]?["rules"]?.elements?.compactMap { $0["id"]?.string } ?? []
    #expect(Set(rules).count == rules.count)
    let results = try #require(run["results"]?.elements)
    #expect(results.count <= 5000)
    var prints: Set<String> = []
    for result in results {
      let index = try #require(result["ruleIndex"]?.number)
      #expect(rules[Int(index)] == result["ruleId"]?.string)
      #expect(["error", "warning", "note", "none"].contains(result["level"]?.string))
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
      let location = result["locations"]?[0]?["physicalLocation"]
      let uri = try #require(location?["artifactLocation"]?["uri"]?.string)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"`{}|\\^:".utf8.contains($0) }, "\(uri)")
      #expect(prints.insert(try #require(result["partialFingerprints"]?["plimsollFinding/v1"]?.string)).inserted)
    }
  }

  @Test("SARIF keeps the weightiest 5,000 results and says how many it left out")
  func sarifCap() throws {
    let sarif = try JSONSerialization.jsonObject(with: Data(SARIFReport.render(Samples.large))) as? [String: Any]
    let run = try #require((sarif?["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 5000)
    #expect(results.last?["level"] as? String == "note")
    #expect((run["properties"] as? [String: Any])?["omittedResults"] as? Int == 4)
    let invocation = (run["invocations"] as? [[String: Any]])?.first
    let note = (invocation?["toolExecutionNotifications"] as? [[String: Any]])?.first
    #expect(
      (note?["message"] as? [String: Any])?["text"] as? String == "4 results were left out: at most 5000 are kept")
  }

  @Test("waived is suppressed, unknown is open, and a fingerprint does not move with the line")
  func sarifKinds() throws {
    func results(_ record: SurveyRecord) throws -> [JSONValue] {
      try JSONValue(parsing: Self.text(SARIFReport.render(record)))["runs"]?[0]?["results"]?.elements ?? []
    }
    let first = try results(Samples.mayNotShip)
    let waived = try #require(first.first { $0["ruleId"]?.string == "load-line/bundle.size" })
    #expect(waived["suppressions"]?[0]?["kind"]?.string == "external")
    let open = try #require(first.first { $0["ruleId"]?.string == "load-line/crashes.rate" })
    #expect(open["kind"]?.string == "open")
    #expect(open["level"]?.string == "none")
    #expect(!first.contains { $0["ruleId"]?.string == "load-line/coverage.branches" })
    var moved = Samples.mayNotShip
    for at in moved.findings.indices { moved.findings[at].place?.line? += 5 }
    let second = try results(moved)
    func prints(_ results: [JSONValue]) -> [String?] {
      results.map { $0["partialFingerprints"]?["plimsollFinding/v1"]?.string }
    }
    #expect(prints(first) == prints(second))
  }

  // MARK: - GitHub

  @Test("at most ten annotations of a kind, the tenth counting the rest")
  func annotations() {
    let lines = GitHubReport.annotations(Samples.large).split(separator: "\n")
    for (kind, rest) in [("error", 2002 - 9), ("warning", 2001 - 9), ("notice", 1000 - 9)] {
      let ofKind = lines.filter { $0.hasPrefix("::\(kind) ") }
      #expect(ofKind.count == 10)
      #expect(ofKind.last?.hasSuffix("::\(rest) more of this kind are not shown here; the report has them") == true)
    }
    let few = GitHubReport.annotations(Samples.mayNotShip).split(separator: "\n")
    #expect(few.count { $0.hasPrefix("::error ") } == 5)
    #expect(
      few[0]
        == "::error file=plimsoll.json,line=12,title=load line coverage.lines is broken::coverage.lines is 79.99 %25; the limit is ≥ 80 %25"
    )
  }

  @Test("no text ends an annotation or begins another")
  func annotationEscapes() {
    let lines = GitHubReport.annotations(Samples.hostileRecord).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    for line in lines.dropLast() {
      #expect(line.hasPrefix("::error ") || line.hasPrefix("::warning ") || line.hasPrefix("::notice "))
      #expect(!line.utf8.contains { $0 < 0x20 || $0 == 0x7F })
      // Between the command and the message stand properties without a bare colon.
      let parts = line.dropFirst(2).split(separator: "::", maxSplits: 1)
      #expect(parts.count == 2)
      #expect(!parts[0].contains(":"))
      #expect(parts[1].contains("%250A"))
    }
  }

  @Test("the step summary stays below 1 MiB and escapes Markdown")
  func summary() {
    #expect(GitHubReport.summary(Samples.large).count <= 1 << 20)
    let hostile = Self.text(GitHubReport.summary(Samples.hostileRecord))
    #expect(hostile.components(of: "<script") == 0)
    #expect(hostile.components(of: "\u{1B}") == 0)
    for line in hostile.split(separator: "\n") where line.hasPrefix("| ") {
      let bytes = Array(line.utf8)
      let bars = bytes.indices.count { bytes[$0] == 0x7C && ($0 == 0 || bytes[$0 - 1] != 0x5C) }
      #expect(bars == 6, "\(line)")
    }
    var record = Samples.mayNotShip
    record.reasons = (0..<20).map { _ in "reason" }
    record.evidence = (0..<4000).map { at in
      Evidence(
        path: "\(at)" + String(repeating: "x", count: 500), area: Samples.tests, format: "JUnit", size: 1,
        madeAt: Samples.now, digest: "", state: .empty("it holds no test"))
    }
    let full = GitHubReport.summary(record)
    #expect(full.count <= 1 << 20)
    #expect(Self.text(full).hasSuffix("*The rest was left out: a summary holds 1 MiB. The report has it all.*\n"))
  }

  // MARK: - Badge

  @Test(
    "the badge names the verdict",
    arguments: [
      (Verdict.mayShip, "may ship", "brightgreen"), (.mayNotShip, "may not ship", "red"),
      (.cannotTell, "cannot tell", "lightgrey"),
    ])
  func badge(verdict: Verdict, message: String, color: String) throws {
    let badge = try JSONValue(parsing: Self.text(Badge.render(surveyRecord(verdict))))
    #expect(badge["schemaVersion"]?.number == 1)
    #expect(badge["label"]?.string == "plimsoll")
    #expect(badge["message"]?.string == message)
    #expect(badge["color"]?.string == color)
  }
}
