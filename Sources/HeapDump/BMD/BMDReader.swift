// Reads BMD of both versions record by record (the tables stand in BMDFormat). Records have no lengths, so the values of an instance
// can only be passed with the definitions of its class and of all superclasses: these must have come before.

internal import ByteKit

/// Walks a BMD file.
enum BMDReader {
  /// Reads all records.
  ///
  /// - Throws: `HeapDumpError` with offset and record at the first one that cannot be read, and what the visitor throws.
  static func read<Visitor: BMDVisitor>(_ bytes: UnsafeRawBufferPointer, _ visitor: inout Visitor) throws {
    guard BMDFormat.recognises(bytes) else { throw HeapDumpError(.notAHeapDump, at: 0) }
    var values = BMDValues(bytes: bytes, at: 0)
    let version = Int(try values.number())
    let metadata = try values.slice(try values.count(each: 1))
    let header = UnsafeRawBufferPointer(rebasing: bytes[..<values.at])
    try visitor.header(version: version, metadata: metadata)
    while values.at < bytes.count {
      let start = values.at
      // Files from before August 2015 repeat the header where the cruncher's second pass began.
      if bytes[start] == header[0], bytes.count - start >= header.count,
        UnsafeRawBufferPointer(rebasing: bytes[start..<start + header.count]).elementsEqual(header)
      {
        values.at = start + header.count
        continue
      }
      let tag = try values.number()
      do {
        try record(tag, version: version, at: start, &values, &visitor)
      } catch let error as HeapDumpError where error.record == nil {
        throw HeapDumpError(error.kind, at: error.offset ?? start, in: BMDFormat.name(tag))
      }
    }
  }

  private static func record<Visitor: BMDVisitor>(
    _ tag: UInt64, version: Int, at start: Int, _ values: inout BMDValues, _ visitor: inout Visitor
  ) throws {
    switch tag {
    case BMDFormat.string:
      let id = try values.id()
      try visitor.string(id: id, text: try values.slice(try values.count(each: 1)))
    case BMDFormat.hashedString:
      let id = try values.id()
      let length = try values.number() & 0xFFFF_FFFF
      try visitor.hashedString(
        id: id, length: Int(length), hash: Int32(truncatingIfNeeded: Int64(bitPattern: try values.number())))
    case BMDFormat.classDefinition:
      try visitor.define(try definition(&values), at: start)
    case BMDFormat.instance:
      let id = try values.id()
      try visitor.instance(id: id, classID: try values.id(), at: start, values: &values)
    case BMDFormat.rootObjects:
      let count = try values.count(each: 1)
      var ids: [(id: UInt64, thread: UInt32, frame: UInt32)] = []
      ids.reserveCapacity(count)
      for _ in 0..<count { ids.append((try values.id(), 0, .max)) }
      try visitor.roots(kind: .unknown, ids)
    case BMDFormat.objectArray:
      let id = try values.id()
      let classID = try values.id()
      let count = try values.count(each: 1)
      var elements: [UInt64] = []
      elements.reserveCapacity(count)
      for _ in 0..<count { elements.append(try values.id()) }
      try visitor.objectArray(id: id, classID: classID, elements: elements)
    case BMDFormat.arrayPlaceholder, BMDFormat.arrayWithoutData:
      guard tag == BMDFormat.arrayPlaceholder || version > 1 else {
        throw HeapDumpError(.unknownRecord(tag), at: start)
      }
      let id = try values.id()
      let type = try primitive(&values)
      let count = try values.number()
      guard count <= UInt64(UInt32.max) else { throw HeapDumpError(.badNumber, at: start) }
      try visitor.primitiveArray(
        id: id, type: type, count: Int(count), data: nil, hadData: tag == BMDFormat.arrayPlaceholder)
    case BMDFormat.primitiveArray where version > 1:
      let id = try values.id()
      let type = try primitive(&values)
      let size = type.size(idSize: 0)
      let count = try values.count(each: size)
      guard count <= Int(UInt32.max) else { throw HeapDumpError(.badNumber, at: start) }
      try visitor.primitiveArray(id: id, type: type, count: count, data: try values.slice(count * size), hadData: true)
    case BMDFormat.legacyRecord:
      let legacyTag = try values.number()
      guard let tag = UInt8(exactly: legacyTag) else { throw HeapDumpError(.badNumber, at: start) }
      try visitor.legacy(tag: tag, body: try values.slice(try values.count(each: 1)))
    case BMDFormat.dumpInfo where version > 1:
      let size = try values.number()
      guard size == 4 || size == 8 else {
        throw HeapDumpError(.idSize(UInt32(truncatingIfNeeded: size)), at: start)
      }
      // It comes first; another one further on changes nothing.
      if !values.hasInfo { values.idMask = size == 8 ? .max : 0xFFFF_FFFF }
      values.hasInfo = true
      let milliseconds = try values.number()
      let kept = try values.number()
      try visitor.dumpInfo(
        idSize: Int(size), milliseconds: milliseconds, hasPrimitives: kept & BMDFormat.hasPrimitives != 0)
    case BMDFormat.classInfo where version > 1:
      try visitor.info(try info(&values), at: start)
    case BMDFormat.roots where version > 1:
      let code = try values.number()
      guard let raw = UInt8(exactly: code), let kind = RootKind(rawValue: raw) else {
        throw HeapDumpError(.unknownTag(UInt8(truncatingIfNeeded: code)), at: start)
      }
      let extra = kind.namesThread ? (kind.extraBytes(idSize: 0) == 8 ? 2 : 1) : 0
      let count = try values.count(each: 1 + extra)
      var roots: [(id: UInt64, thread: UInt32, frame: UInt32)] = []
      roots.reserveCapacity(count)
      for _ in 0..<count {
        let id = try values.id()
        let thread = extra > 0 ? UInt32(truncatingIfNeeded: try values.number()) : 0
        // One more than the frame, so that "none" is 0.
        let frame = extra > 1 ? UInt32(truncatingIfNeeded: try values.number()) &- 1 : .max
        roots.append((id, thread, frame))
      }
      try visitor.roots(kind: kind, roots)
    case BMDFormat.heap where version > 1:
      let type = UInt32(truncatingIfNeeded: try values.number())
      try visitor.heap(type: type, name: try values.id())
    default:
      throw HeapDumpError(.unknownRecord(tag), at: start)
    }
  }

