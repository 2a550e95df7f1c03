// What Java makes of bytes that are no UTF-8 when it decodes and encodes them again (`JavaUTF8`), which Badoo's cruncher does with
// every string before it takes its length.

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
      let (scalar, length) = JavaUTF8.decode(bytes, at)
      guard scalar != nil else { return false }
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
      let (scalar, length) = bytes[at] < 0x80 ? (UInt32(bytes[at]), 1) : JavaUTF8.decode(bytes, at)
      if scalar == nil { result += [0xEF, 0xBF, 0xBD] } else { result += bytes[at..<at + length] }
      at += length
    }
    return result
  }
}
