// Numbers are never shown as better than they are.

import Survey
import Testing

@Suite("Report: numbers")
struct FigureTextTests {
  static let space = "\u{202F}"

  @Test(
    "percentages are rounded down and keep short decimals",
    arguments: [
      (79.996, "79.99 %"), (80, "80.00 %"), (80.1, "80.10 %"), (0.29, "0.29 %"), (99.999, "99.99 %"), (100, "100.00 %"),
      (0.004, "0.00 %"), (-0.001, "−0.01 %"), (.nan, "not a number %"), (1234.5, "1\(space)234.50 %"),
    ])
  func percent(value: Double, text: String) { #expect(FigureText.percent(value) == text) }

  @Test("two decimals shown are below a limit of two decimals exactly when the value is, to a billionth")
  func honest() {
    for hundredths in stride(from: 1, through: 10_000, by: 7) {
      let limit = Double(hundredths) / 100
      let shown = FigureText.percent(limit)
      #expect(FigureText.percent(limit - 2e-9) != shown)
      #expect(FigureText.percent(limit.nextUp) == shown || limit == 100)
      #expect(FigureText.percent(limit.nextDown) == shown || limit == 100)
    }
  }

  @Test("where less is better, digits are dropped upwards, and nearly all is still not all")
  func lower() {
    let kind = FigureKind("x", "x", .percent, .lower)
    #expect(FigureText.value(1.001, kind) == "1.01 %")
    #expect(FigureText.value(99.999, kind) == "99.99 %")
    #expect(FigureText.value(2, kind) == "2.00 %")
  }

  @Test(
    "shares are exact",
    arguments: [
      (UInt64(2), UInt64(3), "66.66 %"), (999_999, 1_000_000, "99.99 %"), (7, 7, "100.00 %"), (0, 5, "0.00 %"),
      (0, 0, "none"),
      (.max - 1, .max, "99.99 %"), (.max, .max, "100.00 %"),
      (.max, 1, "184\u{202F}467\u{202F}440\u{202F}737\u{202F}095\u{202F}516.15 %"),
    ])
  func share(part: UInt64, total: UInt64, text: String) { #expect(FigureText.share(part, of: total) == text) }

  @Test("counts, sizes and durations")
  func units() {
    #expect(FigureText.count(1_234_567) == "1\(Self.space)234\(Self.space)567")
    #expect(FigureText.count(-999) == "−999")
    #expect(FigureText.count(Int.min).hasPrefix("−9\(Self.space)223"))
    #expect(FigureText.bytes(999) == "999 B")
    #expect(FigureText.bytes(48_210_944) == "48.21 MB")
    #expect(FigureText.bytes(48_210_944, rounding: .up) == "48.22 MB")
    // Two cases of 0.1 s and 0.2 s keep to a limit of 300 ms, and are not shown as 301.
    #expect(FigureText.seconds(0.1 + 0.2, rounding: .up) == "300 ms")
    #expect(FigureText.seconds(0.0123) == "12.3 ms")
    #expect(FigureText.seconds(0.000_207_4) == "207.4 µs")
    #expect(FigureText.seconds(3.2e-8) == "32.0 ns")
    #expect(FigureText.seconds(0) == "0.0 ms")
    #expect(FigureText.seconds(59.994) == "59.99 s")
    #expect(FigureText.seconds(312.4) == "5 min 12 s")
    #expect(FigureText.seconds(312.4, rounding: .up) == "5 min 13 s")
    #expect(FigureText.seconds(7_260) == "2 h 01 min")
    #expect(FigureText.seconds(.infinity) == "inf s")
    #expect(FigureText.bytes(.nan).hasPrefix("not a number"))
    #expect(FigureText.bytes(.greatestFiniteMagnitude).hasSuffix("GB"))
  }

  @Test("intervals")
  func intervals() {
    let percent = FigureKind("x", "x", .percent, .higher)
    let count = FigureKind("x", "x", .count, .lower)
    let bytes = FigureKind("x", "x", .bytes, .lower)
    #expect(FigureText.value(of: Figure(percent, value: 62.5, atMost: 75, evidence: [])) == "62.50–75.00 %")
    #expect(FigureText.value(of: Figure(percent, value: 62.5, evidence: [])) == "62.50 %")
    #expect(FigureText.value(of: Figure(count, value: 3, atMost: 5, evidence: [])) == "3–5")
    #expect(
      FigureText.value(of: Figure(bytes, value: 900_000, atMost: 1_200_000, evidence: [])) == "900.00 kB – 1.20 MB")
    #expect(FigureText.value(of: Figure(bytes, value: 1_000_000, atMost: 1_200_000, evidence: [])) == "1.00–1.20 MB")
  }

  @Test("changes and margins carry their sign, and what is not nothing never shows as nothing")
  func signed() {
    #expect(FigureText.change(0.42, .percent) == "+0.42 points")
    #expect(FigureText.change(-0.001, .percent) == "−<0.01 points")
    #expect(FigureText.change(0, .count) == "±0")
    #expect(FigureText.change(-3, .count) == "−3")
    #expect(FigureText.change(1_090_944, .bytes) == "+1.09 MB")
    #expect(FigureText.margin(-0.004, .percent) == "−0.01 points")
    #expect(FigureText.margin(3.4167, .percent) == "+3.41 points")
    #expect(FigureText.margin(-148_544, .bytes) == "−148.55 kB")
  }

  @Test("limits as they were written, and what they come to")
  func limits() {
    let absolute = Samples.line(Samples.lines, .atLeast, .absolute(80), ">= 80 %", value: 79, resolved: 80)
    #expect(FigureText.limit(absolute) == "≥ 80 %")
    #expect(FigureText.resolvedLimit(absolute) == nil)
    let relative = Samples.line(Samples.size, .atMost, .relativePercent(2), "+2 %", value: 1, resolved: 48_062_400)
    #expect(FigureText.limit(relative) == "≤ +2 %")
    #expect(FigureText.resolvedLimit(relative) == "comes to 48.06 MB, from the last shipped survey")
  }
}
