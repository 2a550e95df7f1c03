// What an area shows below its figures: text, tables, trees and source listings. Tables and trees are real tables with all
// rows in them: scripts only fold and sort.

internal import MarkupKit

extension HTMLPage {
  /// One block of a section.
  mutating func block(_ block: ReportBlock) {
    switch block {
    case .paragraph(let text): html.element("p", text: ReportLimits.cut(text, to: ReportLimits.longText))
    case .preformatted(let text):
      html.element(
        "pre", HTMLAttribute("tabindex", "0"), text: ReportLimits.cut(text, to: ReportLimits.longText), lines: true)
    case .table(let table): self.table(table)
    case .tree(let tree): self.tree(tree)
    case .treemap(let map): treemap(map)
    case .branchGraph(let graph): branchGraph(graph)
    case .pictures(let gallery): self.gallery(gallery)
    case .details(let title, let blocks):
      html.markup("<details>")
      html.element("summary", text: ReportLimits.cut(title, to: 300))
      html.markup("\n")
      for block in blocks { self.block(block) }
      html.markup("</details>")
    case .source(let source): self.source(source)
    }
    html.markup("\n")
  }

  // MARK: - Tables

  private mutating func table(_ table: ReportTable) {
    let shown = table.rows.prefix(ReportLimits.tableRows)
    let columns = table.columns.enumerated().map { at, title in
      Column(
        title: title, isNumeric: Self.isNumeric(shown.lazy.compactMap { at < $0.count ? $0[at] : nil }),
        classes: shown.contains { at < $0.count && Self.isLongName($0[at]) } ? "m" : "")
    }
    self.table(
      table.caption, columns, rowCount: shown.count, filter: "Filter: \(ReportLimits.cut(table.caption, to: 80))"
    ) {
      html in
      for row in shown {
        html.markup("<tr>")
        for at in table.columns.indices { html.cell(at < row.count ? row[at] : .empty, isHead: at == 0) }
        html.markup("</tr>\n")
      }
    }
    leftOut(table.omitted + table.rows.count - shown.count, "rows")
  }

  /// Whether a column holds numbers only.
  private static func isNumeric(_ cells: some Sequence<ReportCell>) -> Bool {
    var hasNumber = false
    for cell in cells {
      switch cell {
      case .text, .code, .link: return false
      case .count, .seconds, .bytes, .share, .part: hasNumber = true
      case .empty: break
      }
    }
    return hasNumber
  }

  /// Whether a cell holds a name that a phone would break into many lines, were its column as narrow as can be.
  private static func isLongName(_ cell: ReportCell) -> Bool {
    switch cell {
    case .code(let text), .link(let text, _): text.utf8.count > 16
    default: false
    }
  }

  // MARK: - Trees

  private mutating func tree(_ tree: ReportTree) {
    let rows = TreeRow.rows(of: tree.root, limit: ReportLimits.treeRows)
    let numeric = tree.columns.indices.map { at in
      at > 0
        && Self.isNumeric(rows.lazy.compactMap { $0.node.cells.indices.contains(at - 1) ? $0.node.cells[at - 1] : nil })
    }
    let columns = tree.columns.enumerated().map { Column(title: $1, isNumeric: numeric[$0]) }
    table(tree.caption, columns, rowCount: rows.count, isSortable: false, classes: "tree", isTree: true) { html in
      for row in rows {
        html.open("tr", .class("d\(min(row.depth, 8))"), HTMLAttribute("data-d", "\(row.depth)"))
        html.markup("<th scope=\"row\">")
        if let target = row.node.target {
          html.open("a", .href(target))
          html.code(row.node.name)
          html.close("a")
        } else {
          html.code(row.node.name)
        }
        if row.omitted > 0 { html.small("\(FigureText.count(row.omitted)) rows below it left out") }
        html.markup("</th>")
        for at in tree.columns.indices.dropFirst() {
          html.cell(row.node.cells.indices.contains(at - 1) ? row.node.cells[at - 1] : .empty, isHead: false)
        }
        html.markup("</tr>\n")
      }
    }
    leftOut(rows.reduce(0) { $0 + $1.omitted }, "rows")
  }

  // MARK: - Source

  private mutating func source(_ source: ReportSource) {
    let shown = source.lines.prefix(ReportLimits.sourceLines)
    table(
      source.path, [Column(title: "Line", isNumeric: true), .number("Runs"), .text("State"), .text("Source")],
      rowCount: shown.count, isSortable: false, classes: "src"
    ) { html in
      var last = (shown.first?.number ?? 1) - 1
      for line in shown {
        if line.number > last + 1 {
          html.markup("<tr class=\"gap\"><td colspan=\"4\">")
          html.text("lines \(last + 1) to \(line.number - 1) are not shown")
          html.markup("</td></tr>\n")
        }
        last = line.number
        html.sourceRow(line)
      }
    }
    leftOut(source.omitted + source.lines.count - shown.count, "lines")
  }
}

/// A row of a tree laid out flat.
struct TreeRow {
  var node: ReportTree.Node
  var depth: Int
  /// How many rows below it are not among the rows.
  var omitted = 0

