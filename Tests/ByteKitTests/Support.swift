// A seeded generator, so that a failure repeats.

import ByteKit

/// Steele, Lea and Flood's SplitMix64.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Runs one read at an offset: what it gave and where the reader stands then. `#expect` cannot hold a reader, which does not escape.
func reading<Value>(
  _ bytes: [UInt8], at offset: Int = 0, _ body: (inout ByteReader) throws(ByteError) -> Value
) -> (result: Result<Value, ByteError>, offset: Int) {
  var reader = ByteReader(bytes.span.bytes)
  do throws(ByteError) {
    try reader.seek(to: offset)
    let value = try body(&reader)
    return (.success(value), reader.offset)
  } catch {
    return (.failure(error), reader.offset)
  }
}
