// The beginning of a text document, decoded just far enough to see what it is.

enum DecodedHead {
  /// The bytes as text: UTF-16 by its byte order mark or its zero bytes, else UTF-8.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.count >= 2 else { return String(decoding: bytes, as: UTF8.self) }
    let first = (bytes[0], bytes[1])
    let isLittle = first == (0xFF, 0xFE) || first == (0x3C, 0)
    let isBig = first == (0xFE, 0xFF) || first == (0, 0x3C)
    guard isLittle || isBig else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    for at in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (low, high) = isLittle ? (bytes[at], bytes[at + 1]) : (bytes[at + 1], bytes[at])
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    return String(decoding: units, as: UTF16.self)
  }
}
