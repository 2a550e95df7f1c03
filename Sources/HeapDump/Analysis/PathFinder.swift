// Shortest ways from the roots. Roots are searched from kind by kind, the telling ones first: a static field explains more than a
// local variable that happens to hold the same object. References that are known to leak are passed over at first and followed in a
// second search, for what is reached through them alone.

/// The ways from the roots to all objects of a dump.
struct PathFinder: ~Copyable {
  let index: ObjectIndex
  let paths: ShortestPaths
  /// References of known leaks, as source << 32 | target.
  let leakEdges: [UInt64: Int]

  /// Roots in the order in which they are searched from: what an app holds itself first, the virtual machine's own and the stacks
  /// of threads last.
  static let rootOrder: [[RootKind]] = [
    [.stickyClass, .jniGlobal, .internedString, .debugger, .jniMonitor, .monitorUsed, .threadObject],
    [.unknown, .jniLocal, .nativeStack, .threadBlock, .finalizing, .referenceCleanup, .vmInternal],
    [.javaFrame],
  ]

  /// Searches. The graph must have no weak references.
  init(_ dump: HeapDump, _ index: consuming ObjectIndex, _ references: borrowing ReferenceGraph) {
    let edges = LeakEdges.find(dump, index)
    leakEdges = edges
    var paths = ShortestPaths(objects: index.count)
    for kinds in Self.rootOrder {
      var numbers: [UInt32] = []
      for root in dump.census.roots where kinds.contains(root.kind) {
        let number = index.number(of: root.id)
        if number != ObjectIndex.absent { numbers.append(number) }
      }
      if edges.isEmpty {
        paths.search(references, from: numbers)
      } else {
        paths.search(references, from: numbers) { source, target, _ in
          edges[UInt64(source) << 32 | UInt64(target)] == nil
        }
      }
    }
    if !edges.isEmpty { paths.extend(references) { _, _, _ in true } }
    self.paths = paths
    self.index = index
  }

  /// The ids of the objects on the way to an object, from the root; `nil` where no root reaches it.
  func ids(to number: UInt32) -> [UInt64]? { paths.path(to: number)?.map { index.id(of: $0) } }

  /// The known leak that a way leads through.
  func leak(on ids: [UInt64]) -> LibraryLeak? {
    for (source, target) in zip(ids, ids.dropFirst()) {
      let key = UInt64(index.number(of: source)) << 32 | UInt64(index.number(of: target))
      if let leak = leakEdges[key] { return LibraryLeaks.all[leak] }
    }
    return nil
  }
}

/// Finds the references of known leaks in a dump.
enum LeakEdges {
  static func find(_ dump: HeapDump, _ index: borrowing ObjectIndex) -> [UInt64: Int] {
    var edges: [UInt64: Int] = [:]
    // Classes that exist in the dump, with the fields that leak: offsets of instance fields, values of static ones.
    var fields: [UInt64: [(place: HeapDump.FieldPlace, leak: Int)]] = [:]
    for (number, leak) in LibraryLeaks.all.enumerated() {
      switch leak.place {
      case .field(let name, let field):
        for owner in dump.classes.indices(named: name) {
          guard let place = dump.place(ofOwnField: field, of: owner) else { continue }
          for kind in dump.classes.entries.indices where dump.classes.isKind(kind, of: owner) {
            // The owner's fields follow those of the classes below it.
            var base = 0
            var current = kind
            while current != owner {
              for own in dump.classes.fields[dump.classes.entries[current].fields] {
                base += own.type.size(idSize: dump.header.idSize)
              }
              current = Int(dump.classes.entries[current].superIndex)
            }
            fields[dump.classes.entries[kind].id, default: []].append(
              (HeapDump.FieldPlace(at: base + place.at, type: place.type), number))
          }
        }
      case .staticField(let name, let field):
        for owner in dump.classes.indices(named: name) {
          for own in dump.classes.statics[dump.classes.entries[owner].statics] where own.type == .object {
            guard dump.string(own.name) == field else { continue }
            let source = index.number(of: dump.classes.entries[owner].id)
            let target = index.number(of: own.bits)
            if source != ObjectIndex.absent, target != ObjectIndex.absent {
              edges[UInt64(source) << 32 | UInt64(target)] = number
            }
          }
        }
      }
    }
    guard !fields.isEmpty else { return edges }
    var visitor = Visitor(idSize: dump.header.idSize, fields: fields)
    _ = HeapPass(image: dump.image, outline: dump.outline).run(&visitor)
    for (from, to, leak) in visitor.found {
      let source = index.number(of: from)
      let target = index.number(of: to)
      if source != ObjectIndex.absent, target != ObjectIndex.absent {
        edges[UInt64(source) << 32 | UInt64(target)] = leak
      }
    }
    return edges
  }

  private struct Visitor: HeapRecordVisitor {
    let idSize: Int
    let fields: [UInt64: [(place: HeapDump.FieldPlace, leak: Int)]]
    var found: [(UInt64, UInt64, Int)] = []
    var lastID = UInt64.max
    var last: [(place: HeapDump.FieldPlace, leak: Int)] = []

    mutating func visit(_ instance: InstanceRecord) {
      if instance.classID != lastID {
        lastID = instance.classID
        last = fields[lastID] ?? []
      }
      for (place, leak) in last where place.type == .object {
        if let target = place.bits(instance.data, idSize: idSize), target != 0 {
          found.append((instance.id, target, leak))
        }
      }
    }
  }
}

extension HeapDump {
  /// Where a field that the class itself declares lies among its own fields.
  func place(ofOwnField name: String, of index: Int) -> FieldPlace? {
    var at = 0
    for field in classes.fields[classes.entries[index].fields] {
      if string(field.name) == name { return FieldPlace(at: at, type: field.type) }
      at += field.type.size(idSize: header.idSize)
    }
    return nil
  }
}
