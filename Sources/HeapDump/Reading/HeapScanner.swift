// Walks the sub-records of a heap segment and hands each to a visitor, its lengths checked. The visitor is a generic parameter,
// so that each analysis gets a loop of its own and what it does not look at is never read.
//
// | tag | after the tag (I = id size) |
// | --- | --- |
// | roots | ID, then 0, 4, 8 or I bytes (`RootKind.extraBytes`) |
// | 20 | class, u4 stack, super, loader, signers, domain, 2 reserved, u4 size, u2 n x {u2, u1 type, value}, u2 n x {ID, u1 type, value}, u2 n x {ID, u1 type} |
// | 21 | ID, u4 stack, class, u4 n, n bytes |
// | 22 | ID, u4 stack, u4 n, class, n x ID |
// | 23, C3 | ID, u4 stack, u4 n, u1 type, (23 only) n values |
// | FE | u4 heap type, name |

/// Reads the sub-records of heap segments (spec B.2).
struct HeapScanner {
  let bytes: UnsafeRawBufferPointer
  let idSize: Int

  /// Hands the sub-records of a segment to a visitor, up to the first one that begins at `limit` or behind it.
  ///
  /// - Returns: where that one begins, or the segment's end.
  /// - Throws: `truncated`, `unknownTag` or `unknownType` at the first sub-record that cannot be read: what came before it was
  ///   visited. There is no way to find the next one, as sub-records have no length.
  func scan<Visitor: HeapRecordVisitor>(
    _ segment: Range<Int>, from start: Int? = nil, until limit: Int = .max, _ visitor: inout Visitor
  ) throws(HeapDumpError) -> Int {
    if idSize == 8 {
      try scan(start ?? segment.lowerBound, segment.upperBound, until: limit, idSize: 8, &visitor)
    } else {
      try scan(start ?? segment.lowerBound, segment.upperBound, until: limit, idSize: 4, &visitor)
    }
  }

  /// Always inlined with a constant id size, so that each size has its own loop.
  @inline(__always)
  private func scan<Visitor: HeapRecordVisitor>(
    _ start: Int, _ end: Int, until limit: Int, idSize: Int, _ visitor: inout Visitor
  ) throws(HeapDumpError) -> Int {
    var at = start
    let stop = min(end, limit)
    let instanceHead = 9 &+ 2 &* idSize
    while at < stop {
      let tag = bytes[at]
      let left = end &- at
      switch tag {
      case HeapTag.instance:
        guard left >= instanceHead else { throw Self.truncated(instanceHead, left, at, "INSTANCE_DUMP") }
        let length = Int(bytes.readBigEndian(UInt32.self, at: at &+ 5 &+ 2 &* idSize))
        guard left &- instanceHead >= length else {
          throw Self.truncated(instanceHead &+ length, left, at, "INSTANCE_DUMP")
        }
        let start = at &+ instanceHead
        visitor.visit(
          InstanceRecord(
            offset: at, id: bytes.readID(at: at &+ 1, size: idSize),
            stack: bytes.readBigEndian(UInt32.self, at: at &+ 1 &+ idSize),
            classID: bytes.readID(at: at &+ 5 &+ idSize, size: idSize),
            data: UnsafeRawBufferPointer(
              start: bytes.baseAddress.unsafelyUnwrapped + start, count: length)))
        at = start &+ length
      case HeapTag.objectArray:
        guard left >= instanceHead else { throw Self.truncated(instanceHead, left, at, "OBJECT_ARRAY_DUMP") }
        let count = Int(bytes.readBigEndian(UInt32.self, at: at &+ 5 &+ idSize))
        let length = count &* idSize
        guard left &- instanceHead >= length else {
          throw Self.truncated(instanceHead &+ length, left, at, "OBJECT_ARRAY_DUMP")
        }
        let start = at &+ instanceHead
        visitor.visit(
          ObjectArrayRecord(
            offset: at, id: bytes.readID(at: at &+ 1, size: idSize),
            stack: bytes.readBigEndian(UInt32.self, at: at &+ 1 &+ idSize),
            classID: bytes.readID(at: at &+ 9 &+ idSize, size: idSize), count: count,
            data: UnsafeRawBufferPointer(
              start: bytes.baseAddress.unsafelyUnwrapped + start, count: length)))
        at = start &+ length
      case HeapTag.primitiveArray, HeapTag.primitiveArrayNoData:
        let hasData = tag == HeapTag.primitiveArray
        let name = hasData ? "PRIMITIVE_ARRAY_DUMP" : "PRIMITIVE_ARRAY_NODATA_DUMP"
        let head = 10 &+ idSize
        guard left >= head else { throw Self.truncated(head, left, at, name) }
        guard let type = FieldType(rawValue: bytes[at &+ 9 &+ idSize]), type != .object else {
          throw HeapDumpError(.unknownType(UInt64(bytes[at &+ 9 &+ idSize])), at: at &+ 9 &+ idSize, in: name)
        }
        let count = Int(bytes.readBigEndian(UInt32.self, at: at &+ 5 &+ idSize))
        let length = hasData ? count &* type.size(idSize: idSize) : 0
        guard left &- head >= length else { throw Self.truncated(head &+ length, left, at, name) }
        let start = at &+ head
        visitor.visit(
          PrimitiveArrayRecord(
            offset: at, id: bytes.readID(at: at &+ 1, size: idSize),
            stack: bytes.readBigEndian(UInt32.self, at: at &+ 1 &+ idSize), type: type, count: count,
            hasData: hasData,
            data: UnsafeRawBufferPointer(
              start: bytes.baseAddress.unsafelyUnwrapped + start, count: length)))
        at = start &+ length
      case HeapTag.classDump:
        let record = try classRecord(at: at, end: end)
        visitor.visit(record)
        at = at &+ 11 &+ 7 &* idSize &+ record.data.count
      case HeapTag.heapInfo:
        guard left >= 5 &+ idSize else { throw Self.truncated(5 &+ idSize, left, at, "HEAP_DUMP_INFO") }
        visitor.visitHeap(
          type: bytes.readBigEndian(UInt32.self, at: at &+ 1), name: bytes.readID(at: at &+ 5, size: idSize), at: at)
        at = at &+ 5 &+ idSize
      default:
        guard let kind = RootKind(rawValue: tag) else { throw HeapDumpError(.unknownTag(tag), at: at) }
        let length = 1 &+ idSize &+ kind.extraBytes(idSize: idSize)
        guard left >= length else { throw Self.truncated(length, left, at, kind.recordName) }
        let after = at &+ 1 &+ idSize
        let extra = length &- 1 &- idSize
        visitor.visit(
          RootRecord(
            offset: at, kind: kind, id: bytes.readID(at: at &+ 1, size: idSize),
            thread: kind.namesThread ? bytes.readBigEndian(UInt32.self, at: after) : 0,
            frame: kind.namesThread && extra == 8 ? bytes.readBigEndian(UInt32.self, at: after &+ 4) : .max))
        at = at &+ length
      }
    }
    return at
  }

