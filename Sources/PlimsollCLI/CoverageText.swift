// Coverage as text for terminals and as JSON for programs.

internal import ByteKit
internal import Coverage
internal import MarkupKit
internal import Survey
internal import SystemKit

enum CoverageText {
  /// The ratios that a report has anything to say of.
  private static func ratios(_ totals: CoverageTotals) -> [(name: String, ratio: CoverageRatio)] {
    totals.named.filter { $0.ratio.total > 0 || $0.name == "lines" }
  }

  /// A share in percent; an interval where the evidence gives no more.
  static func share(_ ratio: CoverageRatio) -> String {
    guard ratio.total > 0 else { return "-" }
    let low = FigureText.share(ratio.covered, of: ratio.total)
    return ratio.isExact ? low : "\(low) to \(FigureText.share(ratio.coveredAtMost, of: ratio.total))"
  }

  /// A table of files with their totals, and the sum.
  static func table(_ files: [FileCoverage], uncovered: Bool, terminal: Terminal) -> String {
    var sum = CoverageTotals()
    let each = files.map(\.totals)
    for totals in each { sum += totals }
    let names = ratios(sum).map(\.name)
    var table = TextTable([.left] + names.map { _ in .right } + [.right] + (uncovered ? [.left] : []))
    table.header(["file"] + names + ["not run"] + (uncovered ? ["lines that did not run"] : []))
    func row(_ name: String, _ totals: CoverageTotals, _ file: FileCoverage?) {
      var cells = [name] + totals.named.filter { names.contains($0.name) }.map { share($0.ratio) }
      cells.append("\(totals.lines.total - totals.lines.covered)")
      if uncovered { cells.append(file.map(ranges) ?? "") }
      table.row(cells)
    }
    let room = terminal.isInteractive ? max(24, terminal.columns - 14 * names.count - 10) : 120
    for (file, totals) in zip(files, each) { row(VisibleName.text(file.path, columns: room), totals, file) }
    row(files.count == 1 ? "in all" : "all \(files.count) files", sum, nil)
    var lines = table.lines()
    if terminal.hasColor, let last = lines.popLast() { lines.append(terminal.styled(last, .bold)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines that did not run as ranges: `3-5, 9`. Lines that cannot be covered do not break a range.
  static func ranges(_ file: FileCoverage) -> String {
    var ranges: [(first: UInt32, last: UInt32)] = []
    var isOpen = false
    for line in file.lines {
      if line.count > 0 {
        isOpen = false
      } else if isOpen {
        ranges[ranges.count - 1].last = line.line
      } else {
        ranges.append((line.line, line.line))
        isOpen = true
      }
    }
    return ranges.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: ", ")
  }

  /// Totals and files with their totals: Documentation/coverage-report-json.md.
  static func json(_ report: CoverageReport, _ files: [FileCoverage]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "plimsoll.coverage-report")
      json.member("version", 1)
      json.object("totals") { json in
        write(files.reduce(into: CoverageTotals()) { $0 += $1.totals }, &json)
      }
      json.array("files") { json in
        for file in files {
          json.object { json in
            json.member("path", file.path)
            write(file.totals, &json)
            json.array("uncoveredLines") { json in
              for line in file.lines where line.count == 0 { json.value(line.line) }
            }
          }
        }
      }
      if !report.root.isEmpty { json.member("root", report.root) }
      json.array("formats") { json in for format in report.formats { json.value(format.rawValue) } }
      json.array("warnings") { json in for warning in report.warnings { json.value(warning.description) } }
      json.array("conflicts") { json in for conflict in report.conflicts { json.value(conflict.description) } }
    }
    return json.output.text
  }

  private static func write(_ totals: CoverageTotals, _ json: inout JSONWriter) {
    for (name, ratio) in ratios(totals) {
      json.object(name) { json in
        json.member("covered", ratio.covered)
        json.member("coveredAtMost", ratio.coveredAtMost)
        json.member("total", ratio.total)
        json.member("percent", ratio.percent)
      }
    }
  }
}

/// Names from reports on a terminal: some are whole documents (`data:` addresses of browsers).
enum VisibleName {
  /// A name of at most so many columns; the middle of a longer one is left out.
  static func text(_ name: String, columns: Int) -> String {
    var scalars = Array(VisibleText.of(name).unicodeScalars)
    if scalars.count > columns {
      let tail = (columns - 1) * 2 / 3
      scalars = scalars.prefix(columns - 1 - tail) + ["\u{2026}"] + scalars.suffix(tail)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
