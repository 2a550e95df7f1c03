// What each object of a dump retains: the bytes that would go with it.

/// Which references and roots decide what an object retains.
public enum RetentionRule: String, Sendable, CaseIterable {
  /// As VisualVM reckons: weak referents count as references, what the roots do not reach counts as held from outside, and the first
  /// object met of a class refers to it (see `Reachability`).
  case visualVM = "visualvm"
  /// What the garbage collector would free: strong references from the roots only. An object is not taken to hold its class: classes
  /// are held by their loaders.
  case strong
}

extension DominatorTree {
  /// What each object retains by the tree alone: its own size and those of all that it dominates; 0 for what is not reached.
  ///
  /// - Complexity: one pass over the heap, and O(*objects*).
  func retainedSizes(_ dump: HeapDump, _ index: borrowing ObjectIndex) -> OwnedBuffer<UInt64> {
    let retained = OwnedBuffer<UInt64>(repeating: 0, count: index.count)
    ObjectShapes.addSizes(dump, index, to: retained.base)
    sumUpwards(retained)
    return retained
  }
}

/// The dominator tree of a dump with its retained sizes.
package struct HeapRetention: ~Copyable {
  /// Ids and numbers.
  package let index: ObjectIndex
  /// The tree.
  package let tree: DominatorTree
  /// The retained bytes of each object.
  package let retained: OwnedBuffer<UInt64>
  /// How many objects the roots do not reach.
  package let unreachedCount: Int

  /// Works out what each object of a dump retains.
  ///
  /// - Throws: `tooMany` when there are 2^31 objects or 2^32 references.
  /// - Complexity: O(*references* log *objects*); about 30 bytes an object and 4 a reference.
  package static func make(_ dump: HeapDump, rule: RetentionRule) throws(HeapDumpError) -> HeapRetention {
    switch rule {
    case .visualVM: try visualVM(dump)
    case .strong: try strong(dump)
    }
  }

  private static func strong(_ dump: HeapDump) throws(HeapDumpError) -> HeapRetention {
    let graph = try HeapGraph.read(dump, weakClasses: dump.weakReferenceClasses, followsWeak: false)
    let roots = graph.roots
    let index = graph.index
    let tree = DominatorTree(consuming: graph.references, roots: roots)
    let retained = tree.retainedSizes(dump, index)
    let unreached = index.count - tree.reachableCount
    return HeapRetention(index: index, tree: tree, retained: retained, unreachedCount: unreached)
  }

  private static func visualVM(_ dump: HeapDump) throws(HeapDumpError) -> HeapRetention {
    let graph = try HeapGraph.read(dump, weakClasses: dump.visualVMWeakClasses, followsWeak: true)
    let classObjects = dump.classes.entries.map { $0.isDefined ? graph.index.number(of: $0.id) : ObjectIndex.absent }
    let classOfClasses = dump.classes.indices(named: "java.lang.Class").first ?? -1
    let search = Self.search(dump, graph, classObjects, classOfClasses)
    var roots = graph.roots
    let index = graph.index
    let references = try graph.references.adding(search.classEdges)
    for object in 0..<UInt32(index.count) where !search.reached.contains(object) { roots.append(object) }
    let tree = DominatorTree(consuming: references, roots: roots)
    roots = []

    let retained = OwnedBuffer<UInt64>(repeating: 0, count: index.count)
    let sums = retained.base
    ObjectShapes.addSizes(dump, index, to: sums)
    let isClass = BitSet(count: index.count)
    let classSize = classOfClasses >= 0 ? UInt64(dump.classes.instanceSize(classOfClasses, dump.sizeRule)) : 0
    for number in classObjects where number != ObjectIndex.absent {
      isClass.insert(number)
      if search.treeObjects.contains(number) { sums[Int(number)] = classSize }
    }
    for object in 0..<UInt32(index.count) where !search.reached.contains(object) && !search.treeObjects.contains(object)
    {
      sums[Int(object)] = 0
    }
    sum(tree, sums, search, isClass)
    for object in 0..<UInt32(index.count) where !search.reached.contains(object) { sums[Int(object)] = 0 }
    return HeapRetention(index: index, tree: tree, retained: retained, unreachedCount: search.unreachedCount)
  }

  /// The classes are needed for the search and then not until the tree is there: they are freed in between.
  private static func search(
    _ dump: HeapDump, _ graph: borrowing HeapGraph, _ classObjects: [UInt32], _ classOfClasses: Int
  ) -> Reachability {
    if dump.classes.count < 65_000 {
      let shapes = ObjectShapes.narrow(dump, graph.index, UInt16.self)
      return Reachability(graph, shapes: shapes, classObjects: classObjects, classOfClasses: classOfClasses)
    }
    let shapes = ObjectShapes.narrow(dump, graph.index, UInt32.self)
    return Reachability(graph, shapes: shapes, classObjects: classObjects, classOfClasses: classOfClasses)
  }

  /// Sums upwards, children first. A root that a tree object refers to is that object's child in the sums only, so the order of the
  /// dominator tree does not serve where there are such.
  private static func sum(
    _ tree: borrowing DominatorTree, _ sums: UnsafeMutablePointer<UInt64>, _ search: borrowing Reachability,
    _ isClass: borrowing BitSet
  ) {
    let onlyByClass = Set(search.classEdges.map(\.target))
    func add(_ object: UInt32, to parent: UInt32) {
      let isTree = search.treeObjects.contains(object)
      if search.treeObjects.contains(parent) {
        // Whom a tree object does not refer to is not counted in it.
        if isTree, !onlyByClass.contains(object) {
          sums[Int(parent)] = sums[Int(parent)].addingSaturating(sums[Int(object)])
        }
      } else if !(isTree && isClass.contains(object)) {
        sums[Int(parent)] = sums[Int(parent)].addingSaturating(sums[Int(object)])
      }
    }
    guard !search.treeParents.isEmpty else {
      tree.forEachUpwards { object, dominator in
        if dominator != DominatorTree.root { add(object, to: dominator) }
      }
      return
    }
    func parent(_ object: UInt32) -> UInt32? {
      let dominator = tree.dominators.base[Int(object)]
      if dominator == DominatorTree.unreachable { return nil }
      return dominator == DominatorTree.root ? search.treeParents[object] : dominator
    }
    let pending = OwnedBuffer<UInt32>(repeating: 0, count: tree.objectCount)
    tree.forEachUpwards { object, _ in
      if let parent = parent(object) { pending.base[Int(parent)] &+= 1 }
    }
    // Each object is counted once all below it are: from the leaves upwards, along a chain as far as it is complete.
    tree.forEachUpwards { object, _ in
      var at = object
      while pending.base[Int(at)] == 0 {
        pending.base[Int(at)] = .max
        guard let parent = parent(at) else { break }
        add(at, to: parent)
        pending.base[Int(parent)] &-= 1
        at = parent
      }
    }
  }
}

