// Immediate dominators by semidominators and nearest common ancestors: the first half of Lengauer and Tarjan, "A Fast Algorithm
// for Finding Dominators in a Flowgraph" (TOPLAS 1979), with simple path compression; the second half after Georgiadis, Tarjan
// and Werneck, "Finding Dominators in Practice" (2006): in ascending order, the dominator of w is the first of its parent's
// dominators that is not above w's semidominator. Against Lengauer and Tarjan's buckets this halves the random reads, since a
// label is a number and not a vertex whose number is looked up.
//
// Walking up one dominator at a time is quadratic for some graphs, and dumps are hostile; so each vertex keeps a jump up the
// tree (Myers, "An applicative random-access stack", 1983), which makes each walk O(log n). All: O(m log n), no recursion.

enum Dominators {
  /// The immediate dominator of each number of a depth-first order, by number; 0 is the virtual root.
  ///
  /// - Complexity: O(*m* log *n*) for *n* numbers with *m* predecessors.
  static func numbers(
    count: Int, parents: borrowing OwnedBuffer<UInt32>, predecessors: consuming Predecessors
  ) -> OwnedBuffer<UInt32> {
    let semidominators = OwnedBuffer<UInt32>(uninitialized: count)
    let forest = Forest(count: count)
    findSemidominators(count: count, parents: parents, predecessors: predecessors, forest, semidominators.base)
    // The forest's pairs serve again as pairs of dominator and jump.
    findDominators(count: count, parents: parents, pairs: forest, semidominators.base)
    forest.pairs.release()
    return semidominators
  }

  /// Two numbers a vertex, side by side, since they are read together.
  ///
  /// First an ancestor and the smallest semidominator between; then the dominator and the jump.
  private struct Forest: ~Copyable {
    let pairs: OwnedBuffer<UInt32>

    init(count: Int) { pairs = OwnedBuffer(uninitialized: count * 2) }
  }

  private static func findSemidominators(
    count: Int, parents: borrowing OwnedBuffer<UInt32>, predecessors: consuming Predecessors,
    _ forest: borrowing Forest, _ semidominators: UnsafeMutablePointer<UInt32>
  ) {
    let pairs = forest.pairs.base
    let starts = predecessors.starts.base
    let sources = predecessors.sources.base
    // Touching what is read eight predecessors later (what it holds does not matter, nor whether it is written yet) lets the
    // cache misses overlap: 1.2 s against 1.5 without, 24 million objects; sixteen were no better.
    let lookahead = 8
    var touched: UInt32 = 0
    var vertex = UInt32(truncatingIfNeeded: count)
    while vertex > 1 {
      vertex &-= 1
      let index = Int(vertex)
      let parent = parents.base[index]
      var smallest = parent
      let start = Int(starts[index])
      var at = Int(starts[index &+ 1])
      while at > start, smallest != 0 {
        at &-= 1
        let source = sources[at]
        if at >= lookahead { touched ^= pairs[Int(sources[at &- lookahead]) &* 2] }
        // Numbers below the vertex's are not in the forest yet: they stand for themselves.
        let candidate = source <= vertex ? source : label(of: source, above: vertex, pairs)
        if candidate < smallest { smallest = candidate }
      }
      semidominators[index] = smallest
      pairs[index &* 2] = parent
      pairs[index &* 2 &+ 1] = smallest
    }
    predecessors.release()
    semidominators[0] = touched
  }

  /// The smallest semidominator on the way from a vertex up to its tree's root in the forest, which is not counted.
  ///
  /// Shortens the way for later calls. The way is kept by turning its links round, so it may be of any length.
  @inline(__always)
  private static func label(
    of vertex: UInt32, above root: UInt32, _ pairs: UnsafeMutablePointer<UInt32>
  ) -> UInt32 {
    let ancestor = pairs[Int(vertex) &* 2]
    // Vertices up to `root` are not linked; the first of them ends the way.
    if ancestor <= root { return pairs[Int(vertex) &* 2 &+ 1] }
    let above = pairs[Int(ancestor) &* 2]
    if above <= root {
      let label = min(pairs[Int(vertex) &* 2 &+ 1], pairs[Int(ancestor) &* 2 &+ 1])
      pairs[Int(vertex) &* 2] = above
      pairs[Int(vertex) &* 2 &+ 1] = label
      return label
    }
    return compress(vertex, above: root, pairs)
  }

  @inline(never)
  private static func compress(
    _ vertex: UInt32, above root: UInt32, _ pairs: UnsafeMutablePointer<UInt32>
  ) -> UInt32 {
    var below = vertex
    var at = vertex
    var ancestor = pairs[Int(at) &* 2]
    while ancestor > root {
      pairs[Int(at) &* 2] = below
      below = at
      at = ancestor
      ancestor = pairs[Int(at) &* 2]
    }
    // `at` hangs on the root. Back down, each takes the smaller label and the root as its ancestor.
    var label = pairs[Int(at) &* 2 &+ 1]
    while at != vertex {
      at = below
      below = pairs[Int(at) &* 2]
      label = min(label, pairs[Int(at) &* 2 &+ 1])
      pairs[Int(at) &* 2] = ancestor
      pairs[Int(at) &* 2 &+ 1] = label
    }
    return label
  }

  /// Replaces each semidominator by the dominator.
  private static func findDominators(
    count: Int, parents: borrowing OwnedBuffer<UInt32>, pairs forest: borrowing Forest,
    _ semidominators: UnsafeMutablePointer<UInt32>
  ) {
    let pairs = forest.pairs.base
    let depths = OwnedBuffer<UInt32>(uninitialized: count)
    semidominators[0] = 0
    depths.base[0] = 0
    pairs[0] = 0
    pairs[1] = 0
    for vertex in 1..<max(1, count) {
      let semidominator = semidominators[vertex]
      var at = Int(parents.base[vertex])
      while at > Int(semidominator) {
        let jump = Int(pairs[at &* 2 &+ 1])
        at = jump > Int(semidominator) ? jump : Int(pairs[at &* 2])
      }
      let dominator = UInt32(truncatingIfNeeded: at)
      semidominators[vertex] = dominator
      // Two jumps of one length make one of twice the length and one: each way up has O(log n) jumps.
      let jump = Int(pairs[at &* 2 &+ 1])
      let farther = Int(pairs[jump &* 2 &+ 1])
      let depth = depths.base[at]
      let isTwice = depth &- depths.base[jump] == depths.base[jump] &- depths.base[farther]
      pairs[vertex &* 2] = dominator
      pairs[vertex &* 2 &+ 1] = isTwice ? UInt32(truncatingIfNeeded: farther) : dominator
      depths.base[vertex] = depth &+ 1
    }
    depths.release()
  }
}
