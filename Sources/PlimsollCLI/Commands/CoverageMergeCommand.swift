// `plimsoll coverage merge`.

internal import ArgumentKit
internal import Coverage
internal import SystemKit

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

  @Option(help: "The format to write.") var to: CoverageOutputFormat

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String

  @OptionGroup(title: "Reading") var reading: CoverageReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let report = try reading.read(inputs, messages)
    try CoverageOutput.write(report, to, output, quiet: messages.quiet)
  }
}

/// Writing reports, for `merge` and `convert`.
enum CoverageOutput {
  /// Writes a report; says what the format cannot hold.
  static func write(_ report: CoverageReport, _ format: CoverageOutputFormat, _ path: String, quiet: Bool) throws {
    guard !report.files.isEmpty else {
      Diagnostics.error(
        "there is no file to write: the inputs name none, or --include and --exclude left out all of them")
      throw ExitCode(2)
    }
    Diagnostics.warnings(CoverageWriter.losses(of: report, in: format), quiet: quiet)
    try AtomicFile.write(to: path) { try CoverageWriter.write(report, format: format, to: $0) }
    guard !quiet, path != "-" else { return }
    // Lines are what every format holds.
    let lines = report.totals.lines
    let files = "\(report.files.count) file\(report.files.count == 1 ? "" : "s")"
    Diagnostics.note("\(path): \(files), \(CoverageText.share(lines)) of \(lines.total) lines")
  }
}
