import ByteKit
import Testing

struct ByteReaderTests {
  private let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0xFF]

  @Test func `integers of each width are read in both orders`() throws {
    var reader = ByteReader(bytes.span.bytes)
    let a = try reader.readBigEndian(UInt16.self)
    let b = try reader.readLittleEndian(UInt16.self)
    let c = try reader.readBigEndian(UInt32.self)
    let d = try reader.readBigEndian(Int8.self)
    let isAtEnd = reader.isAtEnd
    #expect(a == 0x0102)
    #expect(b == 0x0403)
    #expect(c == 0x0506_0708)
    #expect(d == -1)
    #expect(isAtEnd)
    try reader.seek(to: 0)
    let e = try reader.readBigEndian(UInt64.self)
    try reader.seek(to: 1)
    let f = try reader.readLittleEndian(Int64.self)
    let remaining = reader.remaining
    #expect(e == 0x0102_0304_0506_0708)
    #expect(f == Int64(bitPattern: 0xFF08_0706_0504_0302))
    #expect(remaining == 0)
  }

  @Test func `slices are read without passing the end`() throws {
    var reader = ByteReader(bytes.span.bytes)
    try reader.skip(2)
    let slice = try reader.readSlice(3)
    let (count, first) = (slice.byteCount, slice.unsafeLoad(fromByteOffset: 0, as: UInt8.self))
    #expect(count == 3)
    #expect(first == 3)
    let offset = reader.offset
    #expect(offset == 5)
    let empty = try reader.readSlice(0).byteCount
    #expect(empty == 0)
  }

  @Test func `an error names the offset and leaves the reader where it was`() {
    func check(_ kind: ByteError.Kind, _ body: (inout ByteReader) throws(ByteError) -> Void) {
      let outcome = reading(bytes, at: 6, body)
      #expect(throws: ByteError(kind, at: 6)) { try outcome.result.get() }
      #expect(outcome.offset == 6)
    }
    check(.truncated(needed: 4, available: 3)) { reader throws(ByteError) in
      _ = try reader.readBigEndian(UInt32.self)
    }
    check(.truncated(needed: 8, available: 3)) { reader throws(ByteError) in
      _ = try reader.readLittleEndian(UInt64.self)
    }
    for count in [4, -1, Int.max, Int.min] {
      check(.truncated(needed: count, available: 3)) { reader throws(ByteError) in _ = try reader.readSlice(count) }
      check(.truncated(needed: count, available: 3)) { reader throws(ByteError) in try reader.skip(count) }
    }
    check(.outOfBounds(offset: 10, length: 0, count: 9)) { reader throws(ByteError) in try reader.seek(to: 10) }
    check(.outOfBounds(offset: UInt64.max, length: 0, count: 9)) { reader throws(ByteError) in
      try reader.seek(to: -1)
    }
  }

  @Test func `no bytes are at their end`() {
    let outcome = reading([]) { reader throws(ByteError) in try reader.readByte() }
    #expect(throws: ByteError(.truncated(needed: 1, available: 0), at: 0)) { try outcome.result.get() }
  }
}
