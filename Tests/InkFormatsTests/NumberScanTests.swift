// Numbers read from bytes by hand, held against the standard library's own reading.

import TestSupport
import Testing

@testable import InkFormats

@Suite struct NumberScanTests {
  /// The number at the beginning and how many bytes it takes.
  static func scan(_ text: String) -> (value: Double?, length: Int) {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scan = NumberScan(bytes)
      let value = scan.number()
      return (value, scan.at)
    }
  }

  @Test(
    "a number ends where the next one may begin",
    arguments: [
      ("12-3", 12.0, 2), ("-0.5.5", -0.5, 4), (".25", 0.25, 3), ("5.", 5, 2), ("+7", 7, 2), ("1e3", 1000, 3),
      ("1e", 1, 1), ("2E-2x", 0.02, 4), ("1e5'", 100_000, 3), ("-2.14748E9", -2_147_480_000, 10), ("007", 7, 3),
      ("0.0000000000000000000001", 1e-22, 24), ("1e-400", 0, 6),
    ])
  func numbers(_ text: String, _ value: Double, _ length: Int) {
    let found = Self.scan(text)
    #expect(found.value == value)
    #expect(found.length == length)
  }

  @Test(
    "what is no number of ink is none",
    arguments: ["", "-", ".", "nan", "inf", "x", "1e16", "1e400", "9999999999999999999999"])
  func noNumbers(_ text: String) {
    let found = Self.scan(text)
    #expect(found.value == nil)
    #expect(found.length == 0)
  }

  @Test("decimal numbers of up to fifteen digits are those of the standard library")
  func againstStandardLibrary() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let digits = "\(Int64.random(in: 0...999_999_999_999_999, using: &random))"
      let point = Int.random(in: 0...digits.utf8.count, using: &random)
      let zeros = String(repeating: "0", count: Int.random(in: 0...9, using: &random))
      let sign = Bool.random(using: &random) ? "-" : ""
      let text = "\(sign)0\(digits.prefix(point)).\(digits.dropFirst(point))\(zeros)1".dropLast().description
      if text.hasSuffix(".") { continue }
      #expect(Self.scan(text).value == Double(text), "\(text)")
    }
  }
}
