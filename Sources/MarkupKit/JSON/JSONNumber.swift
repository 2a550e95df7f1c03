// Numbers of JSON (RFC 8259, section 6) and JSON5 (1.0.0, section 6). The grammar is held here by hand, since what converts the
// digits (`Double.init`) takes more than either: leading zeros, `1.`, hexadecimal exponents.

extension JSONReader {
  /// Reads a number that is not negative; a fraction is cut off, what is larger becomes `UInt64.max`, negative is 0.
  public mutating func readUnsigned() throws(MarkupError) -> UInt64 {
    try skipSpace()
    var here = at
    var value: UInt64 = 0
    while here < bytes.count {
      let digit = bytes[here] &- 48
      guard digit < 10 else { break }
      // Nineteen digits always fit; longer numbers take the slow road.
      if here &- at >= 19 { return try readSlowUnsigned() }
      value = value &* 10 &+ UInt64(digit)
      here &+= 1
    }
    guard here > at, here == at &+ 1 || bytes[at] != 48 else { return try readSlowUnsigned() }
    if here < bytes.count, bytes[here] == 0x2E || (97...122).contains(bytes[here] | 0x20) {
      return try readSlowUnsigned()
    }
    at = here
    return value
  }

  private mutating func readSlowUnsigned() throws(MarkupError) -> UInt64 {
    let start = at
    let value = try readDouble()
    if let exact = DocumentText(UnsafeRawBufferPointer(rebasing: bytes[start..<at])).unsigned { return exact }
    if let exact = hexadecimal(start..<at), exact.sign == .plus, let magnitude = exact.magnitude { return magnitude }
    guard value > 0 else { return 0 }
    return value >= 18_446_744_073_709_551_616 ? .max : UInt64(value)
  }

  /// Reads a number.
  public mutating func readDouble() throws(MarkupError) -> Double {
    let found = try peek()
    guard found == .number else { throw wrongType(expected: "a number", found: found.rawValue) }
    let start = at
    let range = try scanNumber()
    if let hex = hexadecimal(range), let magnitude = hex.magnitude {
      return hex.sign == .minus ? -Double(magnitude) : Double(magnitude)
    }
    var text = String(decoding: bytes[range], as: UTF8.self)
    if dialect == .json5 {
      // `Double.init` knows "inf" and "nan" in other spellings, but these two as well, and takes `.5` and `5.`.
      if text.hasSuffix("NaN") { return .nan }
      if text.first == "+" { text.removeFirst() }
    }
    if let value = Double(text) { return value }
    throw MarkupError(.malformedJSON(expected: "a number", found: "'\(text)'"), at: position(at: start))
  }

  /// A hexadecimal number; `magnitude` is `nil` when it has more than 64 bits.
  private func hexadecimal(_ range: Range<Int>) -> (sign: FloatingPointSign, magnitude: UInt64?)? {
    guard dialect == .json5 else { return nil }
    var digits = bytes[range]
    let sign: FloatingPointSign = digits.first == 0x2D ? .minus : .plus
    if digits.first == 0x2D || digits.first == 0x2B { digits = digits.dropFirst() }
    guard digits.count > 2, digits[digits.startIndex + 1] | 0x20 == 0x78 else { return nil }
    return (sign, UInt64(String(decoding: digits.dropFirst(2), as: UTF8.self), radix: 16))
  }

  /// Passes over a number and holds it against the grammar.
  mutating func scanNumber() throws(MarkupError) -> Range<Int> {
    let start = at
    var scan = NumberScan(bytes: bytes, at: at, isJSON5: dialect == .json5)
    guard scan.number() else { throw failure(expected: "a number") }
    at = scan.at
    return start..<at
  }
}

/// The grammar of a number.
private struct NumberScan {
  let bytes: UnsafeRawBufferPointer
  var at: Int
  let isJSON5: Bool

  private var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func digits() -> Int {
    let start = at
    while (48...57).contains(next) { at &+= 1 }
    return at - start
  }

  private mutating func take(_ word: StaticString) -> Bool {
    guard at + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[at + index] != word.utf8Start[index] { return false }
    at += word.utf8CodeUnitCount
    return true
  }

  mutating func number() -> Bool { magnitude() && !isContinued }

  /// Whether what follows would belong to the number or name, as in `01`, `1a`, `1-1`.
  private var isContinued: Bool {
    switch next {
    case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24: true
    default: false
    }
  }

  private mutating func magnitude() -> Bool {
    if next == 0x2D || isJSON5 && next == 0x2B { at += 1 }
    if isJSON5 {
      if take("Infinity") || take("NaN") { return true }
      if take("0x") || take("0X") { return hexadecimalDigits() }
    }
    let whole = next == 0x30 ? 1 : digits()
    if next == 0x30, whole == 1 { at += 1 }
    guard whole > 0 || isJSON5 else { return false }
    if next == 0x2E {
      at += 1
      let fraction = digits()
      guard fraction > 0 || isJSON5 && whole > 0 else { return false }
    } else if whole == 0 {
      return false
    }
    if next | 0x20 == 0x65 {
      at += 1
      if next == 0x2B || next == 0x2D { at += 1 }
      return digits() > 0
    }
    return true
  }

  private mutating func hexadecimalDigits() -> Bool {
    let start = at
    while (48...57).contains(next) || (97...102).contains(next | 0x20) { at &+= 1 }
    return at > start
  }
}
