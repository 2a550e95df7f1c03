// `plimsoll heap crunch`: a small dump that shows structure and holds no contents.

internal import ArgumentKit
internal import HeapDump
internal import Survey
internal import SystemKit

struct HeapCrunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crunch",
    abstract: "Shrink a heap dump to BMD, without its contents.",
    discussion: """
      Keeps classes, objects, references, roots, stacks and sizes; leaves out the contents of arrays and the values of \
      primitive fields, and writes strings as hashes. Of what may be secret only lengths and 32-bit hashes remain; the hash of \
      a short or common text can be found by trying. With --compatible the file is what Badoo's cruncher writes, byte for \
      byte, and keeps what that keeps: static values, boxed numbers, unknown records. 'plimsoll heap decrunch' is the way back.
      """,
    examples: [
      CommandExample("plimsoll heap crunch app.hprof -o app.bmd", "The default: nothing secret in it."),
      CommandExample("plimsoll heap crunch app.hprof --compress -o app.bmd", "Smaller still."),
      CommandExample("plimsoll heap crunch app.hprof --keep-strings com.acme. -o app.bmd", "Own classes in clear."),
      CommandExample("plimsoll heap crunch app.hprof --compatible -o app.bmd", "For Badoo's tools."),
    ])

  @Argument(help: ArgumentHelp("A heap dump (HPROF); '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Flag(help: "Write BMD version 1, byte for byte as Badoo's cruncher (ids of 4 bytes only).") var compatible = false
  @Flag(help: "Deflate the result, column by column.") var compress = false
  @Option(help: ArgumentHelp("Keep strings that begin so in clear.", valueName: "prefix")) var keepStrings: [String] =
    []
  @Flag(help: "Keep the values of primitive fields, static ones included.") var keepPrimitives = false
  @Flag(help: "Keep the contents of primitive arrays, and so the texts of strings.") var keepArrays = false
  @Flag(help: "Keep records that no version of HPROF has; they may hold anything.") var keepUnknownRecords = false

  @OptionGroup(title: "Writing") var writing: HeapWritingOptions
  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    if compatible, keepArrays {
      throw ValidationError("'--compatible' does not go with '--keep-arrays': BMD version 1 has no record for elements")
    }
  }

  mutating func run() throws {
    try writing.protect([input])
    var options = CrunchOptions()
    options.isCompatible = compatible
    options.isCompressed = compress
    options.keepStrings = keepStrings
    options.keepPrimitives = keepPrimitives
    options.keepArrays = keepArrays
    options.keepUnknownRecords = keepUnknownRecords
    let cruncher = Cruncher(options)
    let input = input
    let part = (reading.part ?? 1) - 1
    let result = try writing.write(input) { sink in try cruncher.crunch(path: input, part: part, to: sink) }
    let arrays = result.objectArrays + result.primitiveArrays
    var lines: [String] = [
      "\(HeapText.size(result.inputBytes)) -> \(HeapText.size(result.outputBytes)) "
        + "(\(HeapText.share(result.outputBytes, of: result.inputBytes)))",
      "\(FigureText.count(result.classes)) classes, \(FigureText.count(result.instances)) instances, "
        + "\(FigureText.count(arrays)) arrays (\(FigureText.count(result.emptiedArrays)) without contents), "
        + "\(FigureText.count(result.roots)) roots",
      "\(FigureText.count(result.clearStrings)) strings in clear, \(FigureText.count(result.hashedStrings)) hashed",
    ]
    if result.droppedRecords > 0 {
      lines.append(
        "\(FigureText.count(result.droppedRecords)) records of unknown kinds left out (--keep-unknown-records)")
    }
    if result.droppedInstances > 0 {
      lines.append(
        "\(FigureText.count(result.droppedInstances)) instances without a class in the dump, or shorter than theirs, left out"
      )
    }
    try writing.report(lines, messages)
    try HeapWritingEnd.report(result.damage, input)
  }
}
