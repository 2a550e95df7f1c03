// Colours in hexadecimal digits, as Xournal and InkML write them.

/// Reads colours.
enum ColorText {
  /// `0xrrggbbaa` of `#rrggbbaa`, or of `#rrggbb` for an opaque colour; `nil` when the text is neither.
  static func rgba(_ text: String) -> UInt32? {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == 0x23, digits.count == 6 || digits.count == 8 else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      guard let number = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(number)
    }
    return digits.count == 6 ? value << 8 | 0xff : value
  }
}
