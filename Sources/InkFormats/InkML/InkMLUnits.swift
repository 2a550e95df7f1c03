// Units of InkML (Recommendation of 20 September 2011, the tables of channels and of units), and himetric, which Microsoft's programs
// write besides: hundredths of a millimetre.

/// Factors between the units of a file and those of a drawing.
enum InkMLUnits {
  /// Points in a unit of length; `nil` for what is none, such as `dev`.
  static func length(_ unit: String) -> Double? {
    switch unit {
    case "m": 96 / 0.0254
    case "cm": 96 / 2.54
    case "mm": 96 / 25.4
    case "himetric": 96 / 2_540
    case "in": 96
    case "pt": 96.0 / 72
    case "pc": 16
    case "px": 1
    default: nil
    }
  }

  /// Milliseconds in a unit of time.
  static func time(_ unit: String) -> Double? {
    switch unit {
    case "s": 1_000
    case "ms": 1
    case "us": 1e-3
    case "ns": 1e-6
    case "min": 60_000
    default: nil
    }
  }

  /// Degrees in a unit of angle.
  static func angle(_ unit: String) -> Double? {
    switch unit {
    case "deg": 1
    case "rad": 180 / .pi
    default: nil
    }
  }
}
