// A torus of cells, 64 in a word. The edges are joined: the eight neighbours of a cell are those at its eight offsets, modulo the sides.
// On a torus one or two cells wide an offset leads to the cell itself or to the same cell twice; it is then counted as often.
//
// A row of words, lowest bit leftmost (stride s; the step writes what stands in brackets):
//
//   word 0        [cell width-1 in bit 63, so that the left neighbour of cell 0 is found by the same shift]
//   words 1…      cells; behind the last cell [one bit with cell 0]
//   words …s-1    an odd row's filling, and [cell 0 in bit 0] if the width is a multiple of 64

/// A bounded board whose edges are joined.
public struct TorusBoard: LifeBoard, Sendable {
  /// Its size in cells.
  public let size: LifeTorusSize
  /// Generations since the beginning.
  public var generation: UInt64 = 0
  /// The rule; it may have `B0`. Cells are always the live ones: with `B0` and `S8`, and with `B0` in odd generations, Golly keeps the dead
  /// ones on a torus as it does on the plane.
  public var rule: LifeRule { didSet { logic = LifeRuleLogic(rule) } }
  var logic: LifeRuleLogic
  let stride: Int
  /// This generation and room for the next.
  var cells: [UInt64]
  var spare: [UInt64]

  /// An empty board.
  ///
  /// - Complexity: O(cells); memory is a quarter of a byte a cell, and 64 bytes a row at most.
  public init(size: LifeTorusSize, rule: LifeRule = .conway) {
    self.size = size
    self.rule = rule
    logic = LifeRuleLogic(rule)
    stride = Int(LifeTorusSize.stride(Int64(size.width)))
    cells = [UInt64](repeating: 0, count: stride * Int(size.height))
    spare = cells
  }

  /// A board with a pattern.
  ///
  /// The middle of the torus is the plane's origin, as in Golly. A pattern whose file does not say where it lies comes to the middle.
  ///
  /// - Throws: ``LifeError`` `torusTooSmall`.
  public init(_ pattern: LifePattern, size: LifeTorusSize, rule: LifeRule? = nil) throws(LifeError) {
    self.init(size: size, rule: rule ?? pattern.heading.rule ?? .conway)
    generation = pattern.heading.generation
    guard let box = pattern.boundingBox else { return }
    guard box.width <= Int64(size.width), box.height <= Int64(size.height) else { throw LifeError(.torusTooSmall) }
    let (x, y): (Int64, Int64)
    if pattern.heading.hasPosition {
      (x, y) = (Int64(size.width / 2), Int64(size.height / 2))
    } else {
      var (left, top, width, height) = (box.left, box.top, box.width, box.height)
      if let declared = pattern.heading.declaredSize, box.left >= 0, box.top >= 0,
        box.right < Int64(declared.width), box.bottom < Int64(declared.height),
        declared.width <= size.width, declared.height <= size.height
      {
        (left, top, width, height) = (0, 0, Int64(declared.width), Int64(declared.height))
      }
      x = Int64(size.width / 2) - width / 2 - left
      y = Int64(size.height / 2) - height / 2 - top
    }
    for run in pattern.runs {
      let row = wrapped(run.y + y, size.height)
      var column = wrapped(run.x + x, size.width)
      var rest = run.length
      while rest > 0 {
        let length = min(rest, Int64(size.width) - Int64(column))
        setRun(row: row, column: column, length: Int(length))
        rest -= length
        column = 0
      }
    }
  }

  private func wrapped(_ value: Int64, _ side: Int32) -> Int {
    let rest = value % Int64(side)
    return Int(rest < 0 ? rest + Int64(side) : rest)
  }

  private mutating func setRun(row: Int, column: Int, length: Int) {
    var place = column
    let end = column + length
    while place < end {
      let bit = place & 63
      let count = min(64 - bit, end - place)
      let bits = count == 64 ? UInt64.max : (UInt64(1) << UInt64(count) - 1) << UInt64(bit)
      cells[row * stride + 1 + place >> 6] |= bits
      place += count
    }
  }

  private func place(_ x: Int64, _ y: Int64) -> (word: Int, bit: UInt64) {
    let (column, row) = (wrapped(x, size.width), wrapped(y, size.height))
    return (row * stride + 1 + column >> 6, UInt64(1) << UInt64(column & 63))
  }

  /// Whether a cell is alive; coordinates wrap.
  public func isAlive(x: Int64, y: Int64) -> Bool {
    let (word, bit) = place(x, y)
    return cells[word] & bit != 0
  }

