// Reads limits as people write them: `>= 80 %`, `== 0`, `<= 90 s`, `<= 25 MB`, `<= +2 %`, `>= -0.5`.

enum LoadLineParser {
  struct Limit: Equatable {
    var comparison: LoadLine.Comparison
    var limit: LoadLine.Limit
  }

  static let expectation = "a comparison and a limit such as \">= 80 %\", \"== 0\" or \"<= +2 %\""

  /// Reads a limit for a figure; `nil` when it is none or its unit does not fit the figure.
  static func parse(_ text: String, for kind: FigureKind) -> Limit? {
    let bytes = text.filter { !$0.isWhitespace }
    // The longer signs first: `<=` begins with `<`.
    let comparisons = LoadLine.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let comparison = comparisons.first(where: { bytes.hasPrefix($0.rawValue) }) else { return nil }
    var rest = bytes.dropFirst(comparison.rawValue.count)
    let sign = rest.first
    let isRelative = sign == "+" || sign == "-" || sign == "\u{2212}"
    if isRelative { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
    guard !digits.isEmpty, let magnitude = Double(digits.filter { $0 != "_" }), magnitude.isFinite else { return nil }
    let value = sign == "-" || sign == "\u{2212}" ? -magnitude : magnitude
    let unit = String(rest.dropFirst(digits.count))
    guard let scaled = scaled(value, unit, kind, isRelative: isRelative) else { return nil }
    return Limit(comparison: comparison, limit: scaled)
  }

  private static func scaled(
    _ value: Double, _ unit: String, _ kind: FigureKind, isRelative: Bool
  ) -> LoadLine.Limit? {
    if unit == "%" {
      if isRelative { return kind.unit == .percent ? .relativeAmount(value) : .relativePercent(value) }
      return kind.unit == .percent && value <= 100 ? .absolute(value) : nil
    }
    guard let factor = factors(kind.unit)[unit] else { return nil }
    // `>= 0.8` means 80 % to some and 0.8 % to others: it guards next to nothing, so the sign has to be written.
    if kind.unit == .percent, !isRelative, value > 100 || value > 0 && value <= 1 { return nil }
    return isRelative ? .relativeAmount(value * factor) : .absolute(value * factor)
  }

  private static func factors(_ unit: FigureUnit) -> [String: Double] {
    switch unit {
    case .percent: ["": 1]
    case .count: ["": 1]
    case .seconds: ["": 1, "ms": 0.001, "s": 1, "min": 60, "h": 3600]
    case .bytes:
      [
        "": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
      ]
    }
  }
}
