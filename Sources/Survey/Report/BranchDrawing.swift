// One drawing of a branch as SVG: lines, shapes and words at the places that a `BranchGraphLayout` gives them.

internal import MarkupKit

/// Draws a graph in one form.
struct BranchDrawing {
  let graph: ReportBranchGraph
  let layout: BranchGraphLayout
  /// How many older commits are not drawn.
  let older: Int

  private var form: BranchGraphLayout.Form { layout.form }

  func draw(_ html: inout HTMLWriter) {
    html.open(
      "svg", .class(form.isWide ? "wide" : "narrow"),
      HTMLAttribute("viewBox", "0 0 \(Int(form.width)) \(Int(layout.height.rounded(.up)))"),
      HTMLAttribute("role", "img"))
    html.element("title", text: title)
    html.element("desc", text: "One row for each commit from the top down. The tables below say the same.")
    html.markup("\n")
    lanes(&html)
    for placed in layout.links { link(placed, &html) }
    for at in graph.nodes.indices { row(at, &html) }
    ends(&html)
    html.markup("</svg>\n")
  }

  private var title: String {
    let marked = graph.nodes.filter { $0.mark != nil }
    var text = "\(ReportLimits.cut(graph.branch, to: 100)): \(Plural.text(graph.nodes.count, "commit")) on its trunk, "
    text += "\(Plural.text(graph.links.count { $0.kind == .conflict }, "pair")) with conflicts, "
    text += Plural.text(graph.links.count { $0.kind == .dependency }, "dependency", "dependencies")
    if let mark = marked.first?.mark {
      let names = marked.prefix(5).map { ReportLimits.cut($0.name, to: 60) }.joined(separator: ", ")
      text += "; \(ReportLimits.cut(mark, to: 40)): \(names)\(marked.count > 5 ? " and more" : "")"
    }
    return text
  }

  // MARK: - Lines

  private func lanes(_ html: inout HTMLWriter) {
    let (main, trunk) = (Self.n(form.mainX), Self.n(form.trunkX))
    let bend = layout.baseY + form.row * 0.5
    path(
      "lm", "M\(main) \(Self.n(layout.baseY))V\(Self.n(graph.behind == 0 ? layout.mainY : layout.tipY))", &html)
    if graph.behind != 0 { path("lm new", "M\(main) \(Self.n(layout.tipY))V\(Self.n(layout.mainY))", &html) }
    path(
      "lt",
      "M\(main) \(Self.n(layout.baseY))C\(main) \(Self.n(bend)) \(trunk) \(Self.n(bend)) \(trunk) \(Self.n(layout.y(0)))"
        + "V\(Self.n(layout.tipY))", &html)
  }

  private func path(_ name: String, _ line: String, _ html: inout HTMLWriter) {
    html.open("path", .class(name), HTMLAttribute("d", line))
    html.close("path")
  }

  private func link(_ placed: BranchGraphLayout.Placed, _ html: inout HTMLWriter) {
    let isConflict = placed.link.kind == .conflict
    // Side by side where a commit has both.
    let shift = isConflict ? -4.0 : 4.0
    let (top, bottom) = (layout.y(placed.link.to) + shift, layout.y(placed.link.from) + shift)
    let (start, lane) = (layout.linkX, layout.laneX(placed.lane))
    html.open("g", .class(isConflict ? "lc" : "ld"))
    html.element("title", text: ReportLimits.cut(placed.link.detail, to: 400))
    let turn = 5.0
    path(
      "",
      "M\(Self.n(start)) \(Self.n(top))H\(Self.n(lane - turn))Q\(Self.n(lane)) \(Self.n(top)) \(Self.n(lane)) "
        + "\(Self.n(top + turn))V\(Self.n(bottom - turn))Q\(Self.n(lane)) \(Self.n(bottom)) \(Self.n(lane - turn)) "
        + "\(Self.n(bottom))H\(Self.n(start))", &html)
    if isConflict {
      Self.cross(start, top, &html)
      Self.cross(start, bottom, &html)
    } else {
      Self.arrow(start - 3, top, &html)
    }
    html.close("g")
    html.markup("\n")
  }

