// Where a rewritten dump goes: the input's bytes up to a place, with edits between. Bytes are gathered in one buffer; what is larger
// goes to the sink straight from the mapped file, and zeros are never read from it at all.

internal import ByteKit
internal import SystemKit

/// The output of a rewrite. Not for use from several threads.
///
/// A failing sink is told at the end of a stretch (`check`), since visitors cannot throw; nothing is written after it failed.
final class RewriteOutput {
  private let sink: any ByteSink
  private let input: UnsafeRawBufferPointer
  private let buffer: UnsafeMutableRawBufferPointer
  private var used = 0
  private var failure: SystemError?
  /// The input was copied, or passed over, up to here.
  private var position = 0
  /// Whether bytes are only counted.
  private var isMeasuring = false
  private var measured = 0
  /// How many bytes were written.
  private(set) var count = 0

  private static let size = 1 << 18

  init(_ input: UnsafeRawBufferPointer, to sink: any ByteSink) {
    self.input = input
    self.sink = sink
    buffer = .allocate(byteCount: Self.size, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Throws what the sink has thrown.
  func check() throws(SystemError) {
    if let failure { throw failure }
  }

  /// Hands all bytes to the sink.
  func flush() throws(SystemError) {
    drain()
    try check()
  }

  private func drain() {
    if used > 0 { send(UnsafeRawBufferPointer(rebasing: buffer[..<used])) }
    used = 0
  }

  @inline(never)
  private func send(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    do throws(SystemError) { try sink.write(bytes) } catch { failure = error }
  }

  /// Makes room for a few bytes; `nil` when bytes are only counted.
  @inline(__always)
  private func room(_ length: Int) -> UnsafeMutableRawPointer? {
    if isMeasuring {
      measured &+= length
      return nil
    }
    if used &+ length > Self.size { drain() }
    count &+= length
    used &+= length
    return buffer.baseAddress.unsafelyUnwrapped + (used &- length)
  }

  // MARK: - Bytes

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0 else { return }
    if bytes.count <= Self.size / 4 || isMeasuring {
      room(bytes.count)?.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: bytes.count)
      return
    }
    drain()
    count &+= bytes.count
    send(bytes)
  }

  /// Appends an integer, most significant byte first.
  @inline(__always)
  func append<Value: FixedWidthInteger & BitwiseCopyable>(bigEndian value: Value) {
    room(MemoryLayout<Value>.size)?.storeBytes(of: value.bigEndian, as: Value.self)
  }

  /// Appends an id.
  @inline(__always)
  func append(id: UInt64, size: Int) {
    if size == 8 { append(bigEndian: id) } else { append(bigEndian: UInt32(truncatingIfNeeded: id)) }
  }

  /// Appends the head of a top-level record.
  func appendHead(_ tag: UInt8, time: UInt32, length: Int) {
    append(bigEndian: tag)
    append(bigEndian: time)
    // Only one sub-record of more than 4 GiB makes a longer one, and HEAP_DUMP's length wraps (see `RecordCursor`).
    append(bigEndian: UInt32(truncatingIfNeeded: length))
  }

  /// Appends zeros.
  @inline(__always)
  func append(zeros length: Int) {
    if length <= Self.size / 4 {
      if let place = room(length) { place.initializeMemory(as: UInt8.self, repeating: 0, count: length) }
    } else {
      appendMany(zeros: length)
    }
  }

  @inline(never)
  private func appendMany(zeros length: Int) {
    var left = length
    while left > 0, failure == nil {
      let step = min(left, Self.size / 4)
      append(zeros: step)
      left -= step
    }
  }

  // MARK: - The input

  /// Begins at a place of the input, without copying what lies before.
  func seek(_ offset: Int) { position = offset }

  /// Copies the input up to a place.
  @inline(__always)
  func copy(upTo offset: Int) {
    let length = offset &- position
    guard length > 0 else { return }
    let source = input.baseAddress.unsafelyUnwrapped + position
    position = offset
    if length <= Self.size / 4 {
      room(length)?.copyMemory(from: source, byteCount: length)
    } else {
      append(UnsafeRawBufferPointer(start: source, count: length))
    }
  }

  /// Writes zeros for bytes of the input.
  @inline(__always)
  func zero(from offset: Int, count: Int) {
    copy(upTo: offset)
    append(zeros: count)
    position = offset &+ count
  }

  /// Writes an id for the one at a place of the input.
  func replaceID(at offset: Int, with id: UInt64, size: Int) {
    copy(upTo: offset)
    append(id: id, size: size)
    position = offset + size
  }

  /// Writes a number for the four bytes at a place of the input.
  func replaceWord(at offset: Int, with word: UInt32) {
    copy(upTo: offset)
    append(bigEndian: word)
    position = offset + 4
  }

  /// Writes other bytes for bytes of the input.
  func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    copy(upTo: range.lowerBound)
    bytes.withUnsafeBytes { append($0) }
    position = range.upperBound
  }

  /// How many bytes `body` would write; it may move nothing but the position, which is set back.
  func measure(_ body: () -> Void) -> Int {
    let place = position
    isMeasuring = true
    measured = 0
    body()
    isMeasuring = false
    position = place
    return measured
  }
}
