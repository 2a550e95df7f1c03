// The lowest step of the unbounded board: four leaves of 8 x 8 cells, and their middle after one, two or four generations.
//
// The 16 x 16 cells lie in four words of four rows, 16 bits each, lowest bit leftmost. Shifting a word left and right moves cells over the
// ends of rows, but only into the outermost column; each generation spoils one column and row more, and after four the middle is whole.

struct LifeLeafStep {
  private let even: LifeRuleLogic
  private let odd: LifeRuleLogic

  init(_ rules: LifePlaneRules) {
    even = LifeRuleLogic(rules.even)
    odd = LifeRuleLogic(rules.odd)
  }

  /// The middle after `1 << exponent` generations (exponent 0, 1 or 2), the first of which is odd if asked for.
  func advance(
    _ nw: UInt64, _ ne: UInt64, _ sw: UInt64, _ se: UInt64, exponent: Int, startsOdd: Bool
  ) -> UInt64 {
    var square = LifeSquare(
      a: Self.spread(nw) | Self.spread(ne) << 8, b: Self.spread(nw >> 32) | Self.spread(ne >> 32) << 8,
      c: Self.spread(sw) | Self.spread(se) << 8, d: Self.spread(sw >> 32) | Self.spread(se >> 32) << 8)
    if even.isConway, odd.isConway {
      for _ in 0..<1 << exponent { square.stepConway() }
    } else {
      var isOdd = startsOdd
      for _ in 0..<1 << exponent {
        square.step(isOdd ? odd : even)
        isOdd.toggle()
      }
    }
    return Self.gather(square.b) | Self.gather(square.c) << 32
  }

  /// Four bytes to every other byte.
  @inline(__always)
  private static func spread(_ rows: UInt64) -> UInt64 {
    let halves = (rows & 0xffff_ffff | rows << 16) & 0x0000_ffff_0000_ffff
    return (halves | halves << 8) & 0x00ff_00ff_00ff_00ff
  }

  /// The middle eight bits of each row to four bytes.
  @inline(__always)
  private static func gather(_ rows: UInt64) -> UInt64 {
    let middle = rows >> 4 & 0x00ff_00ff_00ff_00ff
    let halves = (middle | middle >> 8) & 0x0000_ffff_0000_ffff
    return (halves | halves >> 16) & 0xffff_ffff
  }
}

/// 16 rows of 16 cells, four rows a word.
private struct LifeSquare {
  var a: UInt64
  var b: UInt64
  var c: UInt64
  var d: UInt64

  @inline(__always)
  mutating func stepConway() {
    let (p, q, r, s) = (sum(a), sum(b), sum(c), sum(d))
    let none = LifeRowSum<UInt64>(ones: 0, twos: 0)
    a = LifeRuleLogic.conway(above(none, p), p, below(p, q), a)
    b = LifeRuleLogic.conway(above(p, q), q, below(q, r), b)
    c = LifeRuleLogic.conway(above(q, r), r, below(r, s), c)
    d = LifeRuleLogic.conway(above(r, s), s, below(s, none), d)
  }

  mutating func step(_ logic: LifeRuleLogic) {
    let (p, q, r, s) = (sum(a), sum(b), sum(c), sum(d))
    let none = LifeRowSum<UInt64>(ones: 0, twos: 0)
    a = logic.next(above(none, p), p, below(p, q), a)
    b = logic.next(above(p, q), q, below(q, r), b)
    c = logic.next(above(q, r), r, below(r, s), c)
    d = logic.next(above(r, s), s, below(s, none), d)
  }

  @inline(__always)
  private func sum(_ cells: UInt64) -> LifeRowSum<UInt64> { LifeRowSum(cells << 1, cells, cells >> 1) }

  /// The rows one higher than those of `here`.
  @inline(__always)
  private func above(_ before: LifeRowSum<UInt64>, _ here: LifeRowSum<UInt64>) -> LifeRowSum<UInt64> {
    LifeRowSum(ones: here.ones << 16 | before.ones >> 48, twos: here.twos << 16 | before.twos >> 48)
  }

  @inline(__always)
  private func below(_ here: LifeRowSum<UInt64>, _ after: LifeRowSum<UInt64>) -> LifeRowSum<UInt64> {
    LifeRowSum(ones: here.ones >> 16 | after.ones << 48, twos: here.twos >> 16 | after.twos << 48)
  }
}
