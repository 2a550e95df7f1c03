// Figures in sentences: reasons and findings. A share is cut, not rounded: 79.996 % is not 80.

internal import SystemKit

enum FigureWords {
  static func value(_ value: Double, _ unit: FigureUnit) -> String {
    switch unit {
    case .percent: "\(cut(value)) %"
    case .count: value == value.rounded() ? "\(Int64(value))" : "\(cut(value))"
    case .seconds: "\((value * 1000).rounded() / 1000) s"
    case .bytes: ByteCount.text(value)
    }
  }

  private static func cut(_ value: Double) -> Double { (value * 100 + 1e-7).rounded(.down) / 100 }

  static func comparison(_ comparison: LoadLine.Comparison) -> String {
    switch comparison {
    case .atMost: "at most"
    case .atLeast: "at least"
    case .equal: "exactly"
    case .notEqual: "anything but"
    case .below: "less than"
    case .above: "more than"
    }
  }
}
