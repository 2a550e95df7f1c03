// The one door to all writers, and what each format cannot hold of a report: who converts should be told what is lost.

public import SystemKit

/// A format that reports are written in.
public enum CoverageOutputFormat: String, CaseIterable, Sendable {
  /// LCOV tracefile.
  case lcov
  /// Cobertura XML.
  case cobertura
  /// Plimsoll's own JSON, which holds everything.
  case json

  /// The name for people.
  public var title: String {
    switch self {
    case .lcov: CoverageFormat.lcov.title
    case .cobertura: CoverageFormat.cobertura.title
    case .json: CoverageFormat.json.title
    }
  }
}

/// Writes reports.
public enum CoverageWriter {
  /// Writes a report in a format.
  ///
  /// The same report gives the same bytes; `timestamp` (seconds since 1970) is written where the format has one and only
  /// when it is given.
  ///
  /// - Throws: `SystemError` when the sink does.
  public static func write(
    _ report: CoverageReport, format: CoverageOutputFormat, timestamp: Int64? = nil, to sink: FileSink
  ) throws(SystemError) {
    switch format {
    case .lcov: try LCOVWriter.write(report, to: sink)
    case .cobertura: try CoberturaWriter.write(report, timestamp: timestamp, to: sink)
    case .json: try CoverageJSONWriter.write(report, to: sink)
    }
  }

  /// What a format cannot hold of a report, as sentences; empty when nothing is lost.
  ///
  /// - Complexity: O(n) in the records of the report.
  public static func losses(of report: CoverageReport, in format: CoverageOutputFormat) -> [String] {
    switch format {
    case .json: []
    case .lcov: lossesInLCOV(report)
    case .cobertura: lossesInCobertura(report)
    }
  }

  /// `nil` for none, else "so many things: why they are lost".
  private static func loss(_ count: Int, _ one: String, _ many: String, _ reason: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : many): \(reason)"
  }

  private static func sum(_ report: CoverageReport, _ count: (FileCoverage) -> Int) -> Int {
    report.files.reduce(0) { $0 + count($1) }
  }

  private static func files(_ report: CoverageReport, _ isLost: (FileCoverage) -> Bool) -> Int {
    report.files.count(where: isLost)
  }

  /// What no format but our own has a place for.
  private static func lossesAnywhere(_ report: CoverageReport, _ name: String) -> [String?] {
    [
      loss(
        sum(report) { $0.instructionTallies.count }, "line with instruction counts", "lines with instruction counts",
        "\(name) has no place for instructions"),
      loss(
        sum(report) { $0.blocks.count }, "statement block", "statement blocks",
        "\(name) has lines only, so that the statement figure of 'go tool cover' cannot be worked out again"),
      loss(
        files(report) { !$0.segmentSets.isEmpty }, "file with segments", "files with segments",
        "\(name) has the lines that follow from them"),
      loss(
        files(report) { $0.isBoolean }, "file whose counts say only ran or not",
        "files whose counts say only ran or not", "\(name) cannot say so, and a later merge would add them up"),
    ]
  }

  private static func lossesInLCOV(_ report: CoverageReport) -> [String] {
    let own = [
      loss(
        sum(report) { $0.branchTallies.count }, "line with unnamed branches", "lines with unnamed branches",
        "LCOV names every branch, and '1 of 2' names none"),
      loss(
        sum(report) { file in file.functions.count { $0.start == 0 } }, "function without a line",
        "functions without a line", "LCOV needs their first line"),
      loss(
        sum(report, LCOVText.brokenNames), "name", "names",
        "LCOV is made of lines and commas; line breaks (and commas in blocks) were replaced"),
    ]
    return (own + lossesAnywhere(report, "LCOV")).compactMap(\.self)
  }

  private static func lossesInCobertura(_ report: CoverageReport) -> [String] {
    let intervals = sum(report) { file in file.branchTallies.count { $0.atLeast != $0.atMost } }
    let stray = sum(report) { file in
      let lines = Set(file.lines.map(\.line))
      return Set(file.branches.map(\.line) + file.branchTallies.map(\.line)).subtracting(lines).count
    }
    let own = [
      loss(report.tests.count, "test", "tests", "Cobertura has no tests; they are folded together"),
      loss(
        sum(report) { $0.branches.count }, "branch", "branches",
        "Cobertura says how many of a line's branches were taken, not which and how often"),
      loss(
        stray, "line with branches but no count", "lines with branches but no count",
        "Cobertura hangs branches on lines"),
      loss(
        intervals, "line where the number of taken branches is an interval",
        "lines where the number of taken branches is an interval", "Cobertura gets the lower end"),
      loss(
        sum(report) { $0.conditions.count }, "MC/DC condition", "MC/DC conditions", "Cobertura has no place for them"),
      loss(
        sum(report) { $0.checksums.count }, "line checksum", "line checksums", "Cobertura has no place for them"),
      loss(
        files(report) { $0.version != nil }, "file version", "file versions", "Cobertura has no place for them"),
      loss(
        sum(report) { file in file.functions.count { $0.end != nil } }, "function's last line", "functions' last lines",
        "Cobertura has first lines only"),
      loss(
        sum(report) { file in
          file.functions.count { $0.aliasGroup != nil } - Set(file.functions.compactMap(\.aliasGroup)).count
        }, "alias of a function", "aliases of functions", "Cobertura gets one name each"),
      loss(
        files(report) { $0.lines.isEmpty && !$0.functions.isEmpty }, "file with functions but no lines",
        "files with functions but no lines", "readers of Cobertura take the functions' first lines for lines"),
    ]
    return (own + lossesAnywhere(report, "Cobertura")).compactMap(\.self)
  }
}
