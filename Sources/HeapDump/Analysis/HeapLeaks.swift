// Suspects: objects that say of themselves that they are done with, and objects that hold a large part of the heap.

/// Something in the heap that should perhaps not be there, with the way by which it is held.
public struct LeakSuspect: Equatable, Sendable {
  /// What makes it a suspect.
  public let kind: LeakKind
  /// The class of the object, or of the objects where several are held in the same way.
  public let name: String
  /// The objects' ids: the largest first, at most 100.
  public let objects: [UInt64]
  /// How many objects there are.
  public let count: Int
  /// What they retain together, in bytes.
  public let retained: Int
  /// What it holds directly, for suspects by size.
  public let holdings: Holdings?
  /// How many objects of its class the chain has that it begins; 0 where it begins none.
  public let chainLength: Int
  /// The shortest way to the first of the objects; `nil` where no root reaches it, and where there are too many certain leaks to
  /// follow each (`HeapLeaks.waysLeftOut`).
  public let path: HeapPath?
}

/// What an object holds directly: what it immediately dominates.
public struct Holdings: Equatable, Sendable {
  /// How many objects.
  public let count: Int
  /// The class that has most of the bytes among them.
  public let className: String
  /// How many are of that class.
  public let classCount: Int
  /// What those retain together, in bytes.
  public let classBytes: Int
}

/// What is suspected in a dump.
public struct HeapLeaks: Sendable {
  /// The suspects: certain ones first, then by size.
  public let suspects: [LeakSuspect]
  /// What the certain leaks that are not the platform's retain together, in bytes; one below another is counted once.
  public let certainBytes: Int
  /// What cannot be told, as a crunched dump does not hold it.
  public let unknown: [String]
  /// Whether the dump has a root: where it has none, nothing can be said to be held, and no suspect is none that was looked for.
  public let hasRoots: Bool
  /// Of how many certain leaks the ways were not named, as there are too many: these are told by class alone.
  public let waysLeftOut: Int
  /// The shallow size of all objects, in bytes.
  public let totalBytes: Int
}

extension HeapLeaks {
  /// What cannot be told, each with the reason.
  public var unknownTexts: [String] {
    unknown.map { "\($0) (the dump was crunched without it)" }
      + (hasRoots ? [] : ["what is held (\(HeapDump.rootless))"])
  }
}

extension HeapDump {
  /// Why nothing can be said to be held in a dump without roots.
  public static let rootless = "the dump has no roots: it was cut before them, or written without"

  /// Whether the dump has a root.
  public var hasRoots: Bool { !census.roots.isEmpty }

  /// From which share of the heap on objects are suspects.
  public struct LeakLimits: Sendable {
    /// One object that retains this share of the heap.
    public var objectShare = 0.05
    /// A collection that retains this share.
    public var collectionShare = 0.01
    /// A collection has this many elements.
    public var elements = 1_000
    /// How many suspects are given by size.
    public var count = 20
    /// Creates the default limits.
    public init() {}
  }

  /// Looks for leaks.
  ///
  /// Sizes are by the rule of strong references; ways pass over weak, soft and phantom references.
  ///
  /// - Throws: `tooMany` when there are 2^31 objects or 2^32 references.
  /// - Complexity: as `dominators`, and four bytes an object more.
  public func leaks(_ limits: LeakLimits = LeakLimits()) throws(HeapDumpError) -> HeapLeaks {
    try searchLeaks(limits).leaks
  }

