// Decimal numbers in bytes, read by hand: no String is made of them, and what `Double.init` would take besides (inf, nan, hexadecimal
// fractions) is no number of ink. Exact for up to 15 digits and 22 places, off by some units of the last place beyond.

/// Reads numbers and white space in bytes.
struct NumberScan {
  /// The largest magnitude that counts as a number: beyond any unit of any device, and sums of it stay finite.
  static let largest = 1e15

  let bytes: UnsafeRawBufferPointer
  var at: Int
  let end: Int

  init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    at = start
    self.end = end ?? bytes.count
  }

  var isAtEnd: Bool { at >= end }
  /// The next byte; 0 at the end.
  var next: UInt8 { at < end ? bytes[at] : 0 }

  mutating func skipSpace() {
    while at < end, bytes[at] <= 0x20 { at &+= 1 }
  }

  /// Reads a number; `nil` when none begins here or it is larger than any coordinate, and then nothing was passed over.
  mutating func number() -> Double? {
    var here = at
    var isNegative = false
    if here < end, bytes[here] == 0x2D || bytes[here] == 0x2B {
      isNegative = bytes[here] == 0x2D
      here &+= 1
    }
    var mantissa: UInt64 = 0
    var exponent = 0
    var digits = 0
    while here < end, bytes[here] &- 48 < 10 {
      digits &+= 1
      if mantissa < 100_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(bytes[here] &- 48)
      } else {
        exponent &+= 1
      }
      here &+= 1
    }
    if here < end, bytes[here] == 0x2E {
      var there = here &+ 1
      // Zeros count when another digit follows: `52.810000` has four digits.
      var zeros = 0
      while there < end, bytes[there] &- 48 < 10 {
        digits &+= 1
        if bytes[there] == 0x30 {
          zeros &+= 1
        } else {
          while zeros > 0, mantissa < 100_000_000_000_000_000 {
            mantissa = mantissa &* 10
            exponent &-= 1
            zeros &-= 1
          }
          if mantissa < 100_000_000_000_000_000 {
            mantissa = mantissa &* 10 &+ UInt64(bytes[there] &- 48)
            exponent &-= 1
          }
        }
        there &+= 1
      }
      // A point without digits behind it belongs to the number only where digits stand before it.
      if digits > 0 { here = there }
    }
    guard digits > 0 else { return nil }
    exponent &+= Self.exponent(bytes, &here, end)
    let value = Self.scaled(mantissa, exponent)
    guard value <= Self.largest else { return nil }
    at = here
    return isNegative ? -value : value
  }

  /// Reads `e-12`; 0 where none stands, and then nothing was passed over.
  private static func exponent(_ bytes: UnsafeRawBufferPointer, _ here: inout Int, _ end: Int) -> Int {
    guard here < end, bytes[here] | 0x20 == 0x65 else { return 0 }
    var there = here &+ 1
    var isNegative = false
    if there < end, bytes[there] == 0x2D || bytes[there] == 0x2B {
      isNegative = bytes[there] == 0x2D
      there &+= 1
    }
    guard there < end, bytes[there] &- 48 < 10 else { return 0 }
    var value = 0
    while there < end, bytes[there] &- 48 < 10 {
      value = min(value &* 10 &+ Int(bytes[there] &- 48), 100_000)
      there &+= 1
    }
    here = there
    return isNegative ? -value : value
  }

  /// Powers of ten that a Double holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static func scaled(_ mantissa: UInt64, _ exponent: Int) -> Double {
    if mantissa == 0 { return 0 }
    if exponent >= 0 { return exponent > 22 ? .infinity : Double(mantissa) * powers[exponent] }
    if exponent >= -22 { return Double(mantissa) / powers[-exponent] }
    // No coordinate is that small.
    return exponent >= -44 ? Double(mantissa) / 1e22 / powers[-exponent - 22] : 0
  }

  /// What stands here, for a message.
  func piece(from start: Int? = nil) -> String {
    let start = start ?? at
    guard start < end else { return "the end" }
    let rest = bytes[start..<min(end, start + 24)]
    let word = rest.prefix { $0 > 0x20 && $0 != 0x2C && $0 != 0x5D }
    return String(decoding: word.isEmpty ? rest.prefix(1) : word, as: UTF8.self)
  }
}
