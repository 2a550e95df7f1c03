// What a BMD file begins with: the header, then strings, classes and legacy records in the order of the dump. That order decides
// the numbers, so that a dump which was decrunched in the same order gets the same ones again.

internal import ByteKit

/// The numbers that BMD gives strings, in the order of first mention.
final class StringNumbers {
  private var ids = OpenTable()
  private(set) var isFull = false

  /// The number of an id; 0 stays 0.
  func number(of id: UInt64) -> UInt32 {
    if id == 0 { return 0 }
    guard !isFull else { return ids.index(of: id).map { UInt32($0 + 1) } ?? 0 }
    let number = UInt32(ids.insert(id).index + 1)
    if number >= UInt32(Int32.max) - 1 { isFull = true }
    return number
  }

  var memory: Int { ids.count * 28 }
}

/// Writes everything but the objects and the roots.
struct CrunchPrologue {
  let outline: DumpOutline
  let classes: CrunchClasses
  let options: CrunchOptions
  let removedName: UInt64?
  let output: BMDOutput
  let objects: ObjectNumbers
  var result: CrunchResult
  let strings = StringNumbers()
  /// The heap of the last HEAP record; the second pass goes on with it.
  var heap = HeapMark()
  private let rule: ClearStrings
  private var modified = ModifiedUTF8()
  /// The next class to be written.
  private var nextClass = 0

  init(
    outline: DumpOutline, classes: CrunchClasses, options: CrunchOptions, removedName: UInt64?, output: BMDOutput,
    objects: ObjectNumbers, result: CrunchResult
  ) {
    self.outline = outline
    self.classes = classes
    self.options = options
    self.removedName = removedName
    self.output = output
    self.objects = objects
    self.result = result
    rule = ClearStrings(options)
  }

  private var isCompatible: Bool { options.isCompatible }

  mutating func write(_ image: HeapImage) {
    image.withUnsafeBytes { bytes in
      header()
      var cursor = RecordCursor(bytes, from: outline.range.lowerBound + outline.header.length)
      var partial: TopRecord?
      var held = cursor.offset
      while true {
        // The outline has read these records, and their damage is told.
        guard let record = try? cursor.next(partial: &partial) else { break }
        take(record, bytes)
        if record.isHeap {
          image.discard(held..<record.body.upperBound)
          held = record.body.upperBound
        }
      }
      if let partial, partial.isHeap { writeClasses(before: partial.body.upperBound, bytes) }
      writeClasses(before: .max, bytes)
      while nextClass < classes.entries.count { writeNextClass(bytes) }
    }
  }

  private mutating func header() {
    output.number(isCompatible ? 1 : 2)
    let text = Array(outline.header.text.utf8)
    output.number(UInt64(text.count))
    text.withUnsafeBytes { output.bytes($0) }
    guard !isCompatible else { return }
    output.number(BMDFormat.dumpInfo)
    output.number(UInt64(outline.header.idSize))
    output.number(outline.header.milliseconds)
    output.number(
      (options.keepPrimitives ? BMDFormat.hasPrimitives : 0) | (options.keepArrays ? BMDFormat.hasElements : 0))
  }

  private mutating func take(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer) {
    let body = UnsafeRawBufferPointer(rebasing: bytes[record.body])
    let idSize = outline.header.idSize
    switch record.tag {
    case RecordTag.string:
      guard body.count >= idSize else { return }
      writeString(
        body.readID(at: 0, size: idSize), UnsafeRawBufferPointer(rebasing: body[idSize...]))
    case RecordTag.heapDump, RecordTag.heapDumpSegment: writeClasses(before: record.body.upperBound, bytes)
    case RecordTag.loadClass, RecordTag.heapDumpEnd: break
    case RecordTag.unloadClass where isCompatible: break
    default: writeLegacy(record.tag, body)
    }
  }

  // MARK: - Strings

