// `plimsoll sketch render`: a drawing as a picture.

internal import ArgumentKit
internal import Ink
internal import InkFormats
internal import Rendering
internal import SystemKit

struct SketchRenderCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case png, svg, pdf
  }

  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a drawing as PNG, SVG or PDF.",
    discussion: """
      A PNG has the very pixels that the drawing page shows at the same scale. SVG and PDF stay shapes at any size. A PDF \
      gets all drawings of the file as pages, the others the first or the one that is named.
      """,
    examples: [
      CommandExample("plimsoll sketch render drawing.json -o drawing.png --scale 2", "Twice as large."),
      CommandExample("plimsoll sketch render notes.xopp -o notes.pdf", "All pages."),
      CommandExample("plimsoll sketch render a.svg --transparent -o a.png", "The ink alone."),
    ])

  @Argument(help: ArgumentHelp("A file of ink; '-' is standard input.", valueName: "drawing"), completion: .file())
  var input: String

  @Option(help: ArgumentHelp("The format, where the output's name does not say it.", valueName: "format"))
  var to: Format?
  @Option(help: ArgumentHelp("Pixels for a point, 0.02 to 64.", valueName: "number")) var scale: Double?
  @Flag(help: "Leave the background out.") var transparent = false

  @OptionGroup(title: "Reading") var reading: SketchReadingOptions
  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    try checkScale(scale)
  }

  mutating func run() throws {
    let format = try outputFormat(to, writing)
    if scale != nil, format != .png { throw ValidationError("'--scale' is for PNG; SVG and PDF have no pixels") }
    try writing.protect([input])
    let document =
      format == .pdf ? try reading.open(input, messages).pages.map(\.drawing) : [try reading.openOne(input, messages)]
    let drawings = transparent ? document.map(\.withoutBackground) : document
    guard let first = drawings.first else { throw CommandError("\(input): the file holds no drawing") }
    switch format {
    case .svg: try writing.write(first.svg(includesDrawing: false))
    case .pdf:
      try writing.write(
        drawingWith(input) { () throws(RenderingError) in try DrawingRenderer.pdf(of: drawings, source: input) })
    case .png:
      try writing.write(drawingWith(input) { () throws(RenderingError) in try pngBytes(first, scale ?? 1, input) })
    }
  }
}

/// A drawing as PNG: through the sheet of the page where it is opaque.
func pngBytes(_ drawing: Drawing, _ scale: Double, _ source: String) throws(RenderingError) -> [UInt8] {
  guard drawing.isOpaque else { return try DrawingRenderer.png(of: drawing, scale: scale, source: source) }
  try checkPixels(drawing, scale, source)
  let sheet = Sheet(drawing, scale: scale, budget: 0, pictures: try drawing.decodedPictures(source: source))
  return PNGWriter.bytes(of: PixelPicture(sheet.shown))
}

/// Refuses pictures that would not fit into memory, before they are begun.
func checkPixels(_ drawing: Drawing, _ scale: Double, _ source: String) throws(RenderingError) {
  let width = (Double(drawing.width) * scale).rounded(.up)
  let height = (Double(drawing.height) * scale).rounded(.up)
  let side = Double(PixelPicture.largestSide)
  guard width <= side, height <= side, width * height <= Double(PixelPicture.mostPixels) else {
    throw RenderingError(.tooLarge(width: Int(width), height: Int(height)), source)
  }
}

/// Does something that renders, and words its error.
func drawingWith<Result>(_ input: String, _ body: () throws(RenderingError) -> Result) throws -> Result {
  do throws(RenderingError) {
    return try body()
  } catch {
    throw CommandError("\(error)")
  }
}

/// Checks a scale.
func checkScale(_ scale: Double?) throws {
  guard let scale else { return }
  guard scale >= 0.02, scale <= 64 else { throw ValidationError("'--scale' is from 0.02 to 64 pixels for a point") }
}

extension Drawing {
  /// The ink alone.
  var withoutBackground: Drawing {
    var drawing = self
    drawing.background = .paper(InkColor(rgba: 0xffff_ff00))
    drawing.commands = drawing.commands.map(\.withoutBackground)
    return drawing
  }
}

extension Command {
  fileprivate var withoutBackground: Command {
    switch self {
    case .setBackground: .group([])
    case .group(let commands): .group(commands.map(\.withoutBackground))
    default: self
    }
  }
}
