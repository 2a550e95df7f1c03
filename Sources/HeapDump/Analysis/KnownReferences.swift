// Where the references of the table of known leaks are in a dump: its fields as pairs of objects, its threads and classes of native
// references as roots. An object that holds another by a leaking field and by a sound one as well is no such pair.

/// The known references of a dump, by number in `LibraryLeaks.all`.
struct KnownReferences {
  /// By source << 32 | target.
  private(set) var edges: [UInt64: Int] = [:]
  /// Objects that are roots for no other reason.
  private(set) var roots: [UInt32: Int] = [:]
  /// Whether there are references that are only followed last.
  private(set) var hasIgnored = false

  var isEmpty: Bool { edges.isEmpty && roots.isEmpty }

  /// Which sources there are, by their lowest bits: nearly all references are told by one look.
  private var filter: [UInt64] = []

  @inline(__always)
  func leak(_ source: UInt32, _ target: UInt32) -> Int? {
    guard !filter.isEmpty, filter[Int(source >> 6) & 1023] &>> UInt64(source & 63) & 1 != 0 else { return nil }
    return edges[UInt64(source) << 32 | UInt64(target)]
  }

  private mutating func insert(_ source: UInt32, _ target: UInt32, _ leak: Int) {
    guard source != ObjectIndex.absent, target != ObjectIndex.absent else { return }
    if filter.isEmpty { filter = Array(repeating: 0, count: 1024) }
    filter[Int(source >> 6) & 1023] |= 1 &<< UInt64(source & 63)
    edges[UInt64(source) << 32 | UInt64(target)] = leak
  }

  /// The roots that are known, in ascending order.
  func roots(isIgnored: Bool) -> [UInt32] {
    roots.filter { LibraryLeaks.all[$0.value].isIgnored == isIgnored }.keys.sorted()
  }

  /// Finds them.
  ///
  /// - Complexity: on Android a pass over the heap where there are classes with such fields, and up to three for the names of threads.
  init(_ dump: HeapDump, _ index: borrowing ObjectIndex) {
    // All of the table is Android's. Elsewhere the main thread's variables hold all there is, and are no passing matter.
    guard dump.isAndroid else { return }
    let level = dump.androidSDK
    let leaks = LibraryLeaks.all.indices.filter { LibraryLeaks.all[$0].applies(toSDK: level) }
    let names = Set(leaks.map { LibraryLeaks.all[$0].className })
    var owners: [String: [Int]] = [:]
    for (number, entry) in dump.classes.entries.enumerated() where names.contains(entry.name) {
      owners[entry.name, default: []].append(number)
    }
    findEdges(dump, index, leaks, owners)
    findRoots(dump, index, leaks, owners)
    hasIgnored =
      edges.values.contains { LibraryLeaks.all[$0].isIgnored }
      || roots.values.contains { LibraryLeaks.all[$0].isIgnored }
  }

  // MARK: - Fields

  private typealias LeakingField = (place: HeapDump.FieldPlace, leak: Int)

  private mutating func findEdges(
    _ dump: HeapDump, _ index: borrowing ObjectIndex, _ leaks: [Int], _ owners: [String: [Int]]
  ) {
    var own: [Int: [LeakingField]] = [:]
    for leak in leaks {
      switch LibraryLeaks.all[leak].place {
      case .field(let name, let field):
        for owner in owners[name] ?? [] {
          if let place = dump.place(ofOwnField: field, of: owner) { own[owner, default: []].append((place, leak)) }
        }
      case .staticField(let name, let field):
        for owner in owners[name] ?? [] {
          let entry = dump.classes.entries[owner]
          let source = index.number(of: entry.id)
          guard source != ObjectIndex.absent else { continue }
          let references = dump.classes.statics[entry.statics].filter { $0.type == .object && $0.bits != 0 }
          let holders = Dictionary(references.map { ($0.bits, 1) }, uniquingKeysWith: +)
          for value in references where dump.string(value.name, isText: field) {
            if holders[value.bits] == 1, entry.loader != value.bits {
              insert(source, index.number(of: value.bits), leak)
            }
          }
        }
      case .thread, .jniGlobal: break
      }
    }
    guard !own.isEmpty else { return }
    let fields = Self.inherited(own, dump)
    let visitor = Visitor(dump, fields)
    let (visitors, _) = HeapPass(image: dump.image, outline: dump.outline).run(.concurrent) { visitor }
    for (from, to, leak) in visitors.flatMap(\.found) { insert(index.number(of: from), index.number(of: to), leak) }
  }

  /// The leaking fields of the instances of each class, by the class's id: a class's own values come before its superclass's.
  private static func inherited(_ own: [Int: [LeakingField]], _ dump: HeapDump) -> [UInt64: [LeakingField]] {
    let entries = dump.classes.entries
    var known = [[LeakingField]?](repeating: nil, count: entries.count)
    var chain: [Int] = []
    for start in entries.indices {
      var at = start
      while at >= 0, known[at] == nil {
        chain.append(at)
        at = Int(entries[at].superIndex)
      }
      while let kind = chain.popLast() {
        let above = Int(entries[kind].superIndex)
        let ownSize = entries[kind].dataSize - (above >= 0 ? entries[above].dataSize : 0)
        let shifted = (above >= 0 ? known[above] ?? [] : []).map { place, leak in
          (HeapDump.FieldPlace(at: ownSize + place.at, type: place.type), leak)
        }
        // No class has so many; a damaged dump may give one name to a chain of thousands.
        known[kind] = Array(((own[kind] ?? []).filter { $0.place.type == .object } + shifted).prefix(32))
      }
    }
    return entries.indices.reduce(into: [:]) { fields, kind in
      if let own = known[kind], !own.isEmpty { fields[entries[kind].id] = own }
    }
  }

