// Modified UTF-8, in which dex and class files hold strings (JVMS 4.4.7; dex format, "MUTF-8 encoding"): NUL is C0 80, and a
// character beyond U+FFFF is two surrogates of three bytes each. BMD hashes standard UTF-8, so candidates become that.

/// Turns modified UTF-8 into standard UTF-8.
struct ModifiedUTF8 {
  private var scratch: [UInt8] = []

  /// Calls `body` with the string in standard UTF-8. Most strings are the same in both and are not copied. A surrogate that has
  /// no partner becomes U+FFFD; other bytes that no encoding explains stay as they are.
  mutating func withStandard(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard Self.differs(bytes) else { return body(bytes) }
    scratch.removeAll(keepingCapacity: true)
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0xC0, at + 1 < bytes.count, bytes[at + 1] == 0x80 {
        scratch.append(0)
        at += 2
      } else if let high = Self.surrogate(bytes, at) {
        if high < 0xDC00, let low = Self.surrogate(bytes, at + 3), low >= 0xDC00 {
          let scalar = 0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00)
          scratch.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
          for shift in [12, 6, 0] { scratch.append(0x80 | UInt8(truncatingIfNeeded: scalar >> UInt32(shift)) & 0x3F) }
          at += 6
        } else {
          scratch.append(contentsOf: [0xEF, 0xBF, 0xBD])
          at += 3
        }
      } else {
        scratch.append(bytes[at])
        at += 1
      }
    }
    scratch.withUnsafeBytes(body)
  }

  /// Whether there is a byte that may stand for something else: C0 or ED.
  private static func differs(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at &+ 8 <= bytes.count {
      if bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { break }
      at &+= 8
    }
    while at < bytes.count {
      if bytes[at] == 0xC0 || bytes[at] == 0xED { return true }
      at &+= 1
    }
    return false
  }

  private static func surrogate(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32? {
    guard at + 2 < bytes.count, bytes[at] == 0xED, bytes[at + 1] & 0xE0 == 0xA0, bytes[at + 2] & 0xC0 == 0x80 else {
      return nil
    }
    return 0xD000 | UInt32(bytes[at + 1] & 0x3F) << 6 | UInt32(bytes[at + 2] & 0x3F)
  }
}
