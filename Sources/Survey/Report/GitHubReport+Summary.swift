// The survey as Markdown for GITHUB_STEP_SUMMARY. Names are hostile here too: a pipe would end a cell, a backtick a code
// span, and `<img src=…>` would load something; all of Markdown's and HTML's letters are escaped.

internal import ByteKit
internal import SystemKit

extension GitHubReport {
  /// Renders the summary of a step, at most 1 MiB of Markdown; what does not fit is left out with a word.
  public static func summary(_ record: SurveyRecord) -> [UInt8] {
    let index = ReportIndex(record)
    var page = MarkdownWriter(limit: summaryLimit)
    let sign =
      switch record.verdict {
      case .mayShip: "✅"
      case .mayNotShip: "⛔"
      case .cannotTell: "❔"
      }
    let commit = record.commit.map { " at \(code(String($0.id.prefix(12))))" } ?? ""
    page.add("## \(sign) \(text(record.name))\(commit): \(record.verdict.title)\n\n")
    for reason in record.reasons.prefix(ReportLimits.reasons) { page.add("- \(text(reason))\n") }
    if !record.loadLines.isEmpty {
      page.add("\n### Load lines\n\n| figure | outcome | value | limit | margin |\n|---|---|--:|--:|--:|\n")
      for result in record.loadLines.prefix(ReportLimits.loadLines) { page.add(row(result)) }
      page.leftOut(record.loadLines.count - ReportLimits.loadLines, "load lines")
    }
    if index.blockerCount > 0 {
      page.add("\n### \(Plural.text(index.blockerCount, "blocker"))\n")
      var shown = 0
      for group in index.blockers where shown < ReportLimits.blockers {
        page.add("\n**\(group.owner.map { text($0) } ?? "nobody’s yet")** (\(group.findings.count))\n\n")
        for finding in group.findings.prefix(ReportLimits.blockers - shown) {
          let place = finding.place.map { code($0.description) + " " } ?? ""
          let mend = finding.mend.map { "<br>mend: \(code($0))" } ?? ""
          if page.add("- \(place)\(text(finding.message))\(mend)\n") { shown += 1 }
        }
      }
      page.leftOut(index.blockerCount - shown, "blockers")
    }
    let pictures = record.pictures
    if !pictures.isEmpty {
      page.add("\n### \(Plural.text(pictures.count, "picture"))\n\nOn the page, each with a pen to mark it up.\n\n")
      for picture in pictures.prefix(20) {
        let test = picture.test.map { " of " + text($0, to: 200) } ?? ""
        page.add("- \(code(picture.path)) (\(picture.width) × \(picture.height))\(test)\n")
      }
      page.leftOut(pictures.count - 20, "pictures")
    }
    page.add("\n\(Tally.findings(index)); evidence from \(Plural.text(record.evidence.count, "file")).\n")
    for piece in record.evidence where !piece.state.isGood {
      page.add("- \(code(piece.path)): \(piece.state.title): \(text(piece.state.explanation ?? ""))\n")
    }
    return page.finished()
  }

  private static func row(_ result: LoadLineResult) -> String {
    let unit = result.figure?.kind.unit ?? .count
    var outcome = result.outcome.title
    switch result.outcome {
    case .unknown(let reason): outcome += ": " + text(reason, to: 200)
    case .waived(let waiver): outcome += " by \(text(waiver.owner, to: 100)) until \(waiver.expires.isoDate)"
    case .held: break
    case .broken: outcome = "**broken**"
    }
    let value = result.figure.map { FigureText.value(of: $0) } ?? "not known"
    let margin = result.margin.map { FigureText.margin($0, unit) } ?? "–"
    var limit = text(FigureText.limit(result), to: 100)
    if FigureText.resolvedLimit(result) != nil, let number = result.limit {
      limit += " (\(FigureText.text(number, unit, .nearest)))"
    }
    return "| \(code(result.line.figure)) | \(outcome) | \(value) | \(limit) | \(margin) |\n"
  }

  /// Text in which nothing is markup, on one line.
  private static func text(_ text: String, to limit: Int = 500) -> String {
    var result = ByteWriter()
    for byte in VisibleLine.of(text, to: limit).utf8 {
      switch byte {
      case 0x26: result.append("&amp;")
      case 0x3C: result.append("&lt;")
      case 0x3E: result.append("&gt;")
      case 0x21, 0x23, 0x28...0x2B, 0x2D, 0x5B...0x60, 0x7B...0x7E:
        result.append(0x5C)
        result.append(byte)
      default: result.append(byte)
      }
    }
    return result.text
  }

  /// Code: as an HTML element, since no number of backticks holds against every text. What is inside is still read as
  /// Markdown, so it is escaped like any text.
  private static func code(_ text: String) -> String { "<code>\(self.text(text))</code>" }
}

/// Markdown up to a size.
private struct MarkdownWriter {
  private var output = ByteWriter()
  private let limit: Int
  private var isFull = false

  /// - Parameter limit: the most bytes, the closing word among them.
  init(limit: Int) { self.limit = limit - Self.full.utf8.count }

  private static let full = "\n\n*The rest was left out: a summary holds 1 MiB. The report has it all.*\n"

  /// Adds a piece if it fits whole; after the first that does not, nothing is added.
  @discardableResult
  mutating func add(_ piece: String) -> Bool {
    if isFull || output.count + piece.utf8.count > limit {
      isFull = true
      return false
    }
    output.append(piece)
    return true
  }

  mutating func leftOut(_ count: Int, _ what: String) {
    if count > 0 { add("\n*\(FigureText.count(count)) more \(what) are in the report.*\n") }
  }

  mutating func finished() -> [UInt8] {
    if isFull { output.append(Self.full) }
    return output.bytes
  }
}
