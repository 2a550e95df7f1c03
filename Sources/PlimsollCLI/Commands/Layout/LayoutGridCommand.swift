// `plimsoll layout grid`: cells of one size, as many columns as fit.

internal import ArgumentKit
internal import ByteKit
internal import Layout
internal import MarkupKit
internal import SystemKit

struct LayoutGridCommand: ParsableCommand {
  /// What short rows do, by the names that the command has for them.
  enum Mode: String, CaseIterable, ExpressibleByArgument {
    case keep, shrink, center

    var shortRows: GridShortRows {
      switch self {
      case .keep: .keepColumns
      case .shrink: .shrinkToItems
      case .center: .centerRows
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "grid",
    abstract: "Lay out square cells of one size in a centred grid.",
    discussion: """
      columns = max(1, floor((W + g) / (s + g))), offset = (W - n s - (n - 1) g) / 2. Short rows: 'keep' leaves the block as \
      wide as all columns that fit (auto-fill), 'shrink' makes it as wide as the first row's items (auto-fit), 'center' \
      centres each row by itself (flex). A cell wider than the grid sticks out on both sides.
      """,
    examples: [
      CommandExample("plimsoll layout grid --width 375 --cell 100 --gap 10 --count 8", "Numbers and code."),
      CommandExample("plimsoll layout grid --width 375 --cell 110 --count 5 --form css", "CSS alone."),
    ])

  /// Frames beyond these are left out of the text.
  private static let mostFrames = 100

  @Option(help: ArgumentHelp("The width of the grid, in points.", valueName: "points")) var width: Double
  @Option(help: ArgumentHelp("The side of a cell, in points.", valueName: "points")) var cell: Double
  @Option(help: ArgumentHelp("Between two cells, in points.", valueName: "points")) var gap = 0.0
  @Option(help: ArgumentHelp("How many items there are.", valueName: "number")) var count = 0
  @Option(help: ArgumentHelp("What short rows do.", valueName: "mode")) var mode = Mode.keep

  @OptionGroup(title: "Printing") var printing: LayoutPrintingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let (width, cell, gap, count, mode, direction) = (width, cell, gap, count, mode, printing.direction)
    let grid = try layoutWith { () throws(LayoutError) in
      try GridLayout(
        width: width, cell: cell, gap: gap, count: count, shortRows: mode.shortRows, direction: direction)
    }
    if printing.json { return try messages.print(json(grid)) }
    switch printing.form {
    case .css: return try messages.print(grid.css.code)
    case .uikit: return try messages.print(grid.uikit.code)
    case .compose: return try messages.print(grid.compose.code)
    case nil: break
    }
    var text = """
      columns         \(grid.columns)
      rows            \(grid.rows)
      offset          \(points(grid.offset))
      block width     \(points(grid.blockWidth))
      content height  \(points(grid.contentHeight))

      """
    for item in 0..<min(grid.count, Self.mostFrames) {
      let name = "item \(item)"
      text += name + String(repeating: " ", count: max(1, 16 - name.count))
      text += "\(printing.shown(grid.frame(of: item)).text)\n"
    }
    if grid.count > Self.mostFrames { text += "and \(grid.count - Self.mostFrames) more (all with --json)\n" }
    text += "\nCSS\n\n\(grid.css.code)\nUIKit\n\n\(grid.uikit.code)\nCompose\n\n\(grid.compose.code)"
    try messages.print(text)
  }

  private func json(_ grid: GridLayout) throws -> String {
    guard grid.count <= 1_000_000 else {
      throw ValidationError("'--json' prints every frame: at most 1,000,000 items")
    }
    var json = JSONWriter()
    json.object { json in
      json.member("format", "plimsoll-layout-grid")
      json.member("version", 1)
      json.member("width", grid.width)
      json.member("cell", grid.cell)
      json.member("gap", grid.gap)
      json.member("count", grid.count)
      json.member("mode", mode.rawValue)
      json.member("direction", printing.rtl ? "rtl" : "ltr")
      json.member("pixelRatio", printing.pixelRatio)
      json.member("columns", grid.columns)
      json.member("blockColumns", grid.blockColumns)
      json.member("rows", grid.rows)
      json.member("offset", grid.offset)
      json.member("blockWidth", grid.blockWidth)
      json.member("contentHeight", grid.contentHeight)
      json.array("frames") { json in
        for item in 0..<grid.count { json.object { $0.members(printing.shown(grid.frame(of: item))) } }
      }
      json.object("forms") { json in
        json.member("css", grid.css.code)
        json.member("uikit", grid.uikit.code)
        json.member("compose", grid.compose.code)
      }
    }
    return String(decoding: json.output.bytes, as: UTF8.self)
  }
}
