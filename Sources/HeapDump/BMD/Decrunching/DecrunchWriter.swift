// Writes the records of a BMD file as HPROF while they are read. Classes that follow one another are held until something else
// comes, since their LOAD_CLASS records stand before the heap and their CLASS_DUMPs in it. What is not of the heap but comes behind
// the first class is held until the heap has ended, or until another class comes: readers like VisualVM's want the heap in one
// piece, and the cruncher, which reads the classes of a dump before its objects, then meets everything in the same order again.

internal import ByteKit
internal import SystemKit

/// Turns BMD's records into HPROF's.
struct DecrunchWriter: BMDVisitor {
  /// What is held: classes, and the marks of heaps between them.
  enum Held {
    case classID(UInt64)
    case heap(type: UInt32, name: UInt64)
  }

  private let sink: any ByteSink
  let purpose: DecrunchPurpose
  let outputLimit: Int
  private let text: (WantedString) -> [UInt8]?
  var writer: HPROFWriter?
  private var versionText = ""
  var layouts = BMDLayouts()
  var held: [Held] = []
  /// Records besides the heap that wait for its end.
  private var trailing: [(tag: UInt8, body: [UInt8])] = []
  var isHeapBegun = false
  private var hasRemovedName = false
  /// The bytes of the heap's records, where their lengths must be known beforehand.
  var heapLengths: [Int] = []
  var result = DecrunchResult()
  var losses = BMDLosses()

  init(
    _ sink: any ByteSink, purpose: DecrunchPurpose, outputLimit: Int, text: @escaping (WantedString) -> [UInt8]?
  ) {
    self.sink = sink
    self.purpose = purpose
    self.outputLimit = outputLimit
    self.text = text
  }

  /// Whether the header was read.
  var isStarted: Bool { !versionText.isEmpty }

  /// Writes what is held and ends the dump.
  mutating func finish() throws {
    // A file that ends behind its header is an empty dump.
    try start(idSize: 4, milliseconds: 0)
    try flushClasses()
    try endHeap()
    try writer?.finish()
    result.outputBytes = writer?.count ?? 0
  }

  /// The lengths of the heap's pieces, of which there is one but for odd files. After `finish`.
  var pieceLengths: [Int] { writer?.pieceLengths ?? [] }

  /// Ends a piece of the heap and writes what waited for that.
  private mutating func endHeap() throws {
    let records = trailing
    trailing = []
    try writer?.endHeap()
    for record in records { try record.body.withUnsafeBytes { try writer?.record(record.tag, $0) } }
  }

  // MARK: - Outside of the heap

  mutating func header(version: Int, metadata: UnsafeRawBufferPointer) throws {
    let text = String(decoding: metadata, as: UTF8.self)
    guard DumpHeader.versions.contains(text) else { throw HeapDumpError(.notAHeapDump, at: 2, in: "header") }
    versionText = text
    result.version = version
    losses.version = version
    losses.hasRootKinds = version > 1
    losses.hasHeaps = version > 1
    losses.hasStacks = version > 1
    if version == 1 { try start(idSize: 4, milliseconds: 0) }
  }

  mutating func dumpInfo(idSize: Int, milliseconds: UInt64, hasPrimitives: Bool) throws {
    guard writer == nil else { return }
    losses.hasStaticValues = hasPrimitives
    try start(idSize: idSize, milliseconds: milliseconds)
  }

  /// Writes the header. A version 2 file without DUMP_INFO is read with ids of 4 bytes.
  mutating func start(idSize: Int, milliseconds: UInt64) throws {
    guard writer == nil else { return }
    layouts.idSize = idSize
    writer = try HPROFWriter(
      sink, text: versionText, idSize: idSize, milliseconds: milliseconds, heapLengths: heapLengths)
  }

  /// Writes a record that is not of the heap, or lets it wait.
  private mutating func write(_ tag: UInt8, _ body: UnsafeRawBufferPointer) throws {
    try start(idSize: 4, milliseconds: 0)
    if isHeapBegun {
      trailing.append((tag, Array(body)))
    } else {
      try checkSize((writer?.count ?? 0) + body.count)
      try writer?.record(tag, body)
    }
  }

  private mutating func writeString(_ id: UInt64, _ text: UnsafeRawBufferPointer) throws {
    try start(idSize: 4, milliseconds: 0)
    var body = ByteWriter(capacity: 8 + text.count)
    body.appendID(id, size: layouts.idSize)
    body.append(contentsOf: text)
    try body.bytes.withUnsafeBytes { try write(RecordTag.string, $0) }
  }

  mutating func string(id: UInt64, text: UnsafeRawBufferPointer) throws {
    result.clearStrings += 1
    try writeString(id, text)
  }

  mutating func hashedString(id: UInt64, length: Int, hash: Int32) throws {
    let found = text(WantedString(id: id, hash: hash, byteLength: length))
    if let found = found ?? WellKnownNames.name(hash: hash, length: length).map({ Array($0.utf8) }) {
      result.recoveredStrings += 1
      return try found.withUnsafeBytes { try writeString(id, $0) }
    }
    result.hashedStrings += 1
    losses.hashedStrings += 1
    var placeholder = HashPlaceholder.text(hash: hash, length: length)
    try placeholder.withUTF8 { try writeString(id, UnsafeRawBufferPointer($0)) }
  }

