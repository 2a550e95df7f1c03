// A branch as static graphics. Drawn twice, wide and narrow, as treemaps are, and the style sheet shows the one that fits. Every kind of
// commit has a shape and every kind of link a stroke of its own: colour says nothing that they do not.

internal import MarkupKit

extension HTMLPage {
  /// A branch with what was merged into it.
  mutating func branchGraph(_ whole: ReportBranchGraph) {
    guard !whole.nodes.isEmpty else { return }
    let graph = Self.newest(whole, limit: ReportLimits.graphNodes)
    let id = makeID("graph")
    html.markup("<figure class=\"card graph\">\n")
    let isTall = graph.nodes.count > 20
    html.open(
      "div", .class(isTall ? "scroll tall" : "scroll"), HTMLAttribute("role", "region"), HTMLAttribute("tabindex", "0"),
      HTMLAttribute("aria-labelledby", id))
    let layouts = [BranchGraphLayout(graph, .wide), BranchGraphLayout(graph, .narrow)]
    for layout in layouts {
      let drawing = BranchDrawing(graph: graph, layout: layout, older: whole.nodes.count - graph.nodes.count)
      drawing.draw(&html)
    }
    html.markup("</div>\n")
    html.open("figcaption", .id(id))
    html.text("\(ReportLimits.cut(graph.caption, to: 300)).")
    for (layout, name) in zip(layouts, ["wide", "narrow"]) where layout.omitted > 0 {
      html.element(
        "span", .class(name),
        text:
          " There is no room here for \(Plural.text(layout.omitted, "link")) (+ at their commits); the table below names all."
      )
    }
    html.close("figcaption")
    key(graph)
    html.markup("</figure>\n")
  }

  /// The last commits of a long trunk, with the links among them.
  private static func newest(_ graph: ReportBranchGraph, limit: Int) -> ReportBranchGraph {
    guard graph.nodes.count > limit else { return graph }
    let first = graph.nodes.count - limit
    var cut = graph
    cut.nodes = Array(graph.nodes.suffix(limit))
    cut.links = graph.links.filter { $0.to >= first }.map {
      .init(kind: $0.kind, from: $0.from - first, to: $0.to - first, detail: $0.detail)
    }
    return cut
  }

  /// What shapes and strokes mean: only those that are there.
  private mutating func key(_ graph: ReportBranchGraph) {
    html.markup("<ul class=\"key\">")
    let kinds = Set(graph.nodes.map(\.kind))
    let links = Set(graph.links.map(\.kind))
    if kinds.contains(.branch) { entry("ticket", "branch merged") { BranchDrawing.node(.branch, false, 9, 8, &$0) } }
    if kinds.contains(.main) { entry("main", "main merged in") { BranchDrawing.node(.main, false, 9, 8, &$0) } }
    if kinds.contains(.patch) {
      entry("patch", "commit on the branch itself") { BranchDrawing.node(.patch, false, 9, 8, &$0) }
    }
    if let mark = graph.nodes.lazy.compactMap(\.mark).first {
      entry("mark", ReportLimits.cut(mark, to: 40)) { BranchDrawing.node(.branch, true, 9, 8, &$0) }
    }
    if links.contains(.conflict) {
      entry("conflict", "had a conflict with") { html in
        html.markup("<g class=\"lc\"><path d=\"M2 8H16\"/>")
        BranchDrawing.cross(9, 8, &html)
        html.markup("</g>")
      }
    }
    if links.contains(.dependency) {
      entry("dependency", "arrow: cannot stay without") { html in
        html.markup("<g class=\"ld\"><path d=\"M4 8H17\"/>")
        BranchDrawing.arrow(1, 8, &html)
        html.markup("</g>")
      }
    }
    html.markup("</ul>")
  }

  private mutating func entry(_ name: String, _ words: String, _ body: (inout HTMLWriter) -> Void) {
    html.markup("<li><svg viewBox=\"0 0 18 16\" aria-hidden=\"true\">")
    body(&html)
    html.markup("</svg>")
    html.text(words)
    html.markup("</li>")
  }
}
