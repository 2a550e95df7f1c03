import ByteKit
import Foundation
import TestSupport
import Testing

/// Random reads over random bytes: no trap, and the reader never leaves the bytes. 3,000 by default,
/// `PLIMSOLL_FUZZ_COUNT` for more.
struct FuzzByteReaderTests {
  static let count = ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"].flatMap { Int($0) } ?? 3_000

  @Test func `random reads never trap`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<Self.count {
      let size = Int(random.next() % 40)
      let bytes = (0..<size).map { _ in random.next() % 3 == 0 ? UInt8(0x80) : UInt8(truncatingIfNeeded: random.next())
      }
      var reader = ByteReader(bytes.span.bytes)
      for _ in 0..<12 {
        let before = reader.offset
        do {
          switch random.next() % 9 {
          case 0: _ = try reader.readBigEndian(UInt32.self)
          case 1: _ = try reader.readLittleEndian(UInt64.self)
          case 2: _ = try reader.readLEB128(UInt64.self)
          case 3: _ = try reader.readLEB128(UInt32.self)
          case 4: _ = try reader.readLEB128(UInt8.self)
          case 5: _ = try reader.readSignedLEB128()
          case 6: _ = try reader.readSlice(Int(truncatingIfNeeded: random.next() % 64) - 8).byteCount
          case 7: try reader.seek(to: Int(truncatingIfNeeded: random.next() % 64) - 8)
          default: _ = try reader.readByte()
          }
        } catch {
          let after = reader.offset
          #expect(after == before)
          #expect(error.offset == before)
        }
        let offset = reader.offset
        #expect((0...size).contains(offset))
      }
    }
  }
}
