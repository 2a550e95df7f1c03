// A branch's graph on a terminal: one line for each commit, in the order of the page.

internal import SystemKit

enum BranchGraphText {
  /// So many commits are shown; of more, the newest and those that are marked.
  static let limit = 20

  /// The graph as lines.
  static func lines(_ graph: ReportBranchGraph, terminal: Terminal) -> [String] {
    func shown(_ text: String, to limit: Int) -> String { VisibleLine.of(text, to: limit) }
    var table = TextTable([.left, .left, .left, .left])
    var styles: [Terminal.Style?] = []
    let first = max(0, graph.nodes.count - limit)
    var hidden = 0
    func gap() {
      guard hidden > 0 else { return }
      table.row(["  :", "\(FigureText.count(hidden)) more", "", ""])
      styles.append(nil)
      hidden = 0
    }
    for (at, node) in graph.nodes.enumerated() {
      guard at >= first || node.mark != nil else {
        hidden += 1
        continue
      }
      gap()
      let sign =
        switch node.kind {
        case _ where node.mark != nil: "x"
        case .branch: "*"
        case .main: "<"
        case .patch: "o"
        }
      var notes = [node.mark, node.facts.isEmpty ? nil : node.facts].compactMap { $0 }
      for (kind, words) in [(ReportBranchGraph.Link.Kind.conflict, "conflict with"), (.dependency, "needs")] {
        let names = graph.links(from: at, kind).map { shown(graph.nodes[$0.to].name, to: 60) }
        if !names.isEmpty { notes.append("\(words) \(names.joined(separator: ", "))") }
      }
      table.row([
        "  " + sign, shown(node.name, to: 40), shown(node.words, to: 50), shown(notes.joined(separator: "; "), to: 200),
      ])
      styles.append(node.mark == nil ? nil : .red)
    }
    var lines = zip(table.lines(), styles).map { line, style in style.map { terminal.styled(line, $0) } ?? line }
    if let behind = graph.behind, behind > 0 {
      lines.append("  \(shown(graph.main, to: 60)) has \(Plural.text(behind, "commit")) more")
    }
    return [terminal.styled("\(shown(graph.branch, to: 60)), oldest first", .bold)] + lines
  }
}
