// The table of load lines: every rule with value and limit, also those that hold (allure3#806: passed rules were invisible
// and nobody knew what had been checked), and with the evidence that its figure comes from (lighthouse-ci#1064).

internal import MarkupKit
internal import SystemKit

extension HTMLPage {
  /// The load lines and how they came out.
  mutating func loadLines(_ record: SurveyRecord) {
    let shown = record.loadLines.prefix(ReportLimits.loadLines)
    part(
      "load-lines", "Load lines",
      lead: shown.isEmpty ? nil : "Every limit, also those that hold: \(Tally.loadLines(record))."
    ) { page in
      guard !shown.isEmpty else {
        page.notice(.unknown, "There is no load line: nothing is held against a limit.")
        return
      }
      page.table(
        "Load lines with the figure that each is held against",
        [
          .text("Figure", wide: true), .middling("Outcome"), .number("Value"), .number("Limit"), .number("Margin"),
          .text("Evidence", wide: true),
        ], rowCount: shown.count, filter: "Filter load lines", hidesCaption: true
      ) { html in
        for result in shown { Self.row(result, &html) }
      }
      page.leftOut(record.loadLines.count - shown.count, "load lines")
    }
  }

  private static func row(_ result: LoadLineResult, _ html: inout HTMLWriter) {
    let figure = result.figure
    html.markup("<tr><th scope=\"row\">")
    if let figure {
      html.text(ReportLimits.cut(figure.title, to: 200))
      html.element("span", .class("small")) { $0.code(result.line.figure, limit: 200) }
    } else {
      html.code(result.line.figure, limit: 200)
    }
    html.markup("</th><td>")
    html.tag(HTMLSign(result.outcome), result.outcome.title)
    // On a phone the columns of the numbers lie beyond the edge: value and limit stand here then.
    let value = figure.map { FigureText.value(of: $0) } ?? "not known"
    let limit = ReportLimits.cut(FigureText.limit(result), to: 60)
    html.element("span", .class("phone"), HTMLAttribute("aria-hidden", "true"), text: "\(value), limit \(limit)")
    switch result.outcome {
    case .unknown(let reason): html.small(reason)
    case .waived(let waiver): html.small("by \(waiver.owner) until \(waiver.expires.isoDate): \(waiver.reason)")
    case .held, .broken: break
    }
    html.markup("</td>")
    if let figure {
      html.open("td", .class("n"), HTMLAttribute("data-v", "\(figure.value)"))
      html.text(FigureText.value(of: figure))
      if let detail = figure.detail { html.small(detail) }
      html.markup("</td>")
    } else {
      html.numberCell(nil, "not known")
    }
    html.open("td", .class("n"), HTMLAttribute("data-v", result.limit.map { "\($0)" } ?? ""))
    html.text(ReportLimits.cut(FigureText.limit(result), to: 60))
    if let resolved = FigureText.resolvedLimit(result) { html.small(resolved) }
    html.markup("</td>")
    if let margin = result.margin {
      html.open("td", .class(margin < 0 ? "n bad" : "n"), HTMLAttribute("data-v", "\(margin)"))
      html.text(FigureText.margin(margin, figure?.kind.unit ?? .count))
      html.markup("</td>")
    } else {
      html.numberCell(nil, "–")
    }
    html.markup("<td>")
    for (number, path) in (figure?.evidence ?? []).prefix(3).enumerated() {
      if number > 0 { html.markup("<br>") }
      html.code(path, limit: 300)
    }
    if let count = figure?.evidence.count, count > 3 { html.small("and \(FigureText.count(count - 3)) more") }
    html.markup("</td></tr>\n")
  }

  /// A sentence in a box of its own.
  mutating func notice(_ sign: HTMLSign, _ text: String) {
    html.element("div", .class("card clear")) { html in
      html.open("span", .class("sign " + sign.name))
      html.markup(sign.drawing)
      html.close("span")
      html.element("p", text: text)
    }
    html.markup("\n")
  }
}

extension LoadLineResult.Outcome {
  /// The outcome in words.
  var title: String {
    switch self {
    case .held: "held"
    case .broken: "broken"
    case .waived: "waived"
    case .unknown: "cannot tell"
    }
  }
}
