// `plimsoll survey`: the main job.

internal import ArgumentKit
internal import ByteKit
internal import MarkupKit
internal import Survey
internal import SystemKit

struct SurveyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey",
    abstract: "Say whether this build may ship.",
    discussion: """
      Gathers the evidence below the paths, holds its figures against the load lines of plimsoll.json and writes \
      plimsoll-report/index.html, survey.json and badge.json; beside it in sketch/ each screenshot has a page on which it \
      is marked up. Without a configuration the load lines are: no failed \
      test, nothing that blocks. Evidence that is missing, empty, unreadable, older than the sources or from another \
      commit gives "cannot tell", never a yes.
      """,
    examples: [
      CommandExample("plimsoll survey", "Surveys this folder."),
      CommandExample("plimsoll survey build/reports --format github", "Annotations for a GitHub job."),
      CommandExample("plimsoll survey --init", "Writes a starter plimsoll.json from what is there."),
      CommandExample("plimsoll survey --shipped", "Marks the last survey as the shipped one."),
    ])

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit, sarif, github
  }

  @Argument(
    help: ArgumentHelp("Folders or files with evidence; this folder when none is named.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("The configuration.", valueName: "file"), completion: .file(extensions: ["json"]))
  var config: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Where the page goes.", valueName: "dir"), completion: .directory)
  var output = "plimsoll-report"

  @Option(help: "What to print.") var format = Format.text

  @Flag(help: "Print JSON: the same as --format json.") var json = false

  @Option(
    help: ArgumentHelp(
      "The logbook of earlier surveys.",
      discussion: "By default .plimsoll/logbook.sqlite beside plimsoll.json, else at the top of the repository.",
      valueName: "file"),
    completion: .file())
  var logbook: String?

  @Option(help: ArgumentHelp("The surveyed commit, when git is not to be asked.", valueName: "hash"))
  var commit: String?

  @Flag(
    name: .customLong("init"), help: "Write a commented plimsoll.json from what was found, and survey nothing else.")
  var initialise = false

  @Flag(help: "List earlier surveys.") var history = false

  @Flag(help: "Mark a survey as the shipped one: the last, or the one that --survey names.") var shipped = false

  @Option(help: ArgumentHelp("The number of a survey, for --shipped.", valueName: "number")) var survey: Int?

  @Flag(help: "List the figures that load lines can name.") var figures = false

  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    let modes = [initialise, history, shipped, figures].count { $0 }
    if modes > 1 { throw ValidationError("only one of --init, --history, --shipped and --figures can be given") }
    if output.isEmpty || output == "-" {
      throw ValidationError("'--output \(output)' is no folder; --format json prints to standard output")
    }
    if let commit, !(7...64).contains(commit.utf8.count) || !commit.allSatisfy(\.isHexDigit) {
      throw ValidationError("'--commit \(commit)' is no hash (7 to 64 hexadecimal digits expected)")
    }
    if logbook?.isEmpty == true || logbook?.contains("://") == true {
      throw ValidationError("'--logbook \(logbook ?? "")' is no file; servers are not supported yet")
    }
    if survey != nil, !shipped { throw ValidationError("--survey goes with --shipped") }
    if json, format != .text, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict")
    }
  }

  mutating func run() throws {
    if figures { return try listFigures() }
    var request = Surveyor.Request(paths: paths, configuration: config, commit: commit, commitHint: Self.jobCommit)
    let store = SQLiteLogbook(
      path: logbook ?? PathName.normalised(PathName.join(request.home, ".plimsoll/logbook.sqlite")))
    request.logbook = store
    if !messages.quiet {
      let terminal = Terminal(.errors, noColor: messages.noColor)
      request.progress = { files in
        let line = Progress("looking", total: files, unit: .items("files"), terminal: terminal)
        return SurveyProgress(advance: { line.advance(by: 1) }, finish: { line.finish() })
      }
    }
    if history { return try SurveyHistory.list(request, store, messages, json: json || format == .json) }
    if shipped { return try SurveyHistory.markShipped(request, store, survey, messages) }
    var record: SurveyRecord
    do { record = try survey(request) } catch {
      // Whoever looks at the badge or the page must not see the yes of the survey before.
      if !initialise { try? writeFailure("\(error)", request) }
      throw error
    }
    if initialise { return try writeStarter(record, request) }
    try write(&record, store, request)
    try show(record)
    throw ExitCode(record.verdict.exitCode)
  }

  /// The commit that a build service says its job is of.
  private static var jobCommit: String? {
    ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "BITBUCKET_COMMIT", "CIRCLE_SHA1"].lazy
      .compactMap { Environment[$0] }.first { !$0.isEmpty }
  }

  private func survey(_ request: Surveyor.Request) throws -> SurveyRecord {
    do throws(Surveyor.Failure) {
      return try Surveyor(request).survey { warn($0) }
    } catch {
      switch error {
      case .configuration(let error): throw error
      case .system(let error): throw error
      }
    }
  }

  private func listFigures() throws {
    if json || format == .json {
      var document = JSONWriter()
      document.array { json in
        for kind in FigureCatalogue.standard.kinds {
          json.object { json in
            json.member("figure", kind.name)
            json.member("title", kind.title)
            json.member("unit", kind.unit.rawValue)
            json.member("better", kind.direction.rawValue)
            json.member("notGiven", kind.notGiven)
          }
        }
      }
      return try print(document.output.bytes)
    }
    var table = TextTable([.left, .left, .left, .left])
    table.header(["figure", "unit", "better", "what it says"])
    for kind in FigureCatalogue.standard.kinds {
      table.row([
        kind.name, kind.unit == .count ? "count" : kind.unit.rawValue, kind.direction.rawValue,
        kind.title + (kind.notGiven.map { " (\($0))" } ?? ""),
      ])
    }
    try messages.print(table.lines().joined(separator: "\n") + "\n")
  }

  private func writeStarter(_ record: SurveyRecord, _ request: Surveyor.Request) throws {
    let path = config ?? PathName.normalised(PathName.join(request.folder, SurveyConfiguration.fileName))
    guard !AtomicFile.exists(path) else {
      Diagnostics.error("\(path): is there already; nothing was written")
      throw ExitCode(2)
    }
    try AtomicFile.write(to: path) { try $0.write(ConfigurationStarter.text(for: record)) }
    if !messages.quiet { Diagnostics.note("\(path): written from \(record.evidence.count) pieces of evidence") }
  }

  private func write(_ record: inout SurveyRecord, _ store: SQLiteLogbook, _ request: Surveyor.Request) throws {
    try AtomicFile.makeFolder(output)
    // First: the report links to those pages only that are there.
    for problem in try ScreenshotPages.write(&record, to: output).problems { warn(problem) }
    try AtomicFile.write(HTMLReport.render(record), to: PathName.join(output, "index.html"))
    try AtomicFile.write(JSONReport.render(record), to: PathName.join(output, "survey.json"))
    try AtomicFile.write(Badge.render(record), to: PathName.join(output, "badge.json"))
    do throws(LogbookError) { _ = try store.append(record, loggedAt: request.clock.now) } catch {
      warn("\(error); this survey is not in the logbook")
    }
  }

  /// The page and the badge of a survey that could not be made.
  private func writeFailure(_ reason: String, _ request: Surveyor.Request) throws {
    guard AtomicFile.isFolder(output) else { return }
    var record = SurveyRecord(project: PathName.split(PathName.absolute(request.home)).name, at: Timestamp(seconds: 0))
    record.reasons = ["the survey could not be made: \(reason)"]
    try AtomicFile.write(HTMLReport.render(record), to: PathName.join(output, "index.html"))
    try AtomicFile.write(JSONReport.render(record), to: PathName.join(output, "survey.json"))
    try AtomicFile.write(Badge.render(record), to: PathName.join(output, "badge.json"))
  }

  private func warn(_ text: String) {
    if !messages.quiet { Diagnostics.warning(text) }
  }

  private func show(_ record: SurveyRecord) throws {
    switch json ? .json : format {
    case .text:
      try messages.print(TextReport.render(record, terminal: messages.terminal))
      if !messages.quiet { Diagnostics.note("page: \(PathName.normalised(PathName.join(output, "index.html")))") }
    case .json: try print(JSONReport.render(record))
    case .junit: try print(JUnitReport.render(record))
    case .sarif: try print(SARIFReport.render(record))
    case .github:
      try messages.print(GitHubReport.annotations(record))
      if let file = Environment["GITHUB_STEP_SUMMARY"], !file.isEmpty {
        try AppendingFile.append(GitHubReport.summary(record), to: file)
      }
    }
  }

  private func print(_ bytes: [UInt8]) throws {
    let output = FileSink.standardOutput()
    try output.write(bytes)
    try output.flush()
  }
}
