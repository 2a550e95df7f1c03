// What would be freed with an object: its own bytes and those of all it dominates, summed in one pass over the tree, children
// first. For a class, the sum over its objects that are not themselves dominated by one of the class, so that no byte counts
// twice (a linked list's nodes retain one another). Sums stop at 2⁶⁴ - 1 instead of wrapping: sizes in a dump may be invented.

/// The retained size of each object.
package struct RetainedSizes: ~Copyable, @unchecked Sendable {
  /// The retained bytes of each object; 0 for those that are not reached.
  package let bytes: OwnedBuffer<UInt64>
  /// The bytes of all objects that are reached.
  package let reachableBytes: UInt64
  /// How many objects are not reached.
  package let unreachableCount: Int
  /// The bytes of the objects that are not reached.
  package let unreachableBytes: UInt64

  /// Sums the sizes.
  ///
  /// - Parameter shallowSize: an object's own bytes, asked for once an object, in ascending order.
  /// - Complexity: O(*objects*).
  package init(of tree: borrowing DominatorTree, shallowSize: (_ object: UInt32) -> UInt64) {
    let bytes = OwnedBuffer<UInt64>(uninitialized: tree.objectCount)
    let sums = bytes.base
    var reached: UInt64 = 0
    var unreached: UInt64 = 0
    for object in 0..<UInt32(tree.objectCount) {
      let size = shallowSize(object)
      if tree.dominators.base[Int(object)] == DominatorTree.unreachable {
        unreached = Self.sum(unreached, size)
        sums[Int(object)] = 0
      } else {
        reached = Self.sum(reached, size)
        sums[Int(object)] = size
      }
    }
    tree.forEachUpwards { object, dominator in
      guard dominator != DominatorTree.root else { return }
      sums[Int(dominator)] = Self.sum(sums[Int(dominator)], sums[Int(object)])
    }
    self.bytes = bytes
    reachableBytes = reached
    unreachableCount = tree.objectCount - tree.reachableCount
    unreachableBytes = unreached
  }

  /// The retained bytes of an object; 0 if it is not reached.
  package subscript(object: UInt32) -> UInt64 { bytes[Int(object)] }

  /// The retained bytes of each class: those of its objects that no object of the same class dominates.
  ///
  /// - Parameters:
  ///   - preorder: the layout of the tree that the sizes were summed over.
  ///   - classCount: how many classes there are.
  ///   - classOf: the number of an object's class, below `classCount`.
  /// - Complexity: O(*objects*), and eight bytes and four a class.
  package func byClass(
    _ preorder: borrowing DominatorPreorder, classCount: Int, classOf: (_ object: UInt32) -> UInt32
  ) -> [UInt64] {
    var sums = [UInt64](repeating: 0, count: classCount)
    // Subtrees are runs, so one position a class says where the outermost open object of the class ends: no stack.
    var openUntil = [UInt32](repeating: 0, count: classCount)
    for position in 0..<UInt32(preorder.objects.count) {
      let object = preorder.objects.base[Int(position)]
      let ofClass = Int(classOf(object))
      guard position >= openUntil[ofClass] else { continue }
      sums[ofClass] = Self.sum(sums[ofClass], bytes.base[Int(object)])
      openUntil[ofClass] = preorder.ends.base[Int(object)]
    }
    return sums
  }

  @inline(__always)
  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
