// Numbers as people read them, the same in every output. A number is never shown as better than it is: where digits are
// dropped, they are dropped towards the bad side, so that 79.996 % does not show as the 80.00 % that the limit asks for.

/// Figures, limits, margins and changes as text.
public enum FigureText {
  /// To which side digits are dropped.
  public enum Rounding: Sendable {
    /// Towards less.
    case down
    /// Towards more.
    case up
    /// To the nearest.
    case nearest
  }

  /// A whole number, with narrow no-break spaces between groups of three digits.
  public static func count(_ value: some BinaryInteger) -> String {
    (value < 0 ? "−" : "") + grouped("\(value.magnitude)")
  }

  /// A percentage with two decimals, rounded down unless told otherwise.
  public static func percent(_ value: Double, rounding: Rounding = .down) -> String {
    percentDigits(value, rounding) + " %"
  }

  /// How much of a total; "none" where there is nothing to have a share of.
  public static func share(_ part: UInt64, of total: UInt64) -> String {
    guard total > 0 else { return "none" }
    let product = part.multipliedFullWidth(by: 10_000)
    // More than there is comes only from broken evidence, and must not trap.
    let hundredths = product.high < total ? total.dividingFullWidth(product).quotient : .max
    return "\(grouped("\(hundredths / 100)")).\(padded(Int(hundredths % 100), 2)) %"
  }

