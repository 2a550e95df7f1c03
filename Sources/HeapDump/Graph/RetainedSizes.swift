// What would be freed with an object: its own bytes and those of all it dominates, summed in one pass over the tree, children
// first. For a class, the sum over its objects that are not themselves dominated by one of the class, so that no byte counts
// twice (a linked list's nodes retain one another). Sums stop at 2⁶⁴ - 1 instead of wrapping: sizes in a dump may be invented.

extension UInt64 {
  /// The sum, or the largest number where it does not fit.
  @inline(__always)
  func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension DominatorTree {
  /// Turns each object's own size into what it retains; objects that are not reached get 0.
  ///
  /// - Parameter sizes: a cell for each object.
  /// - Complexity: O(*objects*).
  func sumUpwards(_ sizes: borrowing OwnedBuffer<UInt64>) {
    let sums = sizes.base
    for object in 0..<objectCount where dominators.base[object] == Self.unreachable { sums[object] = 0 }
    forEachUpwards { object, dominator in
      if dominator != Self.root { sums[Int(dominator)] = sums[Int(dominator)].addingSaturating(sums[Int(object)]) }
    }
  }
}

extension DominatorPreorder {
  /// What the objects of each class retain together: those that no object of the same class dominates.
  ///
  /// - Parameters:
  ///   - retained: what each object retains.
  ///   - classCount: how many classes there are.
  ///   - classOf: the number of an object's class, below `classCount`, and whether the object itself is counted; `nil` for an object
  ///     of no class.
  /// - Complexity: O(*objects*), and twelve bytes a class.
  func sumsByClass(
    _ retained: borrowing OwnedBuffer<UInt64>, classCount: Int,
    classOf: (_ object: UInt32) -> (index: Int, isCounted: Bool)?
  ) -> [UInt64] {
    var sums = [UInt64](repeating: 0, count: classCount)
    // Subtrees are runs, so one position a class says where the outermost open object of the class ends: no stack.
    var openUntil = [UInt32](repeating: 0, count: classCount)
    for position in 0..<objects.count {
      let object = objects.base[position]
      guard let (index, isCounted) = classOf(object), UInt32(position) >= openUntil[index] else { continue }
      if isCounted { sums[index] = sums[index].addingSaturating(retained.base[Int(object)]) }
      openUntil[index] = ends.base[Int(object)]
    }
    return sums
  }
}
