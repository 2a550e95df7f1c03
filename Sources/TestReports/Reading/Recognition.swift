// Tells a test report by its first element, whatever the file is called: `testsuites` or `testsuite` behind a byte order mark, an XML
// declaration, comments, processing instructions and a DOCTYPE.

internal import MarkupKit

extension TestReport {
  /// How many bytes of a file's beginning are enough in practice (a long licence comment may need more).
  public static let recognitionLength = 4_096

  /// Whether a file that begins with `head` is a test report.
  ///
  /// - Parameter head: the file's first bytes, `recognitionLength` or more where the file has them.
  /// - Complexity: O(n) in the prolog's length.
  public static func recognises(_ head: RawSpan) -> Bool {
    head.withUnsafeBytes { recognises($0) }
  }

  /// Whether a file that begins with `head` is a test report.
  public static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
    guard let root = XMLProlog.rootName(of: head) else { return false }
    return root == "testsuites" || root == "testsuite"
  }
}
