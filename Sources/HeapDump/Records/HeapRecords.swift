// The sub-records of a heap dump as the scanner hands them out: numbers, and pointers into the dump for what is long. They are
// valid during the call only.

/// A root: `ROOT_*`.
struct RootRecord {
  let offset: Int
  let kind: RootKind
  let id: UInt64
  /// The thread's serial number, or 0.
  let thread: UInt32
  /// The frame's number in the thread's stack (or the stack's serial number for a thread object), or `UInt32.max`.
  let frame: UInt32
}

/// An object: `INSTANCE_DUMP`.
struct InstanceRecord {
  let offset: Int
  let id: UInt64
  let stack: UInt32
  let classID: UInt64
  /// The values of the class's own fields, then of its superclass's, and so on.
  let data: UnsafeRawBufferPointer
}

/// An array of references: `OBJECT_ARRAY_DUMP`.
struct ObjectArrayRecord {
  let offset: Int
  let id: UInt64
  let stack: UInt32
  /// The class of the array, not of its elements.
  let classID: UInt64
  let count: Int
  /// The elements' ids, `count` times the id size.
  let data: UnsafeRawBufferPointer
}

/// An array of numbers: `PRIMITIVE_ARRAY_DUMP`, or Android's record without data.
struct PrimitiveArrayRecord {
  let offset: Int
  let id: UInt64
  let stack: UInt32
  let type: FieldType
  let count: Int
  /// Whether the values are in the dump.
  let hasData: Bool
  let data: UnsafeRawBufferPointer

  /// What the elements take in the virtual machine, in bytes.
  var byteCount: Int { count &* type.size(idSize: 0) }
}

/// A class: `CLASS_DUMP`. The constant pool, the static fields and the instance fields are walked on demand.
struct ClassRecord {
  let offset: Int
  let idSize: Int
  let id: UInt64
  let stack: UInt32
  let superID: UInt64
  let loader: UInt64
  let signers: UInt64
  let protectionDomain: UInt64
  /// The size of an instance as the virtual machine gives it, in bytes.
  let instanceSize: UInt32
  let constantCount: Int
  let staticCount: Int
  let fieldCount: Int
  /// From the first constant to the record's end, the counts between them included.
  let data: UnsafeRawBufferPointer
  /// Where in `data` the static fields begin (after their count), and the instance fields.
  let staticStart: Int
  let fieldStart: Int

  /// Calls `body` with each constant: its index, type and value's place in `data`.
  @inline(__always)
  func forEachConstant(_ body: (_ index: UInt16, _ type: FieldType, _ at: Int) -> Void) {
    var at = 0
    for _ in 0..<constantCount {
      let type = FieldType(rawValue: data[at + 2]).unsafelyUnwrapped
      body(data.readBigEndian(UInt16.self, at: at), type, at + 3)
      at += 3 + type.size(idSize: idSize)
    }
  }

  /// Calls `body` with each static field: its name's string id, type and value's place in `data`.
  @inline(__always)
  func forEachStatic(_ body: (_ name: UInt64, _ type: FieldType, _ at: Int) -> Void) {
    var at = staticStart
    for _ in 0..<staticCount {
      let type = FieldType(rawValue: data[at + idSize]).unsafelyUnwrapped
      body(data.readID(at: at, size: idSize), type, at + idSize + 1)
      at += idSize + 1 + type.size(idSize: idSize)
    }
  }

  /// Calls `body` with each instance field that the class itself declares: its name's string id and type.
  @inline(__always)
  func forEachField(_ body: (_ name: UInt64, _ type: FieldType) -> Void) {
    var at = fieldStart
    for _ in 0..<fieldCount {
      body(data.readID(at: at, size: idSize), FieldType(rawValue: data[at + idSize]).unsafelyUnwrapped)
      at += idSize + 1
    }
  }
}

/// Receives the sub-records of a heap in the order of the file. Records of a kind that a visitor has no method for are passed over.
protocol HeapRecordVisitor {
  mutating func visit(_ root: RootRecord)
  mutating func visit(_ instance: InstanceRecord)
  mutating func visit(_ array: ObjectArrayRecord)
  mutating func visit(_ array: PrimitiveArrayRecord)
  mutating func visit(_ record: ClassRecord)
  /// The following objects belong to another heap (Android): its type and its name's string id.
  mutating func visitHeap(type: UInt32, name: UInt64, at offset: Int)
}

extension HeapRecordVisitor {
  @inline(__always) mutating func visit(_ root: RootRecord) {}
  @inline(__always) mutating func visit(_ instance: InstanceRecord) {}
  @inline(__always) mutating func visit(_ array: ObjectArrayRecord) {}
  @inline(__always) mutating func visit(_ array: PrimitiveArrayRecord) {}
  @inline(__always) mutating func visit(_ record: ClassRecord) {}
  @inline(__always) mutating func visitHeap(type: UInt32, name: UInt64, at offset: Int) {}
}
