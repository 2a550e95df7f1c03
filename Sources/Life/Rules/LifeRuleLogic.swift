// One generation of many cells at once: cells are bits of words, counts of neighbours are planes of bits, added by full adders.
//
// A row's cells are first added to their left and right (two planes, 0 to 3). Three such rows give the count of the block of nine, the
// cell itself included (0 to 9). With the cell included Conway's rule is short: alive if nine count 3, or 4 and the cell is alive. Any other
// rule is a choice among five pairs of counts; in each pair the outcome is one of 16 functions of the lowest plane and the cell, kept as
// its Zhegalkin polynomial (four masks). No rule branches in the loop.

/// Words of bits, of any width.
protocol LifeBits {
  static func & (a: Self, b: Self) -> Self
  static func | (a: Self, b: Self) -> Self
  static func ^ (a: Self, b: Self) -> Self
  static prefix func ~ (a: Self) -> Self
  /// All words of the bits are this one.
  init(repeated word: UInt64)
}

extension UInt64: LifeBits {
  @inline(__always) init(repeated word: UInt64) { self = word }
}

/// Two words, which the processor computes at once.
struct LifeWordPair: LifeBits {
  var words: SIMD2<UInt64>
  @inline(__always) init(_ words: SIMD2<UInt64>) { self.words = words }
  @inline(__always) init(repeated word: UInt64) { words = SIMD2(repeating: word) }
  @inline(__always) static func & (a: Self, b: Self) -> Self { Self(a.words & b.words) }
  @inline(__always) static func | (a: Self, b: Self) -> Self { Self(a.words | b.words) }
  @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(a.words ^ b.words) }
  @inline(__always) static prefix func ~ (a: Self) -> Self { Self(~a.words) }
}

/// Counts of a row's cells with their left and right neighbours, as two planes of bits.
struct LifeRowSum<Bits: LifeBits> {
  var ones: Bits
  var twos: Bits

  @inline(__always) init(ones: Bits, twos: Bits) {
    self.ones = ones
    self.twos = twos
  }

  @inline(__always) init(_ left: Bits, _ centre: Bits, _ right: Bits) {
    let either = left ^ right
    ones = either ^ centre
    twos = (left & right) | (either & centre)
  }
}

/// The sum of three rows: its lowest plane, and the four planes of twos added in pairs (`x` and `y`, with the carries `p` and `q`).
private struct LifeNineSum<Bits: LifeBits> {
  let ones: Bits
  let x: Bits
  let y: Bits
  let p: Bits
  let q: Bits

  @inline(__always) init(_ above: LifeRowSum<Bits>, _ here: LifeRowSum<Bits>, _ below: LifeRowSum<Bits>) {
    let e = above.ones ^ here.ones
    ones = e ^ below.ones
    let carry = (above.ones & here.ones) | (e & below.ones)
    x = above.twos ^ here.twos
    y = below.twos ^ carry
    p = above.twos & here.twos
    q = below.twos & carry
  }
}

/// A rule as masks.
struct LifeRuleLogic {
  /// Whether it is Conway's, for which there is a shorter way.
  let isConway: Bool
  // For each pair of counts (0 and 1, 2 and 3 … of the nine): always, if alive, if odd, if both; masks of a whole word.
  private let pair0: SIMD4<UInt64>
  private let pair1: SIMD4<UInt64>
  private let pair2: SIMD4<UInt64>
  private let pair3: SIMD4<UInt64>
  private let pair4: SIMD4<UInt64>

  init(_ rule: LifeRule) {
    isConway = rule == .conway
    func pair(_ index: Int) -> SIMD4<UInt64> {
      func outcome(_ count: Int, alive: Bool) -> UInt64 {
        let neighbours = alive ? count - 1 : count
        guard neighbours >= 0, neighbours <= 8 else { return 0 }
        return UInt64((alive ? rule.survivals : rule.births) >> UInt16(neighbours) & 1)
      }
      let (deadEven, deadOdd) = (outcome(2 * index, alive: false), outcome(2 * index + 1, alive: false))
      let (aliveEven, aliveOdd) = (outcome(2 * index, alive: true), outcome(2 * index + 1, alive: true))
      return SIMD4(
        0 &- deadEven, 0 &- (deadEven ^ aliveEven), 0 &- (deadEven ^ deadOdd),
        0 &- (deadEven ^ deadOdd ^ aliveEven ^ aliveOdd))
    }
    pair0 = pair(0)
    pair1 = pair(1)
    pair2 = pair(2)
    pair3 = pair(3)
    pair4 = pair(4)
  }

  /// The next generation by Conway's rule.
  @inline(__always)
  static func conway<Bits: LifeBits>(
    _ above: LifeRowSum<Bits>, _ here: LifeRowSum<Bits>, _ below: LifeRowSum<Bits>, _ cells: Bits
  ) -> Bits {
    let nine = LifeNineSum(above, here, below)
    let (ones, x, y, p, q) = (nine.ones, nine.x, nine.y, nine.p, nine.q)
    let parity = x ^ y
    // Three: an odd count with just one two. Four: an even count with just two twos.
    let three = ones & parity & ~(p | q)
    let four = (x | (p ^ q)) & ~(parity | ones)
    return three | (four & cells)
  }

  /// The next generation by this rule.
  @inline(__always)
  func next<Bits: LifeBits>(
    _ above: LifeRowSum<Bits>, _ here: LifeRowSum<Bits>, _ below: LifeRowSum<Bits>, _ cells: Bits
  ) -> Bits {
    let nine = LifeNineSum(above, here, below)
    let (ones, x, y, p, q) = (nine.ones, nine.x, nine.y, nine.p, nine.q)
    let twos = x ^ y
    let fours = (p ^ q) | (x & y)
    let eights = p & q
    let both = ones & cells
    @inline(__always) func outcome(_ pair: SIMD4<UInt64>) -> Bits {
      Bits(repeated: pair.x) ^ (Bits(repeated: pair.y) & cells) ^ (Bits(repeated: pair.z) & ones)
        ^ (Bits(repeated: pair.w) & both)
    }
    @inline(__always) func choose(_ one: Bits, _ other: Bits, _ which: Bits) -> Bits { one ^ ((one ^ other) & which) }
    let low = choose(outcome(pair0), outcome(pair1), twos)
    let high = choose(outcome(pair2), outcome(pair3), twos)
    return choose(choose(low, high, fours), outcome(pair4), eights)
  }
}
