// `plimsoll coverage`: its commands, and the options by which reports are read.

public import ArgumentKit
public import Coverage
internal import SystemKit

struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Read, merge and convert coverage reports.",
    discussion: """
      Reads LCOV, Cobertura XML, Clover XML, JaCoCo XML, llvm-cov export JSON, Go coverprofiles and Plimsoll's own \
      JSON, each recognised by its content, gzip or not. Counts are added up exactly and totals always worked out \
      anew; what a report claims otherwise is told.
      """,
    subcommands: [CoverageReportCommand.self, CoverageMergeCommand.self, CoverageConvertCommand.self],
    examples: [
      CommandExample("plimsoll coverage report lcov.info", "Totals, and a table of the files."),
      CommandExample("plimsoll coverage merge shards/ --to lcov -o all.info", "One report of many."),
      CommandExample("plimsoll coverage convert jacoco.xml --to cobertura -o cobertura.xml", "Another format."),
    ])
}

extension ShapePolicy: ExpressibleByArgument {}
extension CoverageOutputFormat: ExpressibleByArgument {}

/// How reports are read.
struct CoverageReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Rewrite paths: the folder FROM becomes TO.",
      discussion: "May be given several times; the first that fits is applied. An empty TO makes paths relative.",
      valueName: "from=to"))
  var map: [String] = []

  @Option(help: ArgumentHelp("Leave out files that match, as in .gitignore.", valueName: "pattern"))
  var exclude: [String] = []

  @Option(help: ArgumentHelp("Keep only files that match.", valueName: "pattern"))
  var include: [String] = []

  @Option(
    help: ArgumentHelp(
      "What to do with files whose lines differ between inputs.",
      discussion: """
        Such inputs come from different builds: their union has lines that no build has together. 'newest' keeps the \
        lines of the input whose file was changed last; of two changed in the same second, of the later argument.
        """, valueName: "policy"))
  var onShapeConflict = ShapePolicy.union

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Join checkouts below different roots, and strip their common root.",
      discussion: """
        Inputs below different roots are taken for checkouts of one tree where at least two files, and more than half of \
        those of the smaller one, have the same path below them; which roots were joined is told. Paths are then written \
        relative to the root that all share. Files of one input are never joined. Default: on in 'report', off in \
        'merge' and 'convert', which keep paths as they are.
        """))
  var stripRoots: Bool?

  @Flag(help: "Pass over damaged records with a warning instead of stopping.") var keepGoing = false
  @Flag(help: "Count inputs of the same content as often as they are given.") var keepDuplicates = false
  @Flag(help: "Keep tests (LCOV's TN) apart instead of folding them together.") var keepTests = false

  mutating func validate() throws {
    for text in map where PathRules.Mapping(text) == nil {
      throw ValidationError("'--map \(text)' cannot be read ('from=to' expected)")
    }
  }

  /// The options as the library takes them.
  ///
  /// - Parameters:
  ///   - keepTests: keep tests apart whatever was said.
  ///   - stripRoots: whether roots are sought where nothing was said.
  func mergeOptions(keepTests always: Bool = false, stripRoots byDefault: Bool = false) -> MergeOptions {
    var options = MergeOptions()
    options.paths.mappings = map.compactMap { PathRules.Mapping($0) }
    options.paths.excludes = IgnoreRules(exclude)
    options.paths.includes = include.map { Glob($0) }
    options.onShapeConflict = onShapeConflict
    options.keepGoing = keepGoing
    options.keepDuplicates = keepDuplicates
    options.keepTests = keepTests || always
    options.detectRoots = stripRoots ?? byDefault
    options.stripRoot = options.detectRoots
    return options
  }

  /// Reads and merges inputs with a progress line, and prints what was odd.
  func read(
    _ inputs: [String], _ output: OutputOptions, keepTests: Bool = false, stripRoots: Bool = false
  ) throws -> CoverageReport {
    let found = try CoverageInputs.find(inputs)
    Diagnostics.warnings(found.passedOver.map { "\($0.path): \($0.reason)" }, quiet: output.quiet)
    let sizes = found.paths.reduce(0) { $0 + (FileFacts.size($1) ?? 0) }
    let progress = output.progress("reading", total: sizes, unit: .bytes)
    defer { progress.finish() }
    let merger = CoverageMerger(options: mergeOptions(keepTests: keepTests, stripRoots: stripRoots))
    let report = try merger.merge(found.paths) { progress.advance(by: $0) }
    progress.finish()
    Diagnostics.warnings(
      report.warnings.map(\.description) + report.conflicts.map(\.description), quiet: output.quiet)
    return report
  }
}
