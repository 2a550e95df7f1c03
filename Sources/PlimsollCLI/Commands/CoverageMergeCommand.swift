// `plimsoll coverage merge`.

internal import ArgumentKit
internal import Coverage

struct CoverageMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add up reports of any readable formats into one.",
    discussion: """
      Folders are searched for reports. Inputs are read on all cores; memory does not grow with their number. The \
      output is the same whatever the order of the inputs.
      """,
    examples: [
      CommandExample("plimsoll coverage merge shards/*.info --to lcov -o all.info", "Adds up LCOV shards."),
      CommandExample(
        "plimsoll coverage merge ios.info android.xml --to cobertura -o both.xml", "Joins two platforms."),
      CommandExample(
        "plimsoll coverage merge a b --to json -o - --map /home/ci=/src", "Rewrites one root, writes to the pipe."),
    ])

  @Argument(help: ArgumentHelp("Reports, or folders with reports.", valueName: "file|dir"), completion: .file())
  var inputs: [String]

  @OptionGroup var writing: CoverageWritingOptions
  @OptionGroup(title: "Reading") var reading: CoverageReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let report = try reading.read(inputs, messages)
    try writing.write(report, quiet: messages.quiet)
  }
}
