// The text that stands in a decrunched dump for a string of which only the hash is known. It says all that the BMD file said, so
// that the cruncher can make the same HASHED_STRING of it again.

/// Text that stands for a string of which only the hash is known: `Hash$-1376723408`, padded with `+` to the length of the
/// original as in Badoo's decruncher. An original shorter than that leaves its length behind an `@`: the length is then not lost.
enum HashPlaceholder {
  static let prefix = "Hash$"

  static func text(hash: Int32, length: Int) -> String {
    let plain = prefix + String(hash)
    let missing = length - plain.utf8.count
    // A length that no string of a class file has is left to its number: the padding must not be what fills the memory.
    if missing >= 0, length <= 1 << 16 { return plain + String(repeating: "+", count: missing) }
    return plain + "@" + String(length)
  }

  /// The hash and length that a text stands for, or `nil` for any other text.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> (hash: Int32, length: Int)? {
    guard bytes.starts(with: prefix.utf8) else { return nil }
    var digits = bytes.dropFirst(prefix.utf8.count)
    var length = bytes.count
    if let mark = digits.lastIndex(of: UInt8(ascii: "@")) {
      guard let stated = Int(String(decoding: digits[(mark + 1)...], as: UTF8.self)), stated >= 0 else { return nil }
      length = stated
      digits = digits[..<mark]
    } else {
      while digits.last == UInt8(ascii: "+") { digits = digits.dropLast() }
    }
    guard let first = digits.first, first != UInt8(ascii: "+"),
      let hash = Int32(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return (hash, length)
  }
}
