// Texts of a record as one line of bounded length without control characters, for the outputs that are not HTML.

internal import MarkupKit

/// A text that can neither break a line nor steer a terminal.
enum VisibleLine {
  /// The text on one line, cut to a length.
  static func of(_ text: String, to limit: Int = ReportLimits.text) -> String {
    VisibleText.of(ReportLimits.cut(text, to: limit))
  }
}
