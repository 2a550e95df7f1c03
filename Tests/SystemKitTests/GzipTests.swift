import ByteKit
import SystemKit
import TestSupport
import Testing

struct GzipTests {
  @Test func `what is deflated comes back, and is the same each time`() throws {
    var random = SeededGenerator(seed: 7)
    for count in [0, 1, 17, 1_000, 70_000, 600_000] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() % 7) }
      let member = Gzip.deflate(bytes)
      #expect(member == Gzip.deflate(bytes))
      let inflated = try member.withUnsafeBytes { try Gzip.inflate($0, limit: 1 << 20, name: "m") }
      #expect(inflated == bytes)
    }
  }

  @Test(arguments: [([], false), ([0x1F, 0x8B], false), ([0x1F, 0x8B, 8], true), ([0x1F, 0x8B, 7, 0, 0], false)])
  func `a member is known by its first three bytes`(bytes: [UInt8], isGzip: Bool) {
    #expect(bytes.withUnsafeBytes { Gzip.recognises($0) } == isGzip)
  }
}
