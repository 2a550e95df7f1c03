// Finds a few objects among millions: a dump has no index, so their ids are watched for in a pass that is made anyway.

/// Watches for objects with given ids and keeps where they lie.
struct ObjectFinder: Sendable {
  private var wanted: [UInt64]
  private var filter: InlineArray<64, UInt64> = .init(repeating: 0)
  private(set) var offsets: [UInt64: Int] = [:]

  /// Watches for ids; 0 is none.
  init(_ ids: some Sequence<UInt64>) {
    wanted = Array(Set(ids).subtracting([0])).sorted()
    for id in wanted { filter[Self.word(id)] |= Self.bit(id) }
  }

  // 4,096 bits by the id's middle: ids are addresses, and nearly all of the millions that pass are told by one look.
  @inline(__always)
  private static func word(_ id: UInt64) -> Int { Int(truncatingIfNeeded: (id &>> 9) & 63) }
  @inline(__always)
  private static func bit(_ id: UInt64) -> UInt64 { 1 &<< ((id &>> 3) & 63) }

  /// Looks at an object.
  @inline(__always)
  mutating func see(_ id: UInt64, at offset: Int) {
    if filter[Self.word(id)] & Self.bit(id) != 0 { keep(id, offset) }
  }

  /// Whether an id is among those watched for.
  @inline(__always)
  func watches(_ id: UInt64) -> Bool {
    filter[Self.word(id)] & Self.bit(id) != 0 && place(id) != nil
  }

  @inline(never)
  private mutating func keep(_ id: UInt64, _ offset: Int) {
    if place(id) != nil, offsets[id] == nil { offsets[id] = offset }
  }

  private func place(_ id: UInt64) -> Int? {
    var low = 0
    var high = wanted.count
    while low < high {
      let middle = (low + high) / 2
      if wanted[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < wanted.count && wanted[low] == id ? low : nil
  }

  mutating func merge(_ other: ObjectFinder) { offsets.merge(other.offsets) { first, _ in first } }
}

/// A pass that looks for nothing but objects by their ids.
struct FindingVisitor: HeapRecordVisitor, Sendable {
  var finder: ObjectFinder

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) { finder.see(instance.id, at: instance.offset) }
  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) { finder.see(array.id, at: array.offset) }
  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) { finder.see(array.id, at: array.offset) }
}

/// Two visitors in one pass.
struct PairVisitor<First: HeapRecordVisitor, Second: HeapRecordVisitor>: HeapRecordVisitor {
  var first: First
  var second: Second

  @inline(__always)
  mutating func visit(_ root: RootRecord) {
    first.visit(root)
    second.visit(root)
  }
  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    first.visit(instance)
    second.visit(instance)
  }
  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) {
    first.visit(array)
    second.visit(array)
  }
  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) {
    first.visit(array)
    second.visit(array)
  }
  @inline(__always)
  mutating func visit(_ record: ClassRecord) {
    first.visit(record)
    second.visit(record)
  }
  @inline(__always)
  mutating func visitHeap(type: UInt32, name: UInt64, at offset: Int) {
    first.visitHeap(type: type, name: name, at: offset)
    second.visitHeap(type: type, name: name, at: offset)
  }
}

extension PairVisitor: Sendable where First: Sendable, Second: Sendable {}

extension HeapDump {
  /// Where objects lie: one pass over the heap.
  func find(_ ids: some Sequence<UInt64>) -> [UInt64: Int] {
    let finder = ObjectFinder(ids)
    let (visitors, _) = HeapPass(image: image, outline: outline).run(.concurrent) { FindingVisitor(finder: finder) }
    return visitors.dropFirst().reduce(into: visitors[0].finder) { $0.merge($1.finder) }.offsets
  }

  /// The record at an offset that a pass has given: exactly one is visited.
  func visitRecord<Visitor: HeapRecordVisitor>(at offset: Int, _ visitor: inout Visitor) {
    image.withUnsafeBytes { bytes in
      let scanner = HeapScanner(bytes: bytes, idSize: header.idSize)
      // A pass has read it before: it cannot fail.
      _ = try? scanner.scan(offset..<bytes.count, until: offset + 1, &visitor)
    }
  }

  /// The instance at an offset: its class's number and a copy of its data.
  func instance(at offset: Int) -> (classIndex: Int, data: [UInt8])? {
    struct Taker: HeapRecordVisitor {
      var classID: UInt64?
      var data: [UInt8] = []
      mutating func visit(_ instance: InstanceRecord) {
        classID = instance.classID
        data = Array(instance.data)
      }
    }
    var taker = Taker()
    visitRecord(at: offset, &taker)
    return taker.classID.flatMap { classes.index(of: $0) }.map { ($0, taker.data) }
  }

  /// A field of the instance at an offset, by name: its bits.
  func value(_ name: StaticString, at offset: Int) -> UInt64? {
    guard let (index, data) = instance(at: offset), let place = field(name, of: index) else { return nil }
    return data.withUnsafeBytes { place.bits($0, idSize: header.idSize) }
  }

  /// The array at an offset: its type, the number of its elements, and the first of their bytes; `nil` bytes for an array without
  /// data.
  ///
  /// - Parameters:
  ///   - start: the first element whose bytes are taken.
  ///   - limit: how many bytes are taken at most.
  func array(at offset: Int, from start: Int = 0, limit: Int = 1 << 16) -> (
    type: FieldType, count: Int, data: [UInt8]?
  )? {
    struct Taker: HeapRecordVisitor {
      let start: Int
      let limit: Int
      var found: (FieldType, Int, [UInt8]?)?
      mutating func visit(_ array: PrimitiveArrayRecord) {
        let first = start * array.type.size(idSize: 0)
        found = (array.type, array.count, array.hasData ? Array(array.data.dropFirst(first).prefix(limit)) : nil)
      }
      mutating func visit(_ array: ObjectArrayRecord) {
        found = (.object, array.count, Array(array.data.prefix(limit)))
      }
    }
    var taker = Taker(start: start, limit: limit)
    visitRecord(at: offset, &taker)
    return taker.found.map { (type: $0.0, count: $0.1, data: $0.2) }
  }
}
