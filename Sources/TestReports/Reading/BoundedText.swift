// Text of which only the beginning or the end is kept, whatever its size: a test may print gigabytes.

internal import MarkupKit

/// Keeps the first bytes of a text, cut between characters.
struct HeadText {
  private let limit: Int
  private var kept: [UInt8] = []
  private var total = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    total += bytes.count
    if kept.count < limit { kept.append(contentsOf: bytes.prefix(limit - kept.count)) }
  }

  var omittedBytes: Int { total - kept.count }

  /// The text without the white space around it.
  var string: String { HeadText.string(kept[...], isCut: total > kept.count) }

  private static func string(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> String {
    var piece = isCut ? bytes.prefix(upTo: wholeCharacters(bytes)) : bytes
    piece = piece.drop { $0 <= 0x20 }
    while let last = piece.last, last <= 0x20 { piece.removeLast() }
    return String(decoding: piece, as: UTF8.self)
  }

  /// The end of the last whole character.
  private static func wholeCharacters(_ bytes: ArraySlice<UInt8>) -> Int {
    var start = bytes.endIndex
    while start > bytes.startIndex, bytes.endIndex - start < 4 {
      start -= 1
      let byte = bytes[start]
      if byte & 0xC0 == 0x80 { continue }
      let size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return start + size <= bytes.endIndex ? bytes.endIndex : start
    }
    return bytes.endIndex
  }

  /// The beginning of an attribute's value.
  static func string(_ text: DocumentText, limit: Int) -> String {
    guard text.bytes.count > limit else { return text.string }
    var head = HeadText(limit: limit)
    head.append(text.bytes)
    return head.string
  }
}

/// Keeps the last bytes of a text, cut between characters.
struct TailText {
  private let limit: Int
  private var kept: [UInt8] = []
  private var isCut = false

  init(limit: Int) { self.limit = limit }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > limit || !kept.isEmpty && kept.count + bytes.count > limit { isCut = true }
    kept.append(contentsOf: bytes.suffix(limit))
    // Dropping at twice the limit moves each byte once on average.
    if kept.count > 2 * limit { kept.removeFirst(kept.count - limit) }
  }

  var isEmpty: Bool { kept.isEmpty }

  /// The text without the white space around it.
  var string: String {
    var piece = kept.suffix(limit)
    if isCut { piece = piece.drop { $0 & 0xC0 == 0x80 } }
    piece = piece.drop { $0 <= 0x20 }
    while let last = piece.last, last <= 0x20 { piece.removeLast() }
    return String(decoding: piece, as: UTF8.self)
  }
}
