// Performance evidence: benchmarks that were measured several times, through the Performance library.

internal import Performance
internal import SystemKit

/// Reads reports of benchmarks.
public struct PerformanceInspector: Inspector {
  /// Creates the inspector.
  public init() {}

  /// `performance`.
  public let area = Area(name: "performance", title: "Performance")

  static let count = FigureKind("performance.benchmarks", "benchmarks that were measured", .count, .higher)
  static let time = FigureKind(
    "performance.time", "mean times of all benchmarks together", .seconds, .lower, onlyGrows: true)
  static let deviation = FigureKind(
    "performance.deviation", "largest relative standard deviation of a benchmark", .percent, .lower, onlyGrows: true)
  static let errors = FigureKind(
    "performance.errors", "benchmarks that gave no time", .count, .lower, onlyGrows: true)

  /// The figures of benchmarks.
  public let figures = [
    PerformanceInspector.count, PerformanceInspector.time, PerformanceInspector.deviation, PerformanceInspector.errors,
  ]

  /// The rules of benchmarks.
  public let rules = ["performance.error", "performance.noise", "performance.claims"]

  /// What the tools call their reports.
  public let usualNames = ["*benchmark*.json"]

  /// From here on a benchmark's deviation is told: XCTest's own limit for its performance tests.
  static let noisy = 0.1

  /// Recognises Google Benchmark's JSON by its context.
  public func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition {
    if GoogleBenchmark.recognises(head) { return .evidence("Google Benchmark JSON") }
    let text = String(decoding: head.prefix(1024), as: UTF8.self)
    guard text.first(where: { !$0.isWhitespace }) == "{" else { return .unknown }
    for (mark, second, name) in Self.otherFormats where text.contains(mark) && text.contains(second) {
      return .notReadHere("\(name): it is not read by this version; Google Benchmark's JSON is")
    }
    return .unknown
  }

  private static let otherFormats = [
    ("\"machine_info\"", "\"python_version\"", "pytest-benchmark JSON"),
    ("\"confidence_interval\"", "\"point_estimate\"", "Criterion's estimates"),
    ("\"results\"", "\"command\"", "hyperfine JSON"),
  ]

  /// Reads reports and joins them.
  public func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    var measured: [PerformanceSection.Row] = []
    for file in files {
      do {
        let report = try InputFile(path: file.path).withUnsafeBytes { bytes throws(PerformanceError) in
          try GoogleBenchmark.read(bytes)
        }
        var outcome = Inspection.FileOutcome(file: file)
        if report.benchmarks.isEmpty { outcome.state = .empty("it holds no benchmark") }
        outcome.madeAt = report.date.flatMap { Timestamp(iso8601: $0) }
        inspection.outcomes.append(outcome)
        measured += report.benchmarks.map { PerformanceSection.Row(benchmark: $0, file: file.shownPath) }
      } catch {
        inspection.outcomes.append(.init(file: file, state: .unreadable("\(error)")))
      }
    }
    guard !measured.isEmpty else { return inspection }
    inspection.figures = Self.figures(measured)
    inspection.findings = measured.flatMap(Self.findings)
    inspection.section = PerformanceSection.section(area, measured)
    return inspection
  }

  private static func figures(_ rows: [PerformanceSection.Row]) -> [Figure] {
    let evidence = Array(Set(rows.map(\.file))).sorted()
    let failed = rows.count { $0.benchmark.mean == nil }
    var figures = [
      Figure(count, value: Double(rows.count - failed), evidence: evidence),
      Figure(errors, value: Double(failed), evidence: evidence),
    ]
    let means = rows.compactMap(\.benchmark.mean)
    guard !means.isEmpty else { return figures }
    figures.append(Figure(time, value: means.reduce(0, +), evidence: evidence, detail: "\(means.count) means"))
    let worst = rows.max { ($0.benchmark.relativeDeviation ?? -1) < ($1.benchmark.relativeDeviation ?? -1) }
    if let worst, let part = worst.benchmark.relativeDeviation {
      figures.append(Figure(deviation, value: part * 100, evidence: [worst.file], detail: worst.benchmark.name))
    }
    return figures
  }

  private static func findings(_ row: PerformanceSection.Row) -> [Finding] {
    let benchmark = row.benchmark
    var findings: [Finding] = []
    func tell(_ rule: String, _ severity: Severity, _ text: String) {
      findings.append(
        Finding(
          "performance.\(rule)", severity, "\(benchmark.name): \(text)", place: Place(row.file), evidence: row.file))
    }
    if let problem = benchmark.problem { tell("error", .warning, "gave no time: \(problem)") }
    if let part = benchmark.relativeDeviation, part > noisy {
      tell(
        "noise", .note,
        "its times differ by \(FigureText.percent(part * 100, rounding: .nearest)) of their mean: a change of that size says nothing"
      )
    }
    if benchmark.hasWrongClaim {
      tell("claims", .warning, "the mean that the report claims is not that of its repetitions, which counts")
    }
    return findings
  }
}
