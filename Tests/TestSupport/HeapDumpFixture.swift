// HPROF dumps built in code, byte by byte from the format's description and without the library's own writer, so that a test of
// the reader rests on nothing the reader shares.

public import ByteKit

/// A value of a field or array element in a dump.
public enum HeapValue: Sendable {
  case object(UInt64)
  case boolean(Bool)
  case char(UInt16)
  case float(Float)
  case double(Double)
  case byte(Int8)
  case short(Int16)
  case int(Int32)
  case long(Int64)

  /// HPROF's number for the value's type.
  public var type: UInt8 {
    switch self {
    case .object: 2
    case .boolean: 4
    case .char: 5
    case .float: 6
    case .double: 7
    case .byte: 8
    case .short: 9
    case .int: 10
    case .long: 11
    }
  }
}

/// A dump under construction.
///
///     let dump = heapDump(idSize: 4) { dump in
///       let node = dump.addClass("Node", fields: [("next", .object(0)), ("id", .int(0))])
///       let last = dump.instance(of: node, [.object(0), .int(2)])
///       dump.root(0x05, dump.instance(of: node, [.object(last), .int(1)]))
///     }
public final class HeapDumpFixture {
  /// The size of an id in bytes.
  public let idSize: Int
  private let version: String
  private let milliseconds: UInt64
  private var top = ByteWriter()
  private var heap = ByteWriter()
  private var strings: [String: UInt64] = [:]
  private var nextString: UInt64 = 0x7000
  private var nextObject: UInt64 = 0x10_0000
  private var nextSerial: UInt32 = 1
  private struct FixtureClass {
    let superclass: UInt64
    let fields: [(String, HeapValue)]
  }
  private var classes: [UInt64: FixtureClass] = [:]
  private var classNames: [String: UInt64] = [:]
  private var hasEnd = true
  private var tail: [UInt8] = []

  /// Starts a dump.
  public init(version: String, idSize: Int, milliseconds: UInt64) {
    self.version = version
    self.idSize = idSize
    self.milliseconds = milliseconds
  }

  // MARK: - Records

  /// An id no object has yet; 8 apart.
  public func newID() -> UInt64 {
    defer { nextObject += 8 }
    return nextObject
  }

  /// The id of a string; its record is written once.
  @discardableResult
  public func string(_ text: String) -> UInt64 {
    if let id = strings[text] { return id }
    nextString += 1
    strings[text] = nextString
    string(id: nextString, Array(text.utf8))
    return nextString
  }

  /// Writes a STRING record with any bytes.
  public func string(id: UInt64, _ bytes: [UInt8]) {
    record(0x01) { body in
      appendID(id, &body)
      body.append(contentsOf: bytes)
    }
  }

  /// Writes a top-level record. The heap so far is closed as a segment before it.
  public func record(_ tag: UInt8, time: UInt32 = 0, _ fill: (inout ByteWriter) -> Void) {
    endSegment()
    var body = ByteWriter()
    fill(&body)
    top.append(tag)
    top.appendBigEndian(time)
    top.appendBigEndian(UInt32(body.count))
    top.append(contentsOf: body.bytes)
  }

  /// Closes the heap's segment.
  public func endSegment() {
    guard heap.count > 0 else { return }
    let body = heap.bytes
    heap = ByteWriter()
    emptySegment(length: body.count)
    top.append(contentsOf: body)
  }

  /// Writes the head of a segment.
  public func emptySegment(length: Int = 0) {
    top.append(version == "JAVA PROFILE 1.0.1" || version == "JAVA PROFILE 1.0" ? 0x0C : 0x1C)
    top.appendBigEndian(UInt32(0))
    top.appendBigEndian(UInt32(length))
  }

  /// Appends a sub-record to the heap.
  public func heap(_ fill: (inout ByteWriter) -> Void) { fill(&heap) }

  /// Appends an id in the dump's size.
  public func appendID(_ id: UInt64, _ writer: inout ByteWriter) {
    if idSize == 8 { writer.appendBigEndian(id) } else { writer.appendBigEndian(UInt32(truncatingIfNeeded: id)) }
  }