  /// Reads the class at `at`: the lengths of its three lists are found by walking them.
  func classRecord(at: Int, end: Int) throws(HeapDumpError) -> ClassRecord {
    let name = "CLASS_DUMP"
    // Tag, class, stack, six ids, instance size; then the first count.
    let head = 9 + 7 * idSize
    guard end - at >= head + 2 else { throw Self.truncated(head + 2, end - at, at, name) }
    let start = at + head + 2
    let constants = Int(bytes.readBigEndian(UInt16.self, at: at + head))
    var cursor = start
    for _ in 0..<constants { try passValue(&cursor, keyBytes: 2, at, end) }
    guard end - cursor >= 2 else { throw Self.truncated(cursor + 2 - at, end - at, at, name) }
    let statics = Int(bytes.readBigEndian(UInt16.self, at: cursor))
    cursor += 2
    let staticStart = cursor - start
    for _ in 0..<statics { try passValue(&cursor, keyBytes: idSize, at, end) }
    guard end - cursor >= 2 else { throw Self.truncated(cursor + 2 - at, end - at, at, name) }
    let fields = Int(bytes.readBigEndian(UInt16.self, at: cursor))
    cursor += 2
    let fieldStart = cursor - start
    guard end - cursor >= fields * (idSize + 1) else {
      throw Self.truncated(cursor + fields * (idSize + 1) - at, end - at, at, name)
    }
    for index in 0..<fields {
      let place = cursor + index * (idSize + 1) + idSize
      guard FieldType(rawValue: bytes[place]) != nil else {
        throw HeapDumpError(.unknownType(UInt64(bytes[place])), at: place, in: name)
      }
    }
    cursor += fields * (idSize + 1)
    let ids = at + 5 + idSize
    return ClassRecord(
      offset: at, idSize: idSize, id: bytes.readID(at: at + 1, size: idSize),
      stack: bytes.readBigEndian(UInt32.self, at: at + 1 + idSize), superID: bytes.readID(at: ids, size: idSize),
      loader: bytes.readID(at: ids + idSize, size: idSize), signers: bytes.readID(at: ids + 2 * idSize, size: idSize),
      protectionDomain: bytes.readID(at: ids + 3 * idSize, size: idSize),
      instanceSize: bytes.readBigEndian(UInt32.self, at: ids + 6 * idSize), constantCount: constants,
      staticCount: statics, fieldCount: fields, data: UnsafeRawBufferPointer(rebasing: bytes[start..<cursor]),
      staticStart: staticStart, fieldStart: fieldStart)
  }

  /// Passes over a key, a type and a value of that type.
  private func passValue(_ cursor: inout Int, keyBytes: Int, _ at: Int, _ end: Int) throws(HeapDumpError) {
    guard end - cursor > keyBytes else {
      throw Self.truncated(cursor + keyBytes + 1 - at, end - at, at, "CLASS_DUMP")
    }
    let place = cursor + keyBytes
    guard let type = FieldType(rawValue: bytes[place]) else {
      throw HeapDumpError(.unknownType(UInt64(bytes[place])), at: place, in: "CLASS_DUMP")
    }
    cursor = place + 1 + type.size(idSize: idSize)
    guard cursor <= end else { throw Self.truncated(cursor - at, end - at, at, "CLASS_DUMP") }
  }

  @inline(never)
  private static func truncated(_ needed: Int, _ left: Int, _ at: Int, _ record: String) -> HeapDumpError {
    HeapDumpError(.truncated(needed: UInt64(needed), available: UInt64(left)), at: at, in: record)
  }
}
