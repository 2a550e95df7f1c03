// Grids of fixed cells: the law at its edges, frames, windows, pixels.

import Layout
import TestSupport
import Testing

@Suite struct GridLayoutTests {
  private func grid(
    _ width: Double, _ cell: Double, _ gap: Double = 0, _ count: Int = 0, _ mode: GridShortRows = .keepColumns,
    rtl: Bool = false
  ) throws -> GridLayout {
    try GridLayout(
      width: width, cell: cell, gap: gap, count: count, shortRows: mode, direction: rtl ? .rightToLeft : .leftToRight)
  }

  /// By hand: n cells and n - 1 gaps.
  @Test(
    "as many columns as fit, at least one",
    arguments: [
      (375, 100, 10, 3, 27.5), (430, 100, 10, 4, 0), (429.9, 100, 10, 3, 54.95), (100, 100, 10, 1, 0),
      (80, 100, 10, 1, -10), (0, 100, 0, 1, -50), (0.3, 0.1, 0, 3, 0), (333.3, 111.1, 0, 3, 0), (7, 1, 0, 7, 0),
      (1.1, 0.3, 0.1, 3, 0), (1_000_000, 0.5, 0, 2_000_000, 0),
    ] as [(Double, Double, Double, Int, Double)])
  func columns(_ width: Double, _ cell: Double, _ gap: Double, _ columns: Int, _ offset: Double) throws {
    let grid = try grid(width, cell, gap)
    #expect(grid.columns == columns)
    #expect((grid.offset - offset).magnitude < 1e-9)
    #expect(grid.rows == 0 && grid.contentHeight == 0 && grid.items(from: 0, height: 100).isEmpty)
  }

  @Test("cells far below a point follow the law too")
  func tiny() throws {
    for (width, cell, columns) in [(1, 0.001, 1000), (1.0004, 0.001, 1000), (0.0009, 0.001, 1), (0.5, 0.002, 250)] {
      #expect(try grid(width, cell).columns == columns, "\(width), \(cell)")
    }
    #expect(try grid(1_000_000, 0.001).columns == 1_000_000_000)
  }

  @Test("a short row begins at the block's edge, is the block, or is centred")
  func shortRows() throws {
    // Four columns fit: 430 of 500.
    #expect(try grid(500, 100, 10, 2).frame(of: 0).x == 35)
    #expect(try grid(500, 100, 10, 2, .shrinkToItems).frame(of: 0).x == 145)
    #expect(try grid(500, 100, 10, 2, .centerRows).frame(of: 0).x == 145)
    // A last row of two below a full one.
    for (mode, x) in [(GridShortRows.keepColumns, 35.0), (.shrinkToItems, 35), (.centerRows, 145)] {
      let grid = try grid(500, 100, 10, 6, mode)
      #expect(grid.frame(of: 0).x == 35)
      #expect(grid.frame(of: 4) == LayoutRect(x: x, y: 110, width: 100, height: 100))
      #expect(grid.rows == 2 && grid.contentHeight == 210)
    }
    #expect(try grid(500, 100, 10, 2, .shrinkToItems).blockWidth == 210)
    #expect(try grid(500, 100, 10, 0, .shrinkToItems).blockColumns == 4, "no item: the block that would be filled")
    #expect(try grid(500, 100, 10, 1, .shrinkToItems).frame(of: 0).x == 200)
  }

  @Test("from right to left everything is mirrored, a cell that sticks out too")
  func rightToLeft() throws {
    #expect(try grid(500, 100, 10, 6, rtl: true).frame(of: 0).x == 365)
    #expect(try grid(500, 100, 10, 6, rtl: true).frame(of: 5) == LayoutRect(x: 255, y: 110, width: 100, height: 100))
    #expect(try grid(80, 100, 10, 1, rtl: true).frame(of: 0).x == -10)
    for mode in GridShortRows.allCases {
      let (one, other) = try (grid(333.25, 60, 7, 9, mode), grid(333.25, 60, 7, 9, mode, rtl: true))
      for item in 0..<9 {
        #expect((one.frame(of: item).x + other.frame(of: item).x + 60 - 333.25).magnitude < 1e-9)
      }
    }
  }