  /// Appends a value as it stands in a dump.
  public func append(_ value: HeapValue, _ writer: inout ByteWriter) {
    switch value {
    case .object(let id): appendID(id, &writer)
    case .boolean(let value): writer.append(value ? 1 : 0)
    case .char(let value): writer.appendBigEndian(value)
    case .float(let value): writer.appendBigEndian(value.bitPattern)
    case .double(let value): writer.appendBigEndian(value.bitPattern)
    case .byte(let value): writer.append(UInt8(bitPattern: value))
    case .short(let value): writer.appendBigEndian(value)
    case .int(let value): writer.appendBigEndian(value)
    case .long(let value): writer.appendBigEndian(value)
    }
  }

  // MARK: - Classes

  /// Adds a class: its LOAD_CLASS and its CLASS_DUMP. The values of `fields` only give their types.
  @discardableResult
  public func addClass(
    _ name: String, id: UInt64? = nil, super superclass: UInt64 = 0, fields: [(String, HeapValue)] = [],
    statics: [(String, HeapValue)] = [], constants: [(UInt16, HeapValue)] = [], instanceSize: UInt32 = 0,
    loader: UInt64 = 0, isDumped: Bool = true
  ) -> UInt64 {
    let id = id ?? newID()
    let nameID = string(name)
    record(0x02) { body in
      body.appendBigEndian(nextSerial)
      appendID(id, &body)
      body.appendBigEndian(UInt32(1))
      appendID(nameID, &body)
    }
    nextSerial += 1
    let staticNames = statics.map { string($0.0) }
    let fieldNames = fields.map { string($0.0) }
    classes[id] = FixtureClass(superclass: superclass, fields: fields)
    classNames[name] = id
    guard isDumped else { return id }
    heap { heap in
      heap.append(0x20)
      appendID(id, &heap)
      heap.appendBigEndian(UInt32(1))
      for reference in [superclass, loader, 0, 0, 0, 0] { appendID(reference, &heap) }
      heap.appendBigEndian(instanceSize)
      heap.appendBigEndian(UInt16(constants.count))
      for (index, value) in constants {
        heap.appendBigEndian(index)
        heap.append(value.type)
        append(value, &heap)
      }
      heap.appendBigEndian(UInt16(statics.count))
      for (name, field) in zip(staticNames, statics) {
        appendID(name, &heap)
        heap.append(field.1.type)
        append(field.1, &heap)
      }
      heap.appendBigEndian(UInt16(fields.count))
      for (name, field) in zip(fieldNames, fields) {
        appendID(name, &heap)
        heap.append(field.1.type)
      }
    }
    return id
  }

  /// The id of the class with a name, which is added without fields where there is none.
  public func classNamed(_ name: String) -> UInt64 { classNames[name] ?? addClass(name) }

  // MARK: - Objects

  /// Adds an instance with its values: the class's own, then the superclass's, and so on.
  @discardableResult
  public func instance(of classID: UInt64, id: UInt64? = nil, _ values: [HeapValue] = []) -> UInt64 {
    let id = id ?? newID()
    var data = ByteWriter()
    for value in values { append(value, &data) }
    heap { heap in
      heap.append(0x21)
      appendID(id, &heap)
      heap.appendBigEndian(UInt32(1))
      appendID(classID, &heap)
      heap.appendBigEndian(UInt32(data.count))
      heap.append(contentsOf: data.bytes)
    }
    return id
  }

  /// Adds an array of references.
  @discardableResult
  public func objectArray(of classID: UInt64, id: UInt64? = nil, _ elements: [UInt64]) -> UInt64 {
    let id = id ?? newID()
    heap { heap in
      heap.append(0x22)
      appendID(id, &heap)
      heap.appendBigEndian(UInt32(1))
      heap.appendBigEndian(UInt32(elements.count))
      appendID(classID, &heap)
      for element in elements { appendID(element, &heap) }
    }
    return id
  }

  /// Adds an array of numbers, all of one type; `type` is needed for an empty one.
  @discardableResult
  public func primitiveArray(_ elements: [HeapValue], type: UInt8? = nil, id: UInt64? = nil) -> UInt64 {
    let id = id ?? newID()
    heap { heap in
      heap.append(0x23)
      appendID(id, &heap)
      heap.appendBigEndian(UInt32(1))
      heap.appendBigEndian(UInt32(elements.count))
      heap.append(type ?? elements[0].type)
      for element in elements { append(element, &heap) }
    }
    return id
  }