  mutating func legacy(tag: UInt8, body: UnsafeRawBufferPointer) throws {
    result.legacyRecords += 1
    // Their ids are those of the original in version 1, and so name wrong strings: analysis is better off without them. And a
    // record that is none besides the heap would be read as something else.
    if purpose == .analysis, losses.version == 1 { return }
    switch tag {
    case RecordTag.string, RecordTag.loadClass, RecordTag.heapDump, RecordTag.heapDumpSegment, RecordTag.heapDumpEnd,
      UInt8(ascii: "J"):
      throw HeapDumpError(.unsupported("record \(hexadecimal(UInt64(tag))) is not one to be wrapped"))
    default: try write(tag, body)
    }
  }

  // MARK: - Classes

  mutating func define(_ definition: BMDClass, at offset: Int) throws {
    try start(idSize: 4, milliseconds: 0)
    result.classes += 1
    result.removedFieldBytes += definition.removedBytes
    losses.removedFieldBytes += definition.removedBytes
    layouts.define(definition)
    if !trailing.isEmpty {
      try flushClasses()
      try endHeap()
    }
    isHeapBegun = true
    // Held by its id, as CLASS_INFO is still to come; a second definition of a held class takes the first one's place.
    held.append(.classID(definition.id))
  }

  mutating func info(_ info: BMDClassInfo, at offset: Int) throws {
    // It follows its class; anywhere else the class is written already.
    guard case .classID(info.id)? = held.last else { throw HeapDumpError(.missingClass(info.id), at: offset) }
    layouts.add(info)
  }

  /// Writes the classes that are held.
  mutating func flushClasses() throws {
    guard !held.isEmpty else { return }
    let items = held
    held = []
    guard var writer = writer.take() else { return }
    defer { self.writer = writer }
    // Where objects came before these classes, their LOAD_CLASS records break the heap.
    if items.contains(where: { if case .classID = $0 { true } else { false } }) { try writer.endHeap() }
    if !hasRemovedName, items.contains(where: { needsRemovedName($0) }) {
      hasRemovedName = true
      let name = Array(BMDFormat.removedField.utf8)
      try name.withUnsafeBytes { try writer.string(id: BMDFormat.removedFieldID, $0) }
    }
    for case .classID(let id) in items {
      guard let layout = layouts[id] else { continue }
      try writer.loadClass(
        serial: layout.info?.serial ?? 0, id: id, stack: layout.info?.stack ?? 0, name: layout.definition.name)
    }
    for item in items {
      switch item {
      case .classID(let id): if let layout = layouts[id] { try writeClass(layout, &writer) }
      case .heap(let type, let name): try Self.writeHeap(type, name, &writer)
      }
    }
  }

  private func needsRemovedName(_ item: Held) -> Bool {
    guard case .classID(let id) = item, let layout = layouts[id] else { return false }
    return layout.definition.removedBytes > 0 && (layout.info == nil || purpose == .analysis)
  }

  private func writeClass(_ layout: BMDLayouts.Layout, _ writer: inout HPROFWriter) throws {
    let idSize = writer.idSize
    let definition = layout.definition
    let info = layout.info
    let slots = layouts.slots(of: layout).prefix(65_535)
    try checkSize(writer.count + slots.count * 9)
    let size = slots.reduce(0) { $0 + $1.type.size(idSize: idSize) }
    try writer.heap { heap in
      heap.append(HeapTag.classDump)
      heap.appendID(definition.id, size: idSize)
      heap.appendBigEndian(info?.stack ?? 0)
      heap.appendID(definition.superID, size: idSize)
      heap.appendID(info?.loader ?? 0, size: idSize)
      heap.appendID(info?.signers ?? 0, size: idSize)
      heap.appendID(info?.protectionDomain ?? 0, size: idSize)
      heap.appendID(0, size: idSize)
      heap.appendID(0, size: idSize)
      heap.appendBigEndian(info?.instanceSize ?? UInt32(size))
      heap.appendBigEndian(UInt16(definition.constants.count))
      for constant in definition.constants {
        heap.appendBigEndian(UInt16(truncatingIfNeeded: constant.index))
        heap.append(constant.type.rawValue)
        heap.appendValue(constant.value, constant.type, idSize: idSize)
      }
      heap.appendBigEndian(UInt16(definition.statics.count))
      for field in definition.statics {
        heap.appendID(field.name, size: idSize)
        heap.append(field.type.rawValue)
        heap.appendValue(field.value, field.type, idSize: idSize)
      }
      heap.appendBigEndian(UInt16(slots.count))
      for slot in slots {
        let isNamed = slot.isKept || purpose == .file
        heap.appendID((isNamed ? slot.name : nil) ?? BMDFormat.removedFieldID, size: idSize)
        heap.append(slot.type.rawValue)
      }
    }
  }
}