  /// The ends of a conflict.
  static func cross(_ x: Double, _ y: Double, _ html: inout HTMLWriter) {
    html.open(
      "path", .class("end"),
      HTMLAttribute(
        "d", "M\(n(x - 3)) \(n(y - 3))L\(n(x + 3)) \(n(y + 3))M\(n(x - 3)) \(n(y + 3))L\(n(x + 3)) \(n(y - 3))"))
    html.close("path")
  }

  /// The end of a dependency at what is needed.
  static func arrow(_ x: Double, _ y: Double, _ html: inout HTMLWriter) {
    html.open(
      "path", .class("tip"), HTMLAttribute("d", "M\(n(x)) \(n(y))L\(n(x + 8)) \(n(y - 4))V\(n(y + 4))Z"))
    html.close("path")
  }

  // MARK: - Rows

  private func row(_ at: Int, _ html: inout HTMLWriter) {
    let node = graph.nodes[at]
    let y = layout.y(at)
    html.open("g", .class(node.mark == nil ? "row" : "row marked"))
    html.element("title", text: title(of: node))
    html.open(
      "rect", HTMLAttribute("x", Self.n(form.textX - 8)), HTMLAttribute("y", Self.n(y - form.row / 2 + 1)),
      HTMLAttribute("width", Self.n(layout.linkX - form.textX)), HTMLAttribute("height", Self.n(form.row - 2)),
      HTMLAttribute("rx", "6"))
    html.close("rect")
    let start = y - form.row * 0.42
    switch node.kind {
    case .branch:
      path(
        "lb",
        "M\(Self.n(form.branchX)) \(Self.n(start))C\(Self.n(form.branchX)) \(Self.n(y)) \(Self.n(form.branchX)) \(Self.n(y)) "
          + "\(Self.n(form.trunkX)) \(Self.n(y))", &html)
      html.open(
        "circle", .class("bud"), HTMLAttribute("cx", Self.n(form.branchX)), HTMLAttribute("cy", Self.n(start)),
        HTMLAttribute("r", "3"))
      html.close("circle")
    case .main:
      path(
        "lm",
        "M\(Self.n(form.mainX)) \(Self.n(start))C\(Self.n(form.mainX)) \(Self.n(y)) \(Self.n(form.mainX)) \(Self.n(y)) "
          + "\(Self.n(form.trunkX)) \(Self.n(y))", &html)
    case .patch: break
    }
    Self.node(node.kind, node.mark != nil, form.trunkX, y, &html)
    words(node, y, layout.omittedOf[at] ?? 0, &html)
    html.close("g")
    html.markup("\n")
  }

  private func title(of node: ReportBranchGraph.Node) -> String {
    var text = "\(ReportLimits.cut(node.name, to: 200)), \(node.commit)"
    if let mark = node.mark { text = "\(ReportLimits.cut(mark, to: 40)): \(text)" }
    if !node.facts.isEmpty { text += ": \(ReportLimits.cut(node.facts, to: 200))" }
    if let detail = node.detail { text += ". \(ReportLimits.cut(detail, to: 600))" }
    return text
  }

  /// The shape of a commit: a disc, a square on its corner for main, a ring for a patch; what is marked is an octagon with a cross.
  static func node(
    _ kind: ReportBranchGraph.Node.Kind, _ isMarked: Bool, _ x: Double, _ y: Double, _ html: inout HTMLWriter
  ) {
    if isMarked {
      let (a, b) = (3.3, 8.0)
      let corners = [(-a, -b), (a, -b), (b, -a), (b, a), (a, b), (-a, b), (-b, a), (-b, -a)]
      let line = corners.map { "\(n(x + $0.0)) \(n(y + $0.1))" }.joined(separator: "L")
      html.open("path", .class("stop"), HTMLAttribute("d", "M\(line)Z"))
      html.close("path")
      html.open(
        "path", .class("bars"),
        HTMLAttribute(
          "d", "M\(n(x - 3)) \(n(y - 3))L\(n(x + 3)) \(n(y + 3))M\(n(x - 3)) \(n(y + 3))L\(n(x + 3)) \(n(y - 3))"))
      html.close("path")
      return
    }
    switch kind {
    case .branch, .patch:
      html.open(
        "circle", .class(kind == .branch ? "nb" : "np"), HTMLAttribute("cx", n(x)), HTMLAttribute("cy", n(y)),
        HTMLAttribute("r", kind == .branch ? "5.5" : "4.5"))
      html.close("circle")
    case .main:
      html.open(
        "path", .class("nm"),
        HTMLAttribute("d", "M\(n(x)) \(n(y - 6.5))L\(n(x + 6.5)) \(n(y))L\(n(x)) \(n(y + 6.5))L\(n(x - 6.5)) \(n(y))Z"))
      html.close("path")
    }
  }

