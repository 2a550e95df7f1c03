// What the readers of JSON formats share: values with care for what counters really hold, and errors with their place.

internal import MarkupKit

/// A JSON document that is read value by value, never as a tree.
struct JSONReport {
  private let bytes: UnsafeRawBufferPointer
  let keepGoing: Bool
  let source: String
  var json: JSONReader
  var report: ParsedReport
  var failure: CoverageError?

  init(_ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool) {
    self.bytes = bytes
    self.keepGoing = keepGoing
    self.source = source
    json = JSONReader(bytes)
    report = ParsedReport(source: source)
  }

  /// The error for a reader that stopped: its own, or what was wrong with the document.
  func error(_ error: MarkupError) -> CoverageError {
    failure ?? CoverageError(.markup(error), source: source, line: error.position.line)
  }

  /// Stops because of a value that cannot be meant.
  mutating func refuse(_ record: String, expected: String) -> MarkupError {
    let position = json.position
    failure = CoverageError(.malformed(record: record, expected: expected), source: source, line: position.line)
    return MarkupError(.rejected(expected), at: position)
  }

  /// Stops for another reason.
  mutating func refuse(_ kind: CoverageError.Kind) -> MarkupError {
    failure = CoverageError(kind, source: source)
    return MarkupError(.rejected("refused"), at: TextPosition(line: 0))
  }

  // MARK: - Values

  /// A count; negative ones are told and are 0.
  mutating func count() throws(MarkupError) -> UInt64 {
    if try json.peek() == .number, bytes[json.offset] == 0x2D {
      let value = try json.readDouble()
      if value < 0 { report.warnings.add(.negativeCount("\(value)"), line: 0) }
      return 0
    }
    return try json.readUnsigned()
  }

  /// A number that fits 32 bits: a line, a column, a number of ways.
  mutating func small(_ what: String) throws(MarkupError) -> UInt32 {
    let value = try count()
    guard value <= UInt64(UInt32.max / 2) else { throw refuse("\(value)", expected: "a \(what)") }
    return UInt32(value)
  }

  /// A line number, from 1.
  mutating func line() throws(MarkupError) -> UInt32 {
    let value = try small("line number")
    guard value > 0 else { throw refuse("0", expected: "a line number from 1 on") }
    return value
  }

  /// The next element of an array that must have one.
  mutating func element(_ what: String) throws(MarkupError) {
    guard try json.nextElement() else { throw refuse("]", expected: what) }
  }

  /// Passes over what an array still holds: newer versions append fields.
  mutating func endArray() throws(MarkupError) {
    while try json.nextElement() { try json.skipValue() }
  }
}
