// The hash that BMD keeps of a string (record 2): Java's `String.hashCode()`, over UTF-16 code units, here computed from UTF-8
// without making a string. Horner's rule, eight ASCII bytes a step: the eight products do not wait for one another (one byte a
// step waits three cycles for each multiplication).
//
// Bytes that are no UTF-8 count as Java's own decoder reads them: one U+FFFD for each longest beginning of a character, and one
// for a surrogate that is encoded in three bytes.

/// Java's hash of strings.
public enum JavaStringHash {
  /// The hash of a string that is given as UTF-8.
  ///
  /// - Complexity: O(n).
  public static func of(_ utf8: UnsafeRawBufferPointer) -> Int32 {
    var hash: UInt32 = 0
    var at = 0
    let count = utf8.count
    while at &+ 8 <= count {
      let word = UInt64(littleEndian: utf8.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      if word & 0x8080_8080_8080_8080 != 0 { break }
      hash = hash &* powerOfEight &+ eight(word)
      at &+= 8
    }
    while at < count {
      let byte = utf8[at]
      if byte < 0x80 {
        hash = hash &* 31 &+ UInt32(byte)
        at &+= 1
        continue
      }
      let (scalar, length) = decode(utf8, at)
      at &+= length
      if scalar < 0x1_0000 {
        hash = hash &* 31 &+ scalar
      } else {
        hash = hash &* 31 &+ (0xD7C0 &+ scalar &>> 10)
        hash = hash &* 31 &+ (0xDC00 | scalar & 0x3FF)
      }
    }
    return Int32(bitPattern: hash)
  }

  /// The hash of a string.
  public static func of(_ text: String) -> Int32 {
    var copy = text
    return copy.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  /// 31⁸ in 32 bits.
  private static let powerOfEight: UInt32 = 2_487_512_833

  /// Eight bytes in the order of memory, weighted by 31⁷ … 31⁰.
  private static func eight(_ word: UInt64) -> UInt32 {
    func byte(_ index: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word &>> (index &* 8)) & 0xFF }
    let first = byte(0) &* 1_742_810_335 &+ byte(1) &* 887_503_681 &+ byte(2) &* 28_629_151 &+ byte(3) &* 923_521
    let second = byte(4) &* 29_791 &+ byte(5) &* 961 &+ byte(6) &* 31 &+ byte(7)
    return first &+ second
  }

  /// The character that begins at a byte of 80 or more, and how many bytes it takes.
  private static func decode(_ utf8: UnsafeRawBufferPointer, _ at: Int) -> (scalar: UInt32, length: Int) {
    let replacement: UInt32 = 0xFFFD
    let first = UInt32(utf8[at])
    // A byte that is missing is no continuation.
    func byte(_ offset: Int) -> UInt32 { at + offset < utf8.count ? UInt32(utf8[at + offset]) : 0 }
    func continues(_ byte: UInt32) -> Bool { byte & 0xC0 == 0x80 }
    let second = byte(1)
    switch first {
    case 0xC2...0xDF:
      return continues(second) ? ((first & 0x1F) << 6 | second & 0x3F, 2) : (replacement, 1)
    case 0xE0...0xEF:
      guard continues(second), first > 0xE0 || second >= 0xA0 else { return (replacement, 1) }
      let third = byte(2)
      guard continues(third) else { return (replacement, 2) }
      let scalar = (first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F
      return (scalar & 0xF800 == 0xD800 ? replacement : scalar, 3)
    case 0xF0...0xF4:
      guard continues(second), first > 0xF0 || second >= 0x90, first < 0xF4 || second < 0x90 else {
        return (replacement, 1)
      }
      let third = byte(2)
      guard continues(third) else { return (replacement, 2) }
      let fourth = byte(3)
      guard continues(fourth) else { return (replacement, 3) }
      return ((first & 0x7) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | fourth & 0x3F, 4)
    default: return (replacement, 1)
    }
  }
}
