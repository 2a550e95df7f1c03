import SystemKit
import TestSupport
import Testing

@testable import Survey

struct ConfigurationStarterTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }

  @Test func `the starter is read, and the evidence at hand keeps to it`() throws {
    try sandbox.write(
      "a.xml",
      junit {
        suite("A") {
          passed("x"); skipped("y")
        }
      })
    try sandbox.write(
      "c.info", lcov { source("a.swift", [1: 1, 2: 1, 3: 0], branches: [(line: 1, counts: [1, 0, 0])]) })
    let first = try project.survey()
    #expect(first.verdict == .mayShip)
    let text = ConfigurationStarter.text(for: first)
    let configuration = try ConfigurationReader.read(text: text, source: "plimsoll.json")
    #expect(
      configuration.loadLines.map { "\($0.figure) \($0.text)" } == [
        "tests.failed == 0", "tests.total >= 2", "tests.skipped <= 1", "coverage.lines >= 66 %",
        "coverage.branches >= 33 %",
      ])
    try project.configure(text)
    let second = try project.survey()
    #expect(second.verdict == .mayShip)
    #expect(second.loadLines.allSatisfy { $0.outcome == .held })
    #expect(second.project == first.project)
  }

  @Test func `the starter of nothing is read too`() throws {
    let configuration = try ConfigurationReader.read(
      text: ConfigurationStarter.text(for: try project.survey()), source: "p")
    #expect(configuration.loadLines.map(\.figure) == ["tests.failed"])
  }

  @Test(arguments: ["a \"b\" \\ c", "line\nfeed", "\u{0}\u{7F}\u{2028}", "/* x */", "é'", "\"\u{301}"])
  func `any project name is quoted`(name: String) throws {
    let text = ConfigurationStarter.text(for: SurveyRecord(project: name, at: today))
    #expect(
      try ConfigurationReader.read(text: text, source: "p").project?.unicodeScalars.elementsEqual(name.unicodeScalars)
        == true)
  }
}
