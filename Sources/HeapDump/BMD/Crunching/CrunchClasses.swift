// The classes of a dump that is crunched: their layouts, their names, and which strings may stay clear because of them.

internal import ByteKit

/// A class as the cruncher needs it.
struct CrunchClass {
  let id: UInt64
  /// The superclass; 0 also where the chain of superclasses would not end.
  var superID: UInt64 = 0
  var superIndex = -1
  /// The string id of the name, or 0.
  let name: UInt64
  /// Where its CLASS_DUMP lies, or -1.
  var offset = -1
  var heap = HeapMark()
  var fields: Range<Int> = 0..<0
  /// The bytes of an instance's values, superclasses included.
  var dataSize = 0
  /// Whether the values of its primitive fields are kept.
  var keepsPrimitives = false
}

/// The classes of a dump, in the order of their CLASS_DUMPs, those that have none behind.
struct CrunchClasses {
  private(set) var entries: [CrunchClass] = []
  private(set) var fields: [ClassField] = []
  /// How many have a CLASS_DUMP.
  private(set) var definedCount = 0
  private(set) var damage: [HeapDumpError] = []
  private var ids = OpenTable()
  /// The class serials of LOAD_CLASS; of several for a class, the smallest.
  private(set) var serials: [UInt64: UInt32] = [:]
  /// The strings that stay clear.
  private(set) var clearStrings: Set<UInt64> = []
  let idSize: Int

  func index(of id: UInt64) -> Int? { ids.index(of: id) }

  init(
    _ bytes: UnsafeRawBufferPointer, _ outline: DumpOutline, _ survey: CrunchSurvey, _ rule: ClearStrings,
    options: CrunchOptions
  ) {
    idSize = outline.header.idSize
    let scanner = HeapScanner(bytes: bytes, idSize: idSize)
    for (serial, id) in outline.classSerials { serials[id] = min(serial, serials[id] ?? .max) }
    for place in survey.classes {
      // The survey has read this record: it cannot fail.
      guard let record = try? scanner.classRecord(at: place.offset, end: bytes.count) else { continue }
      guard ids.insert(record.id).isNew else { continue }
      let first = fields.count
      record.forEachField { fields.append(ClassField(name: $0, type: $1)) }
      entries.append(
        CrunchClass(
          id: record.id, superID: record.superID, name: outline.classNames[record.id] ?? 0, offset: place.offset,
          heap: place.heap ?? HeapMark(), fields: first..<fields.count))
    }
    definedCount = entries.count
    addUndefined(outline, survey, options)
    joinSuperclasses()
    chooseClear(bytes, outline, rule, options)
  }

  /// Adds the classes that have no CLASS_DUMP but that instances need to be read again; version 2 keeps the others' names too.
  private mutating func addUndefined(_ outline: DumpOutline, _ survey: CrunchSurvey, _ options: CrunchOptions) {
    var missing = survey.instanceClasses
    missing += entries.map(\.superID)
    if !options.isCompatible { missing += outline.classNames.keys.sorted() }
    for id in missing where id != 0 && ids.insert(id).isNew {
      entries.append(CrunchClass(id: id, name: outline.classNames[id] ?? 0))
    }
  }

  private mutating func joinSuperclasses() {
    for index in entries.indices where entries[index].superID != 0 {
      entries[index].superIndex = ids.index(of: entries[index].superID) ?? -1
    }
    // 0 unseen, 1 on the way, 2 known.
    var state = [UInt8](repeating: 0, count: entries.count)
    var depths = [Int](repeating: 0, count: entries.count)
    var chain: [Int] = []
    for start in entries.indices where state[start] == 0 {
      var at = start
      while at >= 0, state[at] == 0 {
        state[at] = 1
        chain.append(at)
        at = entries[at].superIndex
      }
      if at >= 0, state[at] == 1 { cut(chain[chain.count - 1]) }
      while let index = chain.popLast() {
        var above = entries[index].superIndex
        if above >= 0, depths[above] >= Decruncher.maximumDepth - 1 {
          cut(index)
          above = -1
        }
        depths[index] = above < 0 ? 1 : depths[above] + 1
        entries[index].dataSize =
          fields[entries[index].fields].reduce(above < 0 ? 0 : entries[above].dataSize) {
            $0 + $1.type.size(idSize: idSize)
          }
        state[index] = 2
      }
    }
  }

  /// Leaves a class without superclass: the chain above it has no end.
  private mutating func cut(_ index: Int) {
    if damage.count < 16 {
      damage.append(HeapDumpError(.classCycle(entries[index].id), at: entries[index].offset, in: "CLASS_DUMP"))
    }
    entries[index].superID = 0
    entries[index].superIndex = -1
  }

  private mutating func chooseClear(
    _ bytes: UnsafeRawBufferPointer, _ outline: DumpOutline, _ rule: ClearStrings, _ options: CrunchOptions
  ) {
    for index in entries.indices {
      guard let range = outline.strings.range(of: entries[index].name) else { continue }
      let name = UnsafeRawBufferPointer(rebasing: bytes[range])
      if options.isCompatible {
        entries[index].keepsPrimitives = options.keepPrimitives || rule.keeps(name)
        continue
      }
      guard ClearStrings.isSystemClass(name) else { continue }
      clearStrings.insert(entries[index].name)
      for field in fields[entries[index].fields] { clearStrings.insert(field.name) }
      guard entries[index].offset >= 0 else { continue }
      let scanner = HeapScanner(bytes: bytes, idSize: idSize)
      try? scanner.classRecord(at: entries[index].offset, end: bytes.count).forEachStatic { name, _, _ in
        clearStrings.insert(name)
      }
    }
    guard !options.isCompatible, options.keepPrimitives else { return }
    for index in entries.indices { entries[index].keepsPrimitives = true }
  }
}
