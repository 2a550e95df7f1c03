// Coverage evidence in every format that the Coverage library reads, merged to one picture.

internal import Coverage
internal import SystemKit

/// Reads coverage reports.
public struct CoverageInspector: Inspector {
  /// Creates the inspector.
  public init() {}

  /// `coverage`.
  public let area = Area(name: "coverage", title: "Coverage")

  static let lines = FigureKind("coverage.lines", "lines that ran", .percent, .higher)
  static let branches = FigureKind("coverage.branches", "branches that were taken", .percent, .higher)
  static let functions = FigureKind("coverage.functions", "functions that were entered", .percent, .higher)
  static let conditions = FigureKind("coverage.conditions", "conditions that decided (MC/DC)", .percent, .higher)
  static let instructions = FigureKind("coverage.instructions", "bytecode instructions that ran", .percent, .higher)
  static let statements = FigureKind("coverage.statements", "statements that ran (Go)", .percent, .higher)
  static let files = FigureKind("coverage.files", "files with coverage", .count, .neutral)
  static let uncovered = FigureKind("coverage.uncovered", "lines that did not run", .count, .lower)

  /// The figures of coverage.
  public let figures = [
    CoverageInspector.lines, CoverageInspector.branches, CoverageInspector.functions, CoverageInspector.conditions,
    CoverageInspector.instructions, CoverageInspector.statements, CoverageInspector.files, CoverageInspector.uncovered,
  ]

  /// The rules of coverage.
  public let rules = ["coverage.builds-differ", "coverage.claims", "coverage.input", "coverage.area-empty"]

  /// What the tools call their reports.
  public let usualNames = [
    "*.info", "lcov*", "*.lcov", "*coverage*.xml", "*cobertura*.xml", "*jacoco*.xml", "*clover*.xml", "cover*.out",
    "*.coverprofile", "coverage.txt", "coverage*.json", "codecov*.json",
  ]

  /// Recognises every format of the Coverage library.
  public func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition {
    switch CoverageFormat.recognise(head) {
    case .format(let format): .evidence(format.title)
    case .notReadHere(let format, let instead): .notReadHere("\(format): \(instead)")
    case .unknown: .unknown
    }
  }

