// Test evidence: JUnit XML in all its dialects, through the TestReports library.

internal import MarkupKit
internal import SystemKit
internal import TestReports

/// Reads test reports.
public struct TestReportInspector: Inspector {
  /// Creates the inspector.
  public init() {}

  /// `tests`.
  public let area = Area(name: "tests", title: "Tests")

  static let total = FigureKind("tests.total", "tests in the reports", .count, .higher)
  static let passed = FigureKind("tests.passed", "tests that passed", .count, .higher)
  static let failed = FigureKind("tests.failed", "tests that failed or broke off", .count, .lower, onlyGrows: true)
  static let errored = FigureKind("tests.errors", "tests that broke off", .count, .lower, onlyGrows: true)
  static let skipped = FigureKind("tests.skipped", "tests that were not run", .count, .lower, onlyGrows: true)
  static let flaky = FigureKind(
    "tests.flaky", "tests that passed after a failed attempt", .count, .lower, onlyGrows: true)
  static let duration = FigureKind("tests.duration", "time of all tests together", .seconds, .lower, onlyGrows: true)
  static let slowest = FigureKind("tests.slowest", "time of the slowest test", .seconds, .lower, onlyGrows: true)

  /// The figures of test reports.
  public let figures = [
    TestReportInspector.total, TestReportInspector.passed, TestReportInspector.failed, TestReportInspector.errored,
    TestReportInspector.skipped, TestReportInspector.flaky, TestReportInspector.duration, TestReportInspector.slowest,
  ]

  /// The rules of test reports.
  public let rules = ["tests.failure", "tests.flaky-test", "tests.claims", "tests.copies", "tests.report"]

  /// What the tools call their reports.
  public let usualNames = [
    "test*.xml", "*test*results*.xml", "*junit*.xml", "*xunit*.xml", "results.xml", "report.xml",
    "nosetests.xml",
  ]

  /// Recognises JUnit XML by its root element.
  public func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition {
    if TestReport.recognises(head) {
      // `plimsoll survey --format junit > build/verdict.xml` must not be a test report of the next survey.
      let text = String(decoding: head.prefix(256), as: UTF8.self)
      return text.contains("<testsuites name=\"plimsoll\"")
        ? .notReadHere("Plimsoll's own verdict as JUnit XML, which is no evidence") : .evidence("JUnit XML")
    }
    guard let root = XMLProlog.rootName(of: head), let name = Self.otherFormats[root] else { return .unknown }
    return .notReadHere("\(name): it is not read; let the tests write JUnit XML too")
  }

  /// Reports of tests that are not read. A user who believes that they count has to be told.
  private static let otherFormats = [
    "test-run": "NUnit XML", "test-results": "NUnit 2 XML", "assemblies": "xUnit.net XML", "TestRun": "a TRX report",
    "testng-results": "TestNG XML", "robot": "Robot Framework XML",
  ]

  /// Reads reports and joins them to one run.
  public func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    let read = Parallel.map(count: files.count) { Self.read(files[$0]) }
    var reports: [(source: String, report: TestReport)] = []
    var readFiles: [EvidenceFile] = []
    for (file, result) in zip(files, read) {
      switch result {
      case .success(let report):
        reports.append((file.shownPath, report))
        readFiles.append(file)
      case .failure(let problem):
        inspection.outcomes.append(.init(file: file, state: .unreadable(problem.text)))
      }
    }
    let run = TestRun(reports: reports)
    // Once: asked for each report of a run in which all was skipped, it took the square.
    let hasEvidence = run.hasEvidence
    for (index, source) in run.sources.enumerated() {
      var outcome = Inspection.FileOutcome(file: readFiles[index])
      outcome.state = Self.state(source, hasEvidence: hasEvidence, reports[index].report)
      // A time without a zone may be hours off: then the file's own time says more.
      if let latest = source.report.latest, latest.hasZone {
        outcome.madeAt = Timestamp(seconds: Int64(latest.secondsSinceEpoch))
      }
      outcome.commit = source.report.commit
      outcome.commits = source.report.commits.map(\.hash)
      if source.report.commits.count > 1 {
        let names = source.report.commits.map { String($0.hash.prefix(12)) }
        inspection.findings.append(
          Finding(
            "tests.report", .warning, "the report names several commits: \(names.joined(separator: ", "))",
            evidence: source.name))
      }
      inspection.outcomes.append(outcome)
    }
    let evidence = run.sources.filter { if case .counted = $0.state { true } else { false } }.map(\.name)
    guard !reports.isEmpty else { return inspection }
    inspection.figures = figures(run, evidence)
    inspection.findings += TestFindings(run: run, context: context).all
    inspection.failedTests = run.failures.map { entry in
      FailedTest(
        name: entry.test.fullName, className: entry.test.className, method: entry.test.name,
        attachments: FailedTest.attachments(in: entry.test.systemOutTail),
        folder: PathName.split(PathName.absolute(readFiles[entry.source].path)).folder)
    }
    inspection.section = TestSection.section(area, run, figures: inspection.figures)
    return inspection
  }

  /// What is wrong with a report that could be read.
  private static func state(_ source: TestRun.Source, hasEvidence: Bool, _ report: TestReport) -> Evidence.State? {
    if case .empty(let hint) = source.state { return .empty(hint.description) }
    // One suite may be switched off; a run in which nothing ran proves nothing.
    if !hasEvidence, !report.isEmpty { return .empty("no test was run: all of them were skipped") }
    // Counts are the cases', but a report that claims failures or cases which are not in it has lost them.
    if let claim = report.lostFailures {
      return .unreadable("\(claim.description): its failures are lost; run the tests again for a whole report")
    }
    if let claim = report.lostCases {
      return .unreadable("\(claim.description): the others are lost; run the tests again for a whole report")
    }
    return nil
  }

  private struct Problem: Error {
    let text: String
  }

  private static func read(_ file: EvidenceFile) -> Result<TestReport, Problem> {
    do {
      let input = try InputFile(path: file.path)
      return .success(
        try input.withUnsafeBytes { bytes throws(TestReportError) in try JUnitReader.read(bytes.bytes) })
    } catch let error as TestReportError {
      return .failure(Problem(text: error.description))
    } catch {
      return .failure(Problem(text: "\(error)"))
    }
  }

  private func figures(_ run: TestRun, _ evidence: [String]) -> [Figure] {
    let totals = run.totals
    let slowest = run.slowest(1).first?.test
    func figure(_ kind: FigureKind, _ value: Double, _ detail: String? = nil) -> Figure {
      Figure(kind, value: value, evidence: evidence, detail: detail)
    }
    return [
      figure(Self.total, Double(totals.total)),
      figure(Self.passed, Double(totals.passed)),
      figure(Self.failed, Double(totals.failed)),
      figure(Self.errored, Double(totals.errored)),
      figure(Self.skipped, Double(totals.skipped)),
      figure(Self.flaky, Double(totals.flaky)),
      // Nonsense times may add up to infinity, which no output can write.
      figure(Self.duration, min(totals.duration, .greatestFiniteMagnitude)),
      figure(Self.slowest, slowest?.duration ?? 0, slowest?.fullName),
    ]
  }
}
