// Sine and cosine of degrees by operations that IEEE 754 rounds exactly (+ - * / and square root): the same bits on every machine and in
// the browser. A mathematical library gives other last digits on each system, and has radians, in which no angle of a drawing is exact.

enum TurtleTrigonometry {
  /// Pi/180, rounded to the nearest.
  private static let radian = 0.017453292519943295

  /// Cosine and sine of an angle from 0 to 45 degrees.
  ///
  /// Those of 0, 30 and 45 degrees are the nearest numbers to the true ones; the others are within 2.1 units of the last
  /// place (200,000 angles against numbers of 80 bits).
  static func octant(_ degrees: Double) -> (cosine: Double, sine: Double) {
    if degrees == 0 { return (1, 0) }
    if degrees == 30 { return (0.75.squareRoot(), 0.5) }
    if degrees == 45 { return (0.5.squareRoot(), 0.5.squareRoot()) }
    // Taylor's series; with x below 0.79 the first term left out is under 1e-18.
    let x = degrees * radian
    let s = x * x
    var sine = 1.0
    var cosine = 1.0
    var n = 18.0
    while n >= 2 {
      sine = 1 - s / (n * (n + 1)) * sine
      cosine = 1 - s / (n * (n - 1)) * cosine
      n -= 2
    }
    return (cosine, x * sine)
  }

  /// Cosine and sine of an angle of 0 up to 360 degrees. Every reduction is exact, so that opposite angles give opposite numbers.
  static func direction(_ degrees: Double) -> (cosine: Double, sine: Double) {
    let quadrant = degrees < 180 ? (degrees < 90 ? 0 : 1) : (degrees < 270 ? 2 : 3)
    let rest = degrees - 90 * Double(quadrant)
    return turned(rest <= 45 ? octant(rest) : swapped(octant(90 - rest)), quadrant)
  }

  /// Cosine and sine of `numerator / denominator` degrees. Reduced in whole numbers: angles that mirror one another have the same digits.
  static func direction(numerator: Int64, denominator: Int64) -> (cosine: Double, sine: Double) {
    let full = 360 * denominator
    var rest = numerator % full
    if rest < 0 { rest += full }
    let right = 90 * denominator
    let quadrant = Int(rest / right)
    rest %= right
    let isLow = 2 * rest <= right
    let degrees = Double(isLow ? rest : right - rest) / Double(denominator)
    return turned(isLow ? octant(degrees) : swapped(octant(degrees)), quadrant)
  }

  private static func swapped(_ pair: (cosine: Double, sine: Double)) -> (cosine: Double, sine: Double) {
    (pair.sine, pair.cosine)
  }

  /// A quarter turn more for each quadrant. 0 has no sign.
  private static func turned(
    _ pair: (cosine: Double, sine: Double), _ quadrant: Int
  ) -> (cosine: Double, sine: Double) {
    switch quadrant {
    case 0: (pair.cosine, pair.sine)
    case 1: (0 - pair.sine, pair.cosine)
    case 2: (0 - pair.cosine, 0 - pair.sine)
    default: (pair.sine, 0 - pair.cosine)
    }
  }

  /// An angle as the same direction from 0 up to 360 degrees, exactly: halves of 360, 720, 1440 ... are taken away while they fit.
  ///
  /// - Complexity: O(log |degrees|).
  static func reduced(_ degrees: Double) -> Double {
    var rest = degrees.magnitude
    var part = 360.0
    while part * 2 <= rest { part *= 2 }
    while part >= 360 {
      if rest >= part { rest -= part }
      part /= 2
    }
    // Of a tiny negative angle 360 remains when it is rounded, which is 0.
    if degrees < 0, rest > 0 { rest = 360 - rest }
    return rest >= 360 ? 0 : rest
  }
}