  /// Merges reports; one that cannot be read is left out and told.
  public func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    let merger = CoverageMerger(options: Self.options(context))
    var good = files
    var report: CoverageReport?
    do throws(CoverageError) { report = try merger.merge(files.map(\.path)) } catch {
      // Some input is damaged: each is tried alone to find out which.
      let alone = Parallel.map(count: files.count) { index -> String? in
        do throws(CoverageError) {
          _ = try CoverageMerger(options: merger.options, workers: 1).read(files[index].path)
          return nil
        } catch { return error.explanation }
      }
      for (file, problem) in zip(files, alone) {
        if let problem { inspection.outcomes.append(.init(file: file, state: .unreadable(problem))) }
      }
      good = zip(files, alone).filter { $0.1 == nil }.map(\.0)
      do throws(CoverageError) { if !good.isEmpty { report = try merger.merge(good.map(\.path)) } } catch {
        // Each can be read and all together cannot: none may vanish.
        for file in good { inspection.outcomes.append(.init(file: file, state: .unreadable(error.description))) }
        return inspection
      }
    }
    guard let report, !good.isEmpty else { return inspection }
    note(good, report, context, &inspection)
    let evidence = good.map(\.shownPath)
    let byPath = report.byPath
    inspection.figures = Self.figures(byPath, evidence: evidence, codeArea: nil)
    for codeArea in context.configuration.codeAreas {
      let rules = IgnoreRules(codeArea.paths)
      let own = byPath.filter {
        rules.ignoresWithParents($0.path.hasPrefix("/") ? String($0.path.dropFirst()) : $0.path)
      }
      if own.isEmpty {
        inspection.findings.append(
          Finding(
            "coverage.area-empty", .warning, "no file with coverage belongs to the area '\(codeArea.name)'",
            mend: "plimsoll coverage report \(TestCommand.quoted(good[0].shownPath))"))
      }
      inspection.figures += Self.figures(own, evidence: evidence, codeArea: codeArea.name)
    }
    let shown = Dictionary(good.map { ($0.path, $0.shownPath) }, uniquingKeysWith: { first, _ in first })
    inspection.findings += Self.findings(report, shown: shown)
    inspection.section = CoverageSection.section(area, byPath, sources: Self.sources(context))
    return inspection
  }

  private func note(
    _ files: [EvidenceFile], _ report: CoverageReport, _ context: InspectionContext, _ inspection: inout Inspection
  ) {
    let isEmpty = Self.saysNothing(report)
    let alone = files.count == 1 ? [report] : Parallel.map(count: files.count) { Self.alone(files[$0]) }
    for (file, own) in zip(files, alone) {
      var outcome = Inspection.FileOutcome(file: file)
      if isEmpty || own.map(Self.saysNothing) == true {
        outcome.state = .empty("the coverage report names no line that can be covered")
      }
      if let made = own?.madeAt { outcome.madeAt = Timestamp(seconds: made.upperBound) }
      inspection.outcomes.append(outcome)
    }
  }

  private static func saysNothing(_ report: CoverageReport) -> Bool {
    report.files.allSatisfy { $0.lines.isEmpty && $0.branchTallies.isEmpty && $0.functions.isEmpty }
  }

  /// What one of several reports says for itself: in the sum it is lost whether it says anything, and when it was made. Only
  /// small reports can be empty, and only XML names a time; others, which may be many and large, are not read twice.
  private static func alone(_ file: EvidenceFile) -> CoverageReport? {
    let isSmall = (FileFacts.size(file.path) ?? 0) <= 1 << 16
    guard isSmall || file.format.hasSuffix("XML") else { return nil }
    return try? CoverageMerger(workers: 1).read(file.path)
  }

  static func options(_ context: InspectionContext) -> MergeOptions {
    var options = MergeOptions()
    options.paths.mappings = context.configuration.coverageMappings.compactMap { PathRules.Mapping($0) }
    // Paths below the repository are shown relative to it, whatever a team maps besides.
    for top in [context.repository, PathName.absolute(context.folder)].compactMap({ $0 }) where top != "/" {
      options.paths.mappings.append(PathRules.Mapping(from: top, to: ""))
    }
    options.paths.excludes = IgnoreRules(context.configuration.coverageExcludes)
    if !context.trackedFiles.isEmpty { options.paths.tree = SourceTree(context.trackedFiles) }
    return options
  }

  private static func sources(_ context: InspectionContext) -> SourceFiles {
    let folder = PathName.absolute(context.folder)
    guard let top = context.repository else {
      // Where git does not tell what it tracks nothing is known to be a source.
      return SourceFiles(in: [folder], tracked: Repository.hasRepository(folder) ? [] : nil)
    }
    return SourceFiles(in: [top, folder], tracked: context.trackedFiles, top: top)
  }

  private static func figures(_ files: [FileCoverage], evidence: [String], codeArea: String?) -> [Figure] {
    guard !files.isEmpty else { return [] }
    var totals = CoverageTotals()
    for file in files { totals += file.totals }
    func share(_ kind: FigureKind, _ ratio: CoverageRatio, _ things: String) -> Figure? {
      guard let percent = ratio.percent, let atMost = ratio.percentAtMost else { return nil }
      return Figure(
        kind, value: percent, atMost: atMost, evidence: evidence, detail: "\(CoverageSection.parts(ratio)) \(things)",
        codeArea: codeArea)
    }
    var figures = [
      share(lines, totals.lines, "lines"), share(branches, totals.branches, "branches"),
      share(functions, totals.functions, "functions"), share(conditions, totals.conditions, "conditions"),
      share(instructions, totals.instructions, "instructions"), share(statements, totals.statements, "statements"),
    ].compactMap { $0 }
    figures.append(Figure(Self.files, value: Double(files.count), evidence: evidence, codeArea: codeArea))
    let missed = Double(totals.lines.total - totals.lines.covered)
    figures.append(Figure(uncovered, value: missed, evidence: evidence, codeArea: codeArea))
    return figures
  }

  private static func findings(_ report: CoverageReport, shown: [String: String]) -> [Finding] {
    var findings: [Finding] = []
    for conflict in report.conflicts.prefix(20) {
      findings.append(
        Finding(
          "coverage.builds-differ", .warning, conflict.explanation { shown[$0] ?? $0 },
          place: Place(conflict.path, line: Int(conflict.line)),
          mend: "make all coverage reports from one build, or merge with --on-shape-conflict newest"))
    }
    if report.conflicts.count > 20 {
      findings.append(
        Finding(
          "coverage.builds-differ", .warning,
          "\(report.conflicts.count - 20) more files have other lines in some reports than in others"))
    }
    // A writer that counts otherwise does so for every file (llvm-cov's LCOV counts per function): one note a report.
    var claims: [String: [CoverageWarning]] = [:]
    for warning in report.warnings {
      if case .claim = warning.kind {
        claims[warning.source, default: []].append(warning)
      } else {
        let path = warning.source.isEmpty ? nil : shown[warning.source] ?? warning.source
        findings.append(Finding("coverage.input", .note, warning.text, evidence: path))
      }
    }
    for (source, warnings) in claims.sorted(by: { $0.key < $1.key }) {
      let more = warnings.count > 1 ? " (and \(warnings.count - 1) more such sums)" : ""
      findings.append(
        Finding("coverage.claims", .note, warnings[0].text + more, evidence: shown[source] ?? source))
    }
    return findings
  }
}
