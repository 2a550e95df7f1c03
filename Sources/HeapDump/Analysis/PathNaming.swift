// Names for the steps of ways: the field, element or static that holds the next object. The records of all objects on all ways are
// found in one pass.

extension HeapDump {
  /// Names the steps of ways.
  ///
  /// - Complexity: one pass over the heap.
  func name(_ ways: [FoundWay]) -> [HeapPath] {
    let places = find(Set(ways.flatMap(\.ids)))
    var rootOf: [UInt64: Census.Root] = [:]
    for kinds in PathFinder.rootOrder {
      for root in census.roots where kinds.contains(root.kind) && rootOf[root.id] == nil { rootOf[root.id] = root }
    }
    let threads = threadNames(ways.compactMap { way in way.ids.first.flatMap { rootOf[$0] } })
    return ways.map { way in
      var steps: [PathStep] = []
      for (position, id) in way.ids.enumerated() {
        let next = position + 1 < way.ids.count ? way.ids[position + 1] : nil
        var step = step(id, at: places[id], to: next)
        if let gap = way.gap, gap.after == position {
          step = PathStep(id: id, name: step.name, isClass: step.isClass, reference: .omitted(gap.count))
        }
        steps.append(step)
      }
      let root = way.ids.first.flatMap { rootOf[$0] }
      return HeapPath(
        root: root?.kind ?? .unknown, thread: root.flatMap { $0.kind.namesThread ? threads[$0.thread] : nil },
        steps: steps, libraryLeak: way.leak)
    }
  }

  /// The names of threads by serial number, where roots need them.
  private func threadNames(_ roots: [Census.Root]) -> [UInt32: String] {
    guard roots.contains(where: { $0.kind.namesThread }) else { return [:] }
    var reader = ThreadReader(self, stringLayout)
    reader.take(objects: find(reader.objectIDs))
    reader.take(names: find(reader.nameIDs))
    reader.take(arrays: find(reader.arrayIDs))
    return reader.namesBySerial
  }

  private func step(_ id: UInt64, at offset: Int?, to next: UInt64?) -> PathStep {
    guard let offset else {
      let index = classes.index(of: id)
      let name = index.map { classes.entries[$0].name } ?? "unknown"
      return PathStep(
        id: id, name: name, isClass: index != nil,
        reference: next.map { next in index.map { self.reference(ofClass: $0, to: next) } ?? .unnamed })
    }
    if let (index, data) = instance(at: offset) {
      return PathStep(
        id: id, name: classes.entries[index].name, isClass: false,
        reference: next.map { reference(of: index, data, to: $0) })
    }
    return PathStep(
      id: id, name: describe(id, at: offset, retained: 0).name, isClass: false,
      reference: next.map { element(of: offset, to: $0) })
  }

  private func reference(of index: Int, _ data: [UInt8], to next: UInt64) -> PathStep.Reference {
    var at = 0
    var current = index
    while current >= 0 {
      let entry = classes.entries[current]
      for field in classes.fields[entry.fields] {
        let size = field.type.size(idSize: header.idSize)
        if field.type == .object, at + size <= data.count,
          data.withUnsafeBytes({ $0.readID(at: at, size: header.idSize) }) == next
        {
          return .field(string(field.name) ?? "unknown", declaredBy: entry.name)
        }
        at += size
      }
      current = Int(entry.nextWithFields)
    }
    return .unnamed
  }

  private func reference(ofClass index: Int, to next: UInt64) -> PathStep.Reference {
    let entry = classes.entries[index]
    for field in classes.statics[entry.statics] where field.type == .object && field.bits == next {
      return .staticField(string(field.name) ?? "unknown")
    }
    return entry.loader == next ? .loader : .unnamed
  }

  private func element(of offset: Int, to next: UInt64) -> PathStep.Reference {
    struct Taker: HeapRecordVisitor {
      let next: UInt64
      let idSize: Int
      var found: Int?
      mutating func visit(_ array: ObjectArrayRecord) {
        for position in 0..<array.count where array.data.readID(at: position * idSize, size: idSize) == next {
          found = position
          return
        }
      }
    }
    var taker = Taker(next: next, idSize: header.idSize)
    visitRecord(at: offset, &taker)
    return taker.found.map { .element($0) } ?? .unnamed
  }
}
