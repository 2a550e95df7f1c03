import Testing

@testable import Survey

struct FigureWordsTests {
  @Test(
    arguments: [
      (79.996, .percent, "79.99 %"), (80, .percent, "80.0 %"), (100, .percent, "100.0 %"),
      (0.1 + 0.2, .percent, "0.3 %"),
      (3, .count, "3"), (2.5, .count, "2.5"), (1e20, .count, "1e+20"), (1.23456, .seconds, "1.235 s"),
      (25_000_000, .bytes, "25.0 MB"),
    ] as [(Double, FigureUnit, String)])
  func `a value is written in its unit, a share never rounded up`(value: Double, unit: FigureUnit, text: String) {
    #expect(FigureWords.value(value, unit) == text)
  }

  @Test func `every comparison has words`() {
    #expect(Set(LoadLine.Comparison.allCases.map(FigureWords.comparison)).count == 6)
  }
}
