import SystemKit
import TestSupport
import Testing

@testable import Survey

struct TestReportInspectorTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }

  private func states(_ record: SurveyRecord) -> [String: String] {
    Dictionary(record.evidence.map { ($0.path, $0.state.name) }, uniquingKeysWith: { $1 })
  }

  private func value(_ record: SurveyRecord, _ name: String) -> Double? {
    record.figures.first { $0.name == name }?.value
  }

  @Test func `figures come from the cases of all reports`() throws {
    try sandbox.write(
      "a.xml",
      junit {
        suite("Net") {
          passed("one", seconds: 2)
          failed("two", "not equal", at: "Tests/Net.swift:7")
          flaky("three")
        }
      })
    try sandbox.write(
      "b.xml",
      junit {
        suite("UI") {
          errored("four"); skipped("five"); passed("six")
        }
      })
    let record = try project.survey()
    #expect(record.verdict == .mayNotShip)
    let names = ["total", "passed", "failed", "errors", "skipped", "flaky"]
    #expect(names.map { value(record, "tests." + $0) } == [6, 3, 2, 1, 1, 1])
    #expect(value(record, "tests.slowest") == 2)
    #expect(record.figures.allSatisfy { $0.evidence == ["a.xml", "b.xml"] })
    let failure = try #require(record.findings.first { $0.rule == "tests.failure" && $0.place != nil })
    #expect(failure.place == Place("Tests/Net.swift", line: 7))
    #expect(failure.message.contains("two failed: not equal"))
    #expect(failure.evidence == "a.xml")
    #expect(record.sections.map(\.area.name) == ["tests"])
  }

  @Test func `a report without a case cannot be green`() throws {
    try sandbox.write("a.xml", junit { suite("Net") {} })
    #expect(try project.survey().verdict == .cannotTell)
    // Also beside one that has some.
    try sandbox.write("b.xml", junit { suite("UI") { passed("x") } })
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(states(record) == ["a.xml": "empty", "b.xml": "good"])
  }

  @Test func `a run in which everything was skipped cannot be green`() throws {
    try sandbox.write(
      "a.xml",
      junit {
        suite("Net") {
          skipped("a"); skipped("b")
        }
      })
    let alone = try project.survey()
    #expect(alone.verdict == .cannotTell)
    #expect(states(alone) == ["a.xml": "empty"])
    // One suite may be switched off.
    try sandbox.write("b.xml", junit { suite("UI") { passed("x") } })
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a report that claims failures which no case shows cannot be green`() throws {
    for claims in [["failures": "3"], ["errors": "1"]] {
      try sandbox.write("a.xml", junit { suite("Net", claims: claims) { passed("a") } })
      let record = try project.survey()
      #expect(record.verdict == .cannotTell)
      #expect(states(record) == ["a.xml": "unreadable"])
    }
    try sandbox.write("a.xml", junit(root: ["failures": "2", "tests": "1"]) { suite("Net") { passed("a") } })
    #expect(try project.survey().verdict == .cannotTell)
    // Fewer than counted are no reason for doubt, nor is what a rerun mended.
    try sandbox.write("a.xml", junit { suite("Net", claims: ["failures": "1"]) { flaky("a") } })
    #expect(try project.survey().verdict == .mayShip)
    try sandbox.write(
      "a.xml",
      junit {
        suite("Net", claims: ["tests": "1"]) {
          passed("a"); passed("b")
        }
      })
    let told = try project.survey()
    #expect(told.verdict == .mayShip)
    #expect(told.findings.map(\.rule).contains("tests.claims"))
  }

  @Test(arguments: [
    "<testsuites><testsuite name='a'><testcase name='x'", "<testsuites>", "<testsuites><testsuite/></testsuites><x>",
    "<testsuite name='a'><testcase name='x'/></testsuites>",
  ])
  func `a report that is cut off or damaged cannot be green`(text: String) throws {
    try sandbox.write("a.xml", text)
    try sandbox.write("b.xml", junit { suite("UI") { passed("x") } })
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(states(record)["a.xml"] != "good")
  }

  @Test func `a report in damaged gzip cannot be green`() throws {
    let text = junit { suite("UI") { for index in 0..<200 { passed("x\(index)") } } }
    let member = Gzip.deflate(Array(text.utf8))
    for bytes in [Array(member.dropLast(8)), member + [1, 2, 3], Array(member.prefix(300))] {
      try sandbox.write("a.xml.gz", bytes)
      #expect(try project.survey().verdict == .cannotTell)
    }
  }

  @Test func `swift test's two files are one run, an empty partner is no doubt`() throws {
    let full = junit { suite("TestResults") { passed("testA", in: "NetTests.FooTests") } }
    let empty = junit { suite("TestResults", claims: ["tests": "0"]) {} }
    try sandbox.write("x.xml", full)
    try sandbox.write("x-swift-testing.xml", empty)
    let record = try project.survey()
    #expect(record.verdict == .mayShip)
    #expect(value(record, "tests.total") == 1)
  }

  @Test func `swift test without --parallel reports no XCTest, and that is said`() throws {
    try sandbox.write("x-swift-testing.xml", junit { suite("TestResults", claims: ["tests": "0"]) {} })
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.evidence[0].state.explanation?.contains("--parallel") == true)
    // A passing partner of another name explains nothing.
    try sandbox.write("y.xml", junit { suite("TestResults") { passed("a", in: "M.C") } })
    #expect(try project.survey().verdict == .cannotTell)
  }

  // MARK: - Commits

  private let hash = "0123456789abcdef0123456789abcdef01234567"

  @Test func `a report that names the surveyed commit, also in short, is good`() throws {
    for named in [hash, String(hash.prefix(7)), hash.uppercased()] {
      try sandbox.write("a.xml", junit { suite("A", commit: named) { passed("x") } })
      #expect(try project.survey(commit: hash).verdict == .mayShip, "\(named)")
    }
    #expect(try project.survey(commit: String(hash.prefix(9))).verdict == .mayShip)
  }

  @Test func `a report that names another commit cannot be green`() throws {
    try sandbox.write("a.xml", junit { suite("A", commit: String(hash.reversed())) { passed("x") } })
    let record = try project.survey(commit: hash)
    #expect(record.verdict == .cannotTell)
    #expect(states(record) == ["a.xml": "other-commit"])
    #expect(try project.survey(commit: "0123").verdict == .cannotTell)
  }

  @Test func `a report that names several commits cannot be green`() throws {
    try sandbox.write(
      "a.xml",
      junit {
        suite("A", commit: hash) { passed("x") }
        suite("B", commit: String(hash.reversed())) { passed("y") }
      })
    #expect(try project.survey(commit: hash).verdict == .cannotTell)
  }

  @Test func `reports of several commits cannot be green, known commit or not`() throws {
    try sandbox.write("a.xml", junit { suite("A", commit: hash) { passed("x") } })
    try sandbox.write("b.xml", junit { suite("B", commit: String(hash.reversed())) { passed("y") } })
    #expect(try project.survey().verdict == .cannotTell)
    try sandbox.write("b.xml", junit { suite("B", commit: String(hash.prefix(10))) { passed("y") } })
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `one test that passed in one report and failed in another failed`() throws {
    for (first, second) in [("a.xml", "b.xml"), ("b.xml", "a.xml")] {
      try sandbox.write(
        first,
        junit {
          suite("Net", at: "2026-11-30T10:00:00Z") {
            passed("x"); passed("y")
          }
        })
      try sandbox.write(
        second,
        junit {
          suite("Net", at: "2026-11-30T10:00:00Z") {
            failed("x"); passed("y")
          }
        })
      #expect(try project.survey().verdict == .mayNotShip)
    }
  }

  @Test(arguments: ["inf", "1e308", "nan", "-1e308", "1e999", "99999999999999999999999999"])
  func `times beyond all reason do no harm`(time: String) throws {
    let cases = (0..<3).map { "<testcase name='x\($0)' time='\(time)'/>" }.joined()
    try sandbox.write("a.xml", "<testsuite name='A'>\(cases)</testsuite>")
    let record = try project.survey()
    #expect(record.verdict == .mayShip)
    #expect(record.figures.allSatisfy { $0.value.isFinite && $0.value >= 0 })
    #expect(judged(record, [line("tests.duration", "<= 1 s")]).verdict != .cannotTell)
  }

  @Test func `a copy of a report counts once, and two files of one name stay two`() throws {
    let text = junit {
      suite("A") {
        passed("x"); passed("y")
      }
    }
    try sandbox.write("a.xml", text)
    try sandbox.write("copy/a.xml", text)
    let record = try project.survey()
    #expect(value(record, "tests.total") == 2)
    #expect(record.evidence.count == 2)
    #expect(record.findings.map(\.rule) == ["tests.copies"])
  }
}
