// How much of each thing a report shows. Nothing in a record is bounded, and a page of 100 MB helps nobody (allure3#88):
// each list is cut, and what was left out is counted where it would have stood.

/// The most that a report shows of each kind of thing.
enum ReportLimits {
  static let reasons = 20
  static let loadLines = 500
  static let blockers = 500
  static let warnings = 300
  static let notes = 200
  static let figures = 200
  static let historyPoints = 60
  static let tableRows = 1000
  static let treeRows = 2000
  /// Areas of one treemap.
  static let treemapTiles = 400
  /// Commits of one drawing of a branch: the newest.
  static let graphNodes = 500
  static let sourceLines = 20_000
  static let evidence = 500
  static let passedOver = 200
  static let waivers = 200
  /// Unicode scalars of one line of text.
  static let text = 1000
  /// Unicode scalars of a text of many lines.
  static let longText = 20_000

  /// A text cut to a length, with the number of bytes left out.
  static func cut(_ text: String, to limit: Int = text) -> String {
    // Few bytes are few scalars: most texts are not counted. A `Character` can be of any size and would bound nothing.
    let scalars = text.unicodeScalars
    guard text.utf8.count > limit,
      let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex), end < scalars.endIndex
    else { return text }
    return text[..<end] + "… (\(FigureText.count(text.utf8.count - text[..<end].utf8.count)) bytes left out)"
  }
}

/// Counts with their nouns.
public enum Plural {
  /// "1 blocker", "2 blockers".
  public static func text(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(FigureText.count(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
