// An angle as a fraction of degrees: turns of 22.5, 25.7 or 360/7 degrees add up exactly, however many there are.

/// An angle of `numerator / denominator` degrees, in lowest terms.
public struct TurtleAngle: Equatable, Sendable, BitwiseCopyable {
  /// The largest denominator.
  public static let finest: Int64 = 100
  /// The largest angle, in degrees.
  public static let largest: Int64 = 3600

  /// Parts of degrees.
  public let numerator: Int64
  /// How many parts a degree has, from 1 to ``finest``.
  public let denominator: Int64

  /// An angle; `nil` when it is larger than ``largest``, or finer than ``finest`` in lowest terms.
  public init?(_ numerator: Int64, over denominator: Int64 = 1) {
    guard denominator > 0, denominator <= 1_000_000, numerator >= -1 << 40, numerator <= 1 << 40 else { return nil }
    let common = TurtleAngle.commonDivisor(numerator, denominator)
    self.numerator = numerator / common
    self.denominator = denominator / common
    guard self.denominator <= TurtleAngle.finest, self.numerator >= -TurtleAngle.largest * self.denominator,
      self.numerator <= TurtleAngle.largest * self.denominator
    else { return nil }
  }

  private init(exactly numerator: Int64, _ denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// No turn.
  public static let zero = TurtleAngle(exactly: 0, 1)
  /// 60 degrees.
  static let sixty = TurtleAngle(exactly: 60, 1)

  /// In degrees, rounded to the nearest.
  public var degrees: Double { Double(numerator) / Double(denominator) }

  /// The greatest common divisor; that with 0 is the other number's magnitude.
  static func commonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a < 0 ? -a : a, b < 0 ? -b : b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

/// All directions that turns by one angle (and by half a circle) can lead to, numbered round the circle.
struct TurtleCompass: Sendable {
  /// Parts of a step: 2^32. Positions are whole numbers of these.
  static let unit: Int64 = 1 << 32

  /// How many directions there are.
  let count: Int32
  /// By how many directions one turn to the left goes on, from 0 to below ``count``.
  let left: Int32
  /// By how many directions half a circle goes on; 0 when it was not asked for.
  let half: Int32
  /// One step in each direction, in parts of ``unit``, y downwards. Opposite directions are opposite numbers, and the three of a
  /// lattice of triangles add up to 0, since halves are exact.
  let across: [Int64]
  let down: [Int64]

  /// The directions that begin with `heading`.
  ///
  /// - Complexity: O(count), at most 36,000 with angles of hundredths of degrees.
  init(heading: TurtleAngle, turn: TurtleAngle, hasHalfTurns: Bool) {
    let full = 360 * turn.denominator
    var left = turn.numerator % full
    if left < 0 { left += full }
    var part = TurtleAngle.commonDivisor(left, full)
    if hasHalfTurns { part = TurtleAngle.commonDivisor(part, full / 2) }
    let count = full / part
    self.count = Int32(count)
    self.left = Int32(left / part % count)
    half = hasHalfTurns ? Int32(count / 2) : 0
    var across: [Int64] = []
    var down: [Int64] = []
    across.reserveCapacity(Int(count))
    down.reserveCapacity(Int(count))
    let denominator = heading.denominator * turn.denominator
    var index: Int64 = 0
    while index < count {
      let (cosine, sine) = TurtleTrigonometry.direction(
        numerator: heading.numerator * turn.denominator + index * part * heading.denominator, denominator: denominator)
      across.append(TurtleCompass.parts(cosine))
      down.append(-TurtleCompass.parts(sine))
      index += 1
    }
    self.across = across
    self.down = down
  }

  /// Parts of a step, rounded to the nearest; the same for a number and its opposite but for the sign. `rounded()` is a call of the
  /// mathematical library, which wasm has none of; rounding down is an instruction.
  private static func parts(_ share: Double) -> Int64 {
    let parts = Int64((share.magnitude * Double(unit) + 0.5).rounded(.down))
    return share < 0 ? -parts : parts
  }
}
