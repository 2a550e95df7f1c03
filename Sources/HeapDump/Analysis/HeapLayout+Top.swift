// The largest objects, and the top of the dominator tree as far as it is shown.

/// A part of the tree before its objects have names.
struct TreeDraft {
  let number: UInt32
  var children: [TreeDraft] = []
  var others = TreeRest()

  var numbers: [UInt32] { [number] + children.flatMap(\.numbers) }

  func node(_ names: [UInt32: RetainedObject], className: (UInt32) -> String) -> DominatorNode? {
    names[number].map {
      DominatorNode(
        object: $0, children: children.compactMap { $0.node(names, className: className) },
        others: (others.count, others.bytes), othersByClass: others.classes(className))
    }
  }
}

/// Those below an object, or at the top, that are not given one by one.
struct TreeRest {
  var count = 0
  var bytes = 0
  /// The classes that have most of the bytes, by shape, largest first.
  var groups: [(shape: UInt32, count: Int, bytes: UInt64)] = []

  func classes(_ className: (UInt32) -> String) -> [DominatedClass] {
    groups.map { DominatedClass(name: className($0.shape), count: $0.count, bytes: Int(clamping: $0.bytes)) }
  }
}

/// Keeps the largest of many, equal ones in ascending order of their numbers.
private struct Largest {
  let limit: Int
  private(set) var kept: [(number: UInt32, bytes: UInt64, position: Int)] = []
  private(set) var droppedCount = 0
  private(set) var droppedBytes = 0

  init(_ limit: Int) { self.limit = max(0, limit) }

  mutating func add(_ number: UInt32, _ bytes: UInt64, position: Int = 0) {
    if kept.count == limit {
      guard limit > 0, let last = kept.last, (last.bytes, number) < (bytes, last.number) else {
        droppedCount += 1
        droppedBytes += Int(clamping: bytes)
        return
      }
      droppedCount += 1
      droppedBytes += Int(clamping: last.bytes)
      kept.removeLast()
    }
    var low = 0
    var high = kept.count
    while low < high {
      let middle = (low + high) / 2
      if (kept[middle].bytes, number) < (bytes, kept[middle].number) { high = middle } else { low = middle + 1 }
    }
    kept.insert((number, bytes, position), at: low)
  }
}

extension HeapLayout {
  /// The objects that retain most, largest first.
  ///
  /// - Complexity: O(*objects* + `limit`²).
  func largest(_ limit: Int) -> [UInt32] {
    var largest = Largest(limit)
    for number in 0..<UInt32(index.count) where retained.base[Int(number)] > 0 {
      largest.add(number, retained.base[Int(number)])
    }
    return largest.kept.map(\.number)
  }

  /// What the objects of each class retain together. Class objects are objects of `java.lang.Class` that are not counted: one below
  /// another is not either.
  func byClass(classCount: Int, classOfClasses: Int) -> [UInt64] {
    preorder.sumsByClass(retained, classCount: classCount) { object in
      let shape = shapes.base[Int(object)]
      guard shape != ObjectShapes.unknown else { return nil }
      let isClass = shape == ObjectShapes.classObject
      let index = isClass ? classOfClasses : Int(shape & ~ObjectShapes.array)
      return index >= 0 && index < classCount ? (index, !isClass) : nil
    }
  }

  /// The top of the tree within limits, breadth first: the largest come in before the budget is spent.
  func drafts(
    _ limits: HeapDump.TreeLimits, total: Int
  ) -> (drafts: [TreeDraft], others: TreeRest) {
    let least = UInt64(Double(total) * limits.share)
    struct Row {
      let number: UInt32
      let position: Int
      var children: [Int] = []
      var others = TreeRest()
    }
    var rows: [Row] = []
    func choose(classes: Int, _ each: ((Int) -> Void) -> Void) -> ([Int], TreeRest) {
      var largest = Largest(max(0, min(limits.width, limits.nodes - rows.count)))
      each { position in
        let number = preorder.objects.base[position]
        let bytes = retained.base[Int(number)]
        if bytes >= least { largest.add(number, bytes, position: position) }
      }
      var chosen: [Int] = []
      for kept in largest.kept {
        chosen.append(rows.count)
        rows.append(Row(number: kept.number, position: kept.position))
      }
      return (chosen, rest(except: largest.kept.map(\.position), classes: classes, least: least, each))
    }
    let (roots, others) = choose(classes: limits.classesAtTop) { body in preorder.forEachAtTop(body) }
    var level = roots
    for _ in 1..<max(1, limits.depth) where !level.isEmpty {
      var next: [Int] = []
      for row in level {
        let position = rows[row].position
        let (children, others) = choose(classes: limits.classes) { body in
          preorder.forEachChild(ofPosition: position, body)
        }
        rows[row].children = children
        rows[row].others = others
        next += children
      }
      level = next
    }
    // The deepest rows are not opened, but tell how much is below them.
    for row in level {
      let position = rows[row].position
      rows[row].others = rest(except: [], classes: limits.classes, least: least) { body in
        preorder.forEachChild(ofPosition: position, body)
      }
    }
    func draft(_ row: Int) -> TreeDraft {
      TreeDraft(number: rows[row].number, children: rows[row].children.map(draft), others: rows[row].others)
    }
    return (roots.map(draft), others)
  }

  /// What is left of a level, and the classes that have most of it.
  private func rest(
    except chosen: [Int], classes: Int, least: UInt64, _ each: ((Int) -> Void) -> Void
  ) -> TreeRest {
    let chosen = Set(chosen)
    var rest = TreeRest()
    var sums: [UInt32: (count: Int, bytes: UInt64)] = [:]
    each { position in
      guard !chosen.contains(position) else { return }
      let number = Int(preorder.objects.base[position])
      let bytes = retained.base[number]
      rest.count += 1
      rest.bytes += Int(clamping: bytes)
      if classes > 0 {
        sums[shapes.base[number], default: (0, 0)].count += 1
        sums[shapes.base[number], default: (0, 0)].bytes &+= bytes
      }
    }
    rest.groups = sums.filter { $0.value.bytes >= max(1, least) }
      .map { (shape: $0.key, count: $0.value.count, bytes: $0.value.bytes) }
      .sorted { ($0.bytes, $1.shape) > ($1.bytes, $0.shape) }
    rest.groups = Array(rest.groups.prefix(classes))
    return rest
  }
}
