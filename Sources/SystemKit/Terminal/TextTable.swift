// Tables of text with aligned columns, for results on standard output.

/// A table whose columns are as wide as their widest cell.
public struct TextTable {
  /// To which side a column's cells lean.
  public enum Alignment: Sendable {
    /// For text.
    case left
    /// For numbers.
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []
  private var rules: Set<Int> = []

  /// A table with the given columns; a row with fewer cells is filled up with empty ones.
  public init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row.
  public mutating func row(_ cells: [String]) { rows.append(cells) }

  /// Adds a row, and a line of dashes below it.
  public mutating func header(_ cells: [String]) {
    rows.append(cells)
    rules.insert(rows.count)
  }

  /// Whether there is no row.
  public var isEmpty: Bool { rows.isEmpty }

  /// The lines, without space at their ends.
  public func lines() -> [String] {
    var widths = [Int](repeating: 0, count: alignments.count)
    for row in rows {
      for (index, cell) in row.prefix(widths.count).enumerated() {
        widths[index] = max(widths[index], Terminal.columns(of: cell))
      }
    }
    var lines: [String] = []
    for (number, row) in rows.enumerated() {
      if rules.contains(number) {
        lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
      }
      var line = ""
      for (index, width) in widths.enumerated() {
        let cell = index < row.count ? row[index] : ""
        let padding = String(repeating: " ", count: width - Terminal.columns(of: cell))
        line += (index > 0 ? "  " : "") + (alignments[index] == .left ? cell + padding : padding + cell)
      }
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    return lines
  }
}
