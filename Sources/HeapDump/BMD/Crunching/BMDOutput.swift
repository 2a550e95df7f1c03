// The writing half of BMD: numbers into a buffer of a megabyte, through pointers, since a crunched dump is made of little else
// (an append to `[UInt8]` costs more than the number). Room is made for a whole record or piece of one at a time; inside it nothing
// is checked again.

internal import SystemKit

/// Writes BMD's numbers and bytes to a sink.
final class BMDOutput {
  /// Where bytes go within the room that was asked for.
  typealias Cursor = UnsafeMutablePointer<UInt8>

  private let sink: any ByteSink
  private let start: Cursor
  private var used = 0
  private var flushed = 0
  /// The first error of the sink; nothing is written after it.
  private(set) var failure: SystemError?

  private static let capacity = 1 << 20
  /// The most room that can be asked for at once.
  static let roomLimit = 1 << 18
  /// The longest number, in bytes.
  static let numberLimit = 10

  init(_ sink: any ByteSink) {
    self.sink = sink
    start = .allocate(capacity: Self.capacity)
  }

  deinit { start.deallocate() }

  /// How many bytes were written, the buffered ones included.
  var count: Int { flushed + used }

  /// The place to write up to `size` bytes at; `advance` tells how many it became.
  @inline(__always)
  func room(_ size: Int) -> Cursor {
    if used &+ size > Self.capacity { flush() }
    return start + used
  }

  /// Ends what was begun with `room`.
  @inline(__always)
  func advance(to cursor: Cursor) { used = cursor - start }

  /// Hands the buffered bytes to the sink.
  func flush() {
    if failure == nil, used > 0 {
      do throws(SystemError) {
        try sink.write(UnsafeRawBufferPointer(start: start, count: used))
      } catch {
        failure = error
      }
    }
    flushed += used
    used = 0
  }

  /// Writes one number.
  func number(_ value: UInt64) {
    var at = room(Self.numberLimit)
    at.putNumber(value)
    advance(to: at)
  }

  /// Writes a 32-bit number as version 1 does: sign-extended.
  func signed(_ value: Int32) { number(UInt64(bitPattern: Int64(value))) }

  /// Writes bytes, however many.
  func bytes(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > Self.roomLimit else {
      let at = room(bytes.count)
      UnsafeMutableRawBufferPointer(start: at, count: bytes.count).copyMemory(from: bytes)
      advance(to: at + bytes.count)
      return
    }
    flush()
    flushed += bytes.count
    guard failure == nil else { return }
    do throws(SystemError) { try sink.write(bytes) } catch { failure = error }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Writes a byte and moves on.
  @inline(__always)
  mutating func putByte(_ byte: UInt8) {
    pointee = byte
    self += 1
  }

  /// Writes a number in LEB128 and moves on.
  @inline(__always)
  mutating func putNumber(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      pointee = UInt8(truncatingIfNeeded: rest) | 0x80
      self += 1
      rest &>>= 7
    }
    pointee = UInt8(truncatingIfNeeded: rest)
    self += 1
  }

  /// Writes a value whose big-endian bytes stand at `source`, in BMD's form for its type. References are not for this: their ids
  /// change.
  @inline(__always)
  mutating func putValue(_ type: FieldType, from source: UnsafeRawPointer) {
    switch type {
    case .object: break
    case .boolean, .byte: putByte(source.load(as: UInt8.self))
    case .char:
      UnsafeMutableRawPointer(self).storeBytes(of: source.loadUnaligned(as: UInt16.self), as: UInt16.self)
      self += 2
    case .short:
      putNumber(UInt64(bitPattern: Int64(Int16(bigEndian: source.loadUnaligned(as: Int16.self)))))
    case .int:
      putNumber(UInt64(bitPattern: Int64(Int32(bigEndian: source.loadUnaligned(as: Int32.self)))))
    case .long: putNumber(UInt64(bigEndian: source.loadUnaligned(as: UInt64.self)))
    case .float:
      UnsafeMutableRawPointer(self).storeBytes(of: source.loadUnaligned(as: UInt32.self).byteSwapped, as: UInt32.self)
      self += 4
    case .double:
      UnsafeMutableRawPointer(self).storeBytes(of: source.loadUnaligned(as: UInt64.self).byteSwapped, as: UInt64.self)
      self += 8
    }
  }

  /// Writes the value 0 of a type; for references null.
  mutating func putZero(_ type: FieldType) {
    let count = type == .char ? 2 : type == .float ? 4 : type == .double ? 8 : 1
    for _ in 0..<count { putByte(0) }
  }
}