  /// Looks for leaks, and keeps the sizes that were worked out on the way.
  func searchLeaks(_ limits: LeakLimits) throws(HeapDumpError) -> LeakSearch {
    let detector = detectLeaks()
    let graph = try HeapGraph.read(self, weakClasses: weakReferenceClasses, followsWeak: false)
    let finder = PathFinder(self, graph.index, graph.references)
    let tree = DominatorTree(consuming: graph.references, roots: graph.roots)
    let retained = tree.retainedSizes(self, finder.index)
    let shapes = ObjectShapes.classes(self, finder.index)
    let total = classCounts().reduce(0) { $0 + $1.bytes }

    var drafts = certain(detector.found, finder, tree, retained, shapes)
    let preorder = DominatorPreorder(of: tree)
    let search = LargeSuspects(limits: limits, total: total)
    let held = Set(drafts.flatMap { $0.numbers })
    drafts += search.find(preorder, retained, shapes).filter { !held.contains($0.numbers[0]) }
      .map { draft in
        var draft = draft
        draft.name = self.name(ofShape: draft.shape, finder.index.id(of: draft.numbers[0]))
        return draft
      }
    // Thousands of leaked objects are told from one another by class alone beyond a number of ways: a way has up to 256 steps.
    var certainCount = 0
    let ways = drafts.map { draft -> FoundWay in
      if draft.kind.isCertain { certainCount += 1 }
      guard !draft.kind.isCertain || certainCount <= Self.namedWays else {
        return finder.shortWay(to: draft.numbers[0]) ?? FoundWay()
      }
      return finder.way(to: draft.numbers[0]) ?? FoundWay()
    }
    let own = zip(drafts, ways).filter { $0.kind.isCertain && $1.leak == nil }.flatMap { $0.0.numbers }
    let certainBytes = Self.together(own, preorder, retained)
    let suspects = Self.grouped(drafts, name(ways), preorder).map { draft, path in
      LeakSuspect(
        kind: draft.kind, name: draft.name, objects: draft.numbers.prefix(100).map { finder.index.id(of: $0) },
        count: draft.numbers.count, retained: Int(clamping: draft.bytes),
        holdings: draft.holdings.map { holdings in
          Holdings(
            count: holdings.count, className: className(ofShape: holdings.shape), classCount: holdings.shapeCount,
            classBytes: Int(clamping: holdings.shapeBytes))
        }, chainLength: draft.chainLength, path: path)
    }
    let leaks = HeapLeaks(
      suspects: suspects.sorted(by: Self.comesFirst), certainBytes: certainBytes,
      unknown: detector.unknown, hasRoots: hasRoots, waysLeftOut: max(0, certainCount - Self.namedWays),
      totalBytes: total)
    let index = finder.intoIndex()
    let unreached = index.count - tree.reachableCount
    return LeakSearch(
      leaks: leaks,
      layout: HeapLayout(
        index: index, preorder: preorder, retained: retained, shapes: shapes, unreachedCount: unreached))
  }

  /// What objects retain together: those below another of them are not counted twice.
  private static func together(
    _ numbers: [UInt32], _ preorder: borrowing DominatorPreorder, _ retained: borrowing OwnedBuffer<UInt64>
  ) -> Int {
    guard !numbers.isEmpty else { return 0 }
    let wanted = Set(numbers)
    var sum: UInt64 = 0
    var position = 0
    while position < preorder.objects.count {
      let object = preorder.objects.base[position]
      if wanted.contains(object) {
        sum = sum.addingReportingOverflow(retained.base[Int(object)]).partialValue
        position = Int(preorder.ends.base[Int(object)])
      } else {
        position += 1
      }
    }
    return Int(clamping: sum)
  }

  /// So many ways to objects that are done with are named.
  private static let namedWays = 1_000

  private func detectLeaks() -> LeakDetector {
    let detector = LeakDetector(self)
    let (visitors, _) = HeapPass(image: image, outline: outline).run(.concurrent) { detector }
    var merged = visitors[0]
    for other in visitors.dropFirst() { merged.merge(other) }
    guard !merged.delegated.isEmpty else { return merged }
    // A view model of 2.8 keeps its state in another object.
    for (id, offset) in find(merged.delegated.keys) {
      guard let cleared = value("isCleared", at: offset) else {
        if losses != nil { merged.cannotTell(LeakDetector.clearedViewModels) }
        continue
      }
      if cleared != 0, let owner = merged.delegated[id] { merged.add(owner, .clearedViewModel) }
    }
    return merged
  }