  /// Makes a cell alive or dead; coordinates wrap.
  public mutating func set(x: Int64, y: Int64, alive: Bool) {
    let (word, bit) = place(x, y)
    cells[word] = alive ? cells[word] | bit : cells[word] & ~bit
  }

  /// Kills all cells; the generation becomes 0.
  public mutating func clear() {
    for index in cells.indices { cells[index] = 0 }
    generation = 0
  }

  /// Live cells.
  ///
  /// - Complexity: O(cells / 64).
  public var population: UInt64 {
    var sum: UInt64 = 0
    for row in 0..<Int(size.height) {
      for word in 0..<words { sum += UInt64(cells[row * stride + 1 + word].nonzeroBitCount) }
    }
    return sum
  }

  /// Words of a row that have cells.
  var words: Int { (Int(size.width) + 63) / 64 }
  /// The cells of a row's last word.
  var lastMask: UInt64 { size.width & 63 == 0 ? .max : UInt64(1) << UInt64(size.width & 63) - 1 }

  /// Fills a rectangle at random, whatever was there; coordinates wrap.
  ///
  /// - Parameter density: 256ths of the cells that live, from 0 to 256.
  /// - Throws: ``LifeError`` `torusTooSmall` if the box is larger than the torus, `plane` if it is beyond the plane.
  public mutating func fill(_ box: LifeBox, density: Int32, generator: inout LifeGenerator) throws(LifeError) {
    guard box.left <= box.right, box.top <= box.bottom else { return }
    guard LifeBox.isOnPlane(box.left, box.top), LifeBox.isOnPlane(box.right, box.bottom) else {
      throw LifeError(.plane)
    }
    guard box.width <= Int64(size.width), box.height <= Int64(size.height) else { throw LifeError(.torusTooSmall) }
    for y in box.top...box.bottom {
      var x = box.left
      while x <= box.right {
        let bits = generator.next(density: density)
        let count = min(64, box.right - x + 1)
        for bit in 0..<count { set(x: x + bit, y: y, alive: bits >> UInt64(bit) & 1 != 0) }
        x += count
      }
    }
  }

  /// The whole torus as a box from (0, 0).
  public var box: LifeBox {
    LifeBox(left: 0, top: 0, right: Int64(size.width) - 1, bottom: Int64(size.height) - 1)
  }

  /// Draws the whole torus, a byte for a cell, row by row: 1 for a live cell, 0 for a dead one.
  ///
  /// - Parameter pixels: Room for `width * height` bytes, all of which are written.
  /// - Complexity: O(cells), eight at once.
  public func draw(into pixels: UnsafeMutableBufferPointer<UInt8>) {
    let (width, height) = (Int(size.width), Int(size.height))
    precondition(pixels.count >= width * height, "pixels are written only where there is room")
    guard let start = pixels.baseAddress else { return }
    for row in 0..<height {
      let target = start + row * width
      var column = 0
      for word in row * stride + 1..<row * stride + 1 + words {
        var bits = cells[word]
        let end = min(column + 64, width)
        while column + 8 <= end {
          // Bit n of eight goes to byte n: each byte keeps its own, and becomes 1 if it is set.
          let kept = (bits & 0xff) &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
          let ones = (kept &+ 0x7f7f_7f7f_7f7f_7f7f) &>> 7 & 0x0101_0101_0101_0101
          UnsafeMutableRawPointer(target + column).storeBytes(of: ones.littleEndian, as: UInt64.self)
          bits &>>= 8
          column += 8
        }
        while column < end {
          target[column] = UInt8(truncatingIfNeeded: bits & 1)
          bits &>>= 1
          column += 1
        }
      }
    }
  }

  /// The cells as a pattern: the plane's origin is the middle of the torus.
  ///
  /// - Complexity: O(cells / 64 + runs).
  public func pattern() -> LifePattern {
    var pattern = LifePattern()
    pattern.heading.rule = rule
    pattern.heading.torus = size
    pattern.heading.generation = generation
    pattern.heading.hasPosition = true
    let (left, top) = (Int64(size.width / 2), Int64(size.height / 2))
    for row in 0..<Int(size.height) {
      for word in 0..<words {
        var bits = cells[row * stride + 1 + word]
        var column = word * 64
        while bits != 0 {
          let gap = bits.trailingZeroBitCount
          bits >>= UInt64(gap)
          let length = (~bits).trailingZeroBitCount
          bits = length == 64 ? 0 : bits >> UInt64(length)
          column += gap
          pattern.append(LifeRun(y: Int64(row) - top, x: Int64(column) - left, length: Int64(length)))
          column += length
        }
      }
    }
    return pattern
  }
}
