// What VisualVM's heap library (2.1.5) does before it works out dominators, restated from its behaviour and checked against every
// object of eight dumps (2026-12-01):
//
// 1. A breadth-first search from the roots, weak referents passed over. The first object of each class that is met refers to its
//    class, if that is no root and has not been reached ("class edges": arrays have none).
// 2. What the search does not reach hangs from the virtual root, as do the roots; weak referents are references then.
// 3. "Tree objects": an object without targets, and one all whose targets are tree objects with no other referrer. Such an object
//    retains what its targets retain, a root among them included, and what it dominates but does not refer to is not counted.

/// The outcome of the search from the roots.
struct Reachability: ~Copyable {
  /// References from an object to its class, by source.
  let classEdges: [(source: UInt32, target: UInt32)]
  /// Objects that the search reached, roots included.
  let reached: BitSet
  /// How many it did not reach.
  let unreachedCount: Int
  let treeObjects: BitSet
  /// Roots that a tree object refers to, and that object.
  let treeParents: [UInt32: UInt32]

  /// Searches.
  ///
  /// - Parameters:
  ///   - shapes: classes by object number, as `ObjectShapes.narrow` gives them.
  ///   - classObjects: the number of each class's object, or `ObjectIndex.absent`.
  ///   - classOfClasses: the number of the class `java.lang.Class`, or -1.
  /// - Complexity: O(*objects* + *references*); 12 bytes an object.
  init<Shape: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & SendableMetatype>(
    _ graph: borrowing HeapGraph, shapes: borrowing OwnedBuffer<Shape>, classObjects: [UInt32], classOfClasses: Int
  ) {
    let none = UInt32.max
    let count = graph.references.objectCount
    let isRoot = BitSet(count: count)
    let reached = BitSet(count: count)
    let trees = BitSet(count: count)
    for root in graph.roots { isRoot.insert(root) }

    // Whether an object has more than one referrer. The first one is kept in what is needed for the search later; of class objects
    // it is remembered, as they may get one more referrer.
    let near = OwnedBuffer<UInt32>(repeating: none, count: count)
    let several = BitSet(count: count)
    for source in 0..<UInt32(count) {
      let targets = graph.references.targets(of: source)
      for position in 0..<targets.count {
        let target = targets[position]
        let known = near.base[Int(target)]
        if known == none { near.base[Int(target)] = source } else if known != source { several.insert(target) }
      }
    }
    var firstOfClass = classObjects.map { $0 == ObjectIndex.absent ? none : near.base[Int($0)] }
    near.base.update(repeating: none, count: count)

    var edges: [(source: UInt32, target: UInt32)] = []
    var isClassDone = [Bool](repeating: false, count: classObjects.count)
    // Reserved for the most there can be, and real only as far as it is used.
    let candidates = OwnedBuffer<UInt32>(uninitialized: count)
    var candidateCount = 0
    let isCandidate = BitSet(count: count)
    let queue = OwnedBuffer<UInt32>(uninitialized: count)
    var tail = 0
    for root in graph.roots {
      queue.base[tail] = root
      reached.insert(root)
      tail += 1
    }
    var head = 0
    while head < tail {
      let source = queue.base[head]
      head &+= 1
      let targets = graph.references.targets(of: source)
      let shape = shapes.base[Int(source)]
      // The fields of an object whose class is not in the dump cannot be read.
      if shape == .max - 1 { continue }
      var hasTarget = false
      var position = graph.weakSources.contains(source) ? 1 : 0
      while position < targets.count {
        hasTarget = true
        let target = targets[position]
        position &+= 1
        if !reached.contains(target) {
          reached.insert(target)
          near.base[Int(target)] = source
          queue.base[tail] = target
          tail &+= 1
        }
      }
      let ownClass =
        shape == .max ? classOfClasses : shape == .max - 2 ? -1 : Int(shape)
      if ownClass >= 0, ownClass < isClassDone.count, !isClassDone[ownClass] {
        isClassDone[ownClass] = true
        let target = classObjects[ownClass]
        if target != ObjectIndex.absent, !reached.contains(target) {
          reached.insert(target)
          near.base[Int(target)] = source
          queue.base[tail] = target
          tail &+= 1
          hasTarget = true
          if shape == .max || !targets.indices.contains(where: { targets[$0] == target }) {
            edges.append((source, target))
            let known = firstOfClass[ownClass]
            if known == none { firstOfClass[ownClass] = source } else if known != source { several.insert(target) }
          }
        }
      }
      if !hasTarget {
        trees.insert(source)
        let parent = near.base[Int(source)]
        if parent != none, !several.contains(source), !isCandidate.contains(parent) {
          isCandidate.insert(parent)
          candidates.base[candidateCount] = parent
          candidateCount += 1
        }
      }
    }

    // Level by level: those of a level stand one after another, and the next level's behind them, over what is done with. What an
    // object waits for is monotonous, so each goes on where it stopped; the queue has served its turn.
    let cursors = queue.base
    cursors.update(repeating: 0, count: count)
    let isQueued = isCandidate
    var parents: [UInt32: UInt32] = [:]
    while candidateCount > 0 {
      for at in 0..<candidateCount { isQueued.remove(candidates.base[at]) }
      var next = 0
      for place in 0..<candidateCount {
        let object = candidates.base[place]
        let targets = graph.references.targets(of: object)
        var at = Int(cursors[Int(object)])
        while at < targets.count, !several.contains(targets[at]), trees.contains(targets[at]) { at += 1 }
        cursors[Int(object)] = UInt32(at)
        guard at == targets.count else { continue }
        trees.insert(object)
        for position in 0..<targets.count where isRoot.contains(targets[position]) {
          parents[targets[position]] = object
        }
        let parent = near.base[Int(object)]
        if parent != none, !several.contains(object), !isQueued.contains(parent) {
          isQueued.insert(parent)
          candidates.base[next] = parent
          next += 1
        }
      }
      candidateCount = next
    }
    candidates.release()
    queue.release()
    near.release()
    classEdges = edges.sorted { ($0.source, $0.target) < ($1.source, $1.target) }
    self.reached = reached
    unreachedCount = count - tail
    treeObjects = trees
    treeParents = parents
  }
}
