// The report's part on benchmarks: one row each.

internal import Performance

enum PerformanceSection {
  /// A benchmark and the file that it stands in.
  struct Row {
    var benchmark: Benchmark
    var file: String
  }

  /// Rows that the table shows at most.
  private static let limit = 500

  static func section(_ area: Area, _ rows: [Row]) -> ReportSection {
    let repetitions = rows.reduce(0) { $0 + $1.benchmark.times.count }
    let summary = "\(rows.count) benchmarks, \(repetitions) repetitions"
    let shown = rows.prefix(limit).map { row -> [ReportCell] in
      let benchmark = row.benchmark
      return [
        .code(benchmark.name), .count(UInt64(benchmark.times.count)),
        benchmark.mean.map { .seconds($0) } ?? .text("none"),
        benchmark.median.map { .seconds($0) } ?? .empty, benchmark.times.min().map { .seconds($0) } ?? .empty,
        benchmark.relativeDeviation.map { .text("\(FigureText.percent($0 * 100, rounding: .nearest))") } ?? .empty,
      ]
    }
    let table = ReportTable(
      caption: "Benchmarks", columns: ["Benchmark", "Repetitions", "Mean", "Median", "Least", "Relative deviation"],
      rows: shown, omitted: rows.count - shown.count)
    return ReportSection(area: area, summary: summary, blocks: [.table(table)])
  }
}
