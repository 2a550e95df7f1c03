// Reads JUnit-style XML in the dialects of Surefire, Gradle, Ant, pytest, go-junit-report, Jest, Vitest, Mocha, GoogleTest, swift test
// and the exports of xcresult bundles. There is no binding specification: the elements follow Surefire's schema
// (surefire-test-report-3.0.xsd) and Ant's (junit.xsd of windyroad), the rest what the writers do.

internal import MarkupKit

/// Reads JUnit-style XML.
public enum JUnitReader {
  /// How much text is kept. What is over is left out and, for a problem, counted.
  public struct Limits: Sendable, Equatable {
    /// The longest name, message or other attribute, in bytes.
    public var attributeBytes = 4_096
    /// The beginning of a problem's text that is kept, in bytes; its place is sought there.
    public var detailBytes = 16_384
    /// The end of standard output, and of standard error, that is kept for a case or suite, in bytes.
    public var outputBytes = 4_096
    /// The most problems and attempts of one case that are kept.
    public var problemsPerCase = 64

    /// Creates the default limits.
    public init() {}
  }

  /// Reads a report.
  ///
  ///     let report = try JUnitReader.read(file.bytes)
  ///     print(report.counts.failed, report.disagreements)
  ///
  /// Memory is bounded by the number of cases and the limits, not by the size of the outputs.
  ///
  /// - Throws: `TestReportError` when the document is empty, another kind of document, cut off or not well formed; the
  ///   error carries what was read before.
  /// - Complexity: O(n).
  public static func read(_ bytes: RawSpan, limits: Limits = Limits()) throws(TestReportError) -> TestReport {
    guard hasContent(bytes) else { throw TestReportError(.noContent) }
    let builder = JUnitBuilder(limits)
    do throws(MarkupError) {
      let summary = try XMLReader.parse(bytes, into: builder)
      return builder.finish(repairs: summary.repairs, firstRepairLine: summary.firstRepairLine)
    } catch {
      let partial = builder.finish(repairs: 0, firstRepairLine: nil)
      let kind: TestReportError.Kind =
        if let root = builder.foreignRoot { .notATestReport(root: root) } else { .malformed(reason(error)) }
      throw TestReportError(kind, line: error.position.line, column: error.position.column, partial: partial)
    }
  }

  /// The parser's words without the opening that the rendering of `TestReportError` gives anyway.
  private static func reason(_ error: MarkupError) -> String {
    if case .malformedXML(let message) = error.kind { message } else { error.description }
  }

  private static func hasContent(_ bytes: RawSpan) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
      return rest.contains { $0 > 0x20 && $0 < 0xFE }
    }
  }
}