  /// The rows in the order of the page. Where there are too many, the deepest levels go first: each level is kept as long as
  /// there is room, so that the totals of the top are always there.
  static func rows(of root: ReportTree.Node, limit: Int) -> [TreeRow] {
    var depthLimit = 0
    var level = [root]
    var total = 1
    while true {
      let next = level.flatMap(\.children)
      if next.isEmpty || total + next.count > limit { break }
      level = next
      total += next.count
      depthLimit += 1
    }
    // The rows of the first level that does not fit whole are kept until the room is used up.
    var room = limit - total
    var rows: [TreeRow] = []
    // Without recursion: a tree may be as deep as the limit allows.
    var open = [(node: root, depth: 0)]
    while let (node, depth) = open.popLast() {
      let at = rows.count
      rows.append(TreeRow(node: node, depth: depth))
      guard depth >= depthLimit else {
        open.append(contentsOf: node.children.reversed().map { ($0, depth + 1) })
        continue
      }
      for child in node.children {
        if room > 0 {
          room -= 1
          rows.append(TreeRow(node: child, depth: depth + 1, omitted: child.below))
        } else {
          rows[at].omitted += 1 + child.below
        }
      }
    }
    return rows
  }
}

extension ReportTree.Node {
  /// How many rows stand below this one; without recursion, since a path in evidence may have any depth.
  var below: Int {
    var count = 0
    var open = children
    while let node = open.popLast() {
      count += 1
      open.append(contentsOf: node.children)
    }
    return count
  }
}

extension HTMLWriter {
  /// A cell of a table or tree.
  mutating func cell(_ cell: ReportCell, isHead: Bool) {
    switch cell {
    case .text(let text) where isHead: element("th", HTMLAttribute("scope", "row"), text: ReportLimits.cut(text))
    case .text(let text): element("td", text: ReportLimits.cut(text))
    // A ticket or a short hash is not broken at its hyphen.
    case .code(let text) where text.utf8.count <= 16:
      headOrCell(isHead) { $0.element("code", .class("nowrap"), text: text) }
    case .code(let text): headOrCell(isHead) { $0.code(text) }
    case .link(let text, let target):
      headOrCell(isHead) { html in html.element("a", .href(target)) { $0.code(text) } }
    case .count(let value): numberCell(Double(value), FigureText.count(value))
    case .seconds(let value): numberCell(value, FigureText.seconds(value))
    case .bytes(let value): numberCell(Double(value), FigureText.bytes(Double(value)))
    case .share(let covered, let atMost, let total): share(covered, atMost, total)
    case .part(let part, let total): self.part(part, total)
    case .empty: markup("<td></td>")
    }
  }

  private mutating func headOrCell(_ isHead: Bool, _ body: (inout HTMLWriter) -> Void) {
    if isHead { element("th", HTMLAttribute("scope", "row"), body: body) } else { element("td", body: body) }
  }

  private mutating func share(_ covered: UInt64, _ atMost: UInt64, _ total: UInt64) {
    guard total > 0 else {
      element("td", .class("n muted"), text: "none")
      return
    }
    let most = max(covered, atMost)
    open("td", .class("n"), HTMLAttribute("data-v", "\(Double(covered) / Double(total))"))
    markup("<span class=\"share\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")
    markup("<path class=\"b0\" d=\"M0 0H100V8H0Z\"/>")
    if most > covered { bar("b2", Double(most) / Double(total)) }
    bar("b1", Double(covered) / Double(total))
    let parts = most > covered ? "\(FigureText.count(covered))–\(FigureText.count(most))" : FigureText.count(covered)
    markup("</svg><span class=\"of\">")
    text("\(parts) of \(FigureText.count(total))")
    markup("</span><span>")
    var percent = FigureText.share(covered, of: total)
    if most > covered { percent = "\(percent.dropLast(2))–\(FigureText.share(most, of: total))" }
    text(percent)
    markup("</span></span></td>")
  }

  private mutating func part(_ part: UInt64, _ total: UInt64) {
    let share = total > 0 ? min(1, Double(part) / Double(total)) : 0
    open("td", .class("n"), HTMLAttribute("data-v", "\(share)"))
    markup("<span class=\"share\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")
    markup("<path class=\"b0\" d=\"M0 0H100V8H0Z\"/>")
    bar("b1", share)
    markup("</svg><span class=\"end\">")
    text(FigureText.share(min(part, total), of: total))
    markup("</span></span></td>")
  }

  private mutating func bar(_ name: String, _ share: Double) {
    open("path", .class(name), HTMLAttribute("d", "M0 0H\(FigureText.coordinate(100 * min(1, share)))V8H0Z"))
    close("path")
  }

  /// A line of a source listing.
  fileprivate mutating func sourceRow(_ line: ReportSource.Line) {
    let state: (name: String, sign: String, word: String) =
      switch line.count {
      case nil: ("", "", "")
      case 0: ("u", "✗", "not run")
      case _ where line.isPartial: ("p", "◐", "partly")
      case _: ("c", "✓", "run")
      }
    open("tr", .class(state.name))
    element("th", HTMLAttribute("scope", "row"), text: "\(line.number)")
    element("td", .class("n"), text: line.count.map { FigureText.count($0) } ?? "")
    open("td", .class("m"))
    if !state.sign.isEmpty {
      element("span", HTMLAttribute("aria-hidden", "true"), text: state.sign + " ")
      text(state.word)
    }
    markup("</td><td><pre>")
    text(ReportLimits.cut(line.text), lines: true)
    markup("</pre></td></tr>\n")
  }
}
