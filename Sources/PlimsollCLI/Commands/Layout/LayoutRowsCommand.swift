// `plimsoll layout rows`: a row of a list, with a picture that may arrive late.

internal import ArgumentKit
internal import ByteKit
internal import Layout
internal import MarkupKit
internal import SystemKit

struct LayoutRowsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows",
    abstract: "Lay out a row of a list: picture, up to five lines, and one at the bottom.",
    discussion: """
      The picture is at most a third of the width, keeps its aspect and is never enlarged. Its slot is there before it \
      arrives, so that no text wraps anew; the row can only grow. '--lines' is how many lines the platform measured at the \
      text's width.
      """,
    examples: [
      CommandExample("plimsoll layout rows --width 375 --lines 3 --picture 800x600", "Numbers and code."),
      CommandExample("plimsoll layout rows --width 320 --lines 9 --picture expected --json", "Before it is there."),
    ])

  @Option(help: ArgumentHelp("The width of the row, in points.", valueName: "points")) var width: Double
  @Option(help: ArgumentHelp("The size of type, in points.", valueName: "points")) var typeSize = 16.0
  @Option(help: ArgumentHelp("The height of a line, times the type size.", valueName: "number")) var lineHeight = 1.25
  @Option(help: ArgumentHelp("How many lines the top text needs; five are shown.", valueName: "number")) var lines = 1
  @Option(help: ArgumentHelp("The picture: WxH, 'expected' or 'none'.", valueName: "size"))
  var picture = PictureArgument(value: .none)
  @Option(help: ArgumentHelp("Around the row's parts, in points.", valueName: "points")) var padding = 12.0
  @Option(help: ArgumentHelp("Between picture and text, in points.", valueName: "points")) var spacing = 12.0
  @Option(help: ArgumentHelp("Above the bottom line, in points.", valueName: "points")) var lineSpacing = 4.0
  @Option(help: ArgumentHelp("The least height, in points.", valueName: "points")) var minimumHeight = 64.0

  @OptionGroup(title: "Printing") var printing: LayoutPrintingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let (width, picture, lines) = (width, picture.value, lines)
    let style = ListRow.Style(
      typeSize: typeSize, lineHeight: lineHeight, padding: padding, spacing: spacing, lineSpacing: lineSpacing,
      minimumHeight: minimumHeight, direction: printing.direction)
    let row = try layoutWith { () throws(LayoutError) in
      try ListRow(width: width, picture: picture, lines: lines, style: style)
    }
    // The same row before its picture's size was known.
    let before = try layoutWith { () throws(LayoutError) in
      try ListRow(width: width, picture: picture == .none ? .none : .expected, lines: lines, style: style)
    }
    if printing.json { return try messages.print(json(row, before)) }
    switch printing.form {
    case .css: return try messages.print(row.css.code)
    case .uikit: return try messages.print(row.uikit.code)
    case .compose: return try messages.print(row.compose.code)
    case nil: break
    }
    var text = """
      height          \(points(row.height))
      line height     \(points(row.line))
      lines           \(row.lines)
      slot            \(points(row.slot))
      text width      \(points(row.textWidth))

      """
    if let frame = row.pictureFrame { text += "picture         \(printing.shown(frame).text)\n" }
    text += "top             \(printing.shown(row.topFrame).text)\n"
    text += "bottom          \(printing.shown(row.bottomFrame).text)\n"
    if row.pictureFrame != nil {
      text += "grows by        \(points(row.height - before.height)) when the picture arrives\n"
    }
    text += "\nCSS\n\n\(row.css.code)\nUIKit\n\n\(row.uikit.code)\nCompose\n\n\(row.compose.code)"
    try messages.print(text)
  }

  private func json(_ row: ListRow, _ before: ListRow) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "plimsoll-layout-row")
      json.member("version", 1)
      json.member("width", row.width)
      json.member("typeSize", typeSize)
      json.member("lineHeight", row.line)
      json.member("direction", printing.rtl ? "rtl" : "ltr")
      json.member("pixelRatio", printing.pixelRatio)
      json.member("lines", row.lines)
      json.member("height", row.height)
      json.member("slot", row.slot)
      json.member("textWidth", row.textWidth)
      if let frame = row.pictureFrame { json.member("picture", printing.shown(frame)) }
      json.member("top", printing.shown(row.topFrame))
      json.member("bottom", printing.shown(row.bottomFrame))
      json.member("growth", row.height - before.height)
      json.object("forms") { json in
        json.member("css", row.css.code)
        json.member("uikit", row.uikit.code)
        json.member("compose", row.compose.code)
      }
    }
    return String(decoding: json.output.bytes, as: UTF8.self)
  }
}

/// A picture as an argument: `800x600`, `expected` or `none`.
struct PictureArgument: ExpressibleByArgument {
  static let argumentExpectation = "a size such as 800x600, 'expected' or 'none'"
  let value: ListPicture

  init(value: ListPicture) { self.value = value }

  init?(argument: String) {
    switch argument {
    case "none": value = .none
    case "expected": value = .expected
    default:
      let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
      value = .size(width: width, height: height)
    }
  }

  var defaultValueDescription: String { "none" }
}
