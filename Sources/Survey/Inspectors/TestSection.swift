// The report's part on tests: failures, flaky ones, the slowest, and what each report file adds.

internal import TestReports

enum TestSection {
  /// Rows that a table shows at most.
  private static let limit = 200

  static func section(_ area: Area, _ run: TestRun, figures: [Figure]) -> ReportSection {
    let totals = run.totals
    var parts = ["\(totals.total) tests", "\(totals.passed) passed"]
    if totals.failed > 0 { parts.append("\(totals.failed) failed") }
    if totals.skipped > 0 { parts.append("\(totals.skipped) skipped") }
    if totals.flaky > 0 { parts.append("\(totals.flaky) flaky") }
    var section = ReportSection(area: area, summary: parts.joined(separator: ", "))
    if !run.failures.isEmpty { section.blocks.append(.table(failures(run))) }
    if !run.flaky.isEmpty { section.blocks.append(.table(flaky(run))) }
    let slowest = run.slowest(20)
    if !slowest.isEmpty {
      section.blocks.append(.details(title: "Slowest tests", blocks: [.table(slow(run, slowest))]))
    }
    section.blocks.append(.details(title: "Suites", blocks: [.table(suites(run))]))
    section.blocks.append(.details(title: "Report files", blocks: [.table(sources(run))]))
    return section
  }

  private static func failures(_ run: TestRun) -> ReportTable {
    let rows = run.failures.prefix(limit).map { entry -> [ReportCell] in
      [
        .code(entry.test.fullName), .text(entry.test.outcome.word), .text(entry.test.problems.first?.message ?? ""),
        entry.test.failurePlace.map { .code($0.description) } ?? .empty,
      ]
    }
    return ReportTable(
      caption: "Failed tests", columns: ["Test", "Outcome", "Message", "Place"], rows: rows,
      omitted: run.failures.count - rows.count)
  }

  private static func flaky(_ run: TestRun) -> ReportTable {
    let rows = run.flaky.prefix(limit).map { entry -> [ReportCell] in
      [
        .code(entry.test.fullName), .count(UInt64(entry.test.attempts.count)),
        .text(entry.test.attempts.first?.problem.message ?? ""),
      ]
    }
    return ReportTable(
      caption: "Tests that passed after a failed attempt", columns: ["Test", "Failed attempts", "First message"],
      rows: rows, omitted: run.flaky.count - rows.count)
  }

  private static func slow(_ run: TestRun, _ slowest: [TestRun.Case]) -> ReportTable {
    ReportTable(
      caption: "The tests that took longest", columns: ["Test", "Time"],
      rows: slowest.map { [.code($0.test.fullName), .seconds($0.test.duration ?? 0)] })
  }

  private static func suites(_ run: TestRun) -> ReportTable {
    struct Sum {
      var counts = TestCounts()
      var duration = 0.0
    }
    var sums: [String: Sum] = [:]
    for entry in run.cases {
      let name = entry.test.suitePath.last ?? entry.test.className
      sums[name, default: Sum()].duration += entry.test.duration ?? 0
    }
    for (name, cases) in Dictionary(grouping: run.cases, by: { $0.test.suitePath.last ?? $0.test.className }) {
      sums[name]?.counts = TestCounts(of: cases.map(\.test))
    }
    let ordered = sums.sorted { ($0.value.counts.failed, $1.key) > ($1.value.counts.failed, $0.key) }
    let rows = ordered.prefix(limit).map { name, sum -> [ReportCell] in
      [
        .code(name), .count(UInt64(sum.counts.tests)), .count(UInt64(sum.counts.failed)),
        .count(UInt64(sum.counts.skipped)), .seconds(sum.duration),
      ]
    }
    return ReportTable(
      caption: "Suites, those with failures first", columns: ["Suite", "Tests", "Failed", "Skipped", "Time"],
      rows: rows,
      omitted: ordered.count - rows.count)
  }

  private static func sources(_ run: TestRun) -> ReportTable {
    let rows = run.sources.prefix(limit).map { source -> [ReportCell] in
      let state: String
      var cases = 0
      switch source.state {
      case .counted(let count):
        state = "counted"
        cases = count
      case .copied: state = "a copy of another report"
      case .emptyBesidePartner(let partner): state = "empty; its partner \(partner) has the tests"
      case .empty: state = "empty"
      }
      return [.code(source.name), .text(source.report.dialect.title), .count(UInt64(cases)), .text(state)]
    }
    return ReportTable(
      caption: "Report files", columns: ["File", "Written by", "Tests", "State"], rows: rows,
      omitted: run.sources.count - rows.count)
  }
}

extension ReportDialect {
  /// The writer's name for people.
  var title: String { self == .unknown ? "unknown" : rawValue }
}
