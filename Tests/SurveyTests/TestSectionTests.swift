import SystemKit
import TestSupport
import Testing

@testable import Survey

struct TestSectionTests {
  let project = Project()

  private func tables(_ blocks: [ReportBlock]) -> [ReportTable] {
    blocks.flatMap { block -> [ReportTable] in
      switch block {
      case .table(let table): [table]
      case .details(_, let inner): tables(inner)
      default: []
      }
    }
  }

  @Test func `the section shows failures, flaky and slow tests, suites and files`() throws {
    try project.sandbox.write(
      "a.xml",
      junit {
        suite("Net") {
          failed("one", "not equal", at: "a.swift:7")
          flaky("two")
          passed("three", seconds: 5)
        }
        suite("UI") { skipped("four") }
      })
    let section = try #require(try project.survey().sections.first)
    #expect(section.summary == "4 tests, 2 passed, 1 failed, 1 skipped, 1 flaky")
    let all = tables(section.blocks)
    #expect(all.count == 5)
    #expect(all.allSatisfy { table in table.rows.allSatisfy { $0.count == table.columns.count } })
    #expect(all[0].rows == [[.code("Net.one"), .text("failed"), .text("not equal"), .code("a.swift:7")]])
    #expect(all[2].rows.first == [.code("Net.three"), .seconds(5)])
    // Suites with failures first.
    #expect(all[3].rows.map { $0[0] } == [.code("Net"), .code("UI")])
  }

  @Test func `long tables are cut and say how much`() throws {
    try project.sandbox.write("a.xml", junit { suite("Net") { for index in 0..<450 { failed("t\(index)") } } })
    let record = try project.survey()
    let table = try #require(tables(record.sections[0].blocks).first)
    #expect(table.rows.count + table.omitted == 450)
    #expect(table.omitted > 0)
    // Every failure is a finding all the same.
    #expect(record.findings.count { $0.rule == "tests.failure" } == 450)
  }
}
