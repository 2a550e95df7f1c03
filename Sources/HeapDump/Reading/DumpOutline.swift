// The first look at a dump: its top-level records, with the heap's segments left unread. Strings stay in the file.

/// What the top-level records of one dump say.
struct DumpOutline: Sendable {
  /// How often a kind of record occurs, and with how many bytes.
  struct Tally: Equatable, Sendable {
    var count = 0
    var bytes = 0
  }

  let header: DumpHeader
  /// Where the dump lies in its file.
  private(set) var range: Range<Int>
  /// The bodies of the heap's records, in the order of the file.
  private(set) var segments: [Range<Int>] = []
  private(set) var strings = StringTable()
  /// Class object ids to the ids of their names.
  private(set) var classNames: [UInt64: UInt64] = [:]
  /// Class serial numbers to the ids of their class objects.
  private(set) var classSerials: [UInt32: UInt64] = [:]
  private(set) var stacks = StackTable()
  private(set) var tallies: [UInt8: Tally] = [:]
  /// What is wrong with the records; the heap's own damage is found when it is scanned.
  private(set) var damage: [HeapDumpError] = []
  /// Where the next dump of the file begins.
  private(set) var nextDump: Int?
  /// Whether the dump ends with HEAP_DUMP_END, as those of segments do.
  private(set) var isEnded = false

  /// Reads the records of the dump that begins at `offset`.
  ///
  /// - Parameter passed: is told of the ranges that are done with.
  /// - Throws: for a bad header only; damage further on is kept in `damage`, with everything before it.
  /// - Complexity: O(number of top-level records).
  init(
    _ bytes: UnsafeRawBufferPointer, from offset: Int, passed: (Range<Int>) -> Void = { _ in }
  ) throws(HeapDumpError) {
    header = try DumpHeader(bytes, at: offset)
    range = offset..<bytes.count
    var cursor = RecordCursor(bytes, from: offset + header.length)
    var held = offset
    while true {
      var partial: TopRecord?
      do throws(HeapDumpError) {
        guard let record = try cursor.next(partial: &partial) else { break }
        try take(record, bytes)
        // The system maps 64 KiB around each head of a segment that is looked at, and strings come by the megabyte.
        if record.isHeap || record.offset - held >= HeapPass.stride {
          passed(held..<record.body.upperBound)
          held = record.body.upperBound
        }
      } catch {
        // A heap that is cut short is read as far as it goes.
        if let partial, partial.isHeap { segments.append(partial.body) }
        // As in `HeapPass`: more than a few places say nothing new.
        if damage.count < 16 { damage.append(error) }
      }
    }
    nextDump = cursor.nextDump
    range = offset..<cursor.offset
    if segments.isEmpty, damage.isEmpty, tallies[RecordTag.heapDumpEnd] == nil {
      damage.append(
        HeapDumpError(.unsupported("the dump ends without a heap (no HEAP_DUMP record)"), at: range.upperBound))
    } else if tallies[RecordTag.heapDumpSegment] != nil, !isEnded, damage.isEmpty {
      damage.append(
        HeapDumpError(
          .unsupported("the dump ends without HEAP_DUMP_END: whoever wrote it did not finish"), at: range.upperBound))
    }
  }

  private mutating func take(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer) throws(HeapDumpError) {
    tallies[record.tag, default: Tally()].count += 1
    tallies[record.tag, default: Tally()].bytes += record.body.count + 9
    isEnded = record.tag == RecordTag.heapDumpEnd
    let size = header.idSize
    let start = record.body.lowerBound
    let length = record.body.count
    func need(_ count: Int) throws(HeapDumpError) {
      guard length >= count else {
        throw HeapDumpError(
          .truncated(needed: UInt64(count), available: UInt64(length)), at: record.offset,
          in: RecordTag.shown(record.tag))
      }
    }
    switch record.tag {
    case RecordTag.string:
      try need(size)
      strings.insert(id: bytes.readID(at: start, size: size), at: start + size, length: length - size)
    case RecordTag.loadClass:
      try need(8 + 2 * size)
      let id = bytes.readID(at: start + 4, size: size)
      classNames[id] = bytes.readID(at: start + 8 + size, size: size)
      classSerials[bytes.readBigEndian(UInt32.self, at: start)] = id
    case RecordTag.stackFrame:
      try need(8 + 4 * size)
      stacks.frames[bytes.readID(at: start, size: size)] = StackFrameRecord(
        method: bytes.readID(at: start + size, size: size), signature: bytes.readID(at: start + 2 * size, size: size),
        source: bytes.readID(at: start + 3 * size, size: size),
        classSerial: bytes.readBigEndian(UInt32.self, at: start + 4 * size),
        line: bytes.readBigEndian(Int32.self, at: start + 4 * size + 4))
    case RecordTag.stackTrace:
      try need(12)
      let count = Int(bytes.readBigEndian(UInt32.self, at: start + 8))
      try need(12 + count * size)
      stacks.traces[bytes.readBigEndian(UInt32.self, at: start)] = StackTraceRecord(
        thread: bytes.readBigEndian(UInt32.self, at: start + 4),
        frames: (0..<count).map { bytes.readID(at: start + 12 + $0 * size, size: size) })
    case RecordTag.startThread:
      try need(8 + 4 * size)
      stacks.threads.append(
        StartThreadRecord(
          serial: bytes.readBigEndian(UInt32.self, at: start), object: bytes.readID(at: start + 4, size: size),
          stack: bytes.readBigEndian(UInt32.self, at: start + 4 + size),
          name: bytes.readID(at: start + 8 + size, size: size),
          group: bytes.readID(at: start + 8 + 2 * size, size: size),
          parentGroup: bytes.readID(at: start + 8 + 3 * size, size: size)))
    case RecordTag.endThread:
      try need(4)
      stacks.ended.insert(bytes.readBigEndian(UInt32.self, at: start))
    case RecordTag.heapDump, RecordTag.heapDumpSegment:
      if length > 0 { segments.append(record.body) }
    default:
      break
    }
  }
}

// MARK: - The dumps of a file

extension DumpOutline {
  /// The outlines of all dumps in a file: more than one where a virtual machine appended. What looks like a further dump and has no
  /// header that can be read is none.
  ///
  /// - Throws: for the first header only.
  static func all(
    _ bytes: UnsafeRawBufferPointer, passed: (Range<Int>) -> Void
  ) throws(HeapDumpError) -> [DumpOutline] {
    var outlines = [try DumpOutline(bytes, from: 0, passed: passed)]
    while let next = outlines[outlines.count - 1].nextDump {
      guard let outline = try? DumpOutline(bytes, from: next, passed: passed) else { break }
      outlines.append(outline)
    }
    return outlines
  }

  /// One of the dumps of a file, counted from 0.
  ///
  /// - Throws: `notFound` where the file has no such part.
  static func part(_ part: Int, of outlines: [DumpOutline]) throws(HeapDumpError) -> DumpOutline {
    guard outlines.indices.contains(part) else {
      throw HeapDumpError(.notFound("part \(part + 1) (the file holds \(outlines.count))", nearest: nil))
    }
    return outlines[part]
  }
}
