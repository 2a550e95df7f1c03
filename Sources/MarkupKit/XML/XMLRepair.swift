// Hands a document's bytes to the XML parser with what XML 1.0 forbids (section 2.2, "Char") replaced by U+FFFD: control
// characters but TAB, LF and CR; U+FFFE and U+FFFF; bytes that are no UTF-8; character references to any of these
// (`&#27;`, `&#x0;`). Strict parsers refuse a whole test report for one coloured line in its output. Documents in other
// encodings than UTF-8 pass as they are.

struct XMLRepair {
  private let bytes: UnsafeRawBufferPointer
  private var at: Int
  private let isUTF8: Bool
  private(set) var summary = XMLReader.Summary()

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    at = 0
    isUTF8 = Self.looksUTF8(bytes)
    // White space or blank lines before the declaration: common in files glued together by scripts.
    while isUTF8, at < bytes.count, bytes[at] <= 0x20 { at += 1 }
  }

  /// No byte order mark of UTF-16/32, no NUL among the first bytes, and no other encoding in the declaration.
  private static func looksUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.count >= 2 {
      let first = (bytes[0], bytes[1])
      if first == (0xFE, 0xFF) || first == (0xFF, 0xFE) || first == (0, 0x3C) || first == (0x3C, 0) { return false }
    }
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard head.utf8.starts(with: "<?xml".utf8) || head.utf8.dropFirst(3).starts(with: "<?xml".utf8),
      let declaration = head.split(separator: "?>", maxSplits: 1).first,
      let encoding = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first
    else { return true }
    let name = encoding.drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" }
    let lower = name.lowercased()
    // "utf-16" in a file whose bytes are plainly one a character is a writer's mistake (.NET string writers do this);
    // libxml2 would refuse it, so it is left to libxml2 only when the bytes look like UTF-16, above.
    return lower.isEmpty || lower == "utf-8" || lower == "utf8" || lower == "us-ascii" || lower == "ascii"
  }

  /// Fills a buffer with the next bytes, repaired; returns how many, 0 at the end.
  mutating func fill(_ target: UnsafeMutablePointer<CChar>, _ capacity: Int) -> Int32 {
    let out = UnsafeMutableRawPointer(target)
    guard isUTF8 else {
      let count = min(capacity, bytes.count - at)
      if count > 0 { out.copyMemory(from: bytes.baseAddress! + at, byteCount: count) }
      at += count
      return Int32(count)
    }
    var written = 0
    // A replacement takes three bytes, so the loop stops three short of the buffer's end.
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
        out.storeBytes(of: 0xEF, toByteOffset: written, as: UInt8.self)
        out.storeBytes(of: 0xBF, toByteOffset: written + 1, as: UInt8.self)
        out.storeBytes(of: 0xBD, toByteOffset: written + 2, as: UInt8.self)
        written += 3
        at += length
      } else {
        // A good multi-byte character, or an ampersand that begins no bad reference.
        let size = sequenceLength(at: at)
        out.advanced(by: written).copyMemory(from: bytes.baseAddress! + at, byteCount: size)
        written += size
        at += size
      }
    }
    return Int32(written)
  }

  /// How many bytes from here are printable ASCII, TAB, LF or CR and no ampersand.
  private func cleanRun(limit: Int) -> Int {
    let end = min(bytes.count, at + limit)
    var here = at
    let space = SIMD16<UInt8>(repeating: 0x20)
    let high = SIMD16<UInt8>(repeating: 0x80)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    while here + 16 <= end {
      let block = bytes.loadUnaligned(fromByteOffset: here, as: SIMD16<UInt8>.self)
      let plain = (block .>= space) .& (block .< high) .& (block .!= ampersand)
      guard all(plain) else { break }
      here += 16
    }
    while here < end {
      let byte = bytes[here]
      guard byte < 0x80, byte != 0x26, byte >= 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D else { break }
      here += 1
    }
    return here - at
  }

  /// How many bytes here must be replaced by one U+FFFD; 0 when they are fine.
  private func forbiddenLength() -> Int {
    let byte = bytes[at]
    if byte == 0x26 { return forbiddenReferenceLength() }
    if byte < 0x20 { return 1 }
    if byte < 0x80 { return 0 }
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
    while here < bytes.count, here - firstDigit < 12, let digit = Self.digit(bytes[here], isHex: isHex) {
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
