// `plimsoll heap deobfuscate`: original names for the dump of an obfuscated app.

internal import ArgumentKit
internal import HeapDump
internal import Survey
internal import SystemKit

struct HeapDeobfuscateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deobfuscate",
    abstract: "Give a heap dump of an obfuscated app its original names.",
    discussion: """
      Renames classes, fields, arrays and stack frames by the mapping that ProGuard or R8 wrote with the build; inlined frames \
      come back. Where the mapping leaves a choice the name stays and is told.
      """,
    examples: [
      CommandExample("plimsoll heap deobfuscate app.hprof --mapping mapping.txt -o named.hprof", "Original names.")
    ])

  @Argument(help: ArgumentHelp("A heap dump (HPROF).", valueName: "file"), completion: .file()) var input: String

  @Option(help: ArgumentHelp("The mapping of the build (mapping.txt).", valueName: "file"), completion: .file())
  var mapping: String

  @OptionGroup(title: "Writing") var writing: HeapWritingOptions
  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    try writing.protect([input, mapping])
    guard let names = try HeapMapping.read(mapping, messages) else { return }
    let dump = try reading.open(input, messages)
    let result = try writing.write(input) { sink in try Deobfuscator.deobfuscate(dump, with: names, to: sink) }
    Diagnostics.warnings(result.warnings.map { "\(mapping): \($0)" }, quiet: messages.quiet)
    Diagnostics.warnings(result.ambiguous.map(\.description), quiet: messages.quiet)
    var lines = [
      "\(FigureText.count(result.classesRenamed)) of \(FigureText.count(result.classes)) classes, "
        + "\(FigureText.count(result.fieldsRenamed)) of \(FigureText.count(result.fields)) fields, "
        + "\(FigureText.count(result.framesRenamed)) stack frames renamed",
      "\(FigureText.count(result.stringsRenamed)) strings rewritten, \(FigureText.count(result.stringsAdded)) added for names "
        + "that shared one",
    ]
    if result.framesAdded > 0 { lines.append("\(FigureText.count(result.framesAdded)) inlined frames came back") }
    if result.ambiguousCount > 0 {
      lines.append("\(FigureText.count(result.ambiguousCount)) names are ambiguous and stayed as they were")
    }
    try writing.report(lines, messages)
    try HeapWritingEnd.report(dump.damage, input)
  }
}