  private static func primitive(_ values: inout BMDValues) throws(HeapDumpError) -> FieldType {
    let start = values.at
    let type = try values.type()
    guard type != .object else { throw HeapDumpError(.unknownType(0), at: start) }
    return type
  }

  private static func definition(_ values: inout BMDValues) throws(HeapDumpError) -> BMDClass {
    let id = try values.id()
    let superID = try values.id()
    let name = try values.id()
    var constants: [BMDClass.Constant] = []
    for _ in 0..<(try values.count(each: 3)) {
      let index = try values.number()
      let type = try values.type()
      constants.append(BMDClass.Constant(index: index, type: type, value: try values.value(type)))
    }
    var statics: [BMDClass.Static] = []
    for _ in 0..<(try values.count(each: 3)) {
      let name = try values.id()
      let type = try values.type()
      statics.append(BMDClass.Static(name: name, type: type, value: try values.value(type)))
    }
    var fields: [BMDClass.Field] = []
    for _ in 0..<(try values.count(each: 2)) {
      let name = try values.id()
      fields.append(BMDClass.Field(name: name, type: try values.type()))
    }
    let start = values.at
    let removed = try values.number()
    // HPROF holds at most 65,535 fields of 8 bytes for a class.
    guard removed <= 65_535 * 8, constants.count <= 65_535, statics.count <= 65_535, fields.count <= 65_535 else {
      throw HeapDumpError(.badNumber, at: start)
    }
    return BMDClass(
      id: id, superID: superID, name: name, constants: constants, statics: statics, fields: fields,
      removedBytes: Int(removed))
  }

  private static func info(_ values: inout BMDValues) throws(HeapDumpError) -> BMDClassInfo {
    let id = try values.id()
    let serial = UInt32(truncatingIfNeeded: try values.number())
    let stack = UInt32(truncatingIfNeeded: try values.number())
    let loader = try values.id()
    let signers = try values.id()
    let domain = try values.id()
    let size = UInt32(truncatingIfNeeded: try values.number())
    let start = values.at
    var removed: [BMDClassInfo.Removed] = []
    for _ in 0..<(try values.count(each: 3)) {
      let place = try values.number()
      guard place <= 65_535 else { throw HeapDumpError(.badNumber, at: start) }
      let name = try values.id()
      removed.append(BMDClassInfo.Removed(place: Int(place), name: name, type: try values.type()))
    }
    return BMDClassInfo(
      id: id, serial: serial, stack: stack, loader: loader, signers: signers, protectionDomain: domain,
      instanceSize: size, removed: removed)
  }
}
