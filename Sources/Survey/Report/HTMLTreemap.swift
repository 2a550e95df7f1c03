// Treemaps as static graphics. Drawn twice, wide and narrow, and the style sheet shows the one that fits: a drawing that is scaled
// down to a phone has letters that nobody reads, and one that scrolls shows no whole.

internal import MarkupKit

extension HTMLPage {
  /// A treemap.
  mutating func treemap(_ map: ReportTreemap) {
    let total = map.total
    guard total > 0 else { return }
    html.markup("<figure class=\"card treemap\">\n")
    drawing(map, total, "wide", width: 1060, height: 500)
    drawing(map, total, "narrow", width: 328, height: 460)
    html.element(
      "figcaption",
      text:
        "\(ReportLimits.cut(map.caption, to: 300)). Areas are in proportion to sizes; what lies within an area is a part of it."
    )
    html.markup("</figure>\n")
  }

  private mutating func drawing(
    _ map: ReportTreemap, _ total: UInt64, _ name: String, width: Double, height: Double
  ) {
    let tiles = TreemapLayout.place(map, width: width, height: height, limit: ReportLimits.treemapTiles)
    html.open(
      "svg", .class(name), HTMLAttribute("viewBox", "0 0 \(Int(width)) \(Int(height))"), HTMLAttribute("role", "img"))
    let largest = map.tiles.sorted { $0.value > $1.value }.prefix(3)
      .map { "\(ReportLimits.cut($0.name, to: 100)), \(FigureText.share($0.value, of: total))" }.joined(separator: "; ")
    html.element(
      "title",
      text: "Treemap: \(ReportLimits.cut(map.caption, to: 300)). Largest: \(largest). The rows below say the same.")
    html.markup("\n")
    for placed in tiles { tile(placed, map.unit, total) }
    html.markup("</svg>\n")
  }

  private mutating func tile(_ placed: TreemapLayout.Placed, _ unit: FigureUnit, _ total: UInt64) {
    let tile = placed.tile
    let box = placed.rectangle
    let size = FigureText.text(Double(tile.value), unit, .nearest)
    html.open("g", .class(tile.mark == nil ? "m\(placed.depth)" : "mk"))
    var title = "\(ReportLimits.cut(tile.name, to: 200)): \(size), \(FigureText.share(tile.value, of: total))"
    if let mark = tile.mark { title = "\(ReportLimits.cut(mark, to: 40)): \(title)" }
    if let detail = tile.detail { title += " (\(ReportLimits.cut(detail, to: 300)))" }
    html.element("title", text: title)
    html.open(
      "rect", HTMLAttribute("x", FigureText.coordinate(box.x)), HTMLAttribute("y", FigureText.coordinate(box.y)),
      HTMLAttribute("width", FigureText.coordinate(box.width)),
      HTMLAttribute("height", FigureText.coordinate(box.height)))
    html.close("rect")
    if box.height >= 15, let text = Self.label(tile, box.width) {
      write(text, box.x + 4, box.y + 13, isSize: false)
      if !placed.isOpen, box.height >= 32, let text = Self.fitting(size, box.width, isWhole: true) {
        write(text, box.x + 4, box.y + 27, isSize: true)
      }
    }
    html.close("g")
    html.markup("\n")
  }

  private mutating func write(_ text: String, _ x: Double, _ y: Double, isSize: Bool) {
    html.element(
      "text", .class(isSize ? "size" : ""), HTMLAttribute("x", FigureText.coordinate(x)),
      HTMLAttribute("y", FigureText.coordinate(y)), text: text)
  }

  /// The label as far as there is room for it. Of a nested class (`Shop$Event`) the inner name says more than the beginning, and of a
  /// marked tile the mark says most.
  static func label(_ tile: ReportTreemap.Tile, _ width: Double) -> String? {
    let mark = tile.mark.map { "\($0): " } ?? ""
    if let whole = fitting(mark + tile.label, width, isWhole: true) { return whole }
    if let dollar = tile.label.lastIndex(of: "$") {
      let inner = tile.label[tile.label.index(after: dollar)...]
      if inner.first?.isLetter == true, let text = fitting(mark + inner, width) { return text }
    }
    return fitting(mark + tile.label, width)
  }

  /// As much of a text as there is room for; `nil` where it would say nothing. Letters are reckoned as wide as the widest common
  /// ones are in the fonts of the style sheet, those beyond Latin twice.
  static func fitting(_ text: String, _ width: Double, isWhole: Bool = false) -> String? {
    var room = (width - 8) / 7.1
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let columns = scalar.value < 0x250 ? 1.0 : 2.0
      guard room >= columns else {
        // Three letters and an ellipsis say something.
        if isWhole || kept.count < 4 { return nil }
        kept.removeLast()
        return String(kept) + "…"
      }
      room -= columns
      kept.append(scalar)
    }
    return String(kept)
  }
}
