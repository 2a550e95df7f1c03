// Writes JSON with keys in the order they are given, so that the same input gives the same bytes.

public import ByteKit

/// Writes a JSON document into a buffer.
///
///     var json = JSONWriter()
///     json.object { json in
///       json.member("name", "plimsoll")
///       json.array("figures") { $0.value(1) }
///     }
public struct JSONWriter {
  /// The document so far.
  public private(set) var output = ByteWriter()
  private let isPretty: Bool
  private var depth = 0
  private var needsComma = false

  /// Creates an empty document; `pretty` indents by two spaces and ends with a newline.
  public init(pretty: Bool = true) { isPretty = pretty }

  /// Writes an object, as the document or as an element of an array.
  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    try container(0x7B, 0x7D, body)
  }

  /// Writes an array, as the document or as an element of an array.
  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    try container(0x5B, 0x5D, body)
  }

  /// Writes a member that is an object.
  public mutating func object(_ key: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    write(key: key)
    try container(0x7B, 0x7D, body)
  }

  /// Writes a member that is an array.
  public mutating func array(_ key: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    write(key: key)
    try container(0x5B, 0x5D, body)
  }

  /// Writes a member that is a string.
  public mutating func member(_ key: String, _ value: String) {
    write(key: key)
    write(string: value)
  }

  /// Writes a member that is a string, or null.
  public mutating func member(_ key: String, _ value: String?) {
    write(key: key)
    if let value { write(string: value) } else { output.append("null") }
  }

  /// Writes a member that is a whole number, or null.
  public mutating func member(_ key: String, _ value: Int?) {
    write(key: key)
    if let value { output.appendDecimal(value) } else { output.append("null") }
  }

  /// Writes a member that is a whole number.
  public mutating func member(_ key: String, _ value: some BinaryInteger) {
    write(key: key)
    output.appendDecimal(value)
  }

  /// Writes a member that is a number; what is not finite becomes null.
  public mutating func member(_ key: String, _ value: Double) {
    write(key: key)
    write(number: value)
  }

  /// Writes a member that is a number, or null.
  public mutating func member(_ key: String, _ value: Double?) {
    write(key: key)
    if let value { write(number: value) } else { output.append("null") }
  }

  /// Writes a member that is true or false.
  public mutating func member(_ key: String, _ value: Bool) {
    write(key: key)
    if value { output.append("true") } else { output.append("false") }
  }

  /// Writes an element that is a string.
  public mutating func value(_ value: String) {
    separate()
    write(string: value)
  }

  /// Writes an element that is a whole number.
  public mutating func value(_ value: some BinaryInteger) {
    separate()
    output.appendDecimal(value)
  }

  /// Writes an element that is a number; what is not finite becomes null.
  public mutating func value(_ value: Double) {
    separate()
    write(number: value)
  }

  /// Writes an element that is null.
  public mutating func null() {
    separate()
    output.append("null")
  }

  // MARK: -

  private mutating func container(
    _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    output.append(opening)
    depth += 1
    needsComma = false
    let start = output.count
    try body(&self)
    depth -= 1
    if output.count > start { newline() }
    output.append(closing)
    needsComma = true
    if depth == 0, isPretty { output.append(0x0A) }
  }

  private mutating func separate() {
    if depth == 0 { return }
    if needsComma { output.append(0x2C) }
    needsComma = true
    newline()
  }

  private mutating func newline() {
    guard isPretty else { return }
    output.append(0x0A)
    for _ in 0..<depth { output.append("  ") }
  }

  private mutating func write(key: String) {
    separate()
    write(string: key)
    output.append(0x3A)
    if isPretty { output.append(0x20) }
  }

  /// Whole numbers are written without a fraction, others in the shortest form that reads back the same.
  private mutating func write(number: Double) {
    guard number.isFinite else {
      output.append("null")
      return
    }
    // `rounded()` and `Int64(exactly:)` would pull in libm.
    if abs(number) < 1e15, Double(Int64(number)) == number {
      output.appendDecimal(Int64(number))
    } else {
      output.append(number.description)
    }
  }

  private mutating func write(string: String) {
    output.append(0x22)
    for byte in string.utf8 {
      switch byte {
      case 0x22: output.append("\\\"")
      case 0x5C: output.append("\\\\")
      case 0x0A: output.append("\\n")
      case 0x0D: output.append("\\r")
      case 0x09: output.append("\\t")
      case 0..<0x20:
        output.append("\\u00")
        output.append(byte < 16 ? 0x30 : 0x31)
        output.append("0123456789abcdef".utf8.dropFirst(Int(byte & 15)).first!)
      default: output.append(byte)
      }
    }
    output.append(0x22)
  }
}
