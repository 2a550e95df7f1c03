// Findings: what blocks, by owner and each with the command that mends it; then what should be looked at; then what waivers
// let pass, in the open.

internal import MarkupKit
internal import SystemKit

extension HTMLPage {
  /// The findings that stand in the way.
  mutating func blockers(_ index: ReportIndex, isKnown: Bool) {
    part("blockers", "Blockers", lead: index.blockerCount > 0 ? Self.lead(index) : nil) { page in
      guard index.blockerCount > 0 else {
        if isKnown {
          page.notice(.good, "No finding blocks this build.")
        } else {
          page.notice(.unknown, "No blocker was found, but the evidence does not suffice to say that there is none.")
        }
        return
      }
      var room = ReportLimits.blockers
      for group in index.blockers where room > 0 {
        let title = group.owner.map { ReportLimits.cut($0, to: 200) } ?? "Nobody’s yet"
        page.html.element("h3") { html in
          html.text(title)
          html.element("span", .class("muted"), text: " · \(Plural.text(group.findings.count, "blocker"))")
        }
        page.html.markup("<ul class=\"findings card\">\n")
        for finding in group.findings.prefix(room) { page.finding(finding) }
        page.html.markup("</ul>\n")
        room -= min(room, group.findings.count)
      }
      page.leftOut(index.blockerCount - ReportLimits.blockers, "blockers")
    }
  }

  private static func lead(_ index: ReportIndex) -> String {
    let owners = index.blockers.filter { $0.owner != nil }.count
    return "\(Plural.text(index.blockerCount, "finding")) in the way, "
      + (owners == 0 ? "with no owner named." : "of \(Plural.text(owners, "owner")).")
  }

  private mutating func finding(_ finding: Finding) {
    html.markup("<li>")
    html.element("p", .class("what"), text: ReportLimits.cut(finding.message))
    html.open("p", .class("where"))
    if let place = finding.place { html.element("span") { $0.code(place.description, limit: 500) } }
    html.element("span", text: "rule \(ReportLimits.cut(finding.rule, to: 200))")
    if let evidence = finding.evidence { html.element("span", text: "told by \(ReportLimits.cut(evidence, to: 500))") }
    html.close("p")
    if let detail = finding.detail, !detail.isEmpty {
      html.markup("<details><summary>Details</summary>")
      html.element(
        "pre", HTMLAttribute("tabindex", "0"), text: ReportLimits.cut(detail, to: 4 * ReportLimits.text), lines: true)
      html.markup("</details>")
    }
    if let mend = finding.mend {
      html.element("div", .class("cmd")) { $0.code(mend) }
    }
    html.markup("</li>\n")
  }

  /// Warnings and notes.
  mutating func otherFindings(_ index: ReportIndex) {
    part("findings", "Other findings") { page in
      guard !(index.warnings.isEmpty && index.notes.isEmpty) else {
        page.html.element("p", .class("muted"), text: "No warning and no note.")
        return
      }
      page.findings("Warnings", "warnings", index.warnings, limit: ReportLimits.warnings)
      page.findings("Notes", "notes", index.notes, limit: ReportLimits.notes)
    }
  }

  private mutating func findings(_ title: String, _ noun: String, _ findings: [Finding], limit: Int) {
    guard !findings.isEmpty else { return }
    let shown = findings.prefix(limit)
    html.element("h3", text: "\(title) (\(FigureText.count(findings.count)))")
    table(
      title,
      [.text("Finding", wide: true), .middling("Place"), .middling("Owner"), .text("What mends it", wide: true)],
      rowCount: shown.count, filter: "Filter \(noun)", hidesCaption: true
    ) { html in
      for finding in shown {
        html.markup("<tr><th scope=\"row\">")
        html.text(ReportLimits.cut(finding.message))
        html.small("rule \(finding.rule)")
        html.markup("</th><td>")
        if let place = finding.place { html.code(place.description, limit: 500) }
        html.markup("</td>")
        html.cell(finding.owner ?? "")
        html.markup("<td>")
        if let mend = finding.mend { html.code(mend) }
        html.markup("</td></tr>\n")
      }
    }
    leftOut(findings.count - shown.count, noun)
  }

  /// The waivers that let something pass.
  mutating func waivers(_ index: ReportIndex) {
    part("waivers", "Waivers in use") { page in
      guard !index.waivers.isEmpty else {
        page.html.element("p", .class("muted"), text: "Nothing passes by a waiver.")
        return
      }
      let shown = index.waivers.prefix(ReportLimits.waivers)
      page.table(
        "What passes on someone’s word",
        [
          .middling("Rule"), .middling("Owner"), .text("Reason", wide: true), .middling("Last day"),
          .number("Lets pass"),
          .text("Which", wide: true),
        ], rowCount: shown.count, filter: "Filter waivers", hidesCaption: true
      ) { html in
        for use in shown {
          html.markup("<tr><th scope=\"row\">")
          html.code(use.waiver.rule, limit: 200)
          if let place = use.waiver.place { html.small("in \(place)") }
          html.markup("</th>")
          html.cell(use.waiver.owner)
          html.cell(use.waiver.reason)
          html.element("td", .class("nowrap"), text: use.waiver.expires.isoDate)
          html.numberCell(Double(use.passes.count), FigureText.count(use.passes.count))
          html.markup("<td>")
          for (number, what) in use.passes.prefix(5).enumerated() {
            if number > 0 { html.markup("<br>") }
            html.text(ReportLimits.cut(what, to: 300))
          }
          if use.passes.count > 5 { html.small("and \(FigureText.count(use.passes.count - 5)) more") }
          html.markup("</td></tr>\n")
        }
      }
      page.leftOut(index.waivers.count - shown.count, "waivers")
    }
  }
}
