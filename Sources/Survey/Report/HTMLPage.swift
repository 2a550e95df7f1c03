// The frame of every page: head, skip link, top line, footer, and the tables that all parts share. A page is one file with
// style, script and graphics inside; its content security policy names the digests of that style and that script and
// forbids everything else, so that even a fault in the escaping could not run or fetch anything.

internal import MarkupKit
internal import SystemKit

/// A page in the making.
struct HTMLPage {
  var html = HTMLWriter(capacity: 1 << 16)
  private var lastID = 0

  /// A column of a table.
  struct Column {
    var title: String
    var isNumeric = false
    /// Extra classes of the heading.
    var classes = ""
    var isSortable = true

    static func text(_ title: String, wide: Bool = false) -> Column { Column(title: title, classes: wide ? "w" : "") }
    static func middling(_ title: String) -> Column { Column(title: title, classes: "m") }
    static func number(_ title: String) -> Column { Column(title: title, isNumeric: true) }
    static func graphic(_ title: String) -> Column { Column(title: title, isSortable: false) }
  }

  /// An identifier that no other element of the page has.
  mutating func makeID(_ prefix: String) -> String {
    lastID += 1
    return "\(prefix)-\(lastID)"
  }

  /// Writes a whole document.
  static func document(
    title: String, top: String, footer: [String], body: (inout HTMLPage) -> Void
  ) -> [UInt8] {
    var page = HTMLPage()
    page.html.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.html.open("meta", HTMLAttribute("http-equiv", "Content-Security-Policy"), HTMLAttribute("content", policy))
    page.html.markup(
      """
      \n<meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="plimsoll">
      <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect \
      width='32' height='32' rx='6' fill='%231d3b57'/%3E%3Ccircle cx='16' cy='16' r='8' fill='none' stroke='%23fff' \
      stroke-width='3'/%3E%3Cpath d='M3 16h26' stroke='%23fff' stroke-width='3'/%3E%3C/svg%3E">\n
      """)
    page.html.element("title", text: ReportLimits.cut(title, to: 200))
    page.html.markup("\n<style>")
    page.html.markup(HTMLStyle.text)
    page.html.markup("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n")
    page.html.element("header", .class("top")) { html in
      html.element("div", .class("wrap")) { html in
        html.element("span") { html in
          html.markup("<strong>Plimsoll</strong> ")
          html.text(top)
        }
      }
    }
    page.html.markup("\n<main id=\"main\" tabindex=\"-1\" class=\"wrap\">\n")
    body(&page)
    page.html.markup("</main>\n")
    page.html.element("footer") { html in
      html.element("div", .class("wrap")) { html in for line in footer { html.element("p", text: line) } }
    }
    page.html.markup("\n<script>")
    page.html.markup(HTMLScript.text)
    page.html.markup("</script>\n</body>\n</html>\n")
    return page.html.bytes
  }

  /// What the page may do: show its own style, run its own script, show images that are written in it.
  private static let policy =
    "default-src 'none'; style-src '\(digest(HTMLStyle.text))'; script-src '\(digest(HTMLScript.text))'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  /// `sha256-` and the digest in base 64.
  private static func digest(_ text: StaticString) -> String {
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return "sha256-" + Base64.text(Digest.bytes(.sha256, of: bytes))
  }

  // MARK: - Parts

  /// A part of the page with its heading.
  mutating func part(_ id: String, _ title: String, lead: String? = nil, body: (inout HTMLPage) -> Void) {
    html.open("section", .class("part"), .id(id), HTMLAttribute("aria-labelledby", id + "-title"))
    html.element("h2", .id(id + "-title"), text: title)
    if let lead { html.element("p", .class("lead"), text: ReportLimits.cut(lead)) }
    html.markup("\n")
    body(&self)
    html.close("section")
    html.markup("\n")
  }

  /// A table in a region that scrolls by itself.
  ///
  /// - Parameters:
  ///   - hidesCaption: the heading above says the same; the caption is only read out.
  ///   - filter: what the field that filters long tables is called; `nil`: there is none.
  ///   - rows: writes the rows.
  mutating func table(
    _ caption: String, _ columns: [Column], rowCount: Int, filter: String? = nil, hidesCaption: Bool = false,
    isSortable: Bool = true, classes: String = "", isTree: Bool = false, rows: (inout HTMLWriter) -> Void
  ) {
    let id = makeID("table")
    let isTall = rowCount > 30
    html.open(
      "div", .class(isTall ? "scroll card tall" : "scroll card"), HTMLAttribute("role", "region"),
      HTMLAttribute("tabindex", "0"), HTMLAttribute("aria-labelledby", id))
    html.markup("<table")
    if !classes.isEmpty {
      html.markup(" class=\"")
      html.text(classes)
      html.markup("\"")
    }
    if isSortable, rowCount > 1 { html.markup(" data-sort") }
    if isTree { html.markup(" data-tree") }
    if let filter {
      html.markup(" data-filter=\"")
      html.text(filter)
      html.markup("\"")
    }
    html.markup(">")
    html.element("caption", .id(id), .class(hidesCaption ? "sr" : ""), text: ReportLimits.cut(caption))
    html.markup("<thead><tr>")
    for column in columns {
      let classes = [column.isNumeric ? "n" : "", column.classes].filter { !$0.isEmpty }.joined(separator: " ")
      html.markup("<th scope=\"col\"")
      if !classes.isEmpty {
        html.markup(" class=\"")
        html.text(classes)
        html.markup("\"")
      }
      if !column.isSortable { html.markup(" data-nosort") }
      html.markup(">")
      html.text(ReportLimits.cut(column.title, to: 200))
      html.markup("</th>")
    }
    html.markup("</tr></thead>\n<tbody>\n")
    rows(&html)
    html.markup("</tbody></table></div>\n")
  }

  /// Says how much was left out, where anything was.
  mutating func leftOut(_ count: Int, _ what: String) {
    guard count > 0 else { return }
    html.element("p", .class("left"), text: "\(FigureText.count(count)) more \(what) left out to keep this page small.")
    html.markup("\n")
  }
}

extension HTMLWriter {
  /// A path, name or command.
  mutating func code(_ text: String, limit: Int = ReportLimits.text) {
    element("code", text: ReportLimits.cut(text, to: limit))
  }

  /// A cell with a number: what it is sorted by, and how it reads.
  mutating func numberCell(_ value: Double?, _ text: String) {
    if let value, value.isFinite {
      element("td", .class("n"), HTMLAttribute("data-v", "\(value)"), text: text)
    } else {
      element("td", .class("n"), text: text)
    }
  }

  /// A cell with text.
  mutating func cell(_ text: String) { element("td", text: ReportLimits.cut(text)) }

  /// A small text on a line of its own.
  mutating func small(_ text: String) { element("span", .class("small"), text: ReportLimits.cut(text)) }
}
