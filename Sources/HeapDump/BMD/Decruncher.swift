// BMD back to HPROF. Two passes: the first writes the strings, LOAD_CLASS records and legacy records and learns the classes, the
// second writes the heap, class dumps first as HotSpot does. Removed fields come back with value 0: in their places and with their
// names from version 2, and behind the kept ones under the name `field_removed` (ints, then bytes) from version 1, as in Badoo's
// decruncher. Arrays come back filled with zeros.

internal import ByteKit
internal import SystemKit

/// What a decrunched dump is for.
enum DecrunchPurpose {
  /// A file that other tools read.
  case file
  /// Analysis here: arrays without elements stay so, and removed fields have no name, so that no zero is taken for a value.
  case analysis
}

/// Writes the HPROF form of a BMD file.
struct Decruncher {
  let purpose: DecrunchPurpose
  /// Hashed strings that were recovered, by their ids.
  var recovered: [UInt64: [UInt8]] = [:]

  /// The limits of what a few bytes of BMD may grow to: no dump has more, and a damaged file must not fill the disk.
  static let maximumOutput = 64 << 30
  static let maximumInstance = 1 << 24
  static let maximumDepth = 4096

  /// Writes the HPROF form.
  ///
  /// - Returns: what the BMD file did not have.
  /// - Throws: `HeapDumpError` for damage, `SystemError` from the sink. What was written until then is a dump that ends there.
  func run(_ bytes: UnsafeRawBufferPointer, to sink: any ByteSink) throws -> (losses: BMDLosses, damage: HeapDumpError?)
  {
    var prologue = Prologue(sink: sink, purpose: purpose, recovered: recovered)
    var damage: HeapDumpError?
    do { try BMDReader.read(bytes, &prologue) } catch let error as HeapDumpError { damage = error }
    guard var writer = prologue.writer else { throw damage ?? HeapDumpError(.notAHeapDump, at: 0) }
    try prologue.writeClasses(&writer)
    let limit = damage?.offset ?? bytes.count
    var heap = Heap(writer: writer, classes: prologue.classes, purpose: purpose)
    do {
      try BMDReader.read(bytes, &heap)
    } catch let error as HeapDumpError {
      if damage == nil || error.offset.map({ $0 < limit }) == true { damage = error }
    }
    try heap.writer.finish()
    return (prologue.losses, damage)
  }

  /// The layout of a class's own fields in HPROF, in order.
  struct Layout {
    var definition: BMDClass
    var info: BMDClassInfo?
    /// Types, and whether a value stands in the BMD file.
    var slots: [(name: UInt64, type: FieldType, isKept: Bool)] = []
  }

  static func slots(
    _ definition: BMDClass, _ info: BMDClassInfo?, removedName: UInt64, purpose: DecrunchPurpose
  ) -> [(name: UInt64, type: FieldType, isKept: Bool)] {
    var slots: [(name: UInt64, type: FieldType, isKept: Bool)] = definition.fields.map { ($0.name, $0.type, true) }
    if let info {
      for removed in info.removed.sorted(by: { $0.place < $1.place }) {
        slots.insert(
          (purpose == .file ? removed.name : removedName, removed.type, false), at: min(removed.place, slots.count))
      }
    } else {
      slots += Array(repeating: (removedName, .int, false), count: definition.removedBytes / 4)
      slots += Array(repeating: (removedName, .byte, false), count: definition.removedBytes % 4)
    }
    return slots
  }

  // MARK: - First pass

  /// Writes what stands outside of the heap and learns the classes.
  struct Prologue: BMDVisitor {
    let sink: any ByteSink
    let purpose: DecrunchPurpose
    let recovered: [UInt64: [UInt8]]
    var writer: HPROFWriter?
    var losses = BMDLosses()
    var classes: [UInt64: Layout] = [:]
    var order: [UInt64] = []
    private var text = ""
    private var legacy: [(tag: UInt8, body: [UInt8])] = []

    init(sink: any ByteSink, purpose: DecrunchPurpose, recovered: [UInt64: [UInt8]]) {
      self.sink = sink
      self.purpose = purpose
      self.recovered = recovered
    }

    mutating func header(version: Int, metadata: UnsafeRawBufferPointer) throws {
      text = String(decoding: metadata, as: UTF8.self)
      guard DumpHeader.versions.contains(text) else { throw HeapDumpError(.notAHeapDump, at: 2, in: "header") }
      losses.version = version
      if version > 1 {
        losses.hasRootKinds = true
        losses.hasHeaps = true
        losses.hasStacks = true
      } else {
        writer = try HPROFWriter(sink, text: text, idSize: 4, milliseconds: 0)
      }
    }

    mutating func dumpInfo(idSize: Int, milliseconds: UInt64) throws {
      guard writer == nil else { return }
      writer = try HPROFWriter(sink, text: text, idSize: idSize, milliseconds: milliseconds)
    }

    /// A version 2 file without DUMP_INFO is read with ids of 4 bytes.
    private mutating func started() throws {
      if writer == nil { writer = try HPROFWriter(sink, text: text, idSize: 4, milliseconds: 0) }
    }

