// Walks the top-level records of an HPROF dump: u1 tag, u4 microseconds, u4 length, body (spec B.1). Lengths are unsigned; two
// known ways in which they lie are mended here, and nowhere else:
// - HEAP_DUMP of version 1.0.1 is one record, so beyond 4 GiB its length has wrapped;
// - a virtual machine that ended while it wrote leaves the length of its last segment 0.

/// A top-level record: its tag and where its body lies.
struct TopRecord: Equatable {
  let tag: UInt8
  let offset: Int
  let time: UInt32
  let body: Range<Int>

  var isHeap: Bool { tag == RecordTag.heapDump || tag == RecordTag.heapDumpSegment }
}

/// A cursor over the top-level records of one dump.
struct RecordCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int
  /// Where another dump begins in the same file (`-XX:+HeapDumpOnOutOfMemoryError` appends), once the cursor came there.
  private(set) var nextDump: Int?

  init(_ bytes: UnsafeRawBufferPointer, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The next record; `nil` at the dump's end.
  ///
  /// - Throws: `truncated` for a record that is longer than the file: its readable part is `partial`. The cursor is then at the
  ///   file's end.
  mutating func next(partial: inout TopRecord?) throws(HeapDumpError) -> TopRecord? {
    guard offset < bytes.count, nextDump == nil else { return nil }
    let start = offset
    let tag = bytes[start]
    if tag == UInt8(ascii: "J"), DumpHeader.begins(bytes, at: start) {
      nextDump = start
      return nil
    }
    let left = bytes.count - start
    guard left >= 9 else {
      offset = bytes.count
      throw HeapDumpError(.truncated(needed: 9, available: UInt64(left)), at: start, in: RecordTag.shown(tag))
    }
    let time = bytes.readBigEndian(UInt32.self, at: start + 1)
    var length = Int(bytes.readBigEndian(UInt32.self, at: start + 5))
    guard left - 9 >= length else {
      offset = bytes.count
      partial = TopRecord(tag: tag, offset: start, time: time, body: start + 9..<bytes.count)
      throw HeapDumpError(
        .truncated(needed: UInt64(length), available: UInt64(left - 9)), at: start, in: RecordTag.shown(tag))
    }
    if tag == RecordTag.heapDump || tag == RecordTag.heapDumpSegment {
      length = heapLength(tag: tag, start: start + 9, length: length)
    }
    offset = start + 9 + length
    return TopRecord(tag: tag, offset: start, time: time, body: start + 9..<offset)
  }

  private func heapLength(tag: UInt8, start: Int, length: Int) -> Int {
    if isBoundary(start + length) { return length }
    if tag == RecordTag.heapDump {
      var candidate = length + (1 << 32)
      while start + candidate <= bytes.count {
        if isBoundary(start + candidate) { return candidate }
        candidate += 1 << 32
      }
    }
    // Only where nothing was said: a wrong length that is not 0 is damage, and is reported as such by what follows.
    return length == 0 ? bytes.count - start : length
  }

  /// Whether a record, another dump or the end of the file can be at `offset`.
  private func isBoundary(_ offset: Int) -> Bool {
    if offset >= bytes.count { return offset == bytes.count }
    return RecordTag.name(bytes[offset]) != nil || DumpHeader.begins(bytes, at: offset) || bytes[offset] >= 0x80
  }
}
