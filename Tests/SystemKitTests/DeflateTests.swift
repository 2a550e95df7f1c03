// Raw deflate data: back and forth, damaged, and with sizes that are not true.

import SystemKit
import Testing

@Suite struct DeflateTests {
  private func compress(_ bytes: [UInt8], level: Int32 = 9) -> [UInt8] {
    bytes.withUnsafeBytes { Deflate.compress($0, level: level) }
  }

  private func expand(_ bytes: [UInt8], _ size: Int) -> [UInt8]? {
    bytes.withUnsafeBytes { Deflate.expand($0, size: size) }
  }

  @Test("bytes come back, at every level", arguments: [1, 6, 9] as [Int32])
  func roundTrip(level: Int32) {
    for count in [0, 1, 1000, 300_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
      let small = compress(bytes, level: level)
      #expect(expand(small, count) == bytes)
      #expect(expand(small, count + 1) == nil)
      if count > 0 { #expect(expand(small, count - 1) == nil) }
    }
  }

  @Test("damaged data, and sizes that cannot be, give nothing")
  func damage() {
    let small = compress([UInt8](repeating: 7, count: 10_000))
    #expect(expand(Array(small.dropLast()), 10_000) == nil)
    #expect(expand([0xFF, 0xFF, 0xFF], 10) == nil)
    #expect(expand([], 0) == nil)
    #expect(expand(small, .max) == nil)
    #expect(expand(small, -1) == nil)
  }

  @Test("the check sum is CRC-32, in one piece or several")
  func checksum() {
    let bytes = Array("123456789".utf8)
    #expect(bytes.withUnsafeBytes { Deflate.checksum($0) } == 0xCBF4_3926)
    let first = bytes[..<4].withUnsafeBytes { Deflate.checksum($0) }
    #expect(bytes[4...].withUnsafeBytes { Deflate.checksum($0, after: first) } == 0xCBF4_3926)
  }
}
