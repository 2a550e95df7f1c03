// What Java makes of bytes that are no UTF-8 when it decodes and encodes them again, which Badoo's cruncher does with every string
// before it takes its length: one U+FFFD for each longest beginning of a character, and one for a surrogate of three bytes.

/// Bytes through Java's decoder and encoder for UTF-8.
enum JavaRecoder {
  /// Whether the bytes are UTF-8, which comes back as it is.
  static func isStandard(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at < bytes.count {
      if bytes[at] < 0x80 {
        at += 1
        continue
      }
      let (length, isValid) = character(bytes, at)
      guard isValid else { return false }
      at += length
    }
    return true
  }

  /// The bytes as they come back.
  static func recode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let (length, isValid) = bytes[at] < 0x80 ? (1, true) : character(bytes, at)
      if isValid { result += bytes[at..<at + length] } else { result += [0xEF, 0xBF, 0xBD] }
      at += length
    }
    return result
  }

  /// The character that begins at a byte of 80 or more: its length, or that of what Java passes over for one U+FFFD.
  private static func character(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> (length: Int, isValid: Bool) {
    let first = bytes[at]
    func byte(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }
    func continues(_ offset: Int) -> Bool { byte(offset) & 0xC0 == 0x80 }
    switch first {
    case 0xC2...0xDF: return continues(1) ? (2, true) : (1, false)
    case 0xE0...0xEF:
      guard continues(1), first > 0xE0 || byte(1) >= 0xA0 else { return (1, false) }
      guard continues(2) else { return (2, false) }
      return (3, !(first == 0xED && byte(1) >= 0xA0))
    case 0xF0...0xF4:
      guard continues(1), first > 0xF0 || byte(1) >= 0x90, first < 0xF4 || byte(1) < 0x90 else { return (1, false) }
      guard continues(2) else { return (2, false) }
      return continues(3) ? (4, true) : (3, false)
    default: return (1, false)
    }
  }
}
