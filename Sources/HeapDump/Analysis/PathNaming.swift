// Names for the steps of ways: the field, element or static that holds the next object. The records of all objects on all ways are
// found in one pass, and each is read once, whatever ways lead through it: a thousand ways may lead through one array.

extension HeapDump {
  /// Names the steps of ways.
  ///
  /// - Complexity: one pass over the heap, and one over the objects on the ways.
  func name(_ ways: [FoundWay]) -> [HeapPath] {
    var paths: [HeapPath] = []
    paths.reserveCapacity(ways.count)
    forEachPath(ways) { paths.append($0) }
    return paths
  }

  /// Names the steps of ways, one way after the other.
  func forEachPath(_ ways: [FoundWay], _ body: (HeapPath) -> Void) {
    let holders = holders(ways)
    var rootOf: [UInt64: Census.Root] = [:]
    for kinds in PathFinder.rootOrder {
      for root in census.roots where kinds.contains(root.kind) && rootOf[root.id] == nil { rootOf[root.id] = root }
    }
    let threads = threadNames(ways.compactMap { way in way.ids.first.flatMap { rootOf[$0] } })
    for way in ways {
      var steps: [PathStep] = []
      steps.reserveCapacity(way.ids.count)
      for (position, id) in way.ids.enumerated() {
        let holder = holders[id]
        var reference: PathStep.Reference?
        if let gap = way.gap, gap.after == position {
          reference = .omitted(gap.count)
        } else if position + 1 < way.ids.count {
          reference = holder?.references[way.ids[position + 1]] ?? .unnamed
        }
        steps.append(
          PathStep(
            id: id, name: holder?.name ?? "unknown", isClass: holder?.isClass ?? false, reference: reference))
      }
      let root = way.ids.first.flatMap { rootOf[$0] }
      body(
        HeapPath(
          root: root?.kind ?? .unknown, thread: root.flatMap { $0.kind.namesThread ? threads[$0.thread] : nil },
          steps: steps, libraryLeak: way.leak))
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

  /// The objects on ways by their ids, each with what it holds of the others.
  private func holders(_ ways: [FoundWay]) -> [UInt64: Holder] {
    var held: [UInt64: Set<UInt64>] = [:]
    for way in ways {
      for (position, id) in way.ids.enumerated() {
        let isHolder = position + 1 < way.ids.count && way.gap?.after != position
        if isHolder { held[id, default: []].insert(way.ids[position + 1]) } else { held[id, default: []].formUnion([]) }
      }
    }
    let places = find(held.keys)
    var holders: [UInt64: Holder] = [:]
    holders.reserveCapacity(held.count)
    for (id, held) in held {
      var holder = Holder(self, held)
      if let offset = places[id] {
        visitRecord(at: offset, &holder)
        if holder.name == nil { holder.name = describe(id, at: offset, retained: 0).name }
      } else if let index = classes.index(of: id) {
        holder.takeClass(index)
      }
      holders[id] = holder
    }
    return holders
  }

  /// An object on a way: what it is, and by what it holds others.
  private struct Holder: HeapRecordVisitor {
    private let dump: HeapDump
    private let held: Set<UInt64>
    /// The only one that is held, which nearly always is one.
    private let only: UInt64?
    var name: String?
    private(set) var isClass = false
    /// By the ids of those held; the first reference to each.
    private(set) var references: [UInt64: PathStep.Reference] = [:]

    init(_ dump: HeapDump, _ held: Set<UInt64>) {
      self.dump = dump
      self.held = held
      only = held.count == 1 ? held.first : nil
    }

    @inline(__always)
    private func isWanted(_ id: UInt64) -> Bool {
      if let only { return id == only && references.isEmpty }
      return held.contains(id) && references[id] == nil
    }

    private var isDone: Bool { references.count == held.count }

    mutating func visit(_ instance: InstanceRecord) {
      guard var current = dump.classes.index(of: instance.classID) else { return }
      name = dump.classes.entries[current].name
      let idSize = dump.header.idSize
      var at = 0
      // An instance may be shorter than its class says.
      while current >= 0, !isDone, at < instance.data.count {
        let entry = dump.classes.entries[current]
        for field in dump.classes.fields[entry.fields] where at < instance.data.count {
          if field.type == .object, at + idSize <= instance.data.count {
            let id = instance.data.readID(at: at, size: idSize)
            if isWanted(id) {
              references[id] = .field(dump.string(field.name) ?? "unknown", declaredBy: entry.name)
            }
          }
          at += field.type.size(idSize: idSize)
        }
        current = Int(entry.nextWithFields)
      }
    }

    mutating func visit(_ array: ObjectArrayRecord) {
      let idSize = dump.header.idSize
      var position = 0
      while position < array.count, !isDone {
        let id = array.data.readID(at: position * idSize, size: idSize)
        if isWanted(id) { references[id] = .element(position) }
        position += 1
      }
    }

    mutating func takeClass(_ index: Int) {
      let entry = dump.classes.entries[index]
      name = entry.name
      isClass = true
      for field in dump.classes.statics[entry.statics] where field.type == .object && isWanted(field.bits) {
        references[field.bits] = .staticField(dump.string(field.name) ?? "unknown")
      }
      if isWanted(entry.loader) { references[entry.loader] = .loader }
    }
  }
}