  /// A duration.
  public static func seconds(_ value: Double, rounding: Rounding = .nearest) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value) s" }
    if value < 0 { return "−" + seconds(-value, rounding: rounding.opposite) }
    // What benchmarks take.
    if value > 0, value < 1e-6 { return decimal(value * 1e9, places: 1, rounding: rounding) + " ns" }
    if value > 0, value < 1e-3 { return decimal(value * 1e6, places: 1, rounding: rounding) + " µs" }
    if value < 1 { return decimal(value * 1000, places: value < 0.1 ? 1 : 0, rounding: rounding) + " ms" }
    if value < 120 { return decimal(value, places: 2, rounding: rounding) + " s" }
    let whole = Int(apply(rounding, value))
    if whole < 3600 { return "\(whole / 60) min \(padded(whole % 60, 2)) s" }
    return "\(count(whole / 3600)) h \(padded(whole / 60 % 60, 2)) min"
  }

  /// A size: powers of 1,000, two decimals from kB on.
  public static func bytes(_ value: Double, rounding: Rounding = .nearest) -> String {
    if value < 0 { return "−" + bytes(-value, rounding: rounding.opposite) }
    let (divisor, unit) = byteUnit(value)
    return decimal(value / divisor, places: divisor == 1 ? 0 : 2, rounding: rounding) + " " + unit
  }

  /// A value in the unit of a figure, rounded towards the bad side.
  public static func value(_ value: Double, _ kind: FigureKind) -> String {
    text(value, kind.unit, kind.direction == .lower ? .up : .down)
  }

  /// A figure's value, or "62.50–75.00 %" where only an interval is known.
  public static func value(of figure: Figure) -> String {
    guard figure.value.isFinite, !figure.isExact else { return value(figure.value, figure.kind) }
    let low = value(figure.value, figure.kind)
    let high = value(figure.atMost, figure.kind)
    // "62.50–75.00 %", but "900 kB – 1.20 MB".
    if let space = low.lastIndex(of: " "),
      low[space...] == high.suffix(from: high.lastIndex(of: " ") ?? high.startIndex),
      figure.kind.unit != .count
    {
      return "\(low[..<space])–\(high)"
    }
    return figure.kind.unit == .count ? "\(low)–\(high)" : "\(low) – \(high)"
  }

  /// A signed change in the unit of a figure: "+0.42 points", "−3", "±0".
  public static func change(_ change: Double, _ unit: FigureUnit) -> String {
    if change == 0 { return unit == .percent ? "±0 points" : "±0" }
    let sign = change < 0 ? "−" : "+"
    let size = abs(change)
    if unit == .percent {
      let digits = decimal(size, places: 2, rounding: .nearest)
      return digits == "0.00" ? "\(sign)<0.01 points" : "\(sign)\(digits) points"
    }
    return sign + text(size, unit, .nearest)
  }

  /// A margin: how far on the good side (+) or the bad (−); what is negative never shows as nothing.
  public static func margin(_ margin: Double, _ unit: FigureUnit) -> String {
    if margin == 0 { return unit == .percent ? "±0 points" : "±0" }
    let size = abs(margin)
    let rounding: Rounding = margin < 0 ? .up : .down
    let digits =
      unit == .percent ? decimal(size, places: 2, rounding: rounding) + " points" : text(size, unit, rounding)
    return (margin < 0 ? "−" : "+") + digits
  }

  /// A limit with its comparison: "≥ 80 %", and what a relative one comes to.
  public static func limit(_ result: LoadLineResult) -> String {
    let line = result.line
    let sign =
      switch line.comparison {
      case .atMost: "≤"
      case .atLeast: "≥"
      case .equal: "="
      case .notEqual: "≠"
      case .below: "<"
      case .above: ">"
      }
    var written = Substring(line.text)
    if written.hasPrefix(line.comparison.rawValue) { written = written.dropFirst(line.comparison.rawValue.count) }
    while written.first == " " { written.removeFirst() }
    return "\(sign) \(written)"
  }

  /// What a relative limit comes to, in words; `nil` for absolute limits.
  public static func resolvedLimit(_ result: LoadLineResult) -> String? {
    if case .absolute = result.line.limit { return nil }
    guard let limit = result.limit else { return "no shipped survey to hold it against" }
    let unit = result.figure?.kind.unit ?? .count
    // A limit is rounded to the side that keeps it apart from what breaks it.
    return "comes to \(text(limit, unit, .nearest)), from the last shipped survey"
  }

  // MARK: -

  static func text(_ value: Double, _ unit: FigureUnit, _ rounding: Rounding) -> String {
    switch unit {
    case .percent: percent(value, rounding: rounding)
    case .count: decimal(value, places: value == value.rounded() ? 0 : 2, rounding: rounding)
    case .seconds: seconds(value, rounding: rounding)
    case .bytes: bytes(value, rounding: rounding)
    }
  }

  /// A number with so many decimals. Digits are dropped from the number to a billionth, as load lines are compared: the sum of
  /// 0.1 and 0.2 is 0.30000000000000004, and yet "300 ms" keeps to a limit of 300 ms; 80.1 times 100 is 8009.999…, and yet
  /// 80.1 rounded down is 80.10.
  static func decimal(_ value: Double, places: Int, rounding: Rounding) -> String {
    guard value.isFinite else { return "not a number" }
    guard abs(value) < 1e13 else { return "\(value)" }
    let scale = places == 0 ? 1.0 : places == 1 ? 10 : 100
    let nearest = (value * scale).rounded()
    let isShort = abs(nearest - value * scale) <= 1e-9 * scale
    let scaled = isShort ? nearest : apply(rounding, value * scale)
    let digits = Int(scaled.magnitude)
    let sign = scaled < 0 ? "−" : ""
    guard places > 0 else { return sign + grouped("\(digits)") }
    return "\(sign)\(grouped("\(digits / Int(scale))")).\(padded(digits % Int(scale), places))"
  }

  private static func percentDigits(_ value: Double, _ rounding: Rounding) -> String {
    let digits = decimal(value, places: 2, rounding: rounding)
    // Nearly all is not all, to whichever side digits are dropped.
    return digits == "100.00" && value < 100 ? "99.99" : digits
  }

  private static func byteUnit(_ value: Double) -> (Double, String) {
    switch value {
    case ..<1e3: (1, "B")
    case ..<1e6: (1e3, "kB")
    case ..<1e9: (1e6, "MB")
    default: (1e9, "GB")
    }
  }

  private static func apply(_ rounding: Rounding, _ value: Double) -> Double {
    switch rounding {
    case .down: value.rounded(.down)
    case .up: value.rounded(.up)
    case .nearest: value.rounded()
    }
  }

  private static func grouped(_ digits: String) -> String {
    guard digits.utf8.count > 3 else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return text
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension FigureText.Rounding {
  /// To the other side of zero.
  var opposite: Self {
    switch self {
    case .down: .up
    case .up: .down
    case .nearest: .nearest
    }
  }
}
