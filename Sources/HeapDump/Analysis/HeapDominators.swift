// What `plimsoll heap dominators` tells: who retains how much, by object and by class, and the tree of who holds whom.

/// An object with what it retains.
public struct RetainedObject: Equatable, Sendable {
  /// The object's id.
  public let id: UInt64
  /// Its class; for a class object the class itself, after the word `class`: `class com.acme.Cache`.
  public let name: String
  /// Its own size in bytes.
  public let shallow: Int
  /// What would go with it, itself included, in bytes.
  public let retained: Int
}

/// A class with what its objects retain.
public struct RetainedClass: Equatable, Sendable {
  /// The class's name.
  public let name: String
  /// The class object's id; 0 for an array type whose class is not in the dump.
  public let id: UInt64
  /// How many objects.
  public let count: Int
  /// Their own size together, in bytes.
  public let shallow: Int
  /// What they retain together, in bytes: an object below another of its class is not counted twice.
  public let retained: Int
}

/// An object in the dominator tree, with the largest of those right below it.
public struct DominatorNode: Equatable, Sendable {
  /// The object.
  public let object: RetainedObject
  /// The largest objects that it immediately dominates, largest first.
  public let children: [DominatorNode]
  /// How many more there are, and what they retain together in bytes.
  public let others: (count: Int, bytes: Int)
  /// The classes that have most of those, largest first.
  public let othersByClass: [DominatedClass]

  /// Whether two nodes and all below them are equal.
  public static func == (a: DominatorNode, b: DominatorNode) -> Bool {
    a.object == b.object && a.children == b.children && a.others == b.others && a.othersByClass == b.othersByClass
  }
}

/// Objects of one class side by side in the dominator tree.
public struct DominatedClass: Equatable, Sendable {
  /// The class's name.
  public let name: String
  /// How many objects.
  public let count: Int
  /// What they retain together, in bytes.
  public let bytes: Int
}

/// Who retains how much in a dump.
public struct HeapDominators: Sendable {
  /// The rule that was followed.
  public let rule: RetentionRule
  /// Whether the dump has a root: where it has none, nothing can be said to be held, and objects, classes and tree are left out.
  public let hasRoots: Bool
  /// The shallow size of all objects, in bytes.
  public let totalBytes: Int
  /// How many objects no root reaches.
  public let unreachedCount: Int
  /// The objects that retain most.
  public let objects: [RetainedObject]
  /// The classes whose objects retain most: all of them, largest first.
  public let classes: [RetainedClass]
  /// The top of the tree: the largest objects that no other holds.
  public let tree: [DominatorNode]
  /// How many more there are, and what they retain together in bytes.
  public let others: (count: Int, bytes: Int)
  /// The classes that have most of those, largest first.
  public let othersByClass: [DominatedClass]
}

extension HeapDump {
  /// How much of the dominator tree is given.
  public struct TreeLimits: Sendable {
    /// How many objects below one.
    public var width = 12
    /// How many steps down.
    public var depth = 12
    /// How many objects in all.
    public var nodes = 1_500
    /// The least share of the heap that an object must retain.
    public var share = 0.0005
    /// How many classes are given of those below an object that are not given one by one.
    public var classes = 3
    /// The same at the top, where most objects stand.
    public var classesAtTop = 40
    /// Creates the default limits.
    public init() {}
  }

  /// Works out the dominator tree.
  ///
  /// - Parameters:
  ///   - limit: how many objects are named.
  ///   - tree: how much of the tree is given; `nil` for none.
  /// - Throws: `tooMany` when there are 2^31 objects or 2^32 references.
  /// - Complexity: O(*references* log *objects*); about 30 bytes an object and 4 a reference.
  public func dominators(
    rule: RetentionRule = .visualVM, limit: Int = 50, tree treeLimits: TreeLimits? = nil
  ) throws(HeapDumpError) -> HeapDominators {
    dominators(HeapLayout(self, try HeapRetention.make(self, rule: rule)), rule, limit, treeLimits)
  }