  /// One draft for each object that is certainly done with and still reached.
  private func certain(
    _ found: [LeakDetector.Found], _ finder: borrowing PathFinder, _ tree: borrowing DominatorTree,
    _ retained: borrowing OwnedBuffer<UInt64>, _ shapes: borrowing OwnedBuffer<UInt32>
  ) -> [SuspectDraft] {
    var drafts: [SuspectDraft] = []
    var seen: Set<UInt32> = []
    // What an app says of an object is told rather than that LeakCanary watches it.
    for found in found.sorted(by: { ($0.kind == .watched ? 1 : 0, $0.id) < ($1.kind == .watched ? 1 : 0, $1.id) }) {
      let number = finder.index.number(of: found.id)
      guard number != ObjectIndex.absent, tree.dominator(of: number) != DominatorTree.unreachable,
        finder.keeps(number), seen.insert(number).inserted
      else { continue }
      var draft = SuspectDraft(kind: found.kind, numbers: [number], bytes: retained[Int(number)])
      draft.shape = shapes[Int(number)]
      draft.name = name(ofShape: draft.shape, found.id)
      drafts.append(draft)
    }
    return drafts.sorted { ($0.bytes, $1.numbers[0]) > ($1.bytes, $0.numbers[0]) }
  }

  private func name(ofShape shape: UInt32, _ id: UInt64) -> String {
    guard shape == ObjectShapes.classObject else { return className(ofShape: shape) }
    return "class " + (classes.index(of: id).map { classes.entries[$0].name } ?? hexadecimal(id))
  }

  /// Objects of one class that are done with and held in the same way become one suspect.
  private static func grouped(
    _ drafts: [SuspectDraft], _ paths: [HeapPath], _ preorder: borrowing DominatorPreorder
  ) -> [(SuspectDraft, HeapPath?)] {
    var groups: [(draft: SuspectDraft, path: HeapPath?)] = []
    var places: [String: Int] = [:]
    var classPlaces: [String: Int] = [:]
    for (draft, path) in zip(drafts, paths) {
      let ownPath = path.steps.isEmpty ? nil : path
      guard draft.kind.isCertain else {
        groups.append((draft, ownPath))
        continue
      }
      // A known leak of the platform's and one of the app's own are never the same.
      let kind = "\(draft.kind.rawValue) \(path.libraryLeak != nil) \(draft.name)"
      let key = "\(kind) \(path.signature)"
      if let place = ownPath == nil ? classPlaces[kind] : places[key] {
        groups[place].draft.numbers += draft.numbers
      } else {
        places[key] = groups.count
        if classPlaces[kind] == nil { classPlaces[kind] = groups.count }
        groups.append((draft, ownPath))
      }
    }
    // One that another of its group dominates is in that one's size.
    let runs = runs(drafts, preorder)
    for place in groups.indices where groups[place].draft.numbers.count > 1 {
      var sum: UInt64 = 0
      var end = 0
      for run in groups[place].draft.numbers.compactMap({ runs[$0] }).sorted(by: { $0.start < $1.start })
      where run.start >= end {
        sum &+= run.bytes
        end = run.end
      }
      groups[place].draft.bytes = sum
    }
    return groups.map { ($0.draft, $0.path) }
  }

  /// Where in the preorder each object that is done with stands, up to where what it dominates goes, and its size.
  private static func runs(
    _ drafts: [SuspectDraft], _ preorder: borrowing DominatorPreorder
  ) -> [UInt32: (start: Int, end: Int, bytes: UInt64)] {
    let wanted = BitSet(count: preorder.ends.count)
    var bytes: [UInt32: UInt64] = [:]
    for draft in drafts where draft.kind.isCertain {
      bytes[draft.numbers[0]] = draft.bytes
      wanted.insert(draft.numbers[0])
    }
    var runs: [UInt32: (start: Int, end: Int, bytes: UInt64)] = [:]
    guard bytes.count > 1 else { return runs }
    for position in 0..<preorder.objects.count where wanted.contains(preorder.objects.base[position]) {
      let object = preorder.objects.base[position]
      runs[object] = (position, Int(preorder.ends[Int(object)]), bytes[object] ?? 0)
    }
    return runs
  }

  private static func comesFirst(_ a: LeakSuspect, _ b: LeakSuspect) -> Bool {
    if a.kind.isCertain != b.kind.isCertain { return a.kind.isCertain }
    return (a.retained, b.name) > (b.retained, a.name)
  }
}

extension LeakDetector {
  mutating func add(_ id: UInt64, _ kind: LeakKind) { append(Found(id: id, kind: kind)) }
  mutating func cannotTell(_ what: String) { if !unknown.contains(what) { unknown = (unknown + [what]).sorted() } }
}
