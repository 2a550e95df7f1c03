// Pages in the look of the report without a verdict: what `plimsoll coverage report --html` writes, one page for the
// summary and one for each file, led to by links.

internal import MarkupKit

/// Sections as one self-contained HTML file.
public enum SectionPage {
  /// Renders sections.
  ///
  /// - Parameters:
  ///   - title: the heading of the page.
  ///   - intro: a paragraph below it; none where it is empty.
  ///   - sections: what the page shows. Targets of links are paths from this page's folder, or `#place`.
  ///   - parent: the page that this one belongs to: its name and its path from this page's folder.
  public static func render(
    title: String, intro: String, sections: [ReportSection], parent: (name: String, target: String)? = nil
  ) -> [UInt8] {
    HTMLPage.document(title: "\(title) – Plimsoll", top: "report", footer: []) { page in
      if let parent {
        page.html.element("nav", HTMLAttribute("aria-label", "Where this page belongs")) { html in
          html.element("a", .href(parent.target), text: parent.name)
        }
      }
      page.html.element("h1", .class("plain"), text: ReportLimits.cut(title, to: 300))
      if !intro.isEmpty { page.html.element("p", text: ReportLimits.cut(intro, to: ReportLimits.longText)) }
      page.html.markup("\n")
      if sections.count > 1 {
        page.html.markup("<nav class=\"toc\" aria-label=\"On this page\"><ul>")
        for (number, section) in sections.enumerated() {
          page.entry("area-\(number + 1)", ReportLimits.cut(section.area.title, to: 60), nil)
        }
        page.html.markup("</ul></nav>\n")
      }
      for (number, section) in sections.enumerated() {
        page.part("area-\(number + 1)", ReportLimits.cut(section.area.title, to: 200), lead: section.summary) { page in
          for block in section.blocks { page.block(block) }
        }
      }
    }
  }
}
