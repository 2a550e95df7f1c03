// The records of BMD as the reader hands them out, and what receives them.

/// A class as BMD defines it.
struct BMDClass {
  struct Constant {
    let index: UInt64
    let type: FieldType
    let value: UInt64
  }
  struct Static {
    let name: UInt64
    let type: FieldType
    let value: UInt64
  }
  struct Field {
    let name: UInt64
    let type: FieldType
  }
  let id: UInt64
  let superID: UInt64
  let name: UInt64
  let constants: [Constant]
  let statics: [Static]
  /// The kept fields.
  let fields: [Field]
  let removedBytes: Int
}

/// What version 2 tells of a class besides.
struct BMDClassInfo {
  struct Removed {
    let place: Int
    let name: UInt64
    let type: FieldType
  }
  let id: UInt64
  let serial: UInt32
  let stack: UInt32
  let loader: UInt64
  let signers: UInt64
  let protectionDomain: UInt64
  let instanceSize: UInt32
  let removed: [Removed]
}

/// Receives the records of a BMD file in its order. Values are bits, zero-extended from their width.
protocol BMDVisitor {
  mutating func header(version: Int, metadata: UnsafeRawBufferPointer) throws
  mutating func dumpInfo(idSize: Int, milliseconds: UInt64, hasPrimitives: Bool) throws
  mutating func string(id: UInt64, text: UnsafeRawBufferPointer) throws
  mutating func hashedString(id: UInt64, length: Int, hash: Int32) throws
  mutating func define(_ definition: BMDClass, at offset: Int) throws
  mutating func info(_ info: BMDClassInfo, at offset: Int) throws
  /// An instance begins; its values follow in `values`, class by class.
  mutating func instance(id: UInt64, classID: UInt64, at offset: Int, values: inout BMDValues) throws
  mutating func roots(kind: RootKind, _ roots: [(id: UInt64, thread: UInt32, frame: UInt32)]) throws
  mutating func objectArray(id: UInt64, classID: UInt64, elements: [UInt64]) throws
  mutating func primitiveArray(id: UInt64, type: FieldType, count: Int, data: UnsafeRawBufferPointer?, hadData: Bool)
    throws
  mutating func legacy(tag: UInt8, body: UnsafeRawBufferPointer) throws
  mutating func heap(type: UInt32, name: UInt64) throws
}

extension BMDVisitor {
  mutating func header(version: Int, metadata: UnsafeRawBufferPointer) throws {}
  mutating func dumpInfo(idSize: Int, milliseconds: UInt64, hasPrimitives: Bool) throws {}
  mutating func string(id: UInt64, text: UnsafeRawBufferPointer) throws {}
  mutating func hashedString(id: UInt64, length: Int, hash: Int32) throws {}
  mutating func info(_ info: BMDClassInfo, at offset: Int) throws {}
  mutating func roots(kind: RootKind, _ roots: [(id: UInt64, thread: UInt32, frame: UInt32)]) throws {}
  mutating func objectArray(id: UInt64, classID: UInt64, elements: [UInt64]) throws {}
  mutating func primitiveArray(
    id: UInt64, type: FieldType, count: Int, data: UnsafeRawBufferPointer?, hadData: Bool
  ) throws {}
  mutating func legacy(tag: UInt8, body: UnsafeRawBufferPointer) throws {}
  mutating func heap(type: UInt32, name: UInt64) throws {}
}
