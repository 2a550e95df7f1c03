// The classes of a dump: their CLASS_DUMP records, joined with the names of LOAD_CLASS. Instances hold the values of the class's own
// fields first, then the superclass's, and so on; where a reference lies in an instance follows from that chain.

internal import ByteKit

/// A field of a class.
struct ClassField: Sendable {
  /// The string id of its name.
  let name: UInt64
  let type: FieldType
}

/// A static field with its value.
struct StaticField: Sendable {
  /// The string id of its name.
  let name: UInt64
  let type: FieldType
  /// The value's bits, big-endian as they stood, zero-extended.
  let bits: UInt64
}

/// The classes of a dump, numbered in the order in which they were first met.
struct ClassTable: Sendable {
  /// A class.
  struct Entry: Sendable {
    let id: UInt64
    /// The name as it is shown: `java.lang.Object[]`.
    var name: String
    var superID: UInt64 = 0
    /// The number of the superclass, or -1.
    var superIndex: Int32 = -1
    /// The number of the nearest superclass that declares fields, or -1: thousands without may lie between.
    var nextWithFields: Int32 = -1
    var loader: UInt64 = 0
    var signers: UInt64 = 0
    var protectionDomain: UInt64 = 0
    /// The instance size that the dump states, in bytes.
    var instanceSize: UInt32 = 0
    /// Whether there is a CLASS_DUMP; without one only the id is known, and perhaps the name.
    var isDefined = false
    /// Where the CLASS_DUMP lies.
    var offset = -1
    var fields: Range<Int> = 0..<0
    var statics: Range<Int> = 0..<0
    /// The bytes of all values in an instance, superclasses included.
    var dataSize = 0
    /// How many of them are references.
    var referenceCount = 0
    /// Whether the name is what stands for a hashed one.
    var isNameKnown = true
  }

  private(set) var entries: [Entry] = []
  private(set) var fields: [ClassField] = []
  private(set) var statics: [StaticField] = []
  /// Classes whose chain of superclasses does not end.
  private(set) var cyclic: [Int] = []
  private var ids = OpenTable()
  let idSize: Int

  var count: Int { entries.count }

  /// The number of the class with an object id, or `nil`.
  @inline(__always)
  func index(of id: UInt64) -> Int? { ids.index(of: id) }

  init(idSize: Int) { self.idSize = idSize }

  /// Adds a class by its id alone, or finds it.
  @discardableResult
  mutating func insert(id: UInt64, name: @autoclosure () -> String) -> Int {
    let (index, isNew) = ids.insert(id)
    if isNew { entries.append(Entry(id: id, name: name())) }
    return index
  }

  /// Adds a CLASS_DUMP; the first one of a class stays.
  mutating func define(_ record: ClassRecord, name: @autoclosure () -> String) {
    let index = insert(id: record.id, name: name())
    guard !entries[index].isDefined else { return }
    let firstField = fields.count
    record.forEachField { fields.append(ClassField(name: $0, type: $1)) }
    let firstStatic = statics.count
    record.forEachStatic { name, type, at in
      statics.append(StaticField(name: name, type: type, bits: record.bits(type, at: at)))
    }
    entries[index].superID = record.superID
    entries[index].loader = record.loader
    entries[index].signers = record.signers
    entries[index].protectionDomain = record.protectionDomain
    entries[index].instanceSize = record.instanceSize
    entries[index].isDefined = true
    entries[index].offset = record.offset
    entries[index].fields = firstField..<fields.count
    entries[index].statics = firstStatic..<statics.count
  }

  /// Joins classes with their superclasses, after the last one was defined.
  ///
  /// - Complexity: O(classes): each chain is followed until a class whose size is known.
  mutating func finish() {
    for index in entries.indices where entries[index].superID != 0 {
      entries[index].superIndex = ids.index(of: entries[index].superID).map(Int32.init) ?? -1
    }
    // 0 unseen, 1 on the way, 2 known.
    var state = [UInt8](repeating: 0, count: entries.count)
    var chain: [Int] = []
    for start in entries.indices where state[start] == 0 {
      var at = start
      while at >= 0, state[at] == 0 {
        state[at] = 1
        chain.append(at)
        at = Int(entries[at].superIndex)
      }
      if at >= 0, state[at] == 1 {
        // A circle: it is cut at the class through which it closes.
        entries[chain[chain.count - 1]].superIndex = -1
        cyclic.append(at)
        at = -1
      }
      var size = at >= 0 ? entries[at].dataSize : 0
      var references = at >= 0 ? entries[at].referenceCount : 0
      while let index = chain.popLast() {
        for field in fields[entries[index].fields] {
          size += field.type.size(idSize: idSize)
          if field.type == .object { references += 1 }
        }
        let above = entries[index].superIndex
        if above >= 0 {
          entries[index].nextWithFields =
            entries[Int(above)].fields.isEmpty ? entries[Int(above)].nextWithFields : above
        }
        entries[index].dataSize = size
        entries[index].referenceCount = references
        state[index] = 2
      }
    }
  }

  /// Where the references lie in the data of an instance: byte offsets, ascending. At most `limit` bytes of data are looked at, so
  /// that the result is never longer than the instance that asks for it.
  ///
  /// - Complexity: O(fields of the chain that lie below `limit`).
  func referenceOffsets(of index: Int, limit: Int) -> [Int32] {
    // Beyond 2 GiB of data nothing is looked for: no place there can be told.
    let limit = min(limit, Int(Int32.max))
    var offsets: [Int32] = []
    var at = 0
    var current = index
    while current >= 0, at < limit {
      for field in fields[entries[current].fields] {
        let size = field.type.size(idSize: idSize)
        if field.type == .object, at + size <= limit { offsets.append(Int32(at)) }
        at += size
      }
      current = Int(entries[current].nextWithFields)
    }
    return offsets
  }

  /// The numbers of all classes with a name as it is shown: several loaders may each have one.
  func indices(named name: String) -> [Int] { entries.indices.filter { entries[$0].name == name } }
}

extension ClassRecord {
  /// A value's bits, zero-extended.
  func bits(_ type: FieldType, at place: Int) -> UInt64 {
    switch type.size(idSize: idSize) {
    case 1: UInt64(data[place])
    case 2: UInt64(data.readBigEndian(UInt16.self, at: place))
    case 4: UInt64(data.readBigEndian(UInt32.self, at: place))
    default: data.readBigEndian(UInt64.self, at: place)
    }
  }
}