/// What is asked of a dominator tree: its layout with sizes and classes.
package struct HeapLayout: ~Copyable {
  /// Ids and numbers.
  let index: ObjectIndex
  /// The objects, each directly followed by all it dominates.
  let preorder: DominatorPreorder
  /// The retained bytes of each object.
  let retained: OwnedBuffer<UInt64>
  /// The class of each object (see `ObjectShapes`).
  let shapes: OwnedBuffer<UInt32>
  /// How many objects the roots do not reach.
  let unreachedCount: Int

  /// Keeps what was laid out already.
  init(
    index: consuming ObjectIndex, preorder: consuming DominatorPreorder, retained: consuming OwnedBuffer<UInt64>,
    shapes: consuming OwnedBuffer<UInt32>, unreachedCount: Int
  ) {
    self.index = index
    self.preorder = preorder
    self.retained = retained
    self.shapes = shapes
    self.unreachedCount = unreachedCount
  }

  /// Lays out a tree, which is freed before the classes are read: they are never held together.
  init(_ dump: HeapDump, _ retention: consuming HeapRetention) {
    let unreached = retention.unreachedCount
    let index = retention.index
    let retained = retention.retained
    let tree = retention.tree
    preorder = DominatorPreorder(of: tree)
    tree.release()
    shapes = ObjectShapes.classes(dump, index)
    self.index = index
    self.retained = retained
    unreachedCount = unreached
  }
}
