// Reads Clover XML (OpenClover's clover.xsd).
//
//   coverage(generated clover) > project(timestamp) > [package(name)] > file(name path)
//     line(num type=stmt|method|cond, count | truecount falsecount, signature|name)
//     class(name) > metrics, metrics                     sums: compared, never used
//
// Three dialects: OpenClover has the path in `path`; PHPUnit in `name`, and files outside of packages; Istanbul puts packages
// inside `metrics` and writes for a cond line how many branches were and were not taken (with a `count` beside), where
// OpenClover says how often the condition was true and false. A line element is known by (num, type, ordinal). Lines are
// those of statements and conditions; method lines are functions, which is also how the metrics count.

internal import MarkupKit
internal import SystemKit

enum CloverReader {
  /// Reads a report.
  ///
  /// - Throws: `CoverageError` with the line of the element that cannot be read.
  /// - Complexity: O(n); memory O(lines of all files).
  static func parse(
    _ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool
  ) throws(CoverageError) -> ParsedReport {
    let handler = CloverReport(source: source, keepGoing: keepGoing)
    try XMLReport.run(bytes, handler)
    return handler.report
  }
}

private final class CloverReport: XMLReport, XMLHandler {
  /// The elements that are open, as far as they matter.
  private enum Open { case file, type, other }
  private var open: [Open] = []
  private var file: FilePart?
  /// Istanbul counts statements in its metrics and writes lines.
  private var isIstanbul = false

  private struct FilePart {
    var path: String
    var reportLine: Int
    var lines: [UInt32: UInt64] = [:]
    var branches: [BranchCount] = []
    var tallies: [UInt32: Tally] = [:]
    var functions: [FunctionCount] = []
    var ordinals: [UInt32: UInt32] = [:]
    var claims: [(what: String, value: UInt64)] = []
    var statements: (total: UInt64, covered: UInt64) = (0, 0)
  }

  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
    self.line = line
    switch name {
    case "line":
      if file != nil { try addLine(attributes) }
      open.append(.other)
    case "file":
      try beginFile(attributes)
      open.append(.file)
    case "class": open.append(.type)
    case "metrics":
      if open.last == .file { readMetrics(attributes) }
      open.append(.other)
    case "coverage", "project":
      if name == "project", attributes["name"].map({ $0 == "All files" }) ?? false { isIstanbul = true }
      let made = attributes["timestamp"] ?? attributes["generated"]
      if let time = ReportTime.seconds(made) { report.madeAt = time...time }
      open.append(.other)
    default: open.append(.other)
    }
  }

  func endElement(_ name: DocumentText) throws(MarkupError) {
    if open.popLast() == .file { endFile() }
  }

  private func beginFile(_ attributes: XMLAttributes) throws(MarkupError) {
    let path = attributes.string("path") ?? ""
    let known = path.isEmpty ? attributes.string("name") ?? "" : path
    guard !known.isEmpty else {
      file = nil
      return try damage(Self.text("file", attributes), expected: "path=\"<path>\" or name=\"<path>\"")
    }
    file = FilePart(path: known, reportLine: line)
  }

  private func addLine(_ attributes: XMLAttributes) throws(MarkupError) {
    guard let number = try sourceLine(attributes, "num", of: "line") else { return }
    let type = attributes["type"] ?? DocumentText(UnsafeRawBufferPointer(start: nil, count: 0))
    switch type {
    case "stmt":
      guard let count = try count(attributes, "count", of: "line") else { return }
      add(line: number, count)
      file!.statements.total += 1
      if count > 0 { file!.statements.covered += 1 }
    case "method":
      guard let count = try count(attributes, "count", of: "line") else { return }
      // PHPUnit's name has no class; the line tells functions of one name apart.
      let name = attributes.string("signature") ?? attributes.string("name") ?? "line \(number)"
      file!.functions.append(FunctionCount(name: name, start: number, count: count))
    case "cond":
      guard let taken = try count(attributes, "truecount", of: "line"),
        let other = try count(attributes, "falsecount", of: "line")
      else { return }
      if attributes["count"] != nil {
        guard let count = try count(attributes, "count", of: "line") else { return }
        add(line: number, count)
        add(tally: number, covered: taken, missed: other)
      } else {
        add(line: number, taken.saturatingAdd(other))
        add(condition: number, taken, other)
      }
    default: try damage(Self.text("line", attributes), expected: "type=\"stmt\", \"method\" or \"cond\"")
    }
  }

  private func add(line: UInt32, _ count: UInt64) { file!.lines[line] = max(file!.lines[line] ?? 0, count) }

  /// A condition that was never evaluated has neither way, which is not the same as two untaken ones.
  private func add(condition line: UInt32, _ isTrue: UInt64, _ isFalse: UInt64) {
    let ordinal = file!.ordinals[line] ?? 0
    file!.ordinals[line] = ordinal + 1
    let isReached = isTrue > 0 || isFalse > 0
    for (name, taken) in [("0", isTrue), ("1", isFalse)] {
      file!.branches.append(BranchCount(line: line, block: "\(ordinal)", name: name, taken: isReached ? taken : nil))
    }
  }

  private func add(tally line: UInt32, covered: UInt64, missed: UInt64) {
    let known = file!.tallies[line] ?? Tally(line: line, covered: 0, total: 0)
    let total = covered.saturatingAdd(missed).saturatingAdd(UInt64(known.total))
    file!.tallies[line] = Tally(
      line: line, covered: UInt32(min(covered.saturatingAdd(UInt64(known.atLeast)), UInt64(UInt32.max))),
      total: UInt32(min(total, UInt64(UInt32.max))))
  }

  private func readMetrics(_ attributes: XMLAttributes) {
    let names: [(StaticString, String)] = [
      ("statements", "statements"), ("coveredstatements", "coveredstatements"), ("conditionals", "conditionals"),
      ("coveredconditionals", "coveredconditionals"), ("methods", "methods"), ("coveredmethods", "coveredmethods"),
    ]
    for (name, what) in names {
      if let value = attributes[name]?.unsigned { file?.claims.append((what, value)) }
    }
  }

  private func endFile() {
    guard let part = file else { return }
    file = nil
    var model = FileCoverage(path: PathName.normalised(part.path))
    model.lines = part.lines.map { LineCount($0.key, $0.value) }.sorted { $0.line < $1.line }
    model.branches = part.branches.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }.map(\.element)
    model.branchTallies = part.tallies.values.filter { $0.total > 0 }.sorted { $0.line < $1.line }
    model.functions = part.functions
    let totals = model.totals
    let counted = [
      "statements": part.statements.total, "coveredstatements": part.statements.covered,
      "conditionals": totals.branches.total, "coveredconditionals": totals.branches.covered,
      "methods": totals.functions.total, "coveredmethods": totals.functions.covered,
    ]
    for (what, value) in part.claims {
      // Istanbul lists lines but counts statements and names no methods.
      if isIstanbul, !what.hasSuffix("conditionals") { continue }
      compare(what, file: part.path, claimed: value, counted: counted[what]!, line: part.reportLine)
    }
    report.files.append(model)
  }
}
