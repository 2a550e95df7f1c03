// Options that several commands share.

internal import ArgumentKit
internal import SystemKit

/// How a command talks.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print results only: no warnings, no progress.") var quiet = false
  @Flag(help: "Use no colour, as the variable NO_COLOR says too.") var noColor = false

  /// Standard output.
  var terminal: Terminal { Terminal(.output, noColor: noColor) }

  /// A progress line on standard error, which stays silent with `--quiet`.
  func progress(_ label: String, total: Int, unit: Progress.Unit) -> Progress {
    let errors = Terminal(.errors, noColor: noColor)
    return Progress(
      label, total: total, unit: unit,
      terminal: Terminal(isInteractive: errors.isInteractive && !quiet, hasColor: errors.hasColor))
  }

  /// Prints lines to standard output.
  func print(_ text: String) throws {
    let output = FileSink.standardOutput()
    try output.write(text)
    try output.flush()
  }
}
