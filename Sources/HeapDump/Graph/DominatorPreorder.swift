// The dominator tree laid out so that what an object dominates is one run, right after it. Depth-first numbers of the heap do not
// give that: they run in between subtrees of dominators. Made without recursion and without lists of children: sizes of subtrees
// summed upwards, then places handed out downwards, in one array that holds first the size, then the next free place, and in the
// end (when all children have theirs) where the subtree ends.

/// The objects of a dominator tree in preorder.
package struct DominatorPreorder: ~Copyable, @unchecked Sendable {
  /// The reached objects, each directly followed by all it dominates.
  package let objects: OwnedBuffer<UInt32>
  /// For each object the position after the last it dominates; of no meaning for objects that are not reached.
  package let ends: OwnedBuffer<UInt32>

  /// Lays out a tree.
  ///
  /// - Complexity: O(*objects*).
  package init(of tree: borrowing DominatorTree) {
    let objects = OwnedBuffer<UInt32>(uninitialized: tree.reachableCount)
    let ends = OwnedBuffer<UInt32>(repeating: 1, count: tree.objectCount)
    let cells = ends.base
    tree.forEachUpwards { object, dominator in
      if dominator != DominatorTree.root { cells[Int(dominator)] &+= cells[Int(object)] }
    }
    var nextAtTop: UInt32 = 0
    for at in 0..<tree.order.count {
      let object = tree.order.base[at]
      let size = cells[Int(object)]
      let dominator = tree.dominators.base[Int(object)]
      let position: UInt32
      if dominator == DominatorTree.root {
        position = nextAtTop
        nextAtTop &+= size
      } else {
        position = cells[Int(dominator)]
        cells[Int(dominator)] = position &+ size
      }
      objects.base[Int(position)] = object
      cells[Int(object)] = position &+ 1
    }
    self.objects = objects
    self.ends = ends
  }

  /// Calls `body` with the position of each object that no other dominates.
  package func forEachAtTop(_ body: (_ position: Int) -> Void) { forEach(in: 0..<objects.count, body) }

  /// Calls `body` with the position of each object whose immediate dominator is at `position`.
  package func forEachChild(ofPosition position: Int, _ body: (_ position: Int) -> Void) {
    forEach(in: position + 1..<Int(ends[Int(objects[position])]), body)
  }

  private func forEach(in positions: Range<Int>, _ body: (Int) -> Void) {
    var position = positions.lowerBound
    while position < positions.upperBound {
      body(position)
      position = Int(ends[Int(objects[position])])
    }
  }
}
