import SystemKit
import Testing

@testable import Survey

struct JudgeTests {
  private func outcomes(_ record: SurveyRecord) -> [String] { record.loadLines.map(\.outcome.name) }
  private func unknownReason(_ record: SurveyRecord) -> String? {
    if case .unknown(let reason) = record.loadLines.first?.outcome { reason } else { nil }
  }

  @Test func `all is well`() {
    let result = judged(record())
    #expect(result.verdict == .mayShip)
    #expect(outcomes(result) == ["held"])
    #expect(result.loadLines[0].margin == 0)
    #expect(result.reasons == ["the load line holds, nothing blocks, and the evidence is good"])
  }

  // MARK: - Load lines

  @Test(arguments: [
    (">= 80 %", 80.0, "held", 0.0), (">= 80 %", 79.999, "broken", -0.001), ("> 80 %", 80, "broken", 0),
    ("<= 80 %", 80, "held", 0), ("< 80 %", 80, "broken", 0), ("== 80 %", 80, "held", 0), ("== 80 %", 81, "broken", -1),
    ("!= 80 %", 80, "broken", 0), ("!= 80 %", 81, "held", 1), (">= 80 %", 80.000_000_000_000_01, "held", 0),
  ])
  func `a line is held or broken`(limit: String, value: Double, outcome: String, margin: Double) throws {
    let result = judged(
      record(figures: [figure("coverage.lines", value)], evidence: [evidence("c", coverageArea)]),
      [line("coverage.lines", limit)])
    #expect(outcomes(result) == [outcome])
    #expect(abs(try #require(result.loadLines[0].margin) - margin) < 1e-9)
    #expect(result.verdict == (outcome == "held" ? .mayShip : .mayNotShip))
  }

  @Test func `missing evidence is unknown, and so is a figure that the evidence does not give`() {
    let none = judged(record(figures: [], evidence: []))
    #expect(none.verdict == .cannotTell)
    #expect(unknownReason(none) == "there is no tests evidence")
    #expect(none.reasons.first == "there is no evidence at all")

    let other = judged(record(figures: [figure("coverage.lines", 90)], evidence: [evidence("c", coverageArea)]))
    #expect(other.verdict == .cannotTell)

    let notGiven = judged(
      record(figures: [figure("coverage.lines", 90)], evidence: [evidence("c", coverageArea)]),
      [line("coverage.branches", ">= 1 %")])
    #expect(unknownReason(notGiven) == "the evidence does not give this figure")
    #expect(notGiven.verdict == .cannotTell)
  }

  @Test func `a figure that no inspector gives is unknown, and says why`() {
    let result = judged(record(), [line("bundle.size", "<= 25 MB")])
    #expect(unknownReason(result) == "app bundles are not surveyed by this version")
    #expect(result.verdict == .cannotTell)
  }

  @Test(arguments: [
    Evidence.State.empty("no test"), .unreadable("cut off"), .stale(evidence: today, sources: today),
    .otherCommit("abcdef1"),
  ])
  func `evidence that is no good leaves the line and the verdict open`(state: Evidence.State) {
    for pieces in [[evidence("a", testsArea, state)], [evidence("a", testsArea, state), evidence("b")]] {
      let result = judged(record(evidence: pieces))
      #expect(outcomes(result) == ["unknown"])
      #expect(result.verdict == .cannotTell)
      #expect(result.findings.map(\.rule) == ["evidence.\(state.name)"])
      #expect(result.findings.allSatisfy { $0.severity == .warning })
    }
  }

  @Test func `evidence of another area that is no good leaves the verdict open, not the line`() {
    let result = judged(record(evidence: [evidence(), evidence("c", coverageArea, .unreadable("cut"))]))
    #expect(outcomes(result) == ["held"])
    #expect(result.verdict == .cannotTell)
  }

  @Test func `no load line at all still needs evidence`() {
    #expect(judged(record(figures: [], evidence: []), []).verdict == .cannotTell)
    let result = judged(record(), [])
    #expect(result.verdict == .mayShip)
    #expect(result.reasons == ["there is no load line, nothing blocks, and the evidence is good"])
  }

