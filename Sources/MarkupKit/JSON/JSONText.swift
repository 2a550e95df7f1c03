// Strings, keys, white space and comments of JSON and JSON5.

/// A string of a JSON document: borrowed from the document where it has no escapes, else decoded.
public struct JSONKey {
  let borrowed: DocumentText
  let decoded: String?

  /// A copy as a `String`.
  public var string: String { decoded ?? borrowed.string }

  /// Whether the string is exactly `other`.
  public static func == (key: JSONKey, other: StaticString) -> Bool {
    guard let decoded = key.decoded else { return key.borrowed == other }
    return other.withUTF8Buffer { decoded.utf8.elementsEqual($0) }
  }

  /// Lets a `switch` compare with literals.
  public static func ~= (pattern: StaticString, key: JSONKey) -> Bool { key == pattern }
}

extension JSONReader {
  /// The line and column (in bytes) of what is read next.
  ///
  /// - Complexity: O(offset): for messages only.
  public var position: TextPosition { position(at: at) }

  func position(at offset: Int) -> TextPosition {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    return TextPosition(line: line, column: offset - lineStart + 1)
  }

  func failure(expected: String) -> MarkupError {
    MarkupError(.malformedJSON(expected: expected, found: found), at: position)
  }

  func wrongType(expected: String, found: String) -> MarkupError {
    MarkupError(.wrongType(expected: expected, found: found), at: position)
  }

  /// What stands here, for a message.
  private var found: String {
    guard at < bytes.count else { return "the end of the document" }
    let piece = bytes[at..<min(at + 16, bytes.count)].prefix { $0 > 0x20 && $0 != 0x2C }
    if piece.isEmpty { return "byte 0x\(String(bytes[at], radix: 16))" }
    return "'\(String(decoding: piece, as: UTF8.self))'"
  }

