// The first screen: the answer in words, the mark beside it, what is spoken of, why, and where to read on.

internal import MarkupKit
internal import SystemKit

extension HTMLPage {
  /// The first screen.
  mutating func verdict(_ record: SurveyRecord, _ index: ReportIndex) {
    let sign = HTMLSign(record.verdict)
    html.markup("<section class=\"hero\" aria-labelledby=\"verdict\"><div>")
    html.element("p", .class("project")) { html in
      html.element("strong", text: ReportLimits.cut(record.name, to: 200))
      if let commit = record.commit { html.element("code", text: String(commit.id.prefix(12))) }
    }
    html.open("h1", .id("verdict"), .class(sign.name))
    html.markup(sign.drawing)
    html.element("span") { html in
      html.element("span", .class("sr"), text: "\(ReportLimits.cut(record.name, to: 200)): ")
      html.element("span", .class("word"), text: record.verdict.title)
    }
    html.close("h1")
    if !record.reasons.isEmpty {
      html.markup("<div class=\"reasons\"><h2>Why</h2><ul>")
      for reason in record.reasons.prefix(ReportLimits.reasons) {
        html.element("li", text: ReportLimits.cut(reason))
      }
      html.markup("</ul>")
      leftOut(record.reasons.count - ReportLimits.reasons, "reasons")
      html.markup("</div>\n")
    }
    html.markup("\n<dl class=\"facts\">")
    facts(record, index)
    html.markup("</dl>\n")
    html.markup("</div>\n")
    plimsollMark(WaterLevel(record))
    html.markup("</section>\n")
    contents(record, index)
  }

  private mutating func facts(_ record: SurveyRecord, _ index: ReportIndex) {
    if let commit = record.commit {
      html.markup("<dt>Commit</dt><dd>")
      html.element("code", HTMLAttribute("title", commit.id), text: String(commit.id.prefix(12)))
      if !commit.subject.isEmpty { html.text(" " + ReportLimits.cut(commit.subject, to: 200)) }
      if commit.isDirty { html.markup(" <span class=\"warn\">with uncommitted changes</span>") }
      html.markup("</dd>")
      if let branch = commit.branch {
        html.markup("<dt>Branch</dt><dd>")
        html.code(branch, limit: 200)
        html.markup("</dd>")
      }
    } else {
      html.markup("<dt>Commit</dt><dd>not known</dd>")
    }
    html.markup("<dt>Evidence up to</dt><dd>")
    if record.evidence.isEmpty { html.text("there is none") } else { time(record.at) }
    html.markup("</dd><dt>Last shipped</dt><dd>")
    if let shipped = record.shippedCommit {
      html.element("code", HTMLAttribute("title", shipped), text: String(shipped.prefix(12)))
    } else {
      html.text("no survey is marked as shipped")
    }
    html.markup("</dd><dt>Load lines</dt><dd>")
    html.text(Tally.loadLines(record))
    html.markup("</dd><dt>Findings</dt><dd>")
    html.text(Tally.findings(index))
    html.markup("</dd>")
  }

  /// A point in time, to the minute, for people and machines.
  mutating func time(_ at: Timestamp) {
    let text = at.iso8601
    html.element(
      "time", HTMLAttribute("datetime", text), .class("nowrap"),
      text: "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC")
  }

  private mutating func contents(_ record: SurveyRecord, _ index: ReportIndex) {
    html.markup("<nav class=\"toc\" aria-label=\"On this page\"><ul>")
    entry("blockers", "Blockers", index.blockerCount)
    entry("load-lines", "Load lines", record.loadLines.count)
    for (number, section) in record.sections.enumerated() {
      entry("area-\(number + 1)", ReportLimits.cut(section.area.title, to: 60), nil)
    }
    if !index.otherFigures.isEmpty { entry("other-figures", "Other figures", index.otherFigures.count) }
    entry("findings", "Other findings", index.warnings.count + index.notes.count)
    entry("waivers", "Waivers", index.waivers.count)
    entry("evidence", "Evidence", record.evidence.count)
    html.markup("</ul></nav>\n")
  }

  /// An entry of the contents.
  mutating func entry(_ id: String, _ title: String, _ count: Int?) {
    html.markup("<li>")
    html.open("a", .href("#" + id))
    html.text(title)
    if let count { html.element("b", text: " \(FigureText.count(count))") }
    html.markup("</a></li>")
  }
}

/// Counts in words, the same in every output.
enum Tally {
  /// "12 held, 1 broken".
  static func loadLines(_ record: SurveyRecord) -> String {
    var held = 0
    var broken = 0
    var waived = 0
    var unknown = 0
    for result in record.loadLines {
      switch result.outcome {
      case .held: held += 1
      case .broken: broken += 1
      case .waived: waived += 1
      case .unknown: unknown += 1
      }
    }
    let parts = [(held, "held"), (broken, "broken"), (waived, "waived"), (unknown, "unknown")]
    let text = parts.filter { $0.0 > 0 }.map { "\(FigureText.count($0.0)) \($0.1)" }.joined(separator: ", ")
    return text.isEmpty ? "none" : text
  }

  /// "3 blockers, 1 warning, 0 notes".
  static func findings(_ index: ReportIndex) -> String {
    [
      Plural.text(index.blockerCount, "blocker"), Plural.text(index.warnings.count, "warning"),
      Plural.text(index.notes.count, "note"),
    ].joined(separator: ", ")
  }
}
