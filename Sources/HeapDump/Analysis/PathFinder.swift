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
  /// - Complexity: O(length of the way).
  func way(to number: UInt32) -> FoundWay? {
    guard let numbers = paths.path(to: number) else { return nil }
    var way = FoundWay()
    way.leak = leak(on: numbers).map { LibraryLeaks.all[$0] }
    if numbers.count <= FoundWay.limit {
      way.ids = numbers.map { index.id(of: $0) }
    } else {
      let half = FoundWay.limit / 2
      way.ids = (numbers.prefix(half) + numbers.suffix(half)).map { index.id(of: $0) }
      way.gap = (half - 1, numbers.count - 2 * half)
    }
    return way
  }

  /// The known leak on a way: the first one, but one that is ignored says more.
  private func leak(on numbers: [UInt32]) -> Int? {
    guard !known.isEmpty else { return nil }
    var first = numbers.first.flatMap { known.roots[$0] }
    if let root = first, LibraryLeaks.all[root].isIgnored { return root }
    guard !known.edges.isEmpty else { return first }
    for position in 1..<max(1, numbers.count) {
      guard let leak = known.leak(numbers[position - 1], numbers[position]) else { continue }
      if LibraryLeaks.all[leak].isIgnored { return leak }
      if first == nil { first = leak }
    }
    return first
  }
}
