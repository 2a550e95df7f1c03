// Random bits from a seed: the same on every machine and in the browser.

/// The generator SplitMix64 (Steele, Lea and Flood 2014).
public struct LifeGenerator: Sendable {
  private var state: UInt64

  /// A generator; the same seed gives the same bits.
  public init(seed: UInt64) { state = seed }

  /// 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }

  /// 64 bits of which each is set with a probability of `density` 256ths; above 255 all are.
  public mutating func next(density: Int32) -> UInt64 {
    if density <= 0 { return 0 }
    if density > 255 { return .max }
    // From the lowest digit of the density up: a set digit lets either bit do, a clear one asks for both. That is the density in binary.
    var word: UInt64 = 0
    for digit in 0..<8 {
      let bits = next()
      word = density >> Int32(digit) & 1 != 0 ? word | bits : word & bits
    }
    return word
  }
}