  mutating func skipSpace() throws(MarkupError) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at &+= 1
      case 0x2F where dialect == .json5: try skipComment()
      case 0x0B, 0x0C:
        guard dialect == .json5 else { return }
        at &+= 1
      default:
        let length = dialect == .json5 ? wideSpaceLength(at: at) : 0
        if length == 0 { return }
        at &+= length
      }
    }
  }

  /// The length of a white space or line separator outside of ASCII (JSON5, section 8), in bytes; 0 when none stands here.
  private func wideSpaceLength(at offset: Int) -> Int {
    guard bytes[offset] >= 0xC2 else { return 0 }
    if bytes[offset] == 0xC2 { return offset + 1 < bytes.count && bytes[offset + 1] == 0xA0 ? 2 : 0 }
    guard offset + 2 < bytes.count else { return 0 }
    switch (bytes[offset], bytes[offset + 1], bytes[offset + 2]) {
    // U+FEFF; U+1680; U+2000 to U+200A, U+2028, U+2029, U+202F; U+205F; U+3000.
    case (0xEF, 0xBB, 0xBF), (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  private mutating func skipComment() throws(MarkupError) {
    let start = at
    guard at + 1 < bytes.count else { throw failure(expected: "a value") }
    if bytes[at + 1] == 0x2F {
      while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
    } else if bytes[at + 1] == 0x2A {
      at += 2
      while at + 1 < bytes.count, !(bytes[at] == 0x2A && bytes[at + 1] == 0x2F) { at += 1 }
      guard at + 1 < bytes.count else {
        throw MarkupError(
          .malformedJSON(expected: "'*/' to end the comment", found: "the end of the document"), at: position(at: start)
        )
      }
      at += 2
    } else {
      throw failure(expected: "a value")
    }
  }

  mutating func readBareKey() throws(MarkupError) -> JSONKey {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case 0x30...0x39 where at > start: at += 1
      case 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F: at += 1
      case 0x80...0xFF where wideSpaceLength(at: at) == 0: at += 1
      default:
        guard at > start else { throw failure(expected: "a key") }
        return JSONKey(borrowed: slice(start, at), decoded: nil)
      }
    }
    throw failure(expected: "':' after the key")
  }

  private func slice(_ start: Int, _ end: Int) -> DocumentText {
    DocumentText(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
  }

  /// Reads a quoted string; the reader stands at the opening quote.
  mutating func readQuoted() throws(MarkupError) -> JSONKey {
    let quote = bytes[at]
    let start = at
    at += 1
    let from = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote {
        at &+= 1
        return JSONKey(borrowed: slice(from, at - 1), decoded: nil)
      }
      if byte == 0x5C { return JSONKey(borrowed: slice(from, from), decoded: try readEscaped(from, quote)) }
      if byte < 0x20, dialect == .json || byte == 0x0A || byte == 0x0D {
        throw failure(expected: "a string without control characters")
      }
      at &+= 1
    }
    throw MarkupError(
      .malformedJSON(expected: "a closing quote", found: "the end of the document"), at: position(at: start))
  }

  /// Decodes a string from its first backslash on.
  private mutating func readEscaped(_ from: Int, _ quote: UInt8) throws(MarkupError) -> String {
    var decoded = Array(bytes[from..<at])
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote {
        at += 1
        return String(decoding: decoded, as: UTF8.self)
      }
      if byte < 0x20, dialect == .json || byte == 0x0A || byte == 0x0D {
        throw failure(expected: "a string without control characters")
      }
      at += 1
      guard byte == 0x5C else {
        decoded.append(byte)
        continue
      }
      guard at < bytes.count else { break }
      let escape = bytes[at]
      at += 1
      switch escape {
      case 0x22, 0x5C, 0x2F: decoded.append(escape)
      case 0x62: decoded.append(0x08)
      case 0x66: decoded.append(0x0C)
      case 0x6E: decoded.append(0x0A)
      case 0x72: decoded.append(0x0D)
      case 0x74: decoded.append(0x09)
      case 0x75: decoded.append(contentsOf: String(Character(try readUnicodeEscape())).utf8)
      case 0x0A where dialect == .json5: break
      case 0x0D where dialect == .json5: if at < bytes.count, bytes[at] == 0x0A { at += 1 }
      case 0xE2 where dialect == .json5 && at + 1 < bytes.count && bytes[at] == 0x80 && bytes[at + 1] | 1 == 0xA9:
        at += 2
      case 0x30 where dialect == .json5 && !(at < bytes.count && (0x30...0x39).contains(bytes[at])): decoded.append(0)
      case 0x76 where dialect == .json5: decoded.append(0x0B)
      case 0x78 where dialect == .json5:
        let value = try readHex(2)
        decoded.append(contentsOf: String(Character(UnicodeScalar(UInt8(value)))).utf8)
      default:
        guard dialect == .json5, !(0x30...0x39).contains(escape) else {
          at -= 1
          throw failure(expected: "an escape such as \\n or \\u0041")
        }
        decoded.append(escape)
      }
    }
    throw failure(expected: "a closing quote")
  }

  /// Reads the digits of `\uXXXX`, with a second one for a surrogate pair; a lone surrogate becomes U+FFFD.
  private mutating func readUnicodeEscape() throws(MarkupError) -> UnicodeScalar {
    let first = try readHex(4)
    guard (0xD800...0xDFFF).contains(first) else { return UnicodeScalar(first) ?? "\u{FFFD}" }
    guard first < 0xDC00, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 else { return "\u{FFFD}" }
    let back = at
    at += 2
    let second = try readHex(4)
    guard (0xDC00...0xDFFF).contains(second) else {
      at = back
      return "\u{FFFD}"
    }
    return UnicodeScalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func readHex(_ digits: Int) throws(MarkupError) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<digits {
      // `UInt32.init(_:radix:)` would take a sign.
      guard at + index < bytes.count, let digit = Character(UnicodeScalar(bytes[at + index])).hexDigitValue else {
        throw failure(expected: "\(digits) hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    at += digits
    return value
  }
}
