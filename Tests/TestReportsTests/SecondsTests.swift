import Testing

@testable import TestReports

struct SecondsTests {
  @Test(
    arguments: [
      ("0", 0), ("0.5", 0.5), ("1,234.5", 1_234.5), ("1,234,567.891", 1_234_567.891), ("1.234,5", 1_234.5),
      ("0,25", 0.25),
      ("0,123", 0.123), ("1,23", 1.23), ("1,234,567", 1_234_567), ("1.234.567", 1_234_567), (" 3.5 ", 3.5), (".5", 0.5),
      ("5.", 5), ("1e-05", 1e-05), ("1.2E2", 120), ("-0", 0), ("12345,678", 12345.678),
    ] as [(String, Double)])
  func `the number formats of the writers' locales are read`(text: String, value: Double) {
    #expect(Seconds(text) == .value(value, isAmbiguous: false))
  }

  @Test(arguments: [("1,234", 1.234), ("12,345", 12.345)])
  func `a lone comma before three digits is ambiguous`(text: String, value: Double) {
    #expect(Seconds(text) == .value(value, isAmbiguous: true))
  }

  @Test(arguments: [
    "NaN", "Infinity", "inf", "-1", "abc", "1,23.4", "1.2.3", "1,2,3", "1,234.5.6", "0x10", "1 2", "e", ".", ",",
    "1e999",
    String(repeating: "1", count: 400), "1:02", "12ms",
  ])
  func `what is no time is unreadable`(text: String) { #expect(Seconds(text) == .unreadable) }

  @Test(arguments: ["", " ", "\n"])
  func `no text is missing`(text: String) { #expect(Seconds(text) == .missing) }

  @Test func `the fast road gives the nearest Double`() {
    for text in [
      "0.1", "0.3", "123.456", "0.000567201", "99999.9999999999", "1.30411204", "0.264374191", "7.", "12345678901234",
    ] {
      #expect(Seconds(text) == .value(Double(text.hasSuffix(".") ? text + "0" : text) ?? -1, isAmbiguous: false))
    }
  }
}
