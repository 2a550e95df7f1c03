// The options by which reports are written.

internal import ArgumentKit
internal import Coverage
internal import SystemKit

/// Where `merge` and `convert` write, and in which format.
struct CoverageWritingOptions: ParsableArguments {
  @Option(help: "The format to write.") var to: CoverageOutputFormat

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String

  /// Writes a report; says what the format cannot hold.
  func write(_ report: CoverageReport, quiet: Bool) throws {
    guard !report.files.isEmpty else {
      Diagnostics.error(
        "there is no file to write: the inputs name none, or --include and --exclude left out all of them")
      throw ExitCode(2)
    }
    Diagnostics.warnings(CoverageWriter.losses(of: report, in: to), quiet: quiet)
    try AtomicFile.write(to: output) { try CoverageWriter.write(report, format: to, to: $0) }
    guard !quiet, output != "-" else { return }
    // Lines are what every format holds.
    let lines = report.totals.lines
    let files = "\(report.files.count) file\(report.files.count == 1 ? "" : "s")"
    Diagnostics.note("\(output): \(files), \(CoverageText.share(lines)) of \(lines.total) lines")
  }
}