  private struct Visitor: HeapRecordVisitor, Sendable {
    let idSize: Int
    let fields: [UInt64: [LeakingField]]
    var layouts: ReferenceLayouts
    var found: [(UInt64, UInt64, Int)] = []
    var lastID = UInt64.max
    var last: [LeakingField] = []

    init(_ dump: HeapDump, _ fields: [UInt64: [LeakingField]]) {
      idSize = dump.header.idSize
      self.fields = fields
      layouts = ReferenceLayouts(dump, weakClasses: dump.weakReferenceClasses, followsWeak: false)
    }

    @inline(__always)
    mutating func visit(_ instance: InstanceRecord) {
      if instance.classID != lastID {
        lastID = instance.classID
        last = fields[lastID] ?? []
      }
      if !last.isEmpty { look(instance) }
    }

    private mutating func look(_ instance: InstanceRecord) {
      let layout = layouts.layout(instance.classID, limit: instance.data.count)
      for (place, leak) in last {
        guard let target = place.bits(instance.data, idSize: idSize), target != 0 else { continue }
        let isElsewhere = (0..<layout.count).contains { position in
          let at = Int(layouts.offsets[layout.start + position])
          return at + idSize <= instance.data.count && !last.contains { $0.place.at == at }
            && instance.data.readID(at: at, size: idSize) == target
        }
        if !isElsewhere { found.append((instance.id, target, leak)) }
      }
    }
  }

  // MARK: - Roots

  private mutating func findRoots(
    _ dump: HeapDump, _ index: borrowing ObjectIndex, _ leaks: [Int], _ owners: [String: [Int]]
  ) {
    // Threads by name, and all kinds of the classes, the most special first as the table has them.
    var threads: [String: Int] = [:]
    var classes: [Int: Int] = [:]
    for leak in leaks {
      switch LibraryLeaks.all[leak].place {
      case .thread(let name): threads[name] = leak
      case .jniGlobal(let name):
        guard owners[name] != nil else { continue }
        for kind in dump.kinds(of: name) where classes[kind] == nil { classes[kind] = leak }
      case .field, .staticField: break
      }
    }
    let globals = classes.isEmpty ? [] : dump.census.roots.filter { $0.kind == .jniGlobal }
    let hasLocals = dump.census.roots.contains { $0.kind == .javaFrame }
    guard hasLocals || !globals.isEmpty else { return }
    var reader = ThreadReader(dump, hasLocals ? dump.stringLayout : nil)
    let places = dump.find((hasLocals ? reader.objectIDs : []) + globals.map(\.id))
    var names: [UInt32: String] = [:]
    if hasLocals {
      reader.take(objects: places)
      reader.take(names: dump.find(reader.nameIDs))
      reader.take(arrays: dump.find(reader.arrayIDs))
      names = reader.namesBySerial
    }
    var leakOf: [UInt64: Int] = [:]
    for id in Set(globals.map(\.id)) {
      guard let offset = places[id], let (kind, _) = dump.instance(at: offset) else { continue }
      leakOf[id] = classes[kind]
    }
    var sound: Set<UInt32> = []
    for root in dump.census.roots where root.kind.keeps {
      let number = index.number(of: root.id)
      guard number != ObjectIndex.absent else { continue }
      let leak: Int? =
        switch root.kind {
        case .jniGlobal: leakOf[root.id]
        case .javaFrame: names[root.thread].flatMap { threads[$0] }
        default: nil
        }
      guard let leak else {
        sound.insert(number)
        continue
      }
      // Of two known reasons the one counts that is not ignored.
      if let other = roots[number], !LibraryLeaks.all[other].isIgnored { continue }
      roots[number] = leak
    }
    for number in sound { roots[number] = nil }
  }
}

extension HeapDump {
  /// The API level of the Android system that wrote the dump; `nil` for another virtual machine, and where a crunched dump has
  /// no values.
  public var androidSDK: Int? {
    for index in classes.indices(named: "android.os.Build$VERSION") {
      if let field = staticField("SDK_INT", of: index), field.type == .int, field.bits > 0, field.bits < 10_000 {
        return Int(field.bits)
      }
    }
    return nil
  }

  /// Whether the dump is of an Android system.
  var isAndroid: Bool { androidSDK != nil || !classes.indices(named: "android.app.Activity").isEmpty }

  /// Where a field that the class itself declares lies among its own fields.
  func place(ofOwnField name: String, of index: Int) -> FieldPlace? {
    var at = 0
    for field in classes.fields[classes.entries[index].fields] {
      if string(field.name, isText: name) { return FieldPlace(at: at, type: field.type) }
      at += field.type.size(idSize: header.idSize)
    }
    return nil
  }

  /// Whether a string record has a text, or is a hash of it.
  func string(_ id: UInt64, isText text: String) -> Bool {
    guard let range = outline.strings.range(of: id) else { return false }
    return image.withUnsafeBytes { bytes in
      let own = UnsafeRawBufferPointer(rebasing: bytes[range])
      if own.elementsEqual(text.utf8) { return true }
      guard losses != nil, let hash = HashPlaceholder.parse(own) else { return false }
      return hash.length == text.utf8.count && hash.hash == JavaStringHash.of(text)
    }
  }
}
