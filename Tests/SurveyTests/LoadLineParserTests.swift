import Testing

@testable import Survey

struct LoadLineParserTests {
  private func parse(_ text: String, _ figure: String) -> LoadLineParser.Limit? {
    LoadLineParser.parse(text, for: FigureCatalogue.standard[figure]!)
  }

  @Test(
    arguments: [
      (">= 80 %", "coverage.lines", .atLeast, .absolute(80)), (">=80%", "coverage.lines", .atLeast, .absolute(80)),
      ("> 79.95", "coverage.lines", .above, .absolute(79.95)), ("== 100 %", "coverage.lines", .equal, .absolute(100)),
      (">= 0 %", "coverage.lines", .atLeast, .absolute(0)), (">= 0.8 %", "coverage.lines", .atLeast, .absolute(0.8)),
      (">= -0.5", "coverage.lines", .atLeast, .relativeAmount(-0.5)),
      (">= -0.5 %", "coverage.lines", .atLeast, .relativeAmount(-0.5)),
      (">= +0", "coverage.lines", .atLeast, .relativeAmount(0)),
      (">= \u{2212}2 %", "coverage.lines", .atLeast, .relativeAmount(-2)),
      ("== 0", "tests.failed", .equal, .absolute(0)), ("!= 0", "tests.total", .notEqual, .absolute(0)),
      ("<= 1_000", "tests.total", .atMost, .absolute(1000)), ("<= +2 %", "tests.total", .atMost, .relativePercent(2)),
      (">= -3", "tests.total", .atLeast, .relativeAmount(-3)), ("< 90 s", "tests.duration", .below, .absolute(90)),
      ("<= 1.5 min", "tests.duration", .atMost, .absolute(90)),
      ("<= 250 ms", "tests.slowest", .atMost, .absolute(0.25)),
      ("<= 1 h", "tests.duration", .atMost, .absolute(3600)),
      ("<= +10 s", "tests.duration", .atMost, .relativeAmount(10)),
      ("<= 25 MB", "bundle.size", .atMost, .absolute(25e6)), ("<= 2 MiB", "bundle.size", .atMost, .absolute(2_097_152)),
      ("<= +2 %", "bundle.size", .atMost, .relativePercent(2)),
      ("<= +512 kB", "bundle.size", .atMost, .relativeAmount(512e3)),
    ] as [(String, String, LoadLine.Comparison, LoadLine.Limit)])
  func `limits are read as people write them`(
    text: String, figure: String, comparison: LoadLine.Comparison, limit: LoadLine.Limit
  ) {
    #expect(parse(text, figure) == LoadLineParser.Limit(comparison: comparison, limit: limit))
  }

  @Test(arguments: [
    ("", "tests.failed"), ("0", "tests.failed"), ("= 0", "tests.failed"), ("=> 0", "tests.failed"),
    (">= ", "tests.failed"), (">= x", "tests.failed"), (">= 0 %", "tests.failed"), (">= 0 s", "tests.failed"),
    (">= 1.2.3", "tests.failed"), (">= _", "tests.failed"), (">= +-1", "tests.failed"), (">= 1e3", "tests.failed"),
    (">= 0x10", "tests.failed"), (">= ١", "tests.failed"), (">= nan", "tests.failed"), ("≥ 1", "tests.failed"),
    (">= 101 %", "coverage.lines"), (">= 101", "coverage.lines"), (">= 80 MB", "coverage.lines"),
    (">= 80 % %", "coverage.lines"), ("80 %", "coverage.lines"), (">= 80 % of lines", "coverage.lines"),
    // A share written as a fraction would guard next to nothing.
    (">= 0.8", "coverage.lines"), (">= 1", "coverage.lines"),
    ("<= 25 mb", "bundle.size"), ("<= 25 Mb", "bundle.size"), ("<= 25 %", "bundle.size"), ("< 3 m", "tests.duration"),
  ])
  func `nonsense is no limit`(text: String, figure: String) { #expect(parse(text, figure) == nil) }

  @Test func `comparisons hold at their limits`() {
    let held = LoadLine.Comparison.allCases.map { c in [0.0, 1, 2].map { c.holds($0, 1) } }
    #expect(
      Dictionary(uniqueKeysWithValues: zip(LoadLine.Comparison.allCases.map(\.rawValue), held)) == [
        "<=": [true, true, false], ">=": [false, true, true], "==": [false, true, false], "!=": [true, false, true],
        "<": [true, false, false], ">": [false, false, true],
      ])
  }
}