    mutating func string(id: UInt64, text: UnsafeRawBufferPointer) throws {
      try started()
      try writer?.string(id: id, text)
    }

    mutating func hashedString(id: UInt64, length: Int, hash: Int32) throws {
      try started()
      if let text = recovered[id] {
        try text.withUnsafeBytes { try writer?.string(id: id, $0) }
        return
      }
      losses.hashedStrings += 1
      let text = HashPlaceholder.text(hash: hash, length: length, isCompatible: false)
      try Array(text.utf8).withUnsafeBytes { try writer?.string(id: id, $0) }
    }

    mutating func define(_ definition: BMDClass, at offset: Int) throws {
      try started()
      losses.removedFieldBytes += definition.removedBytes
      if classes.updateValue(Layout(definition: definition), forKey: definition.id) == nil {
        order.append(definition.id)
      }
    }

    mutating func info(_ info: BMDClassInfo, at offset: Int) throws { classes[info.id]?.info = info }

    mutating func instance(id: UInt64, classID: UInt64, at offset: Int, values: inout BMDValues) throws {
      // The values are passed over, to come to the next record.
      var current = classID
      var depth = 0
      while current != 0 {
        guard let layout = classes[current]?.definition else {
          throw HeapDumpError(.missingClass(current), at: offset, in: "INSTANCE_DUMP")
        }
        for field in layout.fields { _ = try values.value(field.type) }
        depth += 1
        guard depth <= maximumDepth else { throw HeapDumpError(.classCycle(classID), at: offset, in: "INSTANCE_DUMP") }
        current = layout.superID
      }
    }

    mutating func roots(kind: RootKind, _ roots: [(id: UInt64, thread: UInt32, frame: UInt32)]) throws {}
    mutating func objectArray(id: UInt64, classID: UInt64, elements: [UInt64]) throws {}
    mutating func primitiveArray(
      id: UInt64, type: FieldType, count: Int, data: UnsafeRawBufferPointer?, hadData: Bool
    ) throws {
      if data == nil, hadData { losses.placeholders += 1 }
    }

    mutating func legacy(tag: UInt8, body: UnsafeRawBufferPointer) throws {
      try started()
      // Their ids are those of the original in version 1, and so name wrong strings: analysis is better off without them.
      if purpose == .analysis, losses.version == 1 { return }
      legacy.append((tag, Array(body)))
    }

    mutating func heap(type: UInt32, name: UInt64) throws {}

    /// Writes the LOAD_CLASS records, the legacy records and the class dumps.
    mutating func writeClasses(_ writer: inout HPROFWriter) throws {
      let removedName = writer.idSize == 4 ? BMDFormat.removedFieldID : BMDFormat.removedFieldID
      var usesRemovedName = false
      for id in order {
        guard var layout = classes[id] else { continue }
        layout.slots = slots(layout.definition, layout.info, removedName: removedName, purpose: purpose)
        usesRemovedName = usesRemovedName || layout.slots.contains { $0.name == removedName && !$0.isKept }
        classes[id] = layout
        try writer.loadClass(
          serial: layout.info?.serial ?? 0, id: id, stack: layout.info?.stack ?? 0, name: layout.definition.name)
      }
      for record in legacy { try record.body.withUnsafeBytes { try writer.record(record.tag, $0) } }
      legacy = []
      if usesRemovedName {
        try Array(BMDFormat.removedField.utf8).withUnsafeBytes { try writer.string(id: removedName, $0) }
      }
      let idSize = writer.idSize
      for id in order {
        guard let layout = classes[id] else { continue }
        let definition = layout.definition
        let size = layout.slots.reduce(0) { $0 + $1.type.size(idSize: idSize) }
        try writer.heap { heap in
          heap.append(HeapTag.classDump)
          heap.appendID(id, size: idSize)
          heap.appendBigEndian(layout.info?.stack ?? 0)
          heap.appendID(definition.superID, size: idSize)
          heap.appendID(layout.info?.loader ?? 0, size: idSize)
          heap.appendID(layout.info?.signers ?? 0, size: idSize)
          heap.appendID(layout.info?.protectionDomain ?? 0, size: idSize)
          heap.appendID(0, size: idSize)
          heap.appendID(0, size: idSize)
          heap.appendBigEndian(layout.info?.instanceSize ?? UInt32(size))
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
          let slots = layout.slots.prefix(65_535)
          heap.appendBigEndian(UInt16(slots.count))
          for slot in slots {
            heap.appendID(slot.name, size: idSize)
            heap.append(slot.type.rawValue)
          }
        }
      }
    }
  }

  // MARK: - Second pass

  /// Writes the objects and roots.
  struct Heap: BMDVisitor {
    var writer: HPROFWriter
    let classes: [UInt64: Layout]
    let purpose: DecrunchPurpose
    /// The chain of slots of each class that has instances, superclasses included.
    private var chains: [UInt64: [(type: FieldType, isKept: Bool)]] = [:]
    private var bits: [UInt64] = []

    init(writer: HPROFWriter, classes: [UInt64: Layout], purpose: DecrunchPurpose) {
      self.writer = writer
      self.classes = classes
      self.purpose = purpose
    }

