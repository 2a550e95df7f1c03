// One character of UTF-8 as Java's own decoder reads it, which the hash of a string and Badoo's cruncher rest on: bytes that are no
// UTF-8 count as one U+FFFD for each longest beginning of a character, and as one for a surrogate that is encoded in three bytes.

/// Java's decoder for UTF-8.
enum JavaUTF8 {
  /// What Java puts in the place of what is no character.
  static let replacement: UInt32 = 0xFFFD

  /// The character that begins at a byte of 80 or more: its number, `nil` where Java reads U+FFFD instead, and how many bytes it
  /// takes.
  static func decode(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> (scalar: UInt32?, length: Int) {
    let first = UInt32(bytes[at])
    // A byte that is missing is no continuation.
    func byte(_ offset: Int) -> UInt32 { at + offset < bytes.count ? UInt32(bytes[at + offset]) : 0 }
    func continues(_ byte: UInt32) -> Bool { byte & 0xC0 == 0x80 }
    let second = byte(1)
    switch first {
    case 0xC2...0xDF:
      return continues(second) ? ((first & 0x1F) << 6 | second & 0x3F, 2) : (nil, 1)
    case 0xE0...0xEF:
      guard continues(second), first > 0xE0 || second >= 0xA0 else { return (nil, 1) }
      let third = byte(2)
      guard continues(third) else { return (nil, 2) }
      let scalar = (first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F
      return (scalar & 0xF800 == 0xD800 ? nil : scalar, 3)
    case 0xF0...0xF4:
      guard continues(second), first > 0xF0 || second >= 0x90, first < 0xF4 || second < 0x90 else { return (nil, 1) }
      let third = byte(2)
      guard continues(third) else { return (nil, 2) }
      let fourth = byte(3)
      guard continues(fourth) else { return (nil, 3) }
      return ((first & 0x7) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | fourth & 0x3F, 4)
    default: return (nil, 1)
    }
  }
}
