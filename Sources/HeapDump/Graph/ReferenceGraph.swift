// Who refers to whom, as compressed sparse rows: the targets of object n lie at offsets[n]..<offsets[n + 1] of one array, four
// bytes a reference and four an object. Made in two passes over the dump, counting and filling, so that no row ever grows and no
// second copy exists: 45 million references among 24 million objects take 276 MB at any time.
//
//   counting   cells[n + 2] = references of n
//   between    cells[n + 1] = where the row of n starts (sums of what precedes)
//   filling    cells[n + 1] moves to where the row of n ends, which is where the row of n + 1 starts
//   after      cells are the offsets: no pass moves them

/// The references between objects, by number.
package struct ReferenceGraph: ~Copyable, @unchecked Sendable {
  /// How many objects there are.
  package let objectCount: Int
  /// How many references there are.
  package var referenceCount: Int { targets.count }
  /// Where each object's references start; one more than there are objects.
  let offsets: OwnedBuffer<UInt32>
  /// The numbers of the objects referred to.
  let targets: OwnedBuffer<UInt32>

  /// How many bytes the graph holds.
  package var memory: Int { offsets.memory + targets.memory }

  /// The objects that an object refers to, in the order they were filled in.
  @inline(__always)
  @_lifetime(borrow self)
  package func targets(of source: UInt32) -> Span<UInt32> {
    precondition(Int(source) < objectCount, "no object has this number")
    let start = Int(offsets.base[Int(source)])
    let end = Int(offsets.base[Int(source) &+ 1])
    let span = unsafe Span(_unsafeStart: targets.base + start, count: end &- start)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Frees the memory now.
  package consuming func release() {}

  /// The first pass: how many references each object has.
  ///
  /// Several threads may count at once, as long as no object is the source of two threads' references.
  package struct Counting: ~Copyable, @unchecked Sendable {
    private let objectCount: Int
    private let cells: OwnedBuffer<UInt32>

    /// Starts with no references.
    ///
    /// - Throws: `tooMany("objects")` when there are more than `ObjectIndex.limit`.
    package init(objects: Int) throws(HeapDumpError) {
      guard objects <= ObjectIndex.limit else { throw HeapDumpError(.tooMany("objects")) }
      objectCount = objects
      cells = OwnedBuffer(repeating: 0, count: objects + 2)
    }

    /// Counts references of an object, one unless told.
    @inline(__always)
    package func count(from source: UInt32, references: UInt32 = 1) {
      precondition(Int(source) < objectCount, "no object has this number")
      let cell = cells.base + (Int(source) &+ 2)
      // A count at the top makes the sum too large, and `makeFilling` says so.
      let (sum, overflow) = cell.pointee.addingReportingOverflow(references)
      cell.pointee = overflow ? .max : sum
    }

    /// Ends counting and reserves the rows.
    ///
    /// - Throws: `tooMany("references")` when there are 2³² - 1 or more.
    /// - Complexity: O(*objects*).
    package consuming func makeFilling() throws(HeapDumpError) -> Filling {
      var total: UInt64 = 0
      var sumOfStarts: UInt64 = 0
      for cell in 1..<objectCount + 2 {
        total &+= UInt64(cells.base[cell])
        guard total < UInt64(UInt32.max) else { throw HeapDumpError(.tooMany("references")) }
        cells.base[cell] = UInt32(truncatingIfNeeded: total)
        sumOfStarts &+= total
      }
      return Filling(objectCount: objectCount, cells: cells, targetCount: Int(total), sumOfStarts: sumOfStarts)
    }
  }

  /// The second pass: where each reference leads.
  ///
  /// Several threads may fill at once, as long as no object is the source of two threads' references.
  package struct Filling: ~Copyable, @unchecked Sendable {
    private let objectCount: Int
    private let cells: OwnedBuffer<UInt32>
    private let targets: OwnedBuffer<UInt32>
    private let sumOfStarts: UInt64

    fileprivate init(
      objectCount: Int, cells: consuming OwnedBuffer<UInt32>, targetCount: Int, sumOfStarts: UInt64
    ) {
      self.objectCount = objectCount
      self.cells = cells
      self.sumOfStarts = sumOfStarts
      targets = OwnedBuffer(repeating: 0, count: targetCount)
    }

    /// Adds a reference, after those the source already has.
    ///
    /// - Precondition: both are numbers of objects, and the source has not more references than were counted.
    @inline(__always)
    package func fill(from source: UInt32, to target: UInt32) {
      precondition(Int(source) < objectCount && Int(target) < objectCount, "no object has this number")
      let cell = cells.base + (Int(source) &+ 1)
      let at = Int(cell.pointee)
      precondition(at < targets.count, "more references than were counted")
      targets.base[at] = target
      cell.pointee &+= 1
    }

    /// Ends filling.
    ///
    /// - Precondition: each source was given as many references as were counted for it.
    package consuming func finish() -> ReferenceGraph {
      // Each reference moved one cell by one.
      var sumOfEnds: UInt64 = 0
      for cell in 0..<cells.count { sumOfEnds &+= UInt64(cells.base[cell]) }
      precondition(sumOfEnds == sumOfStarts &+ UInt64(targets.count), "fewer references than were counted")
      return ReferenceGraph(objectCount: objectCount, offsets: cells, targets: targets)
    }
  }
}