    mutating func header(version: Int, metadata: UnsafeRawBufferPointer) throws {}
    mutating func dumpInfo(idSize: Int, milliseconds: UInt64) throws {}
    mutating func string(id: UInt64, text: UnsafeRawBufferPointer) throws {}
    mutating func hashedString(id: UInt64, length: Int, hash: Int32) throws {}
    mutating func define(_ definition: BMDClass, at offset: Int) throws {}
    mutating func info(_ info: BMDClassInfo, at offset: Int) throws {}
    mutating func legacy(tag: UInt8, body: UnsafeRawBufferPointer) throws {}

    private mutating func chain(_ classID: UInt64, at offset: Int) throws -> [(type: FieldType, isKept: Bool)] {
      if let known = chains[classID] { return known }
      var slots: [(type: FieldType, isKept: Bool)] = []
      var current = classID
      var depth = 0
      while current != 0 {
        guard let layout = classes[current] else {
          throw HeapDumpError(.missingClass(current), at: offset, in: "INSTANCE_DUMP")
        }
        slots += layout.slots.map { ($0.type, $0.isKept) }
        depth += 1
        guard depth <= maximumDepth else { throw HeapDumpError(.classCycle(classID), at: offset, in: "INSTANCE_DUMP") }
        guard slots.count <= maximumInstance else {
          throw HeapDumpError(.tooMany("fields in one class"), at: offset, in: "INSTANCE_DUMP")
        }
        current = layout.definition.superID
      }
      chains[classID] = slots
      return slots
    }

    private func checkSize(_ offset: Int) throws {
      guard writer.count <= maximumOutput else {
        throw HeapDumpError(.unsupported("the dump grows beyond 64 GiB"), at: offset)
      }
    }

    mutating func instance(id: UInt64, classID: UInt64, at offset: Int, values: inout BMDValues) throws {
      try checkSize(offset)
      let slots = try chain(classID, at: offset)
      let idSize = writer.idSize
      let size = slots.reduce(0) { $0 &+ $1.type.size(idSize: idSize) }
      bits.removeAll(keepingCapacity: true)
      for slot in slots { bits.append(slot.isKept ? try values.value(slot.type) : 0) }
      try writer.heap { heap in
        heap.append(HeapTag.instance)
        heap.appendID(id, size: idSize)
        heap.appendBigEndian(UInt32(0))
        heap.appendID(classID, size: idSize)
        heap.appendBigEndian(UInt32(size))
        for (slot, bits) in zip(slots, bits) { heap.appendValue(bits, slot.type, idSize: idSize) }
      }
    }

    mutating func roots(kind: RootKind, _ roots: [(id: UInt64, thread: UInt32, frame: UInt32)]) throws {
      let idSize = writer.idSize
      for root in roots {
        try writer.heap { heap in
          heap.append(kind.rawValue)
          heap.appendID(root.id, size: idSize)
          switch kind.extraBytes(idSize: idSize) {
          case _ where kind == .jniGlobal: heap.appendID(0, size: idSize)
          case 8:
            heap.appendBigEndian(root.thread)
            heap.appendBigEndian(root.frame)
          case 4: heap.appendBigEndian(root.thread)
          default: break
          }
        }
      }
    }

    mutating func objectArray(id: UInt64, classID: UInt64, elements: [UInt64]) throws {
      try checkSize(0)
      let idSize = writer.idSize
      guard elements.count <= Int(UInt32.max) / idSize - 64 else {
        throw HeapDumpError(.tooMany("elements in one array"))
      }
      try writer.heap { heap in
        heap.append(HeapTag.objectArray)
        heap.appendID(id, size: idSize)
        heap.appendBigEndian(UInt32(0))
        heap.appendBigEndian(UInt32(elements.count))
        heap.appendID(classID, size: idSize)
        for element in elements { heap.appendID(element, size: idSize) }
      }
    }

    mutating func primitiveArray(
      id: UInt64, type: FieldType, count: Int, data: UnsafeRawBufferPointer?, hadData: Bool
    ) throws {
      try checkSize(0)
      let idSize = writer.idSize
      let omitsData = data == nil && (purpose == .analysis || !hadData)
      let zeros = data == nil && !omitsData ? count * type.size(idSize: 0) : 0
      guard zeros + 64 <= Int(UInt32.max) else {
        throw HeapDumpError(.unsupported("an array of \(zeros) bytes does not fit into an HPROF record"))
      }
      try writer.heap(zeros: zeros) { heap in
        heap.append(omitsData ? HeapTag.primitiveArrayNoData : HeapTag.primitiveArray)
        heap.appendID(id, size: idSize)
        heap.appendBigEndian(UInt32(0))
        heap.appendBigEndian(UInt32(count))
        heap.append(type.rawValue)
        if let data { heap.append(contentsOf: data) }
      }
    }

    mutating func heap(type: UInt32, name: UInt64) throws {
      let idSize = writer.idSize
      try writer.heap { heap in
        heap.append(HeapTag.heapInfo)
        heap.appendBigEndian(type)
        heap.appendID(name, size: idSize)
      }
    }
  }
}
