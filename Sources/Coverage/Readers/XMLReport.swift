// What the readers of XML formats share: an error or a warning that names the element, numbers with their oddities, and the
// run of the parser. A report is never held as a tree.

internal import MarkupKit

/// Receives the events of one report and gathers its files.
class XMLReport {
  let source: String
  let keepGoing: Bool
  var report: ParsedReport
  /// The line of the element that is being read.
  var line = 0
  private var failure: CoverageError?

  init(source: String, keepGoing: Bool) {
    self.source = source
    self.keepGoing = keepGoing
    report = ParsedReport(source: source)
  }

  /// Parses the bytes; what the document holds is handed to `self`.
  ///
  /// With `keepGoing` a document that ends too early or breaks off gives what was read up to there.
  ///
  /// - Throws: `CoverageError` with the line of what is not well formed or cannot be read.
  static func run<Report: XMLReport & XMLHandler>(
    _ bytes: UnsafeRawBufferPointer, _ handler: Report
  ) throws(CoverageError) {
    do throws(MarkupError) {
      let summary = try XMLReader.parse(bytes.bytes, into: handler)
      if summary.repairs > 0 {
        handler.report.warnings.add(.repairedText(summary.repairs), line: summary.firstRepairLine ?? 0)
      }
    } catch {
      if let failure = handler.failure { throw failure }
      guard handler.keepGoing else {
        throw CoverageError(.markup(error), source: handler.source, line: error.position.line)
      }
      handler.report.warnings.add(.damaged(error.description), line: error.position.line)
    }
  }

  /// Stops at an element that cannot be read, or passes over it when that was asked for.
  func damage(_ record: String, expected: String) throws(MarkupError) {
    guard keepGoing else {
      failure = CoverageError(.malformed(record: record, expected: expected), source: source, line: line)
      throw MarkupError(.rejected(expected), at: TextPosition(line: line))
    }
    report.warnings.add(.damaged(record), line: line)
  }

  /// An element as text, for messages.
  static func text(_ name: StaticString, _ attributes: XMLAttributes) -> String {
    var text = "<\(name)"
    for attribute in attributes.all where text.utf8.count < 120 { text += " \(attribute.name)=\"\(attribute.value)\"" }
    return text + ">"
  }

  /// A count with its oddities told; `nil` when it cannot be read (and that was told).
  func count(
    _ attributes: XMLAttributes, _ name: StaticString, of element: StaticString
  ) throws(MarkupError) -> UInt64? {
    guard let value = attributes[name], let count = CountText(value.bytes) else {
      try damage(Self.text(element, attributes), expected: "\(name)=\"<count>\"")
      return nil
    }
    switch count {
    case .whole: break
    case .negative: report.warnings.add(.negativeCount(Self.text(element, attributes)), line: line)
    case .cut: report.warnings.add(.fractionalCount(Self.text(element, attributes)), line: line)
    }
    return count.value
  }

  /// A line number; line 0, which no source has, is told and gives `nil`, as does what cannot be read.
  func sourceLine(
    _ attributes: XMLAttributes, _ name: StaticString, of element: StaticString
  ) throws(MarkupError) -> UInt32? {
    if let value = attributes[name] {
      if let number = value.unsigned, number > 0, number <= UInt64(UInt32.max) { return UInt32(number) }
      if case .some(let count) = CountText(value.bytes), count.value == 0 {
        report.warnings.add(.lineZero(Self.text(element, attributes)), line: line)
        return nil
      }
    }
    try damage(Self.text(element, attributes), expected: "\(name)=\"<line>\"")
    return nil
  }

  /// A small number ("3 of 4 branches"); 0 when the attribute is missing, `nil` when it cannot be read.
  func small(
    _ attributes: XMLAttributes, _ name: StaticString, of element: StaticString
  ) throws(MarkupError) -> UInt32? {
    guard let value = attributes[name] else { return 0 }
    if let number = value.unsigned, number <= UInt64(UInt32.max / 2) { return UInt32(number) }
    try damage(Self.text(element, attributes), expected: "\(name)=\"<number>\"")
    return nil
  }

  /// Compares a sum that the report claims with what its records give.
  func compare(_ what: String, file: String, claimed: UInt64?, counted: UInt64, line: Int = 0) {
    guard let claimed, claimed != counted else { return }
    report.warnings.add(.claim(file: file, what: what, claimed: claimed, counted: counted), line: line)
  }
}

/// Points in time of reports: seconds or milliseconds since 1970, whichever makes sense.
enum ReportTime {
  /// Seconds since 1970 UTC; `nil` when the text is no time.
  static func seconds(_ text: DocumentText?) -> Int64? {
    guard let text, let count = CountText(text.bytes), count.value > 0 else { return nil }
    // 100,000,000,000 seconds is the year 5138; as milliseconds it is 1973.
    let seconds = count.value >= 100_000_000_000 ? count.value / 1000 : count.value
    return Int64(exactly: seconds)
  }
}
