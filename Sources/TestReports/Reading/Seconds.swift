// The `time` attribute: seconds, in the number formats of the writers' locales. `1,234.5` has thousands separators (Surefire formats
// with Locale.ENGLISH), `1.234,5` too, `0,25` a decimal comma. `1,234` alone is ambiguous: Surefire would write it for whole
// seconds only, one case in a thousand of those above 1,000 s, writers with a decimal comma for any case above one second; so it is
// read as a decimal comma and told.

/// A number of seconds as read from an attribute.
enum Seconds: Equatable {
  /// There was no text.
  case missing
  /// A number; `isAmbiguous` when a lone comma might have been a thousands separator.
  case value(Double, isAmbiguous: Bool)
  /// No number, or negative, or not finite.
  case unreadable

  /// Longer texts are no times.
  private static let maximumLength = 64

  init(_ text: String) {
    if let plain = Self.plain(text) {
      self = .value(plain, isAmbiguous: false)
      return
    }
    let trimmed = text.utf8.drop { $0 <= 0x20 }
    guard !trimmed.isEmpty else {
      self = .missing
      return
    }
    self = Self.read(Substring(trimmed)) ?? .unreadable
  }

  /// Digits with at most one point, as nearly all times are. Up to fifteen digits and the power of ten are exact in a Double, so
  /// their quotient is the nearest Double.
  private static func plain(_ text: String) -> Double? {
    guard (1...16).contains(text.utf8.count) else { return nil }
    var value: UInt64 = 0
    var scale: UInt64 = 0
    var digits = 0
    for byte in text.utf8 {
      if byte == 0x2E, scale == 0 {
        scale = 1
        continue
      }
      guard (48...57).contains(byte), digits < 15 else { return nil }
      value = value * 10 + UInt64(byte - 48)
      scale *= 10
      digits += 1
    }
    guard digits > 0 else { return nil }
    return scale > 1 ? Double(value) / Double(scale) : Double(value)
  }

  private static func read(_ text: Substring) -> Seconds? {
    guard text.utf8.count <= maximumLength else { return nil }
    let bytes = Array(text.utf8.prefix { $0 > 0x20 })
    guard text.utf8.dropFirst(bytes.count).allSatisfy({ $0 <= 0x20 }) else { return nil }
    let commas = bytes.count { $0 == 0x2C }
    let dots = bytes.count { $0 == 0x2E }
    guard bytes.allSatisfy({ (48...57).contains($0) || ".,eE+-".utf8.contains($0) }),
      bytes.contains(where: { (48...57).contains($0) })
    else { return nil }
    var plain: [UInt8] = []
    var isAmbiguous = false
    switch (commas, dots) {
    case (0, 0...1): plain = bytes
    case (1, 0):
      plain = bytes.map { $0 == 0x2C ? 0x2E : $0 }
      isAmbiguous = looksGrouped(bytes[...], by: 0x2C) && bytes[0] != 0x30
    case (2..., 0):
      guard looksGrouped(bytes[...], by: 0x2C) else { return nil }
      plain = bytes.filter { $0 != 0x2C }
    case (0, 2...):
      guard looksGrouped(bytes[...], by: 0x2E) else { return nil }
      plain = bytes.filter { $0 != 0x2E }
    default:
      // Both: the last one is the decimal sign, and it stands once.
      guard let last = bytes.lastIndex(where: { $0 == 0x2C || $0 == 0x2E }) else { return nil }
      let grouping: UInt8 = bytes[last] == 0x2C ? 0x2E : 0x2C
      guard looksGrouped(bytes[..<last], by: grouping) else { return nil }
      plain = bytes[..<last].filter { $0 != grouping } + [0x2E] + bytes[(last + 1)...]
    }
    if plain.first == 0x2E { plain.insert(0x30, at: 0) }
    guard let value = Double(String(decoding: plain, as: UTF8.self)), value.isFinite, value >= 0 else { return nil }
    return .value(value, isAmbiguous: isAmbiguous)
  }

  /// One to three digits, then groups of exactly three behind a separator.
  private static func looksGrouped(_ digits: ArraySlice<UInt8>, by separator: UInt8) -> Bool {
    let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
    guard let first = groups.first, (1...3).contains(first.count) else { return false }
    return groups.dropFirst().allSatisfy { $0.count == 3 } && groups.joined().allSatisfy { (48...57).contains($0) }
  }
}
