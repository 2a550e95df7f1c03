import SystemKit
import TestSupport
import Testing

@testable import Survey

struct PerformanceInspectorTests {
  let project = Project()

  private func report(_ rows: [(name: String, times: [Double])], date: String = "2026-11-30T12:00:00+00:00") -> String {
    let list = rows.flatMap { row in
      row.times.map {
        "{\"name\": \"\(row.name)\", \"run_type\": \"iteration\", \"real_time\": \($0), \"time_unit\": \"ms\"}"
      }
    }
    return "{\"context\": {\"date\": \"\(date)\", \"num_cpus\": 2}, \"benchmarks\": [\(list.joined(separator: ","))]}"
  }

  private func value(_ record: SurveyRecord, _ name: String) -> Double? {
    record.figures.first { $0.name == name }?.value
  }

  @Test func `benchmarks give figures, a table, and a note where they are noisy`() throws {
    try project.sandbox.write(
      "snowflake.json", report([("snowflake/3", [1, 1, 1]), ("snowflake/4", [2, 4, 6]), ("snowflake/5", [10, 10])]))
    try project.sandbox.write("junit.xml", junit { suite("Net") { passed("one") } })
    let record = try project.survey()
    #expect(record.verdict == .mayShip)
    #expect(value(record, "performance.benchmarks") == 3)
    // By hand: 1 + 4 + 10 ms; the deviation of 2, 4, 6 is 2, half of its mean.
    #expect(abs(try #require(value(record, "performance.time")) - 0.015) < 1e-12)
    #expect(abs(try #require(value(record, "performance.deviation")) - 50) < 1e-9)
    #expect(value(record, "performance.errors") == 0)
    #expect(record.findings.map(\.rule) == ["performance.noise"])
    let section = try #require(record.sections.first { $0.area.name == "performance" })
    #expect(section.summary == "3 benchmarks, 8 repetitions")
    guard case .table(let table) = section.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.first) == [.code("snowflake/3"), .code("snowflake/4"), .code("snowflake/5")])
    #expect(record.evidence.map(\.format).contains("Google Benchmark JSON"))
  }

  @Test func `load lines hold for benchmarks`() throws {
    try project.sandbox.write("bench.json", report([("a", [30, 30])]))
    try project.configure(
      "{\"loadLines\": {\"performance.time\": \"<= 20 ms\", \"performance.deviation\": \"<= 10 %\"}}")
    #expect(try project.survey().verdict == .mayNotShip)
    try project.configure(
      "{\"loadLines\": {\"performance.time\": \"<= 40 ms\", \"performance.deviation\": \"<= 10 %\"}}")
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `an empty or damaged report cannot be green`() throws {
    try project.sandbox.write("bench.json", report([]))
    #expect(try project.survey().verdict == .cannotTell)
    try project.sandbox.write("bench.json", report([("a", [30])]).replacing("\"ms\"", with: "\"weeks\""))
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.evidence.map(\.state.name) == ["unreadable"])
  }

  @Test func `what is not read is told`() throws {
    try project.sandbox.write("h.json", "{\"results\": [{\"command\": \"sleep 1\", \"mean\": 1.0}]}")
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect("\(record.passedOver) \(record.reasons)".contains("hyperfine JSON"))
  }
}
