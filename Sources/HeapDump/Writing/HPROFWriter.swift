// Writes HPROF (spec part B). The heap is written in segments of about a megabyte, as HotSpot does. Versions before 1.0.2 have no
// segments but one HEAP_DUMP record (VisualVM reads no second one): whoever knows its length beforehand gets it, else there are
// several.

internal import ByteKit
internal import SystemKit

/// A writer of HPROF records.
struct HPROFWriter {
  private let sink: any ByteSink
  let idSize: Int
  private let heapTag: UInt8
  /// Sub-records that are not written yet.
  private var heap = ByteWriter(capacity: HPROFWriter.segmentSize + 4096)
  private var scratch = ByteWriter(capacity: 256)
  /// How many bytes were written, the pending segment included.
  private(set) var count = 0
  /// How many bytes each piece of the heap has, without heads: a new one begins after `endHeap`.
  private(set) var pieceLengths: [Int] = []
  private var pieceLength = 0
  /// The lengths of the pieces where each is to be one HEAP_DUMP record, and whether the head of this one was written.
  private let statedLengths: [Int]
  private var isPieceBegun = false

  /// Segments are closed at the first sub-record that ends behind this size.
  static let segmentSize = 1 << 20

  /// Whether a version of HPROF has segments.
  static func hasSegments(_ text: String) -> Bool { text != "JAVA PROFILE 1.0" && text != "JAVA PROFILE 1.0.1" }

  /// Writes the header.
  ///
  /// - Parameter heapLengths: the lengths of the heap's pieces, for versions without segments.
  init(
    _ sink: any ByteSink, text: String, idSize: Int, milliseconds: UInt64, heapLengths: [Int] = []
  ) throws(SystemError) {
    self.sink = sink
    self.idSize = idSize
    heapTag = Self.hasSegments(text) ? RecordTag.heapDumpSegment : RecordTag.heapDump
    statedLengths = Self.hasSegments(text) ? [] : heapLengths
    scratch.append(text)
    scratch.append(0)
    scratch.appendBigEndian(UInt32(idSize))
    scratch.appendBigEndian(milliseconds)
    try writeScratch()
  }

  private mutating func writeScratch() throws(SystemError) {
    count += scratch.count
    try scratch.bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in try sink.write(bytes) }
    scratch.bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a top-level record as it stands.
  mutating func record(_ tag: UInt8, time: UInt32 = 0, _ body: UnsafeRawBufferPointer) throws(SystemError) {
    try head(tag, time: time, length: body.count)
    try writeScratch()
    count += body.count
    try sink.write(body)
  }

  /// Writes a top-level record that `fill` appends to.
  mutating func record(_ tag: UInt8, time: UInt32 = 0, _ fill: (inout ByteWriter) -> Void) throws(SystemError) {
    var body = ByteWriter()
    fill(&body)
    try head(tag, time: time, length: body.count)
    scratch.append(contentsOf: body.bytes)
    try writeScratch()
  }

  /// - Throws: `tooLarge` for a record of 4 GiB or more, whose length has no room in its head.
  private mutating func head(_ tag: UInt8, time: UInt32, length: Int) throws(SystemError) {
    guard length <= Int(UInt32.max) else {
      throw SystemError(.tooLarge(limit: Int(UInt32.max)), "an HPROF record")
    }
    scratch.append(tag)
    scratch.appendBigEndian(time)
    scratch.appendBigEndian(UInt32(length))
  }

  /// Writes a STRING.
  mutating func string(id: UInt64, _ text: UnsafeRawBufferPointer, time: UInt32 = 0) throws(SystemError) {
    try head(RecordTag.string, time: time, length: idSize + text.count)
    scratch.appendID(id, size: idSize)
    scratch.append(contentsOf: text)
    try writeScratch()
  }

  /// Writes a LOAD_CLASS.
  mutating func loadClass(serial: UInt32, id: UInt64, stack: UInt32, name: UInt64) throws(SystemError) {
    try head(RecordTag.loadClass, time: 0, length: 8 + 2 * idSize)
    scratch.appendBigEndian(serial)
    scratch.appendID(id, size: idSize)
    scratch.appendBigEndian(stack)
    scratch.appendID(name, size: idSize)
    try writeScratch()
  }

  /// Appends a sub-record of the heap; the segment is written when it is full.
  mutating func heap(_ fill: (inout ByteWriter) -> Void) throws(SystemError) {
    let before = heap.count
    fill(&heap)
    count += heap.count - before
    pieceLength += heap.count - before
    if heap.count >= Self.segmentSize { try endSegment() }
  }

