// The figures of an area: value, change against the last survey and against the last shipped one in words, and the way
// there as a line in which shipped surveys are ringed.

internal import MarkupKit

extension HTMLPage {
  /// The part of an area.
  mutating func section(_ section: ReportSection, id: String, _ record: SurveyRecord) {
    part(id, ReportLimits.cut(section.area.title, to: 200), lead: section.summary) { page in
      page.figures(record.figures.filter { $0.kind.area == section.area.name }, section.area.title, record)
      for block in section.blocks { page.block(block) }
    }
  }

  /// Figures of areas that have no part of their own.
  mutating func otherFigures(_ record: SurveyRecord, _ index: ReportIndex) {
    guard !index.otherFigures.isEmpty else { return }
    part("other-figures", "Other figures") { $0.figures(index.otherFigures, "other areas", record) }
  }

  private mutating func figures(_ figures: [Figure], _ title: String, _ record: SurveyRecord) {
    guard !figures.isEmpty else { return }
    let shown = figures.prefix(ReportLimits.figures)
    let hasHistory = shown.contains { !(record.history[$0.name] ?? []).isEmpty }
    var columns: [Column] = [
      .text("Figure", wide: true), .number("Value"), .number("Since the last survey"),
      .number("Since the last shipped"),
    ]
    if hasHistory { columns.append(.graphic("History")) }
    table("Figures: \(title)", columns, rowCount: shown.count, filter: "Filter figures") { html in
      for figure in shown {
        html.markup("<tr><th scope=\"row\">")
        html.text(ReportLimits.cut(figure.title, to: 200))
        html.element("span", .class("small")) { $0.code(figure.name, limit: 200) }
        html.markup("</th>")
        html.open("td", .class("n"), HTMLAttribute("data-v", "\(figure.value)"))
        html.text(FigureText.value(of: figure))
        if let detail = figure.detail { html.small(detail) }
        html.markup("</td>")
        html.changeCell(
          figure, from: record.last[figure.name], record.last.isEmpty ? "no earlier survey" : "not known then")
        html.changeCell(
          figure, from: record.shipped[figure.name], record.shipped.isEmpty ? "none shipped" : "not known then")
        if hasHistory {
          html.markup("<td>")
          html.sparkline(figure, record.history[figure.name] ?? [])
          html.markup("</td>")
        }
        html.markup("</tr>\n")
      }
    }
    leftOut(figures.count - shown.count, "figures")
  }
}

/// Whether a change is for the better, in words.
enum FigureChange: String {
  case better, worse, same, changed

  init(_ change: Double, _ direction: FigureDirection) {
    if change == 0 {
      self = .same
    } else {
      switch direction {
      case .higher: self = change > 0 ? .better : .worse
      case .lower: self = change < 0 ? .better : .worse
      case .neutral: self = .changed
      }
    }
  }

  /// The class that colours it.
  var name: String {
    switch self {
    case .better: "good"
    case .worse: "bad"
    case .same, .changed: "muted"
    }
  }
}

extension HTMLWriter {
  fileprivate mutating func changeCell(_ figure: Figure, from earlier: Double?, _ missing: String) {
    guard let earlier, earlier.isFinite else {
      element("td", .class("n muted"), text: missing)
      return
    }
    let change = figure.value - earlier
    let kind = FigureChange(change, figure.kind.direction)
    open("td", .class("n"), HTMLAttribute("data-v", "\(change)"))
    element(
      "span", .class("delta " + kind.name),
      text: kind == .same ? "no change" : FigureText.change(change, figure.kind.unit))
    let word = kind == .better || kind == .worse ? "\(kind.rawValue), " : ""
    small("\(word)was \(FigureText.value(earlier, figure.kind))")
    close("td")
  }

  /// The values of earlier surveys and of this one as a line.
  fileprivate mutating func sparkline(_ figure: Figure, _ history: [HistoryPoint]) {
    let points = history.suffix(ReportLimits.historyPoints).filter { $0.value.isFinite }
    guard !points.isEmpty, figure.value.isFinite else {
      element("span", .class("muted"), text: "no history")
      return
    }
    let values = points.map(\.value) + [figure.value]
    let low = values.min()!
    let high = values.max()!
    func x(_ at: Int) -> String { FigureText.coordinate(4 + 136 * Double(at) / Double(values.count - 1)) }
    func y(_ value: Double) -> String {
      FigureText.coordinate(high == low ? 16 : 28 - 24 * ((value - low) / (high - low)))
    }
    open("svg", .class("spark"), HTMLAttribute("viewBox", "0 0 144 32"), HTMLAttribute("role", "img"))
    let shipped = points.filter(\.isShipped)
    var title =
      "\(figure.title) over \(values.count) surveys: from \(FigureText.value(values[0], figure.kind)) to "
    title += "\(FigureText.value(figure.value, figure.kind)), lowest \(FigureText.value(low, figure.kind)), "
    title += "highest \(FigureText.value(high, figure.kind))"
    if let last = shipped.last {
      title += "; \(shipped.count) shipped (ringed), the last at \(FigureText.value(last.value, figure.kind))"
    }
    element("title", text: ReportLimits.cut(title))
    var path = ""
    for (at, value) in values.enumerated() { path += "\(at == 0 ? "M" : "L")\(x(at)) \(y(value))" }
    open("path", HTMLAttribute("d", path))
    close("path")
    for (at, point) in points.enumerated() where point.isShipped {
      open(
        "circle", .class("ship"), HTMLAttribute("cx", x(at)), HTMLAttribute("cy", y(point.value)),
        HTMLAttribute("r", "3"))
      close("circle")
    }
    open(
      "circle", .class("now"), HTMLAttribute("cx", x(values.count - 1)), HTMLAttribute("cy", y(figure.value)),
      HTMLAttribute("r", "2.6"))
    close("circle")
    close("svg")
  }
}

extension FigureText {
  /// A coordinate of a drawing, to a tenth.
  static func coordinate(_ value: Double) -> String {
    // A logbook is a file like others: its values may be anything.
    guard value.isFinite, abs(value) < 1e6 else { return "0" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
