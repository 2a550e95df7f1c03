import ByteKit
import Testing

struct HashingTests {
  private func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { StableHash.of($0) } }

  /// Computed by a second implementation (Python, 2026-12-01); they must never change, since results are ordered by them.
  @Test func `the hash is the same on each run`() {
    var hash = StableHash()
    hash.combine(42)
    #expect(hash.value == 3_772_891_181_410_677_141)
    #expect(self.hash(Array("plimsoll".utf8)) == 7_516_353_063_828_928_241)
  }

  @Test func `length, order and each bit count`() {
    var seen: Set<UInt64> = []
    for count in 0...40 { seen.insert(hash(Array(repeating: 0, count: count))) }
    #expect(seen.count == 41)
    let base = Array("0123456789abcdefXYZ".utf8)
    var flips: Set<UInt64> = [hash(base)]
    for index in base.indices {
      for bit in 0..<8 {
        var copy = base
        copy[index] ^= 1 << UInt8(bit)
        flips.insert(hash(copy))
      }
    }
    #expect(flips.count == base.count * 8 + 1)
    #expect(hash([1, 2]) != hash([2, 1]))
    #expect(StableHash(seed: 1).value != StableHash(seed: 2).value)
  }
}
