// The hash that BMD keeps of a string (record 2): Java's `String.hashCode()`, over UTF-16 code units, here computed from UTF-8
// without making a string. Horner's rule, eight ASCII bytes a step: the eight products do not wait for one another (one byte a
// step waits three cycles for each multiplication).
//
// Bytes that are no UTF-8 count as Java's own decoder reads them (`JavaUTF8`).

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
      let (decoded, length) = JavaUTF8.decode(utf8, at)
      let scalar = decoded ?? JavaUTF8.replacement
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
}