  @Test func `a limit relative to the last shipped survey needs one`() throws {
    let given = record(figures: [figure("tests.total", 103)])
    let lines = [line("tests.total", "<= +2 %")]
    #expect(unknownReason(judged(given, lines)) == "no survey is marked as shipped (plimsoll survey --shipped)")
    #expect(unknownReason(judged(given, lines, shipped: [:])) == "the last shipped survey has no such figure")
    #expect(judged(given, lines, shipped: [:]).verdict == .cannotTell)
    #expect(outcomes(judged(given, lines, shipped: ["tests.total": 100])) == ["broken"])
    let held = judged(given, lines, shipped: ["tests.total": 101])
    #expect(outcomes(held) == ["held"])
    #expect(held.loadLines[0].limit == 103.02)
    #expect(outcomes(judged(given, [line("tests.total", ">= -1")], shipped: ["tests.total": 104])) == ["held"])
    let points = record(figures: [figure("coverage.lines", 79.4)], evidence: [evidence("c", coverageArea)])
    #expect(
      outcomes(judged(points, [line("coverage.lines", ">= -0.5 %")], shipped: ["coverage.lines": 80])) == ["broken"])
  }

  @Test(arguments: [
    (">= 40 %", "held"), (">= 50 %", "unknown"), (">= 61 %", "broken"), ("<= 60 %", "held"), ("<= 50 %", "unknown"),
    ("== 50 %", "unknown"), ("!= 50 %", "unknown"), ("== 40 %", "unknown"), ("== 70 %", "broken"), ("!= 70 %", "held"),
  ])
  func `a figure that is only known as an interval is held at both its ends`(limit: String, outcome: String) {
    let result = judged(
      record(figures: [figure("coverage.branches", 40, atMost: 60)], evidence: [evidence("c", coverageArea)]),
      [line("coverage.branches", limit)])
    #expect(outcomes(result) == [outcome])
  }

  @Test func `failures that were counted stay failures when another report cannot be read`() {
    let pieces = [evidence(), evidence("second.xml", testsArea, .unreadable("cut off"))]
    #expect(judged(record(figures: [figure("tests.failed", 3)], evidence: pieces)).verdict == .mayNotShip)
    #expect(judged(record(figures: [figure("tests.failed", 0)], evidence: pieces)).verdict == .cannotTell)
    // Of a figure that has not reached its limit yet nothing is certain.
    let skips = judged(
      record(figures: [figure("tests.skipped", 3)], evidence: pieces), [line("tests.skipped", "== 5")])
    #expect(outcomes(skips) == ["unknown"])
    // Nor where the reports are old: the tests may pass now.
    let stale = [evidence(), evidence("b", testsArea, .stale(evidence: today, sources: today))]
    #expect(judged(record(figures: [figure("tests.failed", 3)], evidence: stale)).verdict == .cannotTell)
  }

  @Test func `a limit beyond all numbers does not trap`() {
    let result = judged(record(figures: [figure("tests.total", 3)]), [line("tests.total", ">= 99999999999999999999")])
    #expect(outcomes(result) == ["broken"])
    #expect(result.findings.first?.message.contains("1e+20") == true)
  }

  // MARK: - Findings

  @Test func `a failed test blocks and has an owner`() {
    let given = record(
      figures: [figure("tests.failed", 2)],
      findings: [testFailure("Tests/Net/A.swift"), testFailure("Tests/UI/B.swift")])
    let result = judged(given) { configuration in
      configuration.owners = [.init(pattern: "Tests/UI/**", owner: "ui"), .init(pattern: "Tests/Net/**", owner: "net")]
    }
    #expect(result.verdict == .mayNotShip)
    // The sum adds nothing to the two.
    #expect(result.findings.map(\.owner) == ["net", "ui"])
    #expect(result.reasons == ["tests.failed is 2, the load line is == 0", "2 findings block"])
  }

  @Test func `a broken line of a code area is its owner's`() {
    let result = judged(
      record(figures: [figure("coverage.lines/pay", 70)], evidence: [evidence("c.info", coverageArea)]),
      [line("coverage.lines/pay", ">= 80 %")]
    ) { $0.codeAreas = [.init(name: "pay", paths: ["Pay/**"], owner: "team-pay")] }
    #expect(result.findings.map(\.rule) == ["coverage.lines/pay"])
    #expect(result.findings[0].owner == "team-pay")
    #expect(result.findings[0].isBlocking)
    #expect(result.findings[0].mend?.hasPrefix("plimsoll coverage report") == true)
  }

  @Test func `failures that a load line lets pass are warnings`() {
    let given = record(
      figures: [figure("tests.failed", 2)], findings: [testFailure("a"), testFailure("b")])
    let result = judged(given, [line("tests.failed", "<= 2")])
    #expect(result.verdict == .mayShip)
    #expect(result.findings.map(\.severity) == [.warning, .warning])
    #expect(judged(given, [line("tests.failed", "<= 1")]).verdict == .mayNotShip)
    #expect(judged(given, []).verdict == .mayNotShip)
    #expect(judged(given, [line("tests.failed", "<= 2"), line("tests.failed", "== 0")]).verdict == .mayNotShip)
  }

  @Test(arguments: [">= 0", "!= 5", "> 1"]) func `a line that lets anything pass lets no failure pass`(limit: String) {
    let given = record(figures: [figure("tests.failed", 2)], findings: [testFailure("a"), testFailure("b")])
    #expect(judged(given, [line("tests.failed", limit)]).verdict == .mayNotShip)
  }

  // MARK: - Waivers

  @Test func `a waived failure is not counted`() {
    let given = record(
      figures: [figure("tests.failed", 2)],
      findings: [testFailure("Tests/Net/A.swift"), testFailure("Tests/UI/B.swift")])
    let one = judged(given, waivers: [waiver("tests.failure", place: "Tests/Net/**")])
    #expect(one.verdict == .mayNotShip)
    #expect(one.figures[0].value == 1)
    #expect(one.figures[0].detail == "2 in all, 1 waived")
    let both = judged(given, waivers: [waiver("tests.failure")])
    #expect(both.verdict == .mayShip)
    #expect(both.findings.allSatisfy { $0.waiver != nil })
  }

  @Test func `a waiver ends with its last day and is then a finding`() {
    let given = record(figures: [figure("tests.failed", 1)], findings: [testFailure("a")])
    #expect(judged(given, waivers: [waiver("tests.failure", days: 0)]).verdict == .mayShip)
    let late = judged(given, waivers: [waiver("tests.failure", days: -1)])
    #expect(late.verdict == .mayNotShip)
    #expect(late.findings.map(\.rule) == ["tests.failure", "waiver.expired"])
    #expect(late.findings[1].owner == "ada")
    #expect(late.findings[1].message == "the waiver of 'tests.failure' (PAY-17) ended on 2026-11-30")
  }

  @Test func `a waiver that lets nothing pass is told`() {
    let result = judged(record(), waivers: [waiver("tests.failure"), waiver("tests.failed")])
    #expect(result.verdict == .mayShip)
    #expect(result.findings.map(\.rule) == ["waiver.unused", "waiver.unused"])
    #expect(result.findings.allSatisfy { $0.severity == .note })
  }

  @Test func `a broken line can be waived, for everywhere only`() {
    let given = record(figures: [figure("coverage.lines", 70)], evidence: [evidence("c", coverageArea)])
    let lines = [line("coverage.lines", ">= 80 %")]
    let result = judged(given, lines, waivers: [waiver("coverage.lines")])
    #expect(result.verdict == .mayShip)
    #expect(outcomes(result) == ["waived"])
    #expect(result.reasons == ["the load line holds (1 waived), nothing blocks, and the evidence is good"])
    #expect(judged(given, lines, waivers: [waiver("coverage.lines", place: "c")]).verdict == .mayNotShip)
    #expect(judged(given, lines, waivers: [waiver("coverage.lines/pay")]).verdict == .mayNotShip)
  }

  @Test func `old evidence can be waived by place`() {
    let stale = Evidence.State.stale(evidence: today, sources: today)
    let pieces = [evidence("a.xml", testsArea, stale), evidence("b.xml", testsArea, stale)]
    #expect(judged(record(evidence: pieces), waivers: [waiver("evidence.stale")]).verdict == .mayShip)
    #expect(
      judged(record(evidence: pieces), waivers: [waiver("evidence.stale", place: "a.xml")]).verdict == .cannotTell)
  }

  @Test(arguments: [Evidence.State.empty("no test"), .unreadable("cut")])
  func `a waiver makes no evidence out of nothing`(state: Evidence.State) {
    let rule = "evidence.\(state.name)"
    // With a good report beside it the bad one may be waived; alone it may not.
    let beside = [evidence("a.xml", testsArea, state), evidence("b.xml")]
    #expect(judged(record(evidence: beside), waivers: [waiver(rule)]).verdict == .mayShip)
    let alone = [evidence("a.xml", testsArea, state)]
    #expect(judged(record(evidence: alone), waivers: [waiver(rule)]).verdict == .cannotTell)
    #expect(judged(record(evidence: alone), [], waivers: [waiver(rule)]).verdict == .cannotTell)
    let otherArea = alone + [evidence("c", coverageArea)]
    #expect(judged(record(evidence: otherArea), waivers: [waiver(rule)]).verdict == .cannotTell)
  }

  @Test func `findings are ordered by weight, owner, rule and place`() {
    let given = record(findings: [
      Finding("z", .note, "n"), Finding("b", .warning, "w", place: Place("x", line: 2)),
      Finding("b", .warning, "w", place: Place("x", line: 1)), Finding("a", .blocker, "b"),
    ])
    let result = judged(given)
    #expect(result.findings.map(\.rule) == ["a", "b", "b", "z"])
    #expect(result.findings[1].place?.line == 1)
    #expect(result.verdict == .mayNotShip)
    #expect(result.reasons == ["1 finding blocks"])
  }
}
