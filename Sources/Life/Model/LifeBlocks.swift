// A pattern as blocks of 8 x 8 cells, the leaves of the unbounded board: from runs to blocks and back.

/// 64 cells: bit `8 * row + column`.
struct LifeBlock {
  /// The column of blocks: eighths of cells.
  var x: Int64
  /// The row of blocks.
  var y: Int64
  var cells: UInt64
}

/// Blocks in the order of rows, then columns; none is empty.
struct LifeBlocks {
  private(set) var blocks: [LifeBlock] = []

  /// The blocks of runs.
  ///
  /// - Parameter most: The most blocks; more are an error, as a run can be longer than any memory.
  /// - Complexity: O(blocks + 8 runs).
  init(_ runs: [LifeRun], most: Int) throws(LifeError) {
    var start = 0
    while start < runs.count {
      // The runs of eight rows, one list a row.
      let band = runs[start].y >> 3
      var heads: [Int] = []
      var ends: [Int] = []
      var end = start
      while end < runs.count, runs[end].y >> 3 == band {
        heads.append(end)
        let y = runs[end].y
        while end < runs.count, runs[end].y == y { end += 1 }
        ends.append(end)
      }
      try addBand(band, runs, &heads, ends, most)
      start = end
    }
  }

  private mutating func addBand(
    _ band: Int64, _ runs: [LifeRun], _ heads: inout [Int], _ ends: [Int], _ most: Int
  ) throws(LifeError) {
    var reached = Int64.min
    while true {
      // The next column of blocks that has a cell.
      var column = Int64.max
      for row in heads.indices where heads[row] < ends[row] {
        column = min(column, max(runs[heads[row]].x >> 3, reached))
      }
      guard column < .max else { return }
      var cells: UInt64 = 0
      let left = column << 3
      for row in heads.indices {
        while heads[row] < ends[row] {
          let run = runs[heads[row]]
          let first = max(run.x, left)
          let last = min(run.x + run.length - 1, left + 7)
          if first <= last {
            let bits = (UInt64(1) << UInt64(last - first + 1) - 1) << UInt64(first - left)
            cells |= bits << UInt64(8 * (run.y & 7))
          }
          guard run.x + run.length - 1 <= left + 7 else { break }
          heads[row] += 1
        }
      }
      guard blocks.count < most else { throw LifeError(.tooManyCells, value: UInt64(most) * 64) }
      blocks.append(LifeBlock(x: column, y: band, cells: cells))
      reached = column + 1
    }
  }

  /// Blocks in any order, none twice.
  init(unsorted: [LifeBlock]) {
    blocks = unsorted
    // Sorted through runs, for which there is a sort: the length carries the index.
    var keys: [LifeRun] = []
    keys.reserveCapacity(blocks.count)
    for index in blocks.indices {
      keys.append(LifeRun(y: blocks[index].y, x: blocks[index].x, length: Int64(index)))
    }
    keys.sortRuns()
    var sorted: [LifeBlock] = []
    sorted.reserveCapacity(keys.count)
    for key in keys { sorted.append(unsorted[Int(key.length)]) }
    blocks = sorted
  }

  /// The runs of all blocks.
  func runs(_ heading: LifeHeading) -> LifePattern {
    var pattern = LifePattern()
    pattern.heading = heading
    var start = 0
    while start < blocks.count {
      var end = start
      while end < blocks.count, blocks[end].y == blocks[start].y { end += 1 }
      for row in Int64(0)..<8 {
        for index in start..<end {
          let block = blocks[index]
          var bits = block.cells >> UInt64(8 * row) & 0xff
          var column = block.x << 3
          while bits != 0 {
            let gap = bits.trailingZeroBitCount
            bits >>= UInt64(gap)
            let length = (~bits).trailingZeroBitCount
            bits >>= UInt64(length)
            column += Int64(gap)
            pattern.append(LifeRun(y: block.y << 3 + row, x: column, length: Int64(length)))
            column += Int64(length)
          }
        }
      }
      start = end
    }
    return pattern
  }
}
