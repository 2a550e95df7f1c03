// `plimsoll sketch markup`: ink on a screenshot.

internal import ArgumentKit
internal import Ink
internal import InkFormats
internal import Rendering
internal import SystemKit

struct SketchMarkupCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case png, svg, pdf, json
  }

  static let configuration = CommandConfiguration(
    commandName: "markup",
    abstract: "Lay the ink of a drawing on a screenshot.",
    discussion: """
      A drawing that was made on a picture of the same shape is scaled to the screenshot; any other lies at its upper left \
      corner. The result has the size of the screenshot. As JSON it is a drawing on the screenshot, to be drawn on.
      """,
    examples: [
      CommandExample("plimsoll sketch markup shot.png --strokes s.json -o out.png", "A marked screenshot."),
      CommandExample("plimsoll sketch markup shot.png --strokes s.json -o out.json", "To go on drawing."),
    ])

  @Argument(help: ArgumentHelp("The screenshot, PNG or JPEG.", valueName: "picture"), completion: .file())
  var picture: String

  @Option(help: ArgumentHelp("A file of ink.", valueName: "drawing"), completion: .file()) var strokes: String
  @Option(help: ArgumentHelp("The format, where the output's name does not say it.", valueName: "format"))
  var to: Format?

  @OptionGroup(title: "Reading") var reading: SketchReadingOptions
  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let format = try outputFormat(to, writing)
    try writing.protect([picture, strokes])
    if picture == "-", strokes == "-" { throw ValidationError("only one of picture and strokes can be standard input") }
    let ink = try reading.openOne(strokes, messages)
    let path = picture
    let file = try InputFile(path: path).withUnsafeBytes { [UInt8]($0) }
    let shot = try drawingWith(path) { () throws(RenderingError) in try Picture(file: file, source: path) }
    let size = max(shot.width, shot.height)
    guard size <= Drawing.largest else {
      throw CommandError(
        "\(path): \(shot.width) x \(shot.height) pixels are too many (at most \(Drawing.largest) a side)")
    }
    let placed = ink.placed(width: shot.width, height: shot.height)
    if placed.hasOtherShape, !messages.quiet {
      Diagnostics.warning(
        "\(strokes): drawn on \(ink.width) x \(ink.height), the picture has \(shot.width) x \(shot.height); the ink is not scaled"
      )
    }
    let marked = Drawing(
      width: shot.width, height: shot.height, background: .picture(0), pictures: [shot], commands: placed.commands,
      model: ink.model)
    switch format {
    case .json: try writing.write(marked.saved())
    case .svg: try writing.write(marked.svg())
    case .pdf:
      try writing.write(
        drawingWith(path) { () throws(RenderingError) in try DrawingRenderer.pdf(of: [marked], source: path) })
    case .png: try writing.write(drawingWith(path) { () throws(RenderingError) in try pngBytes(marked, 1, path) })
    }
  }
}

extension Drawing {
  /// The visible ink as commands for a page of another size.
  fileprivate func placed(width: Int32, height: Int32) -> (commands: [Command], hasOtherShape: Bool) {
    let strokes = VisibleInk(self).visible
    let across = Double(width) / Double(self.width)
    let down = Double(height) / Double(self.height)
    guard abs(across / down - 1) <= 0.01 else { return (strokes.map { .add($0) }, true) }
    guard across != 1 || down != 1 else { return (strokes.map { .add($0) }, false) }
    return (strokes.map { .add($0.scaled(across)) }, false)
  }
}

extension Stroke {
  /// The stroke at another size. Its time grows with it, so that the hand is as fast as it was: what was thin stays as thin in proportion.
  fileprivate func scaled(_ factor: Double) -> Stroke {
    var stroke = self
    func unit(_ value: Int32, _ most: Double) -> Int32 {
      Int32(min(max(Double(value) * factor, -most), most).rounded())
    }
    let most = Sample.furthest * Sample.unitsPerPoint
    stroke.samples = samples.map { sample in
      var sample = sample
      sample.x = unit(sample.x, most)
      sample.y = unit(sample.y, most)
      sample.time = unit(sample.time, Double(Sample.longest))
      return sample
    }
    stroke.brush = Brush(
      tool: brush.tool, color: brush.color, width: unit(brush.width, Double(Brush.widest)), dynamics: brush.dynamics,
      minimum: brush.minimum, taperIn: unit(brush.taperIn, Double(Brush.widest)),
      taperOut: unit(brush.taperOut, Double(Brush.widest)))
    return stroke
  }
}
