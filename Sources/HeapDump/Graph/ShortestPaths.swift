// Why an object is still there: a shortest way to it from a root, found breadth first. Four bytes an object say where each was
// reached from; the queue holds each reached object once and stays, so that a search can be carried on: from the next class of
// roots (what a thread's local holds is found only where no static does), or over references that the first search passed over
// (weak ones, known leaks of libraries), as LeakCanary's Shark does with its second queue.

/// Ways from the roots to objects, shortest first.
package struct ShortestPaths: ~Copyable, @unchecked Sendable {
  /// The source of a root.
  package static let root = UInt32.max - 1
  /// The source of an object that no search has reached.
  package static let unreached = UInt32.max

  /// For each object the one it was reached from, `root` or `unreached`.
  package let sources: OwnedBuffer<UInt32>
  /// The reached objects in the order they were reached; what lies beyond them is not written.
  private let queue: OwnedBuffer<UInt32>
  /// How many objects have been reached.
  package private(set) var reachedCount = 0

  /// Starts with no object reached.
  package init(objects: Int) {
    sources = OwnedBuffer(repeating: Self.unreached, count: objects)
    queue = OwnedBuffer(uninitialized: objects)
  }

  /// Searches from roots; objects that earlier searches have reached keep their ways.
  ///
  /// Call it once for each class of roots, the most telling first.
  ///
  /// - Parameters:
  ///   - graph: the references, the same for each search.
  ///   - roots: the numbers of the root objects; of equally long ways that of the earlier root is kept.
  ///   - follows: whether to follow a reference, given its source, its target and its position among the source's.
  /// - Complexity: O(*references* of the objects that are reached).
  package mutating func search(
    _ graph: borrowing ReferenceGraph, from roots: [UInt32],
    following follows: (_ source: UInt32, _ target: UInt32, _ position: Int) -> Bool = { _, _, _ in true }
  ) {
    precondition(graph.objectCount == sources.count, "the graph has another number of objects")
    let start = reachedCount
    for root in roots where sources[Int(root)] == Self.unreached {
      sources.base[Int(root)] = Self.root
      queue.base[reachedCount] = root
      reachedCount += 1
    }
    walk(graph, from: start, following: follows)
  }

  /// Goes on from all objects that have been reached, over references that earlier searches did not follow.
  ///
  /// - Complexity: O(*references* of the objects that are reached).
  package mutating func extend(
    _ graph: borrowing ReferenceGraph,
    following follows: (_ source: UInt32, _ target: UInt32, _ position: Int) -> Bool
  ) {
    precondition(graph.objectCount == sources.count, "the graph has another number of objects")
    walk(graph, from: 0, following: follows)
  }

  private mutating func walk(
    _ graph: borrowing ReferenceGraph, from start: Int,
    following follows: (_ source: UInt32, _ target: UInt32, _ position: Int) -> Bool
  ) {
    var head = start
    var tail = reachedCount
    while head < tail {
      let source = queue.base[head]
      head &+= 1
      let targets = graph.targets(of: source)
      for position in 0..<targets.count {
        let target = targets[position]
        guard sources.base[Int(target)] == Self.unreached, follows(source, target, position) else { continue }
        sources.base[Int(target)] = source
        queue.base[tail] = target
        tail &+= 1
      }
    }
    reachedCount = tail
  }
}
