// `plimsoll sketch`: its commands, and how drawings are read and written.

internal import ArgumentKit
internal import Ink
internal import InkFormats
internal import SystemKit

struct SketchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sketch",
    abstract: "Draw by hand, turtle or Life; turn drawings into pictures and other formats.",
    discussion: """
      Reads drawings of the drawing page (JSON, or SVG that holds one), InkML, Xournal and Xournal++, Quick, Draw! and Wacom \
      SVC, recognised by content. All ink becomes one filled outline a stroke, from which screen, PNG, SVG and PDF are \
      drawn. 'turtle' and 'life' read systems and patterns of their own; 'page' and 'serve' have the sample app.
      """,
    subcommands: [
      SketchRenderCommand.self, SketchReplayCommand.self, SketchConvertCommand.self, SketchMarkupCommand.self,
      SketchPageCommand.self, SketchServeCommand.self, SketchTurtleCommand.self, SketchLifeCommand.self,
    ],
    examples: [
      CommandExample("plimsoll sketch page -o sketch.html", "A page to draw on, that works from disk."),
      CommandExample("plimsoll sketch render drawing.json -o drawing.pdf", "A drawing as a picture."),
      CommandExample("plimsoll sketch convert notes.xopp -o notes.inkml", "Into another format of ink."),
      CommandExample("plimsoll sketch life gun.rle --generations 300 -o gun.png", "A pattern of Life, run."),
    ])
}

/// How a drawing is read.
struct SketchReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which drawing to take, if the file holds several.",
      discussion: "A number from 1, or the file's own name for it, such as the key_id of Quick, Draw!.",
      valueName: "page"))
  var page: String?

  /// Reads the drawings that were asked for: all when no page was named.
  ///
  /// - Parameter file: The file, where it was opened already.
  func open(_ path: String, _ messages: OutputOptions, file: InputFile? = nil) throws -> InkDocument {
    let document: InkDocument
    do {
      document = try InkReader.read(file ?? InputFile(path: path), only: page.map { PageSelection($0) } ?? .all)
    } catch let error as InkFormatError {
      throw CommandError("\(error)")
    }
    Diagnostics.warnings(document.warnings.map { "\(path): \($0)" }, quiet: messages.quiet)
    return document
  }

  /// Reads one drawing: the first when no page was named.
  func openOne(_ path: String, _ messages: OutputOptions, file: InputFile? = nil) throws -> Drawing {
    let document = try open(path, messages, file: file)
    guard let first = document.pages.first else { throw CommandError("\(path): the file holds no drawing") }
    if document.pages.count > 1, !messages.quiet {
      Diagnostics.warning("\(path): the file holds \(document.pageCount) drawings; this is the first (see --page)")
    }
    return first.drawing
  }
}

/// Where a command of sketches writes.
struct SketchWritingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String

  mutating func validate() throws {
    if output.isEmpty { throw ValidationError("'--output' names no file") }
  }

  /// Refuses to write over what is read.
  func protect(_ inputs: [String]) throws {
    for input in inputs where output != "-" && FileFacts.areOneFile(input, output) {
      throw ValidationError("the output '\(output)' is the input '\(input)'; name another file")
    }
  }

  /// Writes the output whole or not at all.
  func write(_ bytes: [UInt8]) throws { try write { try $0.write(bytes) } }

  /// Writes the output whole or not at all.
  func write(_ body: (FileSink) throws -> Void) throws { try AtomicFile.write(to: output, body) }

  /// The ending of the output's name, in lower case without the dot; `nil` for standard output and names without one.
  var ending: String? {
    let name = output.split(separator: "/").last ?? ""
    guard output != "-", let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }
}

/// One of the endings that a command writes, by an option or the output's name.
func outputFormat<Format: CaseIterable & RawRepresentable<String>>(
  _ named: Format?, _ writing: SketchWritingOptions, aliases: [String: Format] = [:]
) throws -> Format {
  if let named { return named }
  let all = Format.allCases.map(\.rawValue)
  guard let ending = writing.ending else {
    throw ValidationError(
      "the format cannot be told from the output '\(writing.output)'; name it with '--to' (\(all.joined(separator: ", ")))"
    )
  }
  if let format = Format(rawValue: ending) ?? aliases[ending] { return format }
  throw ValidationError("'.\(ending)' is not written here (\(all.joined(separator: ", ")))")
}