  /// Adds an array without its elements (Android's C3).
  @discardableResult
  public func arrayWithoutData(type: UInt8, count: Int) -> UInt64 {
    let id = newID()
    heap { heap in
      heap.append(0xC3)
      appendID(id, &heap)
      heap.appendBigEndian(UInt32(1))
      heap.appendBigEndian(UInt32(count))
      heap.append(type)
    }
    return id
  }

  /// Adds a `java.lang.String` with a byte array of Latin-1, as JDK 9 and later have them.
  @discardableResult
  public func javaString(_ text: String) -> UInt64 {
    let object = classNamed("java/lang/Object")
    let string =
      classNames["java/lang/String"]
      ?? addClass(
        "java/lang/String", super: object,
        fields: [("value", .object(0)), ("hash", .int(0)), ("coder", .byte(0))])
    let value = primitiveArray(text.unicodeScalars.map { .byte(Int8(bitPattern: UInt8($0.value))) }, type: 8)
    return instance(of: string, [.object(value), .int(0), .byte(0)])
  }

  /// Adds a root: a sub-tag, an object, and what follows the id.
  public func root(_ tag: UInt8, _ id: UInt64, _ extra: [UInt32] = []) {
    heap { heap in
      heap.append(tag)
      appendID(id, &heap)
      // ROOT_JNI_GLOBAL is followed by an id.
      if tag == 0x01 {
        appendID(UInt64(extra.first ?? 0), &heap)
      } else {
        for word in extra { heap.appendBigEndian(word) }
      }
    }
  }

  /// Marks the heap that the following objects belong to (Android).
  public func heapInfo(type: UInt32, name: String) {
    let nameID = string(name)
    heap { heap in
      heap.append(0xFE)
      heap.appendBigEndian(type)
      appendID(nameID, &heap)
    }
  }

  /// Adds a stack with frames of (class, method, source file, line) and returns its serial number.
  @discardableResult
  public func stack(thread: UInt32, serial: UInt32, _ frames: [(String, String, String, Int32)]) -> UInt32 {
    var ids: [UInt64] = []
    for (index, (className, method, source, line)) in frames.enumerated() {
      let classID = classNamed(className)
      let names = [string(method), string("()V"), string(source)]
      let id = UInt64(serial) * 1000 + UInt64(index)
      ids.append(id)
      let classSerial = serialNumber(of: classID)
      record(0x04) { body in
        appendID(id, &body)
        for name in names { appendID(name, &body) }
        body.appendBigEndian(classSerial)
        body.appendBigEndian(line)
      }
    }
    record(0x05) { body in
      body.appendBigEndian(serial)
      body.appendBigEndian(thread)
      body.appendBigEndian(UInt32(ids.count))
      for id in ids { appendID(id, &body) }
    }
    return serial
  }

  private func serialNumber(of classID: UInt64) -> UInt32 {
    // Classes were given serial numbers in the order of their ids here.
    UInt32(classes.keys.filter { $0 <= classID }.count)
  }

  /// Leaves out HEAP_DUMP_END.
  public func leaveOutEnd() { hasEnd = false }

  /// Adds bytes behind the dump.
  public func append(_ bytes: [UInt8]) { tail += bytes }

  /// The dump's bytes.
  public func finished() -> [UInt8] {
    endSegment()
    var file = ByteWriter()
    file.append(version)
    file.append(0)
    file.appendBigEndian(UInt32(idSize))
    file.appendBigEndian(milliseconds)
    file.append(contentsOf: top.bytes)
    if hasEnd, version.hasSuffix("1.0.2") || version.hasSuffix("1.0.3") {
      file.append(0x2C)
      file.appendBigEndian(UInt64(0))
    }
    file.append(contentsOf: tail)
    return file.bytes
  }
}

/// Builds a dump.
public func heapDump(
  version: String = "JAVA PROFILE 1.0.2", idSize: Int = 8, milliseconds: UInt64 = 1_700_000_000_000,
  _ build: (HeapDumpFixture) -> Void
) -> [UInt8] {
  let fixture = HeapDumpFixture(version: version, idSize: idSize, milliseconds: milliseconds)
  build(fixture)
  return fixture.finished()
}
