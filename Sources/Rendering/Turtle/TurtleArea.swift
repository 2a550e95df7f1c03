// What a turtle's lines enclose, as pixels: every line adds the area between itself and the right side to the cells of its rows, whatever
// the other lines are, so that nothing is kept. A sum along the row is how often a pixel is enclosed; more than once counts as once.

struct TurtleArea {
  private let width: Int
  private let height: Int
  private var cells: [Float]
  private var x = 0.0
  private var y = 0.0
  private var startX = 0.0
  private var startY = 0.0
  private var isTouched = false

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = [Float](repeating: 0, count: (width + 2) * height)
  }

  /// Begins a contour, in pixels.
  mutating func begin(_ x: Double, _ y: Double) {
    (self.x, self.y, startX, startY) = (x, y, x, y)
  }

  /// Ends the contour where it began.
  mutating func close() { line(startX, startY) }

  /// A line to a place, in pixels.
  mutating func line(_ toX: Double, _ toY: Double) {
    let (fromX, fromY) = (x, y)
    (x, y) = (toX, toY)
    guard fromY != toY else { return }
    isTouched = true
    let sign: Double = fromY < toY ? 1 : -1
    let (topX, top, bottomX, bottom) = sign > 0 ? (fromX, fromY, toX, toY) : (toX, toY, fromX, fromY)
    let slope = (bottomX - topX) / (bottom - top)
    var row = Int(max(0, min(top, Double(height))))
    while row < height, Double(row) < bottom {
      let from = max(top, Double(row))
      let to = min(bottom, Double(row + 1))
      if to > from { piece(row, topX + (from - top) * slope, topX + (to - top) * slope, (to - from) * sign) }
      row += 1
    }
  }

  /// A part of a line within one row, over a height.
  private mutating func piece(_ row: Int, _ a: Double, _ b: Double, _ height: Double) {
    let most = Double(width)
    let left = min(max(min(a, b), 0), most)
    let right = min(max(max(a, b), 0), most)
    let start = row * (width + 2)
    let run = max(a, b) - min(a, b)
    // What lies to the left of the first column or to the right of the last counts at the border.
    if run > 0 {
      put(start, 0, height * max(0, min(max(a, b), 0) - min(a, b)) / run, 0)
      put(start, width, height * max(0, max(a, b) - max(min(a, b), most)) / run, 0)
    }
    guard right > left else {
      if run == 0 { put(start, Int(left), height, left - left.rounded(.down)) }
      return
    }
    var cell = Int(left)
    var from = left
    while from < right {
      let to = min(right, Double(cell + 1))
      put(start, cell, height * (to - from) / run, (from + to) / 2 - Double(cell))
      from = to
      cell += 1
    }
  }

  /// A height at a distance from a cell's left side: the rest of the cell is enclosed, and all to its right.
  private mutating func put(_ start: Int, _ cell: Int, _ height: Double, _ distance: Double) {
    guard height != 0 else { return }
    cells[start + cell] += Float(height * (1 - distance))
    cells[start + cell + 1] += Float(height * distance)
  }

  /// Blends a colour where something is enclosed, and forgets it.
  mutating func paint(_ pixel: UInt32, rows: Range<Int>, on target: PixelTarget) {
    close()
    guard isTouched else { return }
    isTouched = false
    for row in 0..<height {
      let line = target.start + (rows.lowerBound + row) * target.width
      let start = row * (width + 2)
      var sum: Float = 0
      for x in 0..<width {
        sum += cells[start + x]
        let covered = UInt32(min(sum.magnitude, 1) * 256 + 0.5)
        if covered > 0 { line[x] = TurtleRaster.blend(line[x], pixel, covered) }
      }
      for x in 0..<width + 2 { cells[start + x] = 0 }
    }
  }
}
