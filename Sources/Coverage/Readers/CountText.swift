// Counts as tools really write them: whole numbers, but also "-3" (racing counters), "1.5e3", "2,0" (a decimal comma) and
// numbers that no counter holds. One place decides what each of them means.

/// A count that was read from text.
enum CountText: Equatable {
  /// A whole number; `UInt64.max` stands for that or more.
  case whole(UInt64)
  /// Less than nothing: taken as 0.
  case negative
  /// A number that had a fraction or an exponent, cut to a whole one.
  case cut(UInt64)

  /// The number to count with.
  var value: UInt64 {
    switch self {
    case .whole(let value), .cut(let value): value
    case .negative: 0
    }
  }

  /// Reads a count; `nil` when the text is no number (`NaN` is none).
  init?(_ bytes: UnsafeRawBufferPointer) {
    if let value = bytes.unsignedNumber {
      self = .whole(value)
      return
    }
    guard let value = Self.decimal(bytes) else { return nil }
    if value < 0 {
      self = .negative
    } else if value >= 18_446_744_073_709_551_616 {
      self = .cut(.max)
    } else {
      // "3.0" says no more than "3" does.
      let whole = UInt64(value)
      self = Double(whole) == value && !bytes.contains { $0 | 0x20 == 0x65 } ? .whole(whole) : .cut(whole)
    }
  }

  /// A decimal number, the comma of some locales included; `nil` for anything else.
  static func decimal(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard let first = bytes.first, bytes.count <= 400,
      first == 0x2D || first == 0x2B || first == 0x2E || first == 0x2C || (48...57).contains(first),
      bytes.allSatisfy({ (48...57).contains($0) || "+-.,eE".utf8.contains($0) })
    else { return nil }
    let text = String(decoding: bytes.lazy.map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self)
    guard let value = Double(text), !value.isNaN else { return nil }
    return value
  }
}
