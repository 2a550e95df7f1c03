// What the survey rests on: every file that was read with its digest, and every file that was not, with the reason.

internal import MarkupKit
internal import SystemKit

extension HTMLPage {
  /// The evidence.
  mutating func evidence(_ record: SurveyRecord) {
    part("evidence", "Evidence") { page in
      guard !record.evidence.isEmpty else {
        page.notice(.unknown, "No evidence was found.")
        return
      }
      let shown = record.evidence.prefix(ReportLimits.evidence)
      page.table(
        "Files that the survey rests on",
        [
          .text("File", wide: true), .middling("State"), .text("Format"), .number("Size"), .text("Made at"),
          .text("Commit"),
          .text("SHA-256"),
        ], rowCount: shown.count, filter: "Filter evidence", hidesCaption: true
      ) { html in for piece in shown { Self.row(piece, &html) } }
      page.leftOut(record.evidence.count - shown.count, "files")
    }
  }

  private static func row(_ piece: Evidence, _ html: inout HTMLWriter) {
    html.markup("<tr><th scope=\"row\">")
    html.code(piece.path)
    html.small(piece.area.title)
    html.markup("</th><td>")
    let sign: HTMLSign =
      switch piece.state {
      case .good: .good
      case .unreadable, .empty: .bad
      case .stale, .otherCommit: .unknown
      }
    html.tag(sign, piece.state.title)
    if let explanation = piece.state.explanation { html.small(explanation) }
    html.markup("</td>")
    html.cell(piece.format)
    if piece.isFile {
      html.numberCell(Double(piece.size), FigureText.bytes(Double(piece.size)))
    } else {
      html.element("td", .class("n muted"), text: "no file")
    }
    let time = piece.madeAt.iso8601
    html.element("td", .class("nowrap"), text: "\(time.prefix(10)) \(time.dropFirst(11).prefix(8))")
    html.markup("<td>")
    if let commit = piece.commit {
      html.element("code", HTMLAttribute("title", ReportLimits.cut(commit)), text: String(commit.prefix(12)))
    } else {
      html.element("span", .class("muted"), text: "not named")
    }
    html.markup("</td><td>")
    html.element("code", HTMLAttribute("title", ReportLimits.cut(piece.digest)), text: String(piece.digest.prefix(12)))
    html.markup("</td></tr>\n")
  }

  /// What was passed over.
  mutating func passedOver(_ record: SurveyRecord) {
    guard !record.passedOver.isEmpty else { return }
    part("passed-over", "Passed over", lead: "Files that looked like evidence and were not used.") { page in
      let shown = record.passedOver.prefix(ReportLimits.passedOver)
      page.table(
        "Files that were not used", [.text("File", wide: true), .text("Why", wide: true)], rowCount: shown.count,
        filter: "Filter files", hidesCaption: true
      ) { html in
        for file in shown {
          html.markup("<tr><th scope=\"row\">")
          html.code(file.path)
          html.markup("</th>")
          html.cell(file.reason)
          html.markup("</tr>\n")
        }
      }
      page.leftOut(record.passedOver.count - shown.count, "files")
    }
  }
}

extension Evidence.State {
  /// The state in words.
  var title: String { self.name == "other-commit" ? "other commit" : self.name }
}
