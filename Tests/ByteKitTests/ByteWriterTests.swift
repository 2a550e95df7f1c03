import ByteKit
import TestSupport
import Testing

struct ByteWriterTests {
  @Test func `integers are written in both orders`() {
    var writer = ByteWriter(capacity: 4)
    writer.appendBigEndian(UInt16(0x0102))
    writer.appendLittleEndian(UInt32(0x0102_0304))
    writer.appendBigEndian(Int8(-1))
    #expect(writer.bytes == [1, 2, 4, 3, 2, 1, 255])
    #expect(writer.count == 7)
  }

  @Test(arguments: [0, 9, 10, 99, 100, 18_446_744_073_709_551_615, 10_000_000_000_000_000_000] as [UInt64])
  func `decimals are the standard library's`(value: UInt64) {
    var writer = ByteWriter()
    writer.appendDecimal(value)
    #expect(writer.text == String(value))
  }

  @Test(arguments: [0, -1, 7, -10, Int.min, Int.max])
  func `negative decimals have their sign`(value: Int) {
    var writer = ByteWriter()
    writer.appendDecimal(value)
    #expect(writer.text == String(value))
  }

  @Test func `text is written as UTF-8`() {
    var writer = ByteWriter()
    writer.append("é" as StaticString)
    writer.append(String("€"))
    writer.append(contentsOf: [0xFF])
    writer.append(0x41)
    #expect(writer.text == "é€\u{FFFD}A")
  }

  @Test func `what is written is read back`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let value = random.next()
      var writer = ByteWriter()
      writer.appendBigEndian(value)
      writer.appendLittleEndian(value)
      writer.appendBigEndian(UInt16(truncatingIfNeeded: value))
      var reader = ByteReader(writer.bytes.span.bytes)
      let big = try reader.readBigEndian(UInt64.self)
      let little = try reader.readLittleEndian(UInt64.self)
      let short = try reader.readBigEndian(UInt16.self)
      #expect(big == value)
      #expect(little == value)
      #expect(short == UInt16(truncatingIfNeeded: value))
    }
  }
}