  /// Names what is largest of what was worked out.
  func dominators(
    _ layout: borrowing HeapLayout, _ rule: RetentionRule, _ limit: Int, _ treeLimits: TreeLimits?
  ) -> HeapDominators {
    let counts = classCounts()
    let total = counts.reduce(0) { $0 + $1.bytes }
    guard hasRoots else {
      return HeapDominators(
        rule: rule, hasRoots: false, totalBytes: total, unreachedCount: layout.unreachedCount, objects: [], classes: [],
        tree: [], others: (0, 0), othersByClass: [])
    }
    let top = layout.largest(limit)
    let classRows = retainedClasses(layout, counts)
    var drafts: [TreeDraft] = []
    var others = TreeRest()
    if let treeLimits {
      (drafts, others) = layout.drafts(treeLimits, total: total)
    }
    let names = names(of: top + drafts.flatMap(\.numbers), layout)
    return HeapDominators(
      rule: rule, hasRoots: true, totalBytes: total, unreachedCount: layout.unreachedCount,
      objects: top.compactMap { names[$0] },
      classes: classRows, tree: drafts.compactMap { $0.node(names, className: className(ofShape:)) },
      others: (others.count, others.bytes), othersByClass: others.classes(className(ofShape:)))
  }

  private func retainedClasses(
    _ layout: borrowing HeapLayout, _ counts: [ClassCount]
  ) -> [RetainedClass] {
    let classCount = classes.count + 18
    let sums = layout.byClass(
      classCount: classCount, classOfClasses: classes.indices(named: "java.lang.Class").first ?? -1)
    var rows: [RetainedClass] = []
    var index = 0
    for count in counts {
      // Rows of classes come first, in the table's order; then arrays of primitive types without a class.
      let sum: UInt64
      if index < classes.count {
        sum = sums[index]
      } else {
        let type = FieldType.allCases.first { $0.name + "[]" == count.name }
        sum = type.map { sums[classes.count + Int($0.rawValue)] } ?? 0
      }
      index += 1
      guard count.count > 0 else { continue }
      rows.append(
        RetainedClass(
          name: count.name, id: count.id, count: count.count, shallow: count.bytes, retained: Int(clamping: sum)))
    }
    return rows.sorted { ($0.retained, $1.name, $1.id) > ($1.retained, $0.name, $0.id) }
  }

  /// Names and sizes of a few objects: a pass over the heap.
  private func names(of numbers: [UInt32], _ layout: borrowing HeapLayout) -> [UInt32: RetainedObject] {
    let ids = numbers.map { layout.index.id(of: $0) }
    let places = find(ids)
    var named: [UInt32: RetainedObject] = [:]
    for (number, id) in zip(numbers, ids) {
      named[number] =
        named[number] ?? describe(id, at: places[id], retained: Int(clamping: layout.retained[Int(number)]))
    }
    return named
  }

  /// An object's name and size; `offset` is where its record lies, `nil` for a class object.
  func describe(_ id: UInt64, at offset: Int?, retained: Int) -> RetainedObject {
    guard let offset else {
      let index = classes.index(of: id)
      return RetainedObject(
        id: id, name: "class " + (index.map { classes.entries[$0].name } ?? hexadecimal(id)), shallow: 0,
        retained: retained)
    }
    if let (index, _) = instance(at: offset) {
      return RetainedObject(
        id: id, name: classes.entries[index].name, shallow: classes.instanceSize(index, sizeRule), retained: retained)
    }
    if let array = arrayHead(at: offset) {
      return RetainedObject(
        id: id, name: array.element + "[\(array.count)]" + String(repeating: "[]", count: array.dimensions - 1),
        shallow: sizeRule.array(array.type, count: array.count), retained: retained)
    }
    return RetainedObject(id: id, name: "unknown", shallow: 0, retained: retained)
  }

  /// The array at an offset: its element type's name without brackets, and how many of them its type has.
  private func arrayHead(at offset: Int) -> (type: FieldType, element: String, dimensions: Int, count: Int)? {
    struct Taker: HeapRecordVisitor {
      var type = FieldType.object
      var classID: UInt64 = 0
      var count = -1
      mutating func visit(_ array: PrimitiveArrayRecord) {
        type = array.type
        count = array.count
      }
      mutating func visit(_ array: ObjectArrayRecord) {
        classID = array.classID
        count = array.count
      }
    }
    var taker = Taker()
    visitRecord(at: offset, &taker)
    guard taker.count >= 0 else { return nil }
    guard taker.type == .object else { return (taker.type, taker.type.name, 1, taker.count) }
    var name = classes.index(of: taker.classID).map { classes.entries[$0].name } ?? "unknown[]"
    var dimensions = 0
    while name.hasSuffix("[]") {
      name.removeLast(2)
      dimensions += 1
    }
    return (.object, name, max(1, dimensions), taker.count)
  }
}
