// Base 64 (RFC 4648): how bytes stand in a page and in its policy.

enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Bytes as text, filled up with `=`.
  static func text(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        letters.append(alphabet[Int(bits >> UInt32(count)) & 63])
      }
    }
    if count > 0 { letters.append(alphabet[Int(bits << UInt32(6 - count)) & 63]) }
    while letters.count % 4 != 0 { letters.append(UInt8(ascii: "=")) }
    return String(decoding: letters, as: UTF8.self)
  }
}
