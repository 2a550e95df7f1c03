// Why a report could not be read, as facts, with what was read before that place.

/// A report that could not be read to its end.
public struct TestReportError: Error, Sendable, Equatable {
  /// What was wrong.
  public enum Kind: Sendable, Equatable {
    /// There are no bytes, or only white space.
    case noContent
    /// The document's first element is another one.
    case notATestReport(root: String)
    /// The document is cut off or not well formed: the XML parser's words.
    case malformed(String)
  }

  /// What was wrong.
  public let kind: Kind
  /// The line, from 1; 0 when it is not known.
  public let line: Int
  /// The column in bytes, from 1; 0 when it is not known.
  public let column: Int
  /// What was read before: never to be taken for the whole report.
  public let partial: TestReport

  init(_ kind: Kind, line: Int = 0, column: Int = 0, partial: TestReport = TestReport()) {
    self.kind = kind
    self.line = line
    self.column = column
    self.partial = partial
  }
}

extension TestReportError: CustomStringConvertible {
  /// One line: where, what is wrong, and how much was read.
  public var description: String {
    let place = line > 0 ? (column > 0 ? "line \(line):\(column): " : "line \(line): ") : ""
    switch kind {
    case .noContent:
      return "the test report is empty (expected a testsuites or testsuite element)"
    case .notATestReport(let root):
      return place + "'\(root)' is not a test report (expected a testsuites or testsuite element)"
    case .malformed(let message):
      let count = partial.cases.count
      let read = "\(count) test case\(count == 1 ? " was" : "s were") read before"
      return place + "the test report is cut off or damaged: \(message) (\(read); run the tests again for a whole one)"
    }
  }
}
