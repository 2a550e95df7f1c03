// `plimsoll heap decrunch`: BMD back to HPROF, with strings from the app's files.

internal import ArgumentKit
internal import HeapDump
internal import Survey
internal import SystemKit

struct HeapDecrunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrunch",
    abstract: "Turn a crunched dump back into HPROF.",
    discussion: """
      What was left out comes back as zeros. Hashed strings come back from the app's own files where hash and length fit: \
      string tables of dex files, constants of classes, in archives and archives within them. Where several texts fit none is \
      taken, and they are told.
      """,
    examples: [
      CommandExample("plimsoll heap decrunch app.bmd -o app.hprof --symbols app.apk", "With an Android app's strings."),
      CommandExample(
        "plimsoll heap decrunch a.bmd -o a.hprof --symbols app.jar --symbols libs.zip", "From several files."),
    ])

  @Argument(help: ArgumentHelp("A crunched dump (BMD); '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp("An apk, aab, jar, dex or class file with the app's strings.", valueName: "file"),
    completion: .file())
  var symbols: [String] = []

  @OptionGroup(title: "Writing") var writing: HeapWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    try writing.protect([input] + symbols)
    let input = input
    var recovery: StringRecovery?
    var lines: [String] = []
    if !symbols.isEmpty {
      guard input != "-" else {
        throw ValidationError("with --symbols the dump is read twice and cannot be standard input")
      }
      recovery = try recover(&lines)
    }
    let decruncher = recovery.map { Decruncher($0) } ?? Decruncher()
    let result = try writing.write(input) { sink in try decruncher.decrunch(path: input, to: sink) }
    lines.insert(
      "BMD \(result.version): \(HeapText.size(result.inputBytes)) -> \(HeapText.size(result.outputBytes)); "
        + "\(FigureText.count(result.classes)) classes, \(FigureText.count(result.instances)) instances, "
        + "\(FigureText.count(result.arrays)) arrays, \(FigureText.count(result.roots)) roots", at: 0)
    lines.insert(
      "\(FigureText.count(result.clearStrings)) strings in clear, \(FigureText.count(result.recoveredStrings)) recovered, "
        + "\(FigureText.count(result.hashedStrings)) hashes left", at: 1)
    try writing.report(lines, messages)
    try HeapWritingEnd.report(result.damage.map { [$0] } ?? [], input)
  }

  private func recover(_ lines: inout [String]) throws -> StringRecovery {
    let wanted: [WantedString]
    do {
      wanted = try Decruncher.wantedStrings(path: input)
    } catch let error as HeapDumpError {
      throw CommandError("\(input): \(error)")
    }
    var recovery = StringRecovery(wanted)
    for path in symbols {
      do throws(HeapDumpError) {
        let summary = try recovery.search(try SymbolArchive(path: path))
        lines.append(
          "\(path): \(FigureText.count(summary.strings)) strings in \(summary.dexFiles) dex files and "
            + "\(summary.classFiles) classes")
        Diagnostics.warnings(summary.warnings.map { "\(path): \($0)" }, quiet: messages.quiet)
      } catch {
        throw CommandError("\(error)".hasPrefix(path) ? "\(error)" : "\(path): \(error)")
      }
    }
    var ambiguous: [String] = []
    for string in wanted {
      if case .ambiguous(let texts, let hasMore) = recovery.outcome(of: string.id) {
        ambiguous.append(
          "several texts fit string \(string.id): " + texts.map { "'\($0)'" }.joined(separator: ", ")
            + (hasMore ? " and more" : ""))
      }
    }
    Diagnostics.warnings(ambiguous, quiet: messages.quiet)
    return recovery
  }
}
