// The largest objects, and the top of the dominator tree as far as it is shown.

/// A part of the tree before its objects have names.
struct TreeDraft {
  let number: UInt32
  var children: [TreeDraft] = []
  var others = (count: 0, bytes: 0)

  var numbers: [UInt32] { [number] + children.flatMap(\.numbers) }

  func node(_ names: [UInt32: RetainedObject]) -> DominatorNode? {
    names[number].map { DominatorNode(object: $0, children: children.compactMap { $0.node(names) }, others: others) }
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

  /// What the objects of each class retain together.
  func byClass(classCount: Int) -> [UInt64] {
    var sums = [UInt64](repeating: 0, count: classCount)
    // Subtrees are runs, so one position a class says where the outermost open object of the class ends.
    var openUntil = [UInt32](repeating: 0, count: classCount)
    for position in 0..<preorder.objects.count {
      let object = Int(preorder.objects.base[position])
      let shape = shapes.base[object]
      guard shape < ObjectShapes.unknown else { continue }
      let index = Int(shape & ~ObjectShapes.array)
      guard index < classCount, UInt32(position) >= openUntil[index] else { continue }
      sums[index] = sums[index].addingReportingOverflow(retained.base[object]).partialValue
      openUntil[index] = preorder.ends.base[object]
    }
    return sums
  }

  /// The top of the tree within limits, breadth first: the largest come in before the budget is spent.
  func drafts(
    _ limits: HeapDump.TreeLimits, total: Int
  ) -> (drafts: [TreeDraft], others: (count: Int, bytes: Int)) {
    let least = UInt64(Double(total) * limits.share)
    struct Row {
      let number: UInt32
      let position: Int
      var children: [Int] = []
      var others = (count: 0, bytes: 0)
    }
    var rows: [Row] = []
    func choose(_ each: ((Int) -> Void) -> Void) -> ([Int], (count: Int, bytes: Int)) {
      var largest = Largest(limits.width)
      var small = (count: 0, bytes: 0)
      each { position in
        let number = preorder.objects.base[position]
        let bytes = retained.base[Int(number)]
        if bytes < least {
          small.count += 1
          small.bytes += Int(clamping: bytes)
        } else {
          largest.add(number, bytes, position: position)
        }
      }
      var chosen: [Int] = []
      for kept in largest.kept {
        if rows.count < limits.nodes {
          chosen.append(rows.count)
          rows.append(Row(number: kept.number, position: kept.position))
        } else {
          small.count += 1
          small.bytes += Int(clamping: kept.bytes)
        }
      }
      return (chosen, (small.count + largest.droppedCount, small.bytes + largest.droppedBytes))
    }
    let (roots, others) = choose { body in preorder.forEachAtTop(body) }
    var level = roots
    for _ in 1..<max(1, limits.depth) where !level.isEmpty {
      var next: [Int] = []
      for row in level {
        let position = rows[row].position
        let (children, others) = choose { body in preorder.forEachChild(ofPosition: position, body) }
        rows[row].children = children
        rows[row].others = others
        next += children
      }
      level = next
    }
    // The deepest rows are not opened, but tell how much is below them.
    for row in level {
      var below = (count: 0, bytes: 0)
      preorder.forEachChild(ofPosition: rows[row].position) { position in
        below.count += 1
        below.bytes += Int(clamping: retained.base[Int(preorder.objects.base[position])])
      }
      rows[row].others = below
    }
    func draft(_ row: Int) -> TreeDraft {
      TreeDraft(number: rows[row].number, children: rows[row].children.map(draft), others: rows[row].others)
    }
    return (roots.map(draft), others)
  }
}
