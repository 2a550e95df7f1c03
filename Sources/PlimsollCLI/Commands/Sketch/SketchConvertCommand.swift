// `plimsoll sketch convert`: ink from one format into another.

internal import ArgumentKit
internal import Ink
internal import InkFormats

struct SketchConvertCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, svg, inkml
  }

  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Turn ink of one format into another.",
    discussion: """
      Written are our own JSON, which keeps everything, SVG with the drawing inside, so that it can be opened again, and InkML. \
      What the format cannot hold is told.
      """,
    examples: [
      CommandExample("plimsoll sketch convert notes.xopp -o notes.inkml", "Xournal++ to InkML."),
      CommandExample("plimsoll sketch convert a.ndjson --page 3 -o a.svg", "The third of many drawings."),
      CommandExample("plimsoll sketch convert a.inkml --plain -o a.svg", "Shapes alone."),
    ])

  @Argument(help: ArgumentHelp("A file of ink; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Option(help: ArgumentHelp("The format, where the output's name does not say it.", valueName: "format"))
  var to: Format?
  @Flag(help: "SVG without the drawing in its metadata: half the size, but nobody can draw on.") var plain = false

  @OptionGroup(title: "Reading") var reading: SketchReadingOptions
  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let format = try outputFormat(to, writing, aliases: ["xml": .inkml])
    if plain, format != .svg { throw ValidationError("'--plain' is for SVG") }
    try writing.protect([input])
    let drawing = try reading.openOne(input, messages)
    switch format {
    case .json: try writing.write(drawing.saved())
    case .svg: try writing.write(drawing.svg(includesDrawing: !plain))
    case .inkml:
      let written = InkMLWriter.write(drawing)
      Diagnostics.warnings(written.losses.map { "\(writing.output): \($0)" }, quiet: messages.quiet)
      try writing.write(written.bytes)
    }
  }
}
