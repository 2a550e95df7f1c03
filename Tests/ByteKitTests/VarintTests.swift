import ByteKit
import Testing

struct VarintTests {
  private func unsigned<Value: FixedWidthInteger & UnsignedInteger>(
    _ bytes: [UInt8], _ type: Value.Type = UInt64.self
  ) throws -> (value: Value, offset: Int) {
    var reader = ByteReader(bytes.span.bytes)
    let value = try reader.readLEB128(type)
    return (value, reader.offset)
  }

  private func signed(_ bytes: [UInt8]) throws -> (value: Int64, offset: Int) {
    var reader = ByteReader(bytes.span.bytes)
    let value = try reader.readSignedLEB128()
    return (value, reader.offset)
  }

  /// DWARF 5, table 7.7 (unsigned examples), and the ends of the range.
  @Test(
    arguments: [
      (2, [2]), (127, [127]), (128, [0x80, 1]), (129, [0x81, 1]), (12_857, [0xB9, 0x64]), (0, [0]),
      (UInt64.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
      (1 << 56, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]),
      ((1 << 56) - 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(UInt64, [UInt8])])
  func `unsigned numbers have the specification's bytes`(value: UInt64, bytes: [UInt8]) throws {
    var writer = ByteWriter()
    writer.appendLEB128(value)
    #expect(writer.bytes == bytes)
    #expect(Varint.encodedLength(value) == bytes.count)
    // Alone (bytewise near the end) and with more bytes behind (one wide load).
    for more in 0...9 {
      let read = try unsigned(bytes + Array(repeating: 0xFF, count: more))
      #expect(read.value == value)
      #expect(read.offset == bytes.count)
    }
  }

  /// DWARF 5, table 7.8 (signed examples), and the ends of the range.
  @Test(
    arguments: [
      (2, [2]), (-2, [0x7E]), (127, [0xFF, 0]), (-127, [0x81, 0x7F]), (128, [0x80, 1]), (-128, [0x80, 0x7F]),
      (129, [0x81, 1]), (-129, [0xFF, 0x7E]), (0, [0]), (-1, [0x7F]), (63, [63]), (64, [0xC0, 0]), (-64, [0x40]),
      (Int64.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0]),
      (Int64.min, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F]),
    ] as [(Int64, [UInt8])])
  func `signed numbers have the specification's bytes`(value: Int64, bytes: [UInt8]) throws {
    var writer = ByteWriter()
    writer.appendSignedLEB128(value)
    #expect(writer.bytes == bytes)
    for more in 0...9 {
      let read = try signed(bytes + Array(repeating: 0x80, count: more))
      #expect(read.value == value)
      #expect(read.offset == bytes.count)
    }
  }

  @Test func `each shift round-trips, near the end and not`() throws {
    for shift in 0..<64 {
      for value in [UInt64(1) << UInt64(shift), UInt64.max >> UInt64(shift)] {
        var writer = ByteWriter()
        writer.appendLEB128(value)
        for more in [0, 1, 7, 8] {
          #expect(try unsigned(writer.bytes + Array(repeating: 0, count: more)).value == value)
        }
        var signedWriter = ByteWriter()
        signedWriter.appendSignedLEB128(Int64(bitPattern: value))
        #expect(try signed(signedWriter.bytes).value == Int64(bitPattern: value))
        #expect(Varint.encodedLength(value) == writer.count)
      }
    }
  }

  @Test(arguments: [0, 1, 7, 12])
  func `a number too large for its type is told at its first byte`(more: Int) {
    let tail = [UInt8](repeating: 0, count: more)
    let tooLong = { (maximum: Int) in ByteError(.varintTooLong(maximumBytes: maximum), at: 0) }
    #expect(throws: tooLong(2)) { try unsigned([0x80, 0x02] + tail, UInt8.self) }
    #expect(throws: tooLong(3)) { try unsigned([0x80, 0x80, 0x04] + tail, UInt16.self) }
    #expect(throws: tooLong(5)) { try unsigned([0xFF, 0xFF, 0xFF, 0xFF, 0x10] + tail, UInt32.self) }
    #expect(throws: tooLong(10)) {
      try unsigned([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02] + tail)
    }
    #expect(throws: tooLong(10)) {
      try unsigned(Array(repeating: 0x80, count: 10) + [0x01] + tail)
    }
    #expect(throws: tooLong(10)) { try unsigned(Array(repeating: 0xFF, count: 20) + tail) }
    #expect(throws: tooLong(10)) { try signed(Array(repeating: 0x80, count: 9) + [0x02] + tail) }
    #expect(throws: tooLong(10)) { try signed(Array(repeating: 0x80, count: 9) + [0x80] + tail) }
    #expect(throws: tooLong(10)) { try signed(Array(repeating: 0xFF, count: 20) + tail) }
  }

  @Test func `groups of zero may pad a number`() throws {
    #expect(try unsigned([0x85, 0x80, 0x00]).value == 5)
    #expect(try unsigned([0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0xFF], UInt8.self).value == 5)
    let long = [0x85] + [UInt8](repeating: 0x80, count: 11) + [0]
    #expect(try unsigned(long).value == 5)
    #expect(try unsigned(long).offset == 13)
    #expect(try signed([0xFE, 0xFF, 0x7F]).value == -2)
    // Seventeen groups are no padding any more.
    #expect(throws: ByteError.self) { try unsigned([0x85] + [UInt8](repeating: 0x80, count: 30) + [0]) }
  }

  @Test(arguments: 0..<9)
  func `bytes that end inside a number are truncated`(count: Int) {
    let bytes = [UInt8](repeating: 0x81, count: count)
    let expected = ByteError(.truncated(needed: count + 1, available: count), at: 0)
    #expect(throws: expected) { try unsigned(bytes) }
    #expect(throws: expected) { try signed(bytes) }
  }

  @Test func `a failed read leaves the reader at the number`() throws {
    let bytes: [UInt8] = [7, 0x80, 0x80]
    let outcome = reading(bytes, at: 1) { reader throws(ByteError) in try reader.readLEB128(UInt64.self) }
    #expect(throws: ByteError(.truncated(needed: 3, available: 2), at: 1)) { try outcome.result.get() }
    #expect(outcome.offset == 1)
  }
}
