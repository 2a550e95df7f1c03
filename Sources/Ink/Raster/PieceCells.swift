// The edges of one piece, spread over the cells of its bounding box.

struct PieceCells {
  let box: PixelRect
  let stride: Int
  let cells: UnsafeMutableBufferPointer<Int32>
  let firsts: UnsafeMutableBufferPointer<Int32>
  let lasts: UnsafeMutableBufferPointer<Int32>

  /// Adds an edge, in 1/256 pixel.
  @inline(__always)
  mutating func edge(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) {
    if ay < by {
      down(ax, ay, bx, by, 1)
    } else if ay > by {
      down(bx, by, ax, ay, -1)
    }
  }

  /// An edge from its upper to its lower end. No product overflows: coordinates have 31 bits. The wrapping operators keep the checks of
  /// 64-bit products out, for which wasm would call a function.
  ///
  /// The column at each row's border is the exact quotient, rounded down.
  @inline(__always)
  private mutating func down(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, _ sign: Int32) {
    let first = max(ay >> 8, box.top)
    let last = min((by - 1) >> 8, box.bottom - 1)
    guard first <= last else { return }
    if ay >> 8 == (by - 1) >> 8 {
      return span(first, ax, bx, by - ay, sign)
    }
    let dx = Int64(bx) - Int64(ax)
    let dy = Int64(by) - Int64(ay)
    // From one row to the next 256 further down: quotient and remainder are carried instead of divided anew.
    let whole = PieceCells.floorDivide(dx &* 256, dy)
    let firstY = Int64(max(ay, first << 8))
    let start = PieceCells.floorDivide(dx &* (firstY - Int64(ay)), dy)
    var x = Int64(ax) + start.quotient
    var remainder = start.remainder
    var y = firstY
    var row = first
    while row <= last {
      let rowEnd = Int64(row + 1) << 8
      var next: Int64
      if rowEnd >= Int64(by) {
        next = Int64(bx)
      } else if y == rowEnd - 256 {
        next = x + whole.quotient
        remainder += whole.remainder
        if remainder >= dy {
          remainder -= dy
          next += 1
        }
      } else {
        let part = PieceCells.floorDivide(dx &* (rowEnd - Int64(ay)), dy)
        next = Int64(ax) + part.quotient
        remainder = part.remainder
      }
      let end = min(rowEnd, Int64(by))
      span(row, Int32(next < x ? next : x), Int32(next < x ? x : next), Int32(end - y), sign)
      x = next
      y = end
      row += 1
    }
  }

  @inline(__always)
  private static func floorDivide(_ a: Int64, _ b: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }

  /// The part of an edge within one row: from column `ax` to column `bx`, over a height of `dy`.
  @inline(__always)
  private mutating func span(_ row: Int32, _ ax: Int32, _ bx: Int32, _ dy: Int32, _ sign: Int32) {
    let line = Int(row - box.top)
    let left = min(ax, bx) - box.left << 8
    let right = max(ax, bx) - box.left << 8
    let limit = (box.right - box.left) << 8
    if left >= limit {
      lasts[line] = max(lasts[line], box.right - box.left - 1)
      return
    }
    let start = line * stride
    if right <= 0 {
      touch(line, 0, 0)
      cells[start] &+= sign * dy * 512
      return
    }
    let firstCell = left >> 8
    let lastCell = right >> 8
    if firstCell == lastCell {
      touch(line, firstCell, min(firstCell + 1, box.right - box.left - 1))
      put(start, firstCell, dy, (left & 255) + (right & 255), sign)
      return
    }
    // Several cells: each gets the part of the height that is its part of the width.
    let run = right - left
    touch(line, max(0, firstCell), min(lastCell + 1, box.right - box.left - 1))
    var done: Int32 = 0
    var cell = firstCell
    var from = left
    if cell < 0 {
      done = PieceCells.share(dy, -left, run)
      cells[start] &+= sign * done * 512
      cell = 0
      from = 0
    }
    while cell <= lastCell, cell << 8 < limit {
      let to = min((cell + 1) << 8, right)
      let sum = to == right ? dy : PieceCells.share(dy, to - left, run)
      put(start, cell, sum - done, (from - cell << 8) + (to - cell << 8), sign)
      done = sum
      from = to
      cell += 1
    }
  }

  @inline(__always)
  private static func share(_ dy: Int32, _ part: Int32, _ whole: Int32) -> Int32 {
    whole < 1 << 22 ? dy * part / whole : Int32(truncatingIfNeeded: Int64(dy) &* Int64(part) / Int64(whole))
  }

  @inline(__always)
  private mutating func put(_ start: Int, _ cell: Int32, _ dy: Int32, _ twiceX: Int32, _ sign: Int32) {
    let index = start + Int(cell)
    cells[index] &+= sign * dy * (512 - twiceX)
    cells[index + 1] &+= sign * dy * twiceX
  }

  @inline(__always)
  private mutating func touch(_ line: Int, _ first: Int32, _ last: Int32) {
    firsts[line] = min(firsts[line], first)
    lasts[line] = max(lasts[line], last)
  }

  /// Sums the rows up, adds them to the mask and leaves the cells empty.
  mutating func add(to sums: UnsafeMutableBufferPointer<Int32>, width: Int, sign: Int32, most: Int32) {
    for line in 0..<Int(box.bottom - box.top) {
      let first = Int(firsts[line])
      let last = Int(lasts[line])
      firsts[line] = .max
      lasts[line] = -1
      guard first <= last else { continue }
      let row = line * stride
      let target = (Int(box.top) + line) * width + Int(box.left)
      var sum: Int32 = 0
      for x in first...last {
        sum &+= cells[row + x]
        cells[row + x] = 0
        let value = sums[target + x] &+ sign &* sum
        sums[target + x] = min(value, most)
      }
      // What an edge left beyond the last column belongs to no pixel.
      cells[row + last + 1] = 0
    }
  }
}
