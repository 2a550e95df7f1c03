// Text by its bytes. Swift's String takes canonically equal spellings for the same ("é" as one scalar or as two), but file
// systems, compilers and reports do not: two such names are two files.

/// A string that is equal to another one only when the bytes are.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSameText(as: right.text) }

  func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether both have the same bytes.
  func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the bytes of this one come first.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// The one of two whose bytes come first.
  static func first(_ one: String, _ other: String) -> String { other.precedes(one) ? other : one }

  /// The UTF-8 bytes for the duration of a call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Calls with these bytes as they come back from a String: what is no UTF-8 has become U+FFFD.
  ///
  /// Names are compared as bytes while inputs are read and as text when the parts of several threads are joined: unless both
  /// see the same, the result would depend on the number of threads.
  func withRepairedText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if allSatisfy({ $0 < 0x80 }) { return body(self) }
    return String(decoding: self, as: UTF8.self).withBytes(body)
  }
}