  /// Appends a sub-record of the heap that may be long: it is then a segment of its own and never all in memory.
  ///
  /// - Parameters:
  ///   - length: the bytes of the sub-record.
  ///   - fill: appends just as many.
  mutating func heap(length: Int, _ fill: (inout Record) throws(SystemError) -> Void) throws(SystemError) {
    guard length >= Self.segmentSize else {
      var record = Record(sink: nil)
      swap(&record.bytes, &heap)
      let before = record.bytes.count
      try fill(&record)
      swap(&record.bytes, &heap)
      precondition(heap.count - before == length, "a sub-record is as long as was said")
      count += length
      pieceLength += length
      if heap.count >= Self.segmentSize { try endSegment() }
      return
    }
    try endSegment()
    try segmentHead(length)
    try writeScratch()
    var record = Record(sink: sink)
    try fill(&record)
    try record.flush()
    precondition(record.flushed == length, "a sub-record is as long as was said")
    count += length
    pieceLength += length
  }

  /// A sub-record that is written while it is made.
  struct Record {
    fileprivate let sink: (any ByteSink)?
    fileprivate(set) var bytes = ByteWriter()
    fileprivate var flushed = 0

    fileprivate init(sink: (any ByteSink)?) { self.sink = sink }

    /// Appends a few bytes.
    @inline(__always)
    mutating func append(_ fill: (inout ByteWriter) -> Void) throws(SystemError) {
      fill(&bytes)
      if sink != nil, bytes.count >= 1 << 16 { try flush() }
    }

    /// Appends zeros.
    mutating func append(zeros: Int) throws(SystemError) {
      var left = zeros
      while left > 0 {
        let step = sink == nil ? left : min(left, 1 << 16)
        bytes.bytes.append(contentsOf: repeatElement(0, count: step))
        left -= step
        if sink != nil, bytes.count >= 1 << 16 { try flush() }
      }
    }

    fileprivate mutating func flush() throws(SystemError) {
      guard let sink, bytes.count > 0 else { return }
      flushed += bytes.count
      try bytes.bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in try sink.write(bytes) }
      bytes.bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Begins a segment, or the one record where the heap is one.
  private mutating func segmentHead(_ length: Int) throws(SystemError) {
    guard pieceLengths.count < statedLengths.count, let stated = UInt32(exactly: statedLengths[pieceLengths.count])
    else {
      return try head(heapTag, time: 0, length: length)
    }
    if !isPieceBegun { try head(heapTag, time: 0, length: Int(stated)) }
    isPieceBegun = true
  }

  /// Ends a piece of the heap: other records may follow.
  mutating func endHeap() throws(SystemError) {
    try endSegment()
    guard pieceLength > 0 else { return }
    pieceLengths.append(pieceLength)
    pieceLength = 0
    isPieceBegun = false
  }

  /// Writes the pending segment.
  mutating func endSegment() throws(SystemError) {
    guard heap.count > 0 else { return }
    try segmentHead(heap.count)
    count -= heap.count
    try writeScratch()
    count += heap.count
    try heap.bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in try sink.write(bytes) }
    heap.bytes.removeAll(keepingCapacity: true)
  }

  /// Writes what is pending and, in versions with segments, HEAP_DUMP_END.
  mutating func finish() throws(SystemError) {
    try endHeap()
    guard heapTag == RecordTag.heapDumpSegment else { return }
    try head(RecordTag.heapDumpEnd, time: 0, length: 0)
    try writeScratch()
  }
}

extension ByteWriter {
  /// Appends an id of 4 or 8 bytes, big-endian.
  @inline(__always)
  mutating func appendID(_ id: UInt64, size: Int) {
    if size == 8 {
      appendBigEndian(id)
    } else {
      appendBigEndian(UInt32(truncatingIfNeeded: id))
    }
  }

  /// Appends a value's low bits in HPROF's width for its type, big-endian.
  mutating func appendValue(_ bits: UInt64, _ type: FieldType, idSize: Int) {
    switch type.size(idSize: idSize) {
    case 1: append(UInt8(truncatingIfNeeded: bits))
    case 2: appendBigEndian(UInt16(truncatingIfNeeded: bits))
    case 4: appendBigEndian(UInt32(truncatingIfNeeded: bits))
    default: appendBigEndian(bits)
    }
  }
}
