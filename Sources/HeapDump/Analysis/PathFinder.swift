// Shortest ways from the roots. Roots are searched from kind by kind, the telling ones first: a static field explains more than a
// local variable that happens to hold the same object. References that are known to leak are passed over at first and followed in a
// second search, for what is reached through them alone; those that hold for a moment only, in a third.

/// A way from a root to an object, before its steps have names.
struct FoundWay {
  /// The objects from the root to the end.
  var ids: [UInt64] = []
  /// Objects that were left out of a long way: how many, after which place.
  var gap: (after: Int, count: Int)?
  /// The known leak that the way leads through.
  var leak: LibraryLeak?

  /// As many steps of a way are kept at most: a list of a million links has ways of a million steps, and there may be hundreds of
  /// ways to tell.
  static let limit = 256
}

/// The ways from the roots to all objects of a dump.
struct PathFinder: ~Copyable {
  let index: ObjectIndex
  let paths: ShortestPaths
  /// What ways that were asked for have told of others.
  let marks = WayMarks()
  private let known: KnownReferences
  /// Objects that more than ignored references hold; empty where there are no ignored references.
  private let kept: BitSet

  /// Roots in the order in which they are searched from: what an app holds itself first, the virtual machine's own and the stacks
  /// of threads last.
  static let rootOrder: [[RootKind]] = [
    [.stickyClass, .jniGlobal, .internedString, .debugger, .jniMonitor, .monitorUsed, .threadObject],
    [.unknown, .jniLocal, .nativeStack, .threadBlock, .finalizing, .referenceCleanup, .vmInternal],
    [.javaFrame],
  ]

  /// Reads the graph of a dump and searches it.
  ///
  /// - Throws: `tooMany` when there are 2^31 objects or 2^32 references.
  static func make(_ dump: HeapDump) throws(HeapDumpError) -> PathFinder {
    let graph = try HeapGraph.read(dump, weakClasses: dump.weakReferenceClasses, followsWeak: false)
    return PathFinder(dump, graph.index, graph.references)
  }

  /// Searches. The graph must have no weak references.
  init(_ dump: HeapDump, _ index: consuming ObjectIndex, _ references: borrowing ReferenceGraph) {
    let known = KnownReferences(dump, index)
    var paths = ShortestPaths(objects: index.count)
    for kinds in Self.rootOrder {
      var numbers: [UInt32] = []
      for root in dump.census.roots where kinds.contains(root.kind) {
        let number = index.number(of: root.id)
        if number != ObjectIndex.absent, known.roots[number] == nil { numbers.append(number) }
      }
      if known.edges.isEmpty {
        paths.search(references, from: numbers)
      } else {
        paths.search(references, from: numbers) { source, target, _ in known.leak(source, target) == nil }
      }
    }
    if !known.isEmpty {
      paths.search(references, from: known.roots(isIgnored: false)) { source, target, _ in
        known.leak(source, target) == nil
      }
      paths.extend(references) { source, target, _ in
        known.leak(source, target).map { !LibraryLeaks.all[$0].isIgnored } ?? true
      }
    }
    kept = BitSet(count: known.hasIgnored ? index.count : 0)
    if known.hasIgnored {
      for number in 0..<index.count where paths.sources[number] != ShortestPaths.unreached {
        kept.insert(UInt32(number))
      }
      paths.search(references, from: known.roots(isIgnored: true)) { source, target, _ in
        known.leak(source, target) == nil
      }
      paths.extend(references) { _, _, _ in true }
    }
    self.known = known
    self.paths = paths
    self.index = index
  }

  /// The index alone; the rest is freed.
  consuming func intoIndex() -> ObjectIndex { index }

  /// Whether an object is held by more than references that hold for a moment only.
  func keeps(_ number: UInt32) -> Bool {
    known.hasIgnored ? kept.contains(number) : paths.sources[Int(number)] != ShortestPaths.unreached
  }

  /// The way to an object; `nil` where no root reaches it. The middle of a long one is left out.
  ///
  /// - Complexity: O(steps that no way before had), and `FoundWay.limit`.
  func way(to number: UInt32) -> FoundWay? {
    guard let mark = trace(number) else { return nil }
    var way = FoundWay()
    way.leak = mark.leak.map { LibraryLeaks.all[$0] }
    let count = mark.depth + 1
    if count <= FoundWay.limit {
      way.ids = ids(from: number, count).reversed()
    } else {
      way.ids = ids(from: mark.head, Self.half).reversed() + ids(from: number, Self.half).reversed()
      way.gap = (Self.half - 1, count - 2 * Self.half)
    }
    return way
  }

  /// The way to an object without its steps: the known leak alone is told.
  ///
  /// - Complexity: O(steps that no way before had).
  func shortWay(to number: UInt32) -> FoundWay? {
    trace(number).map { mark in
      var way = FoundWay()
      way.leak = mark.leak.map { LibraryLeaks.all[$0] }
      return way
    }
  }

  private static let half = FoundWay.limit / 2

  private func trace(_ number: UInt32) -> WayMarks.Mark? {
    guard paths.sources[Int(number)] != ShortestPaths.unreached else { return nil }
    return marks.trace(number, paths, headDepth: Self.half - 1) { source, target in
      guard let source else { return known.roots[target] }
      return known.leak(source, target)
    }
  }

  /// So many objects of a way, from one of them back to the root.
  private func ids(from number: UInt32, _ count: Int) -> [UInt64] {
    var ids: [UInt64] = []
    var at = number
    for _ in 0..<count {
      ids.append(index.id(of: at))
      at = paths.sources[Int(at)]
      if at == ShortestPaths.root { break }
    }
    return ids
  }
}
