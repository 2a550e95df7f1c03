// Hands a document's bytes to the XML parser with what XML 1.0 forbids (section 2.2, "Char") replaced by U+FFFD: control
// characters but TAB, LF and CR; U+FFFE and U+FFFF; bytes that are no UTF-8; character references to any of these
// (`&#27;`, `&#x0;`). Strict parsers refuse a whole test report for one coloured line in its output. In declared encodings of
// one byte a character the replacement is `?`; UTF-16 and other encodings pass as they are.

struct XMLRepair {
  /// What the bytes are, and so what can be repaired.
  private enum Form {
    /// UTF-8, whatever the declaration says.
    case utf8
    /// An encoding of one byte a character that agrees with ASCII: ISO 8859, windows-125x, KOI8.
    case singleByte
    /// UTF-16, or an encoding that only the parser knows.
    case opaque
  }

  private let bytes: UnsafeRawBufferPointer
  private var at: Int
  private let form: Form
  /// Lines passed over before the document: the parser does not see them and counts from 1.
  let skippedLines: Int
  private(set) var summary = XMLReader.Summary()
  private var markup = MarkupScan()

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    guard !Self.looksUTF16(bytes) else {
      (at, form, skippedLines) = (0, .opaque, 0)
      return
    }
    // A byte order mark, and blank lines before the declaration: common in files glued together by scripts.
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let markEnd = hasMark ? 3 : 0
    var start = markEnd
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    at = start
    skippedLines = bytes[markEnd..<start].count { $0 == 0x0A }
    form = hasMark ? .utf8 : Self.form(of: Self.declaredEncoding(bytes[start...].prefix(500)))
  }

  /// Whether the declaration's encoding must be passed over, since the bytes are UTF-8 by now.
  var ignoresDeclaration: Bool { form == .utf8 }

  /// A byte order mark of UTF-16 or UTF-32, or a NUL beside the first `<`.
  private static func looksUTF16(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 2 else { return false }
    let first = (bytes[0], bytes[1])
    return first == (0xFE, 0xFF) || first == (0xFF, 0xFE) || first == (0, 0x3C) || first == (0x3C, 0)
  }

  /// The encoding that an XML declaration names, in lower case.
  private static func declaredEncoding(_ head: Slice<UnsafeRawBufferPointer>) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard text.hasPrefix("<?xml"), let declaration = text.split(separator: "?>", maxSplits: 1).first,
      let rest = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first
    else { return nil }
    let name = rest.drop { " \t\r\n=\"'".contains($0) }.prefix { $0 != "\"" && $0 != "'" }
    return name.lowercased()
  }

  private static func form(of encoding: String?) -> Form {
    guard let encoding, !encoding.isEmpty else { return .utf8 }
    let single = ["iso-8859", "iso8859", "iso_8859", "windows-125", "cp125", "latin", "koi8", "l1"]
    if single.contains(where: { encoding.hasPrefix($0) }) { return .singleByte }
    // "utf-16" in a file whose bytes are plainly one a character is a writer's mistake (.NET's string writers make it);
    // libxml2 would refuse the file.
    let utf8 = [
      "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf16", "utf-32", "utf32", "ucs-", "unicode", "iso-10646",
    ]
    return utf8.contains { encoding.hasPrefix($0) } ? .utf8 : .opaque
  }

  /// Fills a buffer with the next bytes, repaired; returns how many, 0 at the end.
  mutating func fill(_ target: UnsafeMutablePointer<CChar>, _ capacity: Int) -> Int32 {
    let out = UnsafeMutableRawPointer(target)
    guard form != .opaque else {
      let count = min(capacity, bytes.count - at)
      if count > 0 { out.copyMemory(from: bytes.baseAddress! + at, byteCount: count) }
      at += count
      return Int32(count)
    }
    var written = 0
    // A replacement takes three bytes and a character four, so the loop stops short of the buffer's end.
    while at < bytes.count, written + 4 <= capacity {
      let run = cleanRun(limit: capacity - written)
      if run > 0 {
        out.advanced(by: written).copyMemory(from: bytes.baseAddress! + at, byteCount: run)
        written += run
        at += run
        continue
      }
      let length = forbiddenLength()
      if length > 0 {
        if summary.repairs == 0 { summary.firstRepairLine = lineNumber(at: at) }
        summary.repairs += 1
        if form == .utf8 {
          out.storeBytes(of: 0xEF, toByteOffset: written, as: UInt8.self)
          out.storeBytes(of: 0xBF, toByteOffset: written + 1, as: UInt8.self)
          out.storeBytes(of: 0xBD, toByteOffset: written + 2, as: UInt8.self)
          written += 3
        } else {
          out.storeBytes(of: 0x3F, toByteOffset: written, as: UInt8.self)
          written += 1
        }
        at += length
      } else {
        // A good multi-byte character, or an ampersand that begins no bad reference.
        let size = form == .utf8 ? sequenceLength(at: at) : 1
        out.advanced(by: written).copyMemory(from: bytes.baseAddress! + at, byteCount: size)
        written += size
        at += size
      }
    }
    return Int32(written)
  }

  /// How many bytes from here are printable (in UTF-8: and ASCII), TAB, LF or CR and no ampersand.
  private func cleanRun(limit: Int) -> Int {
    let end = min(bytes.count, at + limit)
    var here = at
    let space = SIMD16<UInt8>(repeating: 0x20)
    let last: UInt8 = form == .utf8 ? 0x7F : 0xFF
    let high = SIMD16<UInt8>(repeating: last)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    while here + 16 <= end {
      let block = bytes.loadUnaligned(fromByteOffset: here, as: SIMD16<UInt8>.self)
      // Line ends are part of the run: logs have one in each block or two.
      let plain = ((block .>= space) .| (block .== lineFeed)) .& (block .<= high) .& (block .!= ampersand)
      guard all(plain) else { break }
      here += 16
    }
    while here < end {
      let byte = bytes[here]
      guard byte <= last, byte != 0x26, byte >= 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D else { break }
      here += 1
    }
    return here - at
  }

  /// How many bytes here must be replaced by one U+FFFD; 0 when they are fine.
  private mutating func forbiddenLength() -> Int {
    let byte = bytes[at]
    if byte == 0x26 {
      let length = forbiddenReferenceLength()
      // In CDATA and comments it is plain text.
      return length > 0 && markup.isLiteral(at, in: bytes) ? 0 : length
    }
    if byte < 0x20 { return 1 }
    if byte < 0x80 || form != .utf8 { return 0 }
    let size = sequenceLength(at: at)
    if size == 0 { return 1 }
    // U+FFFE and U+FFFF.
    if size == 3, byte == 0xEF, bytes[at + 1] == 0xBF, bytes[at + 2] >= 0xBE { return 3 }
    return 0
  }

  /// The length of `&#…;` when it names a character that XML forbids, else 0.
  private func forbiddenReferenceLength() -> Int {
    guard at + 3 < bytes.count, bytes[at + 1] == 0x23 else { return 0 }
    var here = at + 2
    let isHex = bytes[here] == 0x78
    if isHex { here += 1 }
    var value: UInt32 = 0
    let firstDigit = here
    while here < bytes.count, here - firstDigit < 64, let digit = Self.digit(bytes[here], isHex: isHex) {
      value = min(value &* (isHex ? 16 : 10) &+ digit, 0x20_0000)
      here += 1
    }
    guard here > firstDigit, here < bytes.count, bytes[here] == 0x3B else { return 0 }
    let isAllowed =
      value == 9 || value == 10 || value == 13 || (0x20...0xD7FF).contains(value)
      || (0xE000...0xFFFD).contains(value) || (0x1_0000...0x10_FFFF).contains(value)
    return isAllowed ? 0 : here + 1 - at
  }

  private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    switch byte {
    case 48...57: UInt32(byte - 48)
    case 65...70 where isHex: UInt32(byte - 55)
    case 97...102 where isHex: UInt32(byte - 87)
    default: nil
    }
  }

  /// The length of the well-formed UTF-8 sequence at an offset (Unicode, table 3-7); 0 when there is none.
  private func sequenceLength(at offset: Int) -> Int {
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    let size: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: size = 2
    case 0xE0: (size, second) = (3, 0xA0...0xBF)
    case 0xED: (size, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: size = 3
    case 0xF0: (size, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: size = 4
    case 0xF4: (size, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + size <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for index in 2..<max(size, 2) where bytes[offset + index] & 0xC0 != 0x80 { return 0 }
    return size
  }

  private func lineNumber(at offset: Int) -> Int {
    var line = 1
    for byte in bytes[..<offset] where byte == 0x0A { line += 1 }
    return line
  }
}

/// Tells whether a place lies in a CDATA section or a comment. It is asked at bad references only and goes forward from the
/// place asked for last, so that all questions together cost one pass.
private struct MarkupScan {
  private var at = 0
  /// What ends the section that `at` lies in: `]]>` or `-->`.
  private var ending: StaticString?

  mutating func isLiteral(_ place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    while at < place {
      if let wanted = ending {
        if Self.matches(wanted, at, bytes) { ending = nil }
      } else if bytes[at] == 0x3C {
        if Self.matches("<![CDATA[", at, bytes) { ending = "]]>" }
        if Self.matches("<!--", at, bytes) {
          ending = "-->"
          // `<!-->` does not end itself.
          at += 3
        }
      }
      at += 1
    }
    return ending != nil
  }

  private static func matches(_ word: StaticString, _ at: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard at + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[at + index] != word.utf8Start[index] { return false }
    return true
  }
}
