// `plimsoll coverage convert`.

internal import ArgumentKit
internal import Coverage

struct CoverageConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write one report in another format.",
    discussion: """
      Keeps everything that both formats can hold and says what the new one cannot. Tests (LCOV's TN) are kept apart \
      where the format has a place for them.
      """,
    examples: [
      CommandExample("plimsoll coverage convert jacoco.xml --to cobertura -o cobertura.xml", "For another service."),
      CommandExample("plimsoll coverage convert cover.out --to lcov -o - | genhtml -o html -", "Go to genhtml."),
    ])

  @Argument(help: ArgumentHelp("The report; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @OptionGroup var writing: CoverageWritingOptions
  @OptionGroup(title: "Reading") var reading: CoverageReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let report = try reading.read([input], messages, keepTests: writing.to != .cobertura)
    try writing.write(report, quiet: messages.quiet)
  }
}
