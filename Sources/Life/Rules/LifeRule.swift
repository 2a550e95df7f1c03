// A rule of births and survivals: which counts of live neighbours bring a cell to life, and which keep it alive.

/// Any outer-totalistic rule of two states over the eight neighbours, such as `B3/S23`.
public struct LifeRule: Sendable, Equatable {
  /// Bit `n` is set if a dead cell with `n` live neighbours is born; `n` from 0 to 8.
  public let births: UInt16
  /// Bit `n` is set if a live cell with `n` live neighbours stays alive; `n` from 0 to 8.
  public let survivals: UInt16

  /// A rule of two sets of counts; bits above 8 are dropped.
  public init(births: UInt16, survivals: UInt16) {
    self.births = births & 0x1ff
    self.survivals = survivals & 0x1ff
  }

  /// Conway's Life, `B3/S23`.
  public static let conway = LifeRule(births: 1 << 3, survivals: 1 << 2 | 1 << 3)

  /// Whether the empty plane does not stay empty (`B0`).
  public var hasBirthOnNothing: Bool { births & 1 != 0 }

  /// The rule in canonical notation, such as `B36/S23`.
  public var notation: [UInt8] {
    var text = LifeText()
    write(to: &text)
    return text.bytes
  }

  func write(to text: inout LifeText) {
    text.add("B")
    text.add(digits: births)
    text.add("/S")
    text.add(digits: survivals)
  }

  /// The rule by which dead and alive change places: what `self` does to a picture, this does to its negative.
  var negative: LifeRule {
    LifeRule(births: ~survivals.reversedCounts, survivals: ~births.reversedCounts)
  }
}

extension UInt16 {
  /// The counts `8 - n` for all counts `n`.
  fileprivate var reversedCounts: UInt16 {
    var result: UInt16 = 0
    for count in 0...8 where self >> UInt16(count) & 1 != 0 { result |= 1 << UInt16(8 - count) }
    return result
  }
}

/// What an unbounded board applies to the cells that differ from the background, so that the background stays empty whatever the rule.
///
/// With `B0` the empty plane comes to life. As Golly documents it (help, "Emulation of B0 rules"): if a plane full of life stays so
/// (`S8`), the cells kept are the dead ones, always. Otherwise the background blinks, and in odd generations the cells kept are the dead ones.
struct LifePlaneRules {
  /// From an even generation to the next.
  let even: LifeRule
  /// From an odd generation to the next.
  let odd: LifeRule
  /// Whether the two differ.
  let alternates: Bool

  init(_ rule: LifeRule) {
    alternates = rule.hasBirthOnNothing && rule.survivals >> 8 == 0
    if alternates {
      even = LifeRule(births: ~rule.births, survivals: ~rule.survivals)
      let negative = rule.negative
      odd = LifeRule(births: ~negative.births, survivals: ~negative.survivals)
    } else {
      even = rule.hasBirthOnNothing ? rule.negative : rule
      odd = even
    }
  }
}

/// A rule as files and people write it: with the torus on which it runs, if it names one.
public struct LifeRuleNotation: Sendable, Equatable {
  /// The rule.
  public var rule: LifeRule
  /// The torus of a suffix such as `:T512,512`; `nil` for the unbounded plane.
  public var torus: LifeTorusSize?
}

/// The size of a torus, in cells.
public struct LifeTorusSize: Sendable, Equatable {
  /// Cells in a row.
  public let width: Int32
  /// Cells in a column.
  public let height: Int32

  /// The most words of 64 cells that a board keeps for a generation: 256 MiB. A row takes its width in words and up to three more.
  public static let mostWords: Int64 = 1 << 25

  /// A size; `nil` if a side is below 1 or a generation takes more than `mostWords`.
  public init?(width: Int64, height: Int64) {
    guard width >= 1, height >= 1, width <= 64 * Self.mostWords, height <= Self.mostWords,
      Self.stride(width) * height <= Self.mostWords
    else { return nil }
    self.width = Int32(width)
    self.height = Int32(height)
  }

  /// The words of a row: those of the cells, made even, and one on either side.
  static func stride(_ width: Int64) -> Int64 { (width + 127) / 128 * 2 + 2 }
}
