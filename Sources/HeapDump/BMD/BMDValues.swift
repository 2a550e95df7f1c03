// The numbers and values that BMD's records are made of (spec A.1), read with every length checked.

internal import ByteKit

/// Reads single values of a BMD file.
struct BMDValues {
  let bytes: UnsafeRawBufferPointer
  var at: Int
  /// The bits of an id: ids are 32-bit numbers but in dumps of 8-byte ids.
  var idMask: UInt64 = 0xFFFF_FFFF
  /// Whether DUMP_INFO was read.
  var hasInfo = false

  /// How many bytes are left.
  var left: Int { bytes.count - at }

  /// Reads a number of up to ten bytes: all 64 bits of it.
  @inline(__always)
  mutating func number() throws(HeapDumpError) -> UInt64 {
    guard at < bytes.count else { throw HeapDumpError(.truncated(needed: 1, available: 0), at: at) }
    let first = bytes[at]
    if first < 0x80 {
      at &+= 1
      return UInt64(first)
    }
    return try longNumber()
  }

  private mutating func longNumber() throws(HeapDumpError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var place = at
    while place < bytes.count {
      let byte = bytes[place]
      place &+= 1
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        at = place
        return value
      }
      shift &+= 7
      guard shift < 70 else { throw HeapDumpError(.badNumber, at: at) }
    }
    throw HeapDumpError(.truncated(needed: UInt64(place - at + 1), available: UInt64(place - at)), at: at)
  }

  /// Reads an id.
  @inline(__always)
  mutating func id() throws(HeapDumpError) -> UInt64 { try number() & idMask }

  /// Reads a count of things that take `each` bytes or more: never more than can be there.
  mutating func count(each: Int) throws(HeapDumpError) -> Int {
    let start = at
    let value = try number()
    guard value <= UInt64(bytes.count - at) / UInt64(max(1, each)) else {
      let needed = value.multipliedReportingOverflow(by: UInt64(max(1, each)))
      throw HeapDumpError(
        .truncated(needed: needed.overflow ? .max : needed.partialValue, available: UInt64(bytes.count - at)), at: start
      )
    }
    return Int(value)
  }

  mutating func slice(_ length: Int) throws(HeapDumpError) -> UnsafeRawBufferPointer {
    guard bytes.count - at >= length else {
      throw HeapDumpError(.truncated(needed: UInt64(length), available: UInt64(bytes.count - at)), at: at)
    }
    defer { at += length }
    return UnsafeRawBufferPointer(rebasing: bytes[at..<at + length])
  }

  mutating func type() throws(HeapDumpError) -> FieldType {
    let start = at
    let code = try number()
    guard let type = FieldType(bmd: code) else { throw HeapDumpError(.unknownType(code), at: start) }
    return type
  }

  /// Reads a value: its bits, zero-extended from the type's width.
  @inline(__always)
  mutating func value(_ type: FieldType) throws(HeapDumpError) -> UInt64 {
    switch type {
    case .object: return try id()
    case .int: return try number() & 0xFFFF_FFFF
    case .short: return try number() & 0xFFFF
    case .long: return try number()
    case .boolean, .byte: return UInt64(try slice(1)[0])
    case .char: return UInt64(try slice(2).readBigEndian(UInt16.self, at: 0))
    case .float: return UInt64(try slice(4).readBigEndian(UInt32.self, at: 0).byteSwapped)
    case .double: return try slice(8).readBigEndian(UInt64.self, at: 0).byteSwapped
    }
  }
}
