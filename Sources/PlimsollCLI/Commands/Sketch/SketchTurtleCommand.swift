// `plimsoll sketch turtle`: what a turtle draws that follows a Lindenmayer system.

internal import ArgumentKit
internal import ByteKit
internal import Rendering
internal import SystemKit
internal import Turtle

struct SketchTurtleCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case png, svg, pdf
  }

  static let configuration = CommandConfiguration(
    commandName: "turtle",
    abstract: "Draw Koch's snowflake or another Lindenmayer system at any level.",
    discussion: """
      Files are written while the turtle walks: memory does not depend on the level. '--koch N' is the snowflake, 3 * 4^N \
      lines; '--koch-curve N' one of its three sides. Other curves are text files (Examples/lsystems), whose \
      format is described in Documentation/lsystem.md.
      """,
    examples: [
      CommandExample("plimsoll sketch turtle --koch 6 -o snowflake.svg", "A snowflake of 12,288 lines."),
      CommandExample("plimsoll sketch turtle --lsystem plant.lsystem -o plant.pdf", "A plant."),
      CommandExample("plimsoll sketch turtle --koch 10 --size 2000 -o k.png", "2,000 pixels wide."),
    ])

  @Option(help: ArgumentHelp("Koch's snowflake at this level.", valueName: "level")) var koch: Int32?
  @Option(help: ArgumentHelp("The same as '--koch'.", valueName: "level")) var snowflake: Int32?
  @Option(help: ArgumentHelp("Koch's curve, one side of the snowflake.", valueName: "level")) var kochCurve: Int32?
  @Option(
    help: ArgumentHelp("A file of a Lindenmayer system; '-' is standard input.", valueName: "file"),
    completion: .file())
  var lsystem: String?
  @Option(help: ArgumentHelp("The level; by default the file's.", valueName: "level")) var level: Int32?

  @Option(help: ArgumentHelp("The format, where the output's name does not say it.", valueName: "format"))
  var to: Format?
  @Option(
    help: ArgumentHelp(
      "The longer side in points.", discussion: "By default what the file's step makes of it, else 600.",
      valueName: "points"))
  var size: Double?
  @Option(help: ArgumentHelp("The width of lines, in points.", valueName: "points")) var width = 1.0
  @Option(help: ArgumentHelp("The colour of lines: #rgb, #rrggbb or #rrggbbaa.", valueName: "colour"))
  var color: WebColor?
  @Option(help: ArgumentHelp("The colour below, or 'none'.", valueName: "colour")) var background: WebBackground?
  @Option(help: ArgumentHelp("The colour of what the lines enclose.", valueName: "colour")) var fill: WebColor?
  @Option(help: ArgumentHelp("Pixels for a point in PNG, 0.02 to 64.", valueName: "number")) var scale: Double?

  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    try checkScale(scale)
    let named = [koch != nil, snowflake != nil, kochCurve != nil, lsystem != nil].filter { $0 }.count
    guard named == 1 else {
      throw ValidationError("name one of '--koch', '--snowflake', '--koch-curve' and '--lsystem'")
    }
    if level != nil, lsystem == nil { throw ValidationError("'--level' is for '--lsystem'") }
    for asked in [koch, snowflake, kochCurve, level] {
      guard let asked, asked < 0 || asked > LSystem.deepest else { continue }
      throw ValidationError("a level is from 0 to 1,000, and not \(asked)")
    }
    guard width > 0, width <= 1000 else { throw ValidationError("'--width' is above 0, at most 1,000 points") }
    if let size, !(size >= 4 && size <= TurtlePicture.largest) {
      throw ValidationError("'--size' is from 4 to \(Int(TurtlePicture.largest)) points")
    }
  }

  mutating func run() throws {
    let format = try outputFormat(to, writing)
    if scale != nil, format != .png { throw ValidationError("'--scale' is for PNG; SVG and PDF have no pixels") }
    let source = lsystem ?? ""
    let (system, level) = try chosen()
    let look = TurtleLook(
      size: size, width: width, color: color?.value ?? .black,
      background: background.map(\.value) ?? TurtleColor(rgba: 0xffff_ffff), fill: fill?.value)
    let picture = try drawingWith(source) { () throws(RenderingError) in
      try TurtlePicture(system, level: level, look: look, source: source)
    }
    let scale = scale ?? 1
    try writing.write { sink in
      try drawingWith(source) { () throws(RenderingError) in
        switch format {
        case .svg: try picture.writeSVG(to: sink)
        case .pdf: try picture.writePDF(to: sink)
        case .png: try picture.writePNG(scale: scale, to: sink)
        }
      }
    }
  }

  private func chosen() throws -> (LSystem, Int32) {
    guard let lsystem else {
      let level = koch ?? snowflake ?? kochCurve ?? 0
      return (kochCurve == nil ? .kochSnowflake : .kochCurve, level)
    }
    try writing.protect([lsystem])
    let bytes = try InputFile(path: lsystem).withUnsafeBytes { [UInt8]($0.prefix(1 << 17)) }
    do throws(LSystemError) {
      let system = try LSystem(file: bytes)
      return (system, level ?? system.level)
    } catch {
      let separator = error.line > 0 ? ":" : ": "
      throw CommandError("\(lsystem)\(separator)\(String(decoding: error.message(), as: UTF8.self))")
    }
  }
}

/// A colour as the web writes it.
struct WebColor: ExpressibleByArgument {
  static let argumentExpectation = "a colour such as #336699"
  let value: TurtleColor

  init?(argument: String) {
    var digits = argument.dropFirst()
    guard argument.hasPrefix("#"), digits.allSatisfy(\.isHexDigit) else { return nil }
    if digits.count == 3 || digits.count == 4 {
      digits = digits.flatMap { [$0, $0] }[...].reduce(into: "") { $0.append($1) }
    }
    guard digits.count == 6 || digits.count == 8, let number = UInt32(digits, radix: 16) else { return nil }
    value = TurtleColor(rgba: digits.count == 6 ? number << 8 | 0xff : number)
  }
}

/// A colour as the web writes it, or `none`.
struct WebBackground: ExpressibleByArgument {
  static let argumentExpectation = "a colour such as #336699, or 'none'"
  let value: TurtleColor?

  init?(argument: String) {
    guard argument != "none" else {
      value = nil
      return
    }
    guard let color = WebColor(argument: argument) else { return nil }
    value = color.value
  }
}