  private mutating func writeString(_ id: UInt64, _ text: UnsafeRawBufferPointer) {
    if id == removedName { return }
    let number = strings.number(of: id)
    if let hash = HashPlaceholder.parse(text) {
      writeHashed(number, hash.hash, hash.length)
    } else if classes.clearStrings.contains(id) || rule.keeps(text) {
      result.clearStrings += 1
      output.number(BMDFormat.string)
      output.number(UInt64(number))
      if isCompatible, !JavaRecoder.isStandard(text) {
        let recoded = JavaRecoder.recode(text)
        output.number(UInt64(recoded.count))
        recoded.withUnsafeBytes { output.bytes($0) }
      } else {
        output.number(UInt64(text.count))
        output.bytes(text)
      }
    } else if isCompatible {
      let length = JavaRecoder.isStandard(text) ? text.count : JavaRecoder.recode(text).count
      writeHashed(number, JavaStringHash.of(text), length)
    } else {
      var hash: Int32 = 0
      var length = 0
      modified.withStandard(text) {
        hash = JavaStringHash.of($0)
        length = $0.count
      }
      writeHashed(number, hash, length)
    }
  }

  private mutating func writeHashed(_ number: UInt32, _ hash: Int32, _ length: Int) {
    result.hashedStrings += 1
    output.number(BMDFormat.hashedString)
    output.number(UInt64(number))
    output.number(UInt64(length))
    output.signed(hash)
  }

  // MARK: - Legacy records

  private mutating func writeLegacy(_ tag: UInt8, _ body: UnsafeRawBufferPointer) {
    guard !isCompatible else { return wrap(tag, body) }
    let records = LegacyRecords(idSize: outline.header.idSize)
    let rewritten = records.rewritten(
      tag, body, string: { strings.number(of: $0) }, object: { objects.number(of: $0) })
    if let rewritten {
      rewritten.withUnsafeBytes { wrap(tag, $0) }
    } else if options.keepUnknownRecords {
      wrap(tag, body)
    } else {
      result.droppedRecords += 1
    }
  }

  private mutating func wrap(_ tag: UInt8, _ body: UnsafeRawBufferPointer) {
    result.legacyRecords += 1
    output.number(BMDFormat.legacyRecord)
    output.number(UInt64(tag))
    output.number(UInt64(body.count))
    output.bytes(body)
  }

  // MARK: - Classes

  private mutating func writeClasses(before end: Int, _ bytes: UnsafeRawBufferPointer) {
    while nextClass < classes.definedCount, classes.entries[nextClass].offset < end { writeNextClass(bytes) }
  }

  private mutating func writeNextClass(_ bytes: UnsafeRawBufferPointer) {
    let entry = classes.entries[nextClass]
    nextClass += 1
    result.classes += 1
    let scanner = HeapScanner(bytes: bytes, idSize: outline.header.idSize)
    let record = entry.offset < 0 ? nil : try? scanner.classRecord(at: entry.offset, end: bytes.count)
    if record == nil { result.undefinedClasses += 1 }
    if !isCompatible, entry.heap != heap { writeHeap(entry.heap) }
    output.number(BMDFormat.classDefinition)
    output.number(UInt64(objects.number(of: entry.id)))
    output.number(UInt64(objects.number(of: entry.superID)))
    output.number(UInt64(strings.number(of: entry.name)))
    writeConstants(record)
    writeStatics(record, keeping: isCompatible ? [] : offsetFields(bytes, entry))
    let removed = writeFields(entry)
    if !isCompatible { writeInfo(entry, record, removed) }
  }

  private mutating func writeHeap(_ mark: HeapMark) {
    heap = mark
    output.number(BMDFormat.heap)
    output.number(UInt64(mark.type))
    output.number(UInt64(strings.number(of: mark.name)))
  }

  private func writeConstants(_ record: ClassRecord?) {
    output.number(UInt64(record?.constantCount ?? 0))
    record?.forEachConstant { index, type, at in
      // Java's reader takes the index for a signed number.
      output.signed(Int32(Int16(bitPattern: index)))
      if let record { writeValue(type, record, at) }
    }
  }

