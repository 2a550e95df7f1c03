// What may stand before a document's first element: a byte order mark, an XML declaration, comments, processing instructions and a
// DOCTYPE. Whoever recognises XML by its root asks here.

/// Reads over what may stand before the first element. UTF-16 is looked at through its low bytes: names are ASCII.
public struct XMLProlog {
  private let bytes: UnsafeRawBufferPointer
  private let stride: Int
  private let lowByte: Int
  private let count: Int
  private var at = 0

  /// The local name of a document's first element; `nil` when the bytes are no XML or end before it.
  ///
  /// - Complexity: O(n) in the prolog's length.
  public static func rootName(of head: UnsafeRawBufferPointer) -> String? {
    var prolog = XMLProlog(head)
    return prolog.rootName()
  }

  /// The local name of a document's first element and the text behind the name, as far as the bytes go; `nil` as for
  /// `rootName(of:)`. Of UTF-16 only the ASCII characters are kept: enough to look for names of attributes and elements.
  ///
  /// - Complexity: O(n).
  public static func root(of head: UnsafeRawBufferPointer) -> (name: String, rest: String)? {
    var prolog = XMLProlog(head)
    guard let name = prolog.rootName() else { return nil }
    return (name, prolog.rest)
  }

  private var rest: String {
    if stride == 1 { return String(decoding: bytes[at...], as: UTF8.self) }
    return String(decoding: (at..<count).map { self[$0] }.filter { $0 < 0x80 }, as: UTF8.self)
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let first = bytes.count > 1 ? (bytes[0], bytes[1]) : (0, 0)
    switch first {
    case (0xFF, 0xFE): (stride, lowByte, at) = (2, 0, 1)
    case (0x3C, 0): (stride, lowByte) = (2, 0)
    case (0xFE, 0xFF): (stride, lowByte, at) = (2, 1, 1)
    case (0, 0x3C): (stride, lowByte) = (2, 1)
    default: (stride, lowByte) = (1, 0)
    }
    count = bytes.count / stride
    if bytes.count > 2, first == (0xEF, 0xBB), bytes[2] == 0xBF { at = 3 }
  }

  private subscript(_ index: Int) -> UInt8 {
    let offset = index * stride
    if stride == 2, bytes[offset + 1 - lowByte] != 0 { return 0x80 }
    return bytes[offset + lowByte]
  }

  private func starts(_ word: StaticString) -> Bool {
    guard at + word.utf8CodeUnitCount <= count else { return false }
    for index in 0..<word.utf8CodeUnitCount where self[at + index] != word.utf8Start[index] { return false }
    return true
  }

  private mutating func skip(past word: StaticString) -> Bool {
    while at < count {
      if starts(word) {
        at += word.utf8CodeUnitCount
        return true
      }
      at += 1
    }
    return false
  }

  /// Passes over a DOCTYPE with its internal subset.
  private mutating func skipDoctype() -> Bool {
    var depth = 0
    while at < count {
      let byte = self[at]
      at += 1
      if byte == 0x5B { depth += 1 }
      if byte == 0x5D { depth -= 1 }
      if byte == 0x3E, depth <= 0 { return true }
    }
    return false
  }

  private mutating func rootName() -> String? {
    while at < count {
      let byte = self[at]
      if byte <= 0x20 {
        at += 1
        continue
      }
      guard byte == 0x3C else { return nil }
      if starts("<?") {
        guard skip(past: "?>") else { return nil }
      } else if starts("<!--") {
        at += 4
        guard skip(past: "-->") else { return nil }
      } else if starts("<!DOCTYPE") {
        guard skipDoctype() else { return nil }
      } else {
        at += 1
        return name()
      }
    }
    return nil
  }

  private mutating func name() -> String? {
    var found: [UInt8] = []
    while at < count, found.count < 100 {
      let byte = self[at]
      if byte <= 0x20 || byte == 0x3E || byte == 0x2F { return String(decoding: found, as: UTF8.self) }
      if byte == 0x3A { found.removeAll() } else { found.append(byte) }
      at += 1
    }
    // Cut off inside the name, or no name.
    return nil
  }
}
