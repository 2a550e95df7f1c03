// Raw deflate data: back and forth, damaged, and with sizes that are not true.

import SystemKit
import TestSupport
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

  @Test("pieces that are made apart are one stream, and their sums one sum", arguments: [false, true])
  func pieces(isRuns: Bool) {
    let parts = [
      [], [UInt8](repeating: 3, count: 70_000), [1, 2, 3], (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * $0) },
    ]
    var stream: [UInt8] = []
    var sum: UInt32 = 1
    for (index, part) in parts.enumerated() {
      part.withUnsafeBytes { bytes in
        stream += Deflate.compress(
          bytes, level: 3, isLast: index == parts.count - 1, finding: isRuns ? .runs : .anything)
        sum = Deflate.adler(sum, followedBy: Deflate.adler(bytes), of: bytes.count)
      }
    }
    let all = parts.flatMap { $0 }
    #expect(expand(stream, all.count) == all)
    #expect(sum == all.withUnsafeBytes { Deflate.adler($0) })
    // RFC 1950's sum of "Wikipedia", as its article on Adler-32 works it out.
    #expect(Array("Wikipedia".utf8).withUnsafeBytes { Deflate.adler($0) } == 0x11E6_0398)
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

  @Test("wrapped data has the head and the Adler-32 of RFC 1950, whose known value for this text is 0x11E60398")
  func wrapped() {
    let data = Array("Wikipedia".utf8).withUnsafeBytes { Deflate.compressWrapped($0) }
    #expect(data.suffix(4) == [0x11, 0xE6, 0x03, 0x98])
    #expect((Int(data[0]) << 8 | Int(data[1])) % 31 == 0 && data[0] & 15 == 8)
    let empty = Deflate.compressWrapped(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(empty.suffix(4) == [0, 0, 0, 1])
    #expect(expand(Array(data[2..<(data.count - 4)]), 9) == Array("Wikipedia".utf8))
  }

  @Test("git inflates what is wrapped", arguments: [0, 1, 70_000])
  func loose(count: Int) throws {
    let sandbox = Sandbox()
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() & 0x1F) + 0x40 }
    let object = Array("blob \(count)\0".utf8) + bytes
    let name = object.withUnsafeBytes { Digest.bytes(.sha1, of: $0) }.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
    try sandbox.git("init", "-q", "r")
    try sandbox.write(
      "r/.git/objects/\(name.prefix(2))/\(name.dropFirst(2))", object.withUnsafeBytes { Deflate.compressWrapped($0) })
    #expect(try sandbox.git("-C", "r", "cat-file", "blob", name).output == String(decoding: bytes, as: UTF8.self))
    #expect(try sandbox.git("-C", "r", "fsck", "--full").status == 0)
  }
}
