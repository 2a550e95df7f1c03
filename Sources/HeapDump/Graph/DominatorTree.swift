// The dominator tree of a heap: what is freed when an object goes. Object d dominates object o when each way from the roots to o
// leads through d; the nearest such d is o's immediate dominator. The phases below hold only what the next needs, in words an
// object (all inner objects: the worst case) and words a reference (r). Measured with 24 million objects (2026-12): a heap of
// lists, hash tables, fields near and far and a third leaves (40 million references), and 45 million references at random.
// All phases' peak is 505 MB and 611 MB; with a single list that refers back, whose search takes 0.4 s, 643 MB.
//
//   phase             holds                                                                        heap           random
//   search            graph 1 + r, objects 1, parents 1, stack up to 2                             2.1 s, 452 MB  6-9 s, 537 MB
//   predecessors      graph 1 + r, parents 1, numbers 1, starts 1, sources up to r                 1.2 s, 505 MB  1.7 s, 611 MB
//   semidominators    parents, numbers, starts, semidominators 1 each, sources up to r, forest 2
//   dominators        parents, numbers, dominators, depths 1 each, forest 2                        1.2 s, 417 MB  4-6 s, 600 MB
//   tree              dominators 1, order 1                                                        0.4 s, 217 MB  0.6 s, 274 MB

/// The immediate dominator of each object that the roots reach.
package struct DominatorTree: ~Copyable, @unchecked Sendable {
  /// The dominator of an object that no other object dominates: the virtual root above all roots.
  package static let root = UInt32.max - 1
  /// The dominator of an object that no root reaches.
  package static let unreachable = UInt32.max

  /// For each object its immediate dominator, `root` or `unreachable`.
  package let dominators: OwnedBuffer<UInt32>
  /// The objects that are reached, each after its dominator; backwards, each before.
  package let order: OwnedBuffer<UInt32>

  /// How many objects there are.
  package var objectCount: Int { dominators.count }
  /// How many objects the roots reach.
  package var reachableCount: Int { order.count }
  /// How many bytes the tree holds.
  package var memory: Int { dominators.memory + order.memory }

  /// Works out the dominators; the graph is freed on the way.
  ///
  /// - Parameter roots: the numbers of the root objects, in any order, each any number of times.
  /// - Complexity: O(*references* log *objects*) in time, whatever the graph.
  /// - Precondition: the roots are numbers of objects.
  package init(consuming graph: consuming ReferenceGraph, roots: [UInt32]) {
    precondition(roots.allSatisfy { [count = graph.objectCount] in Int($0) < count }, "no object has this number")
    let objectCount = graph.objectCount
    let search = DepthFirstOrder(marking: graph, roots: roots)
    let predecessors = Predecessors(consuming: graph, in: search, roots: roots)
    let byNumber = Dominators.numbers(count: search.count, parents: search.parents, predecessors: predecessors)
    self.init(objectCount: objectCount, count: search.count, numbers: search.intoNumbers(), byNumber: byNumber)
  }

  /// Goes back from depth-first numbers to objects; `numbers` becomes the dominators, in place.
  init(
    objectCount: Int, count: Int, numbers: consuming OwnedBuffer<UInt32>, byNumber: consuming OwnedBuffer<UInt32>
  ) {
    let mark = DepthFirstOrder.mark
    var reached = 0
    for object in 0..<objectCount where numbers.base[object] != DepthFirstOrder.unreached { reached &+= 1 }
    // Depth-first numbers come first and simple leaves last, so dominators come before what they dominate.
    let order = OwnedBuffer<UInt32>(uninitialized: reached)
    var next = count &- 1
    for object in 0..<objectCount {
      let number = numbers.base[object]
      if number & mark == 0 {
        order.base[Int(number) &- 1] = UInt32(truncatingIfNeeded: object)
      } else if number != DepthFirstOrder.unreached {
        order.base[next] = UInt32(truncatingIfNeeded: object)
        next &+= 1
      }
    }
    for object in 0..<objectCount where numbers.base[object] != DepthFirstOrder.unreached {
      let number = numbers.base[object]
      let dominator = number & mark == 0 ? byNumber.base[Int(number)] : number & ~mark
      numbers.base[object] = dominator == 0 ? Self.root : order.base[Int(dominator) &- 1]
    }
    byNumber.release()
    dominators = numbers
    self.order = order
  }

  /// Frees the memory now.
  package consuming func release() {}

  /// The immediate dominator of an object, `root` or `unreachable`.
  package func dominator(of object: UInt32) -> UInt32 { dominators[Int(object)] }

  /// Calls `body` with each reached object and its dominator (or `root`), children before their parents.
  package func forEachUpwards(_ body: (_ object: UInt32, _ dominator: UInt32) -> Void) {
    var position = order.count
    while position > 0 {
      position &-= 1
      let object = order.base[position]
      body(object, dominators.base[Int(object)])
    }
  }
}

extension DepthFirstOrder {
  /// The numbers alone; the rest is freed.
  consuming func intoNumbers() -> OwnedBuffer<UInt32> { numbers }
}
