// The arithmetic of the engine: only operations that IEEE 754 rounds exactly (+ - * / and square root), so that every machine and
// the browser come to the same bits. A mathematical library gives other last digits on each system, and wasm has none.

enum Elementary {
  /// e to the power of `x`, for `x` from -20 to 8; below it is 0, above e⁸. The relative error is under 2e-7.
  ///
  /// Taylor's series for x/64, squared six times.
  static func exponential(_ x: Double) -> Double {
    guard x > -20 else { return 0 }
    let f = min(x, 8) / 64
    var value = 1 + f * (1 + f / 2 * (1 + f / 3 * (1 + f / 4 * (1 + f / 5 * (1 + f / 6 * (1 + f / 7))))))
    for _ in 0..<6 { value *= value }
    return value
  }

  /// The length of a vector.
  @inline(__always)
  static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
