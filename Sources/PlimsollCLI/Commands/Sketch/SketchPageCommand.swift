// `plimsoll sketch page`: the drawing page as a file.

internal import ArgumentKit
internal import Ink
internal import InkFormats
internal import Rendering
internal import SketchPage
internal import SystemKit

struct SketchPageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Write a page to draw on: one HTML file that works from disk and offline.",
    discussion: """
      The page has the engines inside and loads nothing. It begins with white paper, with a screenshot to mark up, or with ink \
      of any format that is read here. What is drawn is kept in the browser and saved as PNG, SVG or JSON. Without a file it is \
      the sample app, with the screens #/draw, #/snowflake, #/life, #/register, #/gallery and #/feed.
      """,
    examples: [
      CommandExample("plimsoll sketch page -o sketch.html", "The sample app, beginning with white paper."),
      CommandExample("plimsoll sketch page login.png -o login.html", "A screenshot to mark up."),
      CommandExample("plimsoll sketch page notes.xopp --page 2 -o notes.html", "A page of notes to go on with."),
    ])

  @Argument(
    help: ArgumentHelp("A picture (PNG, JPEG) or a file of ink; '-' is standard input.", valueName: "file"),
    completion: .file())
  var input: String?

  @Option(help: ArgumentHelp("The page's title; by default the file's name.", valueName: "text")) var title: String?

  @OptionGroup(title: "Reading") var reading: SketchReadingOptions
  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    guard let input else {
      if reading.page != nil { throw ValidationError("'--page' is for a file of several drawings, and none is named") }
      return try writing.write(SketchPage.document(title: title ?? "Sketch", kind: .app))
    }
    try writing.protect([input])
    let name = title ?? (input == "-" ? "Sketch" : PathName.split(input).name)
    let file = try InputFile(path: input)
    let isPicture = file.withUnsafeBytes { PictureHeader.media(of: $0) != nil }
    guard isPicture else {
      let drawing = try reading.openOne(input, messages, file: file)
      return try writing.write(SketchPage.document(title: name, content: .drawing(drawing.saved())))
    }
    if reading.page != nil {
      throw ValidationError("'--page' is for a file of several drawings; '\(input)' is a picture")
    }
    let bytes = file.withUnsafeBytes { [UInt8]($0) }
    // Decoded here once: a page with a picture that no browser shows is no page.
    try drawingWith(input) { () throws(RenderingError) in _ = try PictureReader.read(bytes, source: input) }
    try writing.write(SketchPage.document(title: name, content: .picture(bytes)))
  }
}
