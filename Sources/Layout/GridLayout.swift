// A grid of square cells that keep their size: as many columns as fit, the block of columns centred, rows filled from where lines begin.
//
//     columns = max(1, floor((W + g) / (s + g)))        offset = (W - n s - (n - 1) g) / 2
//
// What a short row does has a name each, since CSS, UIKit and Compose all have their own default: see ``GridShortRows``. Where the width is
// less than a cell there is one column, and the offset is negative: the cell sticks out on both sides, as with CSS's
// `justify-content: center` (`safe center` would begin at the edge).

/// What a row does that has fewer items than columns fit.
public enum GridShortRows: UInt8, Sendable, CaseIterable {
  /// The block is as wide as all columns that fit; items begin at its edge, however few there are. CSS: `auto-fill`.
  case keepColumns
  /// The block is as wide as the items of the first row: a single short row is centred, a last row begins below the first one's edge.
  /// CSS: `auto-fit`.
  case shrinkToItems
  /// Each row is centred by itself. CSS: a flex container that wraps.
  case centerRows
}

/// Where the cells of a grid lie.
///
///     let grid = try GridLayout(width: 375, cell: 100, gap: 10, count: 8)
///     grid.columns          // 3
///     grid.frame(of: 3)     // 27.5, 110, 100 x 100
public struct GridLayout: Equatable, Sendable {
  /// Widths that differ by less than this, in points, are the same: 0.1 + 0.2 fits into 0.3. A sixteenth of the finest step of browsers,
  /// 1/64. Of a cell and gap below one point it is that part.
  public static let tolerance = 1.0 / 1024

  /// W, in points.
  public let width: Double
  /// s: the side of a cell, in points.
  public let cell: Double
  /// g: between two cells in both directions, in points.
  public let gap: Double
  /// How many items there are.
  public let count: Int
  /// What short rows do.
  public let shortRows: GridShortRows
  /// Where rows begin.
  public let direction: LayoutDirection
  /// How many columns fit, at least 1.
  public let columns: Int

  /// A grid.
  ///
  /// - Throws: ``LayoutError`` for what is no number or out of its range.
  public init(
    width: Double, cell: Double, gap: Double = 0, count: Int, shortRows: GridShortRows = .keepColumns,
    direction: LayoutDirection = .leftToRight
  ) throws(LayoutError) {
    try LayoutError.check(.width, width)
    try LayoutError.check(.cell, cell, from: 0.001)
    try LayoutError.check(.gap, gap)
    try LayoutError.check(.count, Double(count), to: 1_000_000_000)
    self.width = width
    self.cell = cell
    self.gap = gap
    self.count = count
    self.shortRows = shortRows
    self.direction = direction
    let tolerance = GridLayout.tolerance * min(1, cell + gap)
    // At most a thousand million: both ends of the quotient are checked.
    columns = Int(max(1, ((width + gap + tolerance) / (cell + gap)).rounded(.down)))
  }

  /// n: the columns of the block that is centred.
  public var blockColumns: Int { shortRows == .shrinkToItems && count > 0 ? min(columns, count) : columns }
  /// How many rows there are; 0 without items.
  public var rows: Int { count / columns + (count % columns > 0 ? 1 : 0) }
  /// From the left of the grid to the block, in points; negative where a cell is wider than the grid.
  public var offset: Double { offset(of: blockColumns) }
  /// How wide the block is, in points.
  public var blockWidth: Double { GridLayout.run(blockColumns, cell, gap) }
  /// How high all rows are, in points; 0 without items.
  public var contentHeight: Double { GridLayout.run(rows, cell, gap) }

  private static func run(_ count: Int, _ cell: Double, _ gap: Double) -> Double {
    count == 0 ? 0 : Double(count) * cell + Double(count - 1) * gap
  }

  private func offset(of columns: Int) -> Double { (width - GridLayout.run(columns, cell, gap)) / 2 }

  /// Where an item lies, from the upper left of the grid.
  ///
  /// - Parameter item: From 0 to below ``count``; others lie where they would if there were so many.
  /// - Complexity: O(1).
  public func frame(of item: Int) -> LayoutRect {
    let item = max(item, 0)
    let row = item / columns
    let column = item % columns
    let start: Double
    if shortRows == .centerRows, row == (count - 1) / columns, count > 0 {
      start = offset(of: count - row * columns)
    } else {
      start = offset
    }
    let frame = LayoutRect(
      x: start + Double(column) * (cell + gap), y: Double(row) * (cell + gap), width: cell, height: cell)
    return direction == .rightToLeft ? frame.mirrored(in: width) : frame
  }

  /// The items of which something is seen in a window of the content, from `top` to before `top + height`.
  ///
  /// - Complexity: O(1).
  public func items(from top: Double, height: Double) -> Range<Int> {
    guard height > 0, count > 0, top < contentHeight, top + height > 0 else { return 0..<0 }
    let pitch = cell + gap
    // A row is seen while its lower edge is below the window's upper one.
    var first = Int(max(0, min(top / pitch, Double(rows))))
    if Double(first) * pitch + cell <= top { first += 1 }
    let end = Int(max(0, min(((top + height) / pitch).rounded(.up), Double(rows))))
    guard first < end else { return 0..<0 }
    let last = end >= rows ? count : end * columns
    return first * columns..<last
  }
}