  @Test("frames on pixels touch as before, differ by a pixel at most, and do not drift")
  func snapping() throws {
    for ratio in [1.0, 1.5, 2, 3] {
      let grid = try grid(1000, 33.3, 0, 300)
      for item in 0..<grid.columns - 1 {
        let (one, next) = (grid.frame(of: item).snapped(ratio: ratio), grid.frame(of: item + 1).snapped(ratio: ratio))
        #expect((one.x + one.width - next.x).magnitude < 1e-9, "no seam")
        #expect((one.width * ratio - (33.3 * ratio)).magnitude < 1)
        #expect((one.x - grid.frame(of: item).x).magnitude <= 0.5 / ratio + 1e-9)
        #expect(((one.x * ratio).rounded() - one.x * ratio).magnitude < 1e-9)
      }
    }
    // Halves to the right and the bottom, below 0 as well.
    #expect(
      LayoutRect(x: -0.5, y: 0.5, width: 1, height: 1).snapped(ratio: 1) == LayoutRect(x: 0, y: 1, width: 1, height: 1))
    let frame = LayoutRect(x: 0.3, y: 0, width: 1, height: 1)
    #expect(frame.snapped(ratio: 0) == frame && frame.snapped(ratio: .nan) == frame)
  }

  @Test("the items of a window are those whose frames meet it", arguments: 0..<200)
  func windows(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let grid = try grid(
      Double(Int.random(in: 0...400, using: &random)), Double(Int.random(in: 1...90, using: &random)),
      Double(Int.random(in: 0...20, using: &random)), Int.random(in: 0...70, using: &random))
    let top = Double(Int.random(in: -100...600, using: &random))
    let height = Double(Int.random(in: 0...300, using: &random))
    let expected = (0..<grid.count).filter { item in
      let frame = grid.frame(of: item)
      return height > 0 && frame.y < top + height && frame.y + frame.height > top
    }
    #expect(Array(grid.items(from: top, height: height)) == expected)
  }

  @Test("a measure that is no measure is refused with its words")
  func refused() throws {
    for (width, cell, gap, count, measure) in [
      (-1, 1, 0, 0, .width), (.nan, 1, 0, 0, .width), (1e9, 1, 0, 0, .width), (1, 0, 0, 0, .cell), (1, 1, -1, 0, .gap),
      (1, .infinity, 0, 0, .cell), (1, 1e-9, 0, 0, .cell), (1, 1, 0, -1, .count),
    ] as [(Double, Double, Double, Int, LayoutError.Measure)] {
      let error = #expect(throws: LayoutError.self) { try self.grid(width, cell, gap, count) }
      #expect(error?.measure == measure)
    }
    #expect("\(LayoutError.Measure.cell.words)".contains("from 0.001"))
  }

  @Test("code has the numbers, and no number has an exponent")
  func forms() throws {
    for mode in GridShortRows.allCases {
      for rtl in [false, true] {
        let grid = try grid(300, 77.125, 3.0001, 5, mode, rtl: rtl)
        for bytes in [grid.css, grid.uikit, grid.compose] {
          let code = String(decoding: bytes, as: UTF8.self)
          #expect(code.contains("77.125") && code.contains("3.0001") && !code.contains("#"))
          #expect(code.count { $0 == "{" } == code.count { $0 == "}" })
          #expect(code.count { $0 == "(" } == code.count { $0 == ")" })
          #expect(code.split(separator: "\n").allSatisfy { $0.count <= 110 })
        }
      }
    }
    #expect(String(decoding: try grid(1, 0.001).css, as: UTF8.self).contains("0.001px"))
  }
}