  private func words(_ node: ReportBranchGraph.Node, _ y: Double, _ omitted: Int, _ html: inout HTMLWriter) {
    let end = layout.linkX - 12
    let mark = node.mark.map { ReportLimits.cut($0, to: 20) }
    if form.isWide {
      let factsX = max(form.textX + 330, end - 285)
      var x = form.textX
      text("name", node.name, x, y + 4, room: 170, &html)
      x += 176
      if let mark { x += pill(mark, x, y, &html) + 10 }
      text("words", node.words, x, y + 4, room: factsX - 10 - x, &html)
      let more = omitted > 0 ? " · +\(omitted)" : ""
      text("facts last", node.facts + more, end, y + 4, room: end - factsX, &html)
    } else {
      var room = end - form.textX
      if let mark {
        let width = pillWidth(mark)
        room -= width + 4
        _ = pill(mark, end - width + 4, y - 8, &html)
      }
      text("name", node.name, form.textX, y - 4, room: room, &html)
      let words = node.kind == .main ? node.facts : node.words
      if omitted > 0 { text("facts last", "+\(omitted)", end + 4, y + 12, room: 40, &html) }
      text("facts", words, form.textX, y + 12, room: end - form.textX - (omitted > 0 ? 26 : 0), &html)
    }
  }

  private func pillWidth(_ text: String) -> Double { Double(text.unicodeScalars.count) * 6.6 + 14 }

  private func pill(_ text: String, _ x: Double, _ y: Double, _ html: inout HTMLWriter) -> Double {
    let width = pillWidth(text)
    html.open(
      "rect", .class("pill"), HTMLAttribute("x", Self.n(x)), HTMLAttribute("y", Self.n(y - 9)),
      HTMLAttribute("width", Self.n(width)), HTMLAttribute("height", "18"), HTMLAttribute("rx", "9"))
    html.close("rect")
    html.element(
      "text", .class("pilled"), HTMLAttribute("x", Self.n(x + width / 2)), HTMLAttribute("y", Self.n(y + 4)), text: text
    )
    return width
  }

  private func text(
    _ name: String, _ text: String, _ x: Double, _ y: Double, room: Double, _ html: inout HTMLWriter
  ) {
    // Bold letters are wider than those that `fitting` reckons with.
    guard let fitting = HTMLPage.fitting(text, (name == "name" ? room * 0.9 : room) + 8) else { return }
    html.element(
      "text", .class(name), HTMLAttribute("x", Self.n(x)), HTMLAttribute("y", Self.n(y)), text: fitting)
  }

  // MARK: - Both ends

  private func ends(_ html: inout HTMLWriter) {
    Self.node(.main, false, form.mainX, layout.baseY, &html)
    let room = form.width - form.textX - 8
    let older = older > 0 ? "; \(Plural.text(older, "older commit")) not drawn" : ""
    text("facts", "begins from \(graph.main) at \(graph.base)\(older)", form.textX, layout.baseY + 4, room: room, &html)
    let (x, y) = (form.trunkX, layout.tipY)
    path("tip", "M\(Self.n(x - 6)) \(Self.n(y - 6))H\(Self.n(x + 6))L\(Self.n(x)) \(Self.n(y + 5))Z", &html)
    text("name", graph.branch, form.textX, y + 4, room: room, &html)
    Self.node(.main, false, form.mainX, layout.mainY, &html)
    let behind =
      switch graph.behind {
      case nil: graph.main
      case 0: "\(graph.main) has nothing more"
      case let count?:
        form.isWide
          ? "\(graph.main) has \(Plural.text(count, "commit")) that \(graph.branch) does not have"
          : "\(graph.main): \(Plural.text(count, "commit")) more"
      }
    text("facts", behind, form.textX, layout.mainY + 4, room: room, &html)
  }

  private static func n(_ value: Double) -> String { FigureText.coordinate(value) }
}
