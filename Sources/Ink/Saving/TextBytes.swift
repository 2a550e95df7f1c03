// Text as bytes. The browser's module has no Unicode tables, so that no text passes through `String`. Nothing here is inlined: that
// is 6 KB of the module less.

/// Bytes of text that grow.
struct TextBytes {
  private(set) var bytes: [UInt8] = []

  @inline(never)
  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  @inline(never)
  mutating func add(byte: UInt8) { bytes.append(byte) }

  @inline(never)
  mutating func add(bytes other: [UInt8]) { bytes.append(contentsOf: other) }

  @inline(never)
  mutating func add(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  @inline(never)
  mutating func add(_ value: Int32) { add(Int64(value)) }

  /// A whole number of hundredths as a decimal number without needless zeros.
  @inline(never)
  mutating func add(hundredths value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    if magnitude >= 100 || magnitude == 0 { add(Int64(magnitude / 100)) }
    let part = UInt8(magnitude % 100)
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + part / 10)
    if part % 10 > 0 { bytes.append(UInt8(ascii: "0") + part % 10) }
  }

  /// The last `digits` hexadecimal digits of a number.
  @inline(never)
  mutating func add(hexadecimal value: UInt32, digits: Int) {
    for place in 0..<digits {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(4 * (digits - 1 - place)) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  @inline(never)
  mutating func add(base64 data: [UInt8]) {
    let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    digits.withUTF8Buffer { digits in
      var index = 0
      while index < data.count {
        let count = min(3, data.count - index)
        var word = UInt32(data[index]) << 16
        if count > 1 { word |= UInt32(data[index + 1]) << 8 }
        if count > 2 { word |= UInt32(data[index + 2]) }
        bytes.append(digits[Int(word >> 18)])
        bytes.append(digits[Int(word >> 12 & 63)])
        bytes.append(count > 1 ? digits[Int(word >> 6 & 63)] : UInt8(ascii: "="))
        bytes.append(count > 2 ? digits[Int(word & 63)] : UInt8(ascii: "="))
        index += 3
      }
    }
  }
}

/// The check of a saved drawing: CRC-32 as in ISO 3309, PNG and gzip.
struct FileCheck {
  private static let table: [UInt32] = (0..<256).map { byte in
    var value = UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    return value
  }

  static func of(_ bytes: [UInt8], from start: Int, to end: Int) -> UInt32 {
    let table = FileCheck.table
    var value: UInt32 = 0xffff_ffff
    for byte in bytes[start..<end] { value = table[Int((value ^ UInt32(byte)) & 255)] ^ value >> 8 }
    return ~value
  }
}
