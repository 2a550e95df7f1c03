// `plimsoll coverage report`: totals and files as a table, as JSON or as pages.

internal import ArgumentKit
internal import Coverage
internal import Survey
internal import SystemKit

struct CoverageReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show what is covered.",
    discussion: """
      Totals are worked out from the records, never taken from a report's own summary. Where a format only says "3 of \
      4 branches", merged figures are intervals. Paths are shown below the root that all files share (see \
      --strip-roots).
      """,
    examples: [
      CommandExample("plimsoll coverage report lcov.info", "Totals, and a table of the files."),
      CommandExample("plimsoll coverage report build/ --sort uncovered", "The files with most to gain first."),
      CommandExample("plimsoll coverage report build/ --html pages", "Pages with every source line."),
    ])

  enum Order: String, CaseIterable, ExpressibleByArgument {
    case path, lines, uncovered
  }

  @Argument(help: ArgumentHelp("Reports, or folders with reports.", valueName: "file|dir"), completion: .file())
  var inputs: [String]

  @Flag(help: "Print JSON: totals, and each file with its totals.") var json = false

  @Option(
    help: ArgumentHelp("Write pages with source lines into a folder.", valueName: "dir"), completion: .directory)
  var html: String?

  @Option(help: "Order of the files.") var sort = Order.path

  @Flag(help: "List the lines that did not run.") var uncovered = false

  @OptionGroup(title: "Reading") var reading: CoverageReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let report = try reading.read(inputs, messages, stripRoots: true)
    let files = ordered(report.byPath)
    if json {
      try messages.print(CoverageText.json(report, files))
    } else {
      try messages.print(CoverageText.table(files, uncovered: uncovered, terminal: messages.terminal))
    }
    if let html {
      let written = try CoveragePages.write(
        files, to: html, sourceFolders: [report.root, PathName.currentFolder].filter { !$0.isEmpty })
      if !messages.quiet { Diagnostics.note("\(html)/index.html: \(written) pages") }
    }
  }

  private func ordered(_ files: [FileCoverage]) -> [FileCoverage] {
    switch sort {
    case .path: return files
    case .lines:
      let keyed = files.map { ($0, $0.totals.lines.percent ?? 101) }
      return keyed.sorted { ($0.1, $0.0.path) < ($1.1, $1.0.path) }.map(\.0)
    case .uncovered:
      let keyed = files.map { file in (file, file.lines.count { $0.count == 0 }) }
      return keyed.sorted { ($1.1, $0.0.path) < ($0.1, $1.0.path) }.map(\.0)
    }
  }
}
