// A pattern: its live cells as runs, row by row, and what its file says of it. Every format is read into one and written from one, except
// that macrocell files go straight to a board.

/// Live cells side by side in a row.
public struct LifeRun: Sendable, Equatable {
  /// The row.
  public var y: Int64
  /// The first column.
  public var x: Int64
  /// Cells, at least 1.
  public var length: Int64

  /// A run.
  public init(y: Int64, x: Int64, length: Int64) {
    self.y = y
    self.x = x
    self.length = length
  }
}

/// What a file says of its pattern besides the cells.
public struct LifeHeading: Sendable, Equatable {
  /// Its name, as bytes of the file; mostly UTF-8.
  public var name: [UInt8] = []
  /// Who found it.
  public var author: [UInt8] = []
  /// Lines of comment.
  public var comments: [[UInt8]] = []
  /// Its rule; `nil` if none is named (then Conway's is meant).
  public var rule: LifeRule?
  /// The torus on which it runs; `nil` for the unbounded plane.
  public var torus: LifeTorusSize?
  /// The generation of the cells.
  public var generation: UInt64 = 0
  /// The file says where on the plane the cells lie.
  public var hasPosition = false
  /// The size that the file declares, with empty margins; `nil` if none.
  public var declaredSize: LifeTorusSize?
  /// The file ends without its end mark (RLE's `!`): it may have been cut off.
  public var lacksEnd = false

  /// A heading that says nothing.
  public init() {}
}

/// A finite pattern.
public struct LifePattern: Sendable, Equatable {
  /// Runs in the order of rows, then columns; they neither overlap nor touch.
  public private(set) var runs: [LifeRun] = []
  /// What the file says besides.
  public var heading = LifeHeading()

  /// An empty pattern.
  public init() {}

  /// A pattern of cells in any order, all on the plane (``LifeBox/isOnPlane(_:_:)``); repeated ones count once.
  ///
  /// - Complexity: O(n log n).
  public init(cells: [(x: Int64, y: Int64)]) {
    var single = cells.map { LifeRun(y: $0.y, x: $0.x, length: 1) }
    single.sortRuns()
    for run in single {
      precondition(LifeBox.isOnPlane(run.x, run.y), "cells of a pattern lie on the plane")
      append(run)
    }
  }

  /// Runs that are in order; those that touch are joined.
  init(sorted runs: [LifeRun], heading: LifeHeading) {
    for run in runs { append(run) }
    self.heading = heading
  }

  /// Adds a run that begins at or behind the last one's beginning.
  @inline(never)
  mutating func append(_ run: LifeRun) {
    if let last = runs.last, last.y == run.y, last.x + last.length >= run.x {
      runs[runs.count - 1].length = max(last.length, run.x + run.length - last.x)
    } else {
      runs.append(run)
    }
  }

  /// Live cells; saturates.
  ///
  /// - Complexity: O(runs).
  public var population: UInt64 {
    var sum: UInt64 = 0
    for run in runs {
      let (next, over) = sum.addingReportingOverflow(UInt64(run.length))
      if over { return .max }
      sum = next
    }
    return sum
  }

  /// The least box that holds all cells; `nil` without cells.
  ///
  /// - Complexity: O(runs).
  public var boundingBox: LifeBox? {
    guard let first = runs.first, let last = runs.last else { return nil }
    var box = LifeBox(left: first.x, top: first.y, right: first.x, bottom: last.y)
    for run in runs {
      box.left = min(box.left, run.x)
      box.right = max(box.right, run.x + run.length - 1)
    }
    return box
  }

  /// The pattern elsewhere.
  ///
  /// - Throws: ``LifeError`` `plane` if cells would leave the plane.
  public func moved(byX x: Int64, y: Int64) throws(LifeError) -> LifePattern {
    guard let box = boundingBox else { return self }
    func fits(_ value: Int64, _ distance: Int64) -> Bool {
      let (sum, over) = value.addingReportingOverflow(distance)
      return !over && sum >= -LifeBox.limit && sum < LifeBox.limit
    }
    guard fits(box.left, x), fits(box.right, x), fits(box.top, y), fits(box.bottom, y) else { throw LifeError(.plane) }
    var result = self
    for index in runs.indices {
      result.runs[index].x += x
      result.runs[index].y += y
    }
    return result
  }
}

extension [LifeRun] {
  /// Sorts by row, then column: by merging, stable, without closures.
  ///
  /// - Complexity: O(n log n).
  @inline(never)
  mutating func sortRuns() {
    var isSorted = true
    for index in indices.dropFirst() where self[index].precedes(self[index - 1]) { isSorted = false }
    guard !isSorted else { return }
    var source = self
    var target = self
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        let middle = Swift.min(start + width, count)
        let end = Swift.min(start + 2 * width, count)
        var (one, other) = (start, middle)
        for place in start..<end {
          if one < middle, other >= end || !source[other].precedes(source[one]) {
            target[place] = source[one]
            one += 1
          } else {
            target[place] = source[other]
            other += 1
          }
        }
        start = end
      }
      swap(&source, &target)
      width *= 2
    }
    self = source
  }
}

extension LifeRun {
  @inline(__always) func precedes(_ other: LifeRun) -> Bool { y != other.y ? y < other.y : x < other.x }
}