  /// The string ids of fields whose values stay, so that sizes do: see `ReferenceOffsets`.
  private func offsetFields(_ bytes: UnsafeRawBufferPointer, _ entry: CrunchClass) -> Set<UInt64> {
    guard let range = outline.strings.range(of: entry.name), entry.offset >= 0,
      let names = ReferenceOffsets.fields(ofClass: UnsafeRawBufferPointer(rebasing: bytes[range]))
    else { return [] }
    var ids: Set<UInt64> = []
    let scanner = HeapScanner(bytes: bytes, idSize: outline.header.idSize)
    try? scanner.classRecord(at: entry.offset, end: bytes.count).forEachStatic { name, type, _ in
      guard type == .long, let range = outline.strings.range(of: name) else { return }
      let text = UnsafeRawBufferPointer(rebasing: bytes[range])
      if names.contains(where: { ReferenceOffsets.isName(text, $0) }) { ids.insert(name) }
    }
    return ids
  }

  private func writeStatics(_ record: ClassRecord?, keeping kept: Set<UInt64>) {
    output.number(UInt64(record?.staticCount ?? 0))
    guard let record else { return }
    record.forEachStatic { name, type, at in
      output.number(UInt64(strings.number(of: name)))
      let isKept = type == .long && kept.contains(name) && record.bits(type, at: at) < ReferenceOffsets.limit
      writeValue(type, record, at, isKept: isKept)
    }
  }

  private func writeValue(_ type: FieldType, _ record: ClassRecord, _ at: Int, isKept: Bool = false) {
    var cursor = output.room(24)
    cursor.putNumber(UInt64(type.bmdCode))
    if type == .object {
      cursor.putNumber(UInt64(objects.number(of: record.data.readID(at: at, size: record.idSize))))
    } else if isKept || isCompatible || options.keepPrimitives {
      cursor.putValue(type, from: record.data.baseAddress.unsafelyUnwrapped + at)
    } else {
      cursor.putZero(type)
    }
    output.advance(to: cursor)
  }

  /// Writes the kept fields and the size of the others, and returns the others' places.
  private mutating func writeFields(_ entry: CrunchClass) -> [Int] {
    let fields = classes.fields[entry.fields]
    func isKept(_ field: ClassField) -> Bool {
      field.type == .object || entry.keepsPrimitives && (removedName == nil || field.name != removedName)
    }
    output.number(UInt64(fields.count(where: isKept)))
    for field in fields where isKept(field) {
      output.number(UInt64(strings.number(of: field.name)))
      output.number(UInt64(field.type.bmdCode))
    }
    var removed: [Int] = []
    var size = 0
    for (place, field) in fields.enumerated() where !isKept(field) {
      removed.append(place)
      size += field.type.size(idSize: outline.header.idSize)
    }
    output.number(UInt64(size))
    result.removedFieldBytes += size
    return removed
  }

  private mutating func writeInfo(_ entry: CrunchClass, _ record: ClassRecord?, _ removed: [Int]) {
    output.number(BMDFormat.classInfo)
    output.number(UInt64(objects.number(of: entry.id)))
    output.number(UInt64(classes.serials[entry.id] ?? 0))
    output.number(UInt64(record?.stack ?? 0))
    output.number(UInt64(objects.number(of: record?.loader ?? 0)))
    output.number(UInt64(objects.number(of: record?.signers ?? 0)))
    output.number(UInt64(objects.number(of: record?.protectionDomain ?? 0)))
    output.number(UInt64(record?.instanceSize ?? 0))
    output.number(UInt64(removed.count))
    for place in removed {
      let field = classes.fields[entry.fields.lowerBound + place]
      output.number(UInt64(place))
      output.number(UInt64(strings.number(of: field.name)))
      output.number(UInt64(field.type.bmdCode))
    }
  }
}
