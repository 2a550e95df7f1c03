// What the tests of this target share: a folder that is surveyed, and records made by hand.

import SystemKit
import TestSupport

@testable import Survey

/// The day of the tests: 2026-12-01.
let today = Timestamp(seconds: 1_796_083_200)

/// A folder with evidence.
struct Project {
  let sandbox = Sandbox()
  var logbook: SQLiteLogbook { SQLiteLogbook(path: sandbox.path(".plimsoll/logbook.sqlite")) }

  /// A configuration file.
  func configure(_ text: String) throws { try sandbox.write("plimsoll.json", text) }

  /// A survey of the folder, or of paths in it.
  func survey(
    _ paths: String..., configuration: String? = nil, commit: String? = nil, logbook: (any Logbook)? = nil,
    now: Timestamp = today
  ) throws -> SurveyRecord {
    let all = paths.isEmpty ? [sandbox.folder] : paths.map { sandbox.path($0) }
    let request = Surveyor.Request(
      paths: all, configuration: configuration, logbook: logbook, commit: commit, clock: FixedClock(now))
    return try Surveyor(request).survey()
  }

  /// A repository with one source file, committed at a time.
  func commit(_ files: [String: String] = ["Sources/a.swift": "let a = 1\n"], at seconds: Int64) throws {
    if !AtomicFile.exists(sandbox.path(".git")) { try sandbox.git("init", "-q", "-b", "main") }
    for (name, text) in files {
      try sandbox.write(name, text)
      sandbox.touch(name, seconds: seconds - 100)
    }
    try sandbox.git("add", "-A", at: seconds)
    try sandbox.git("commit", "-q", "-m", "Change things", at: seconds)
  }
}

let testsArea = Area(name: "tests", title: "Tests")
let coverageArea = Area(name: "coverage", title: "Coverage")

func evidence(
  _ path: String = "junit.xml", _ area: Area = testsArea, _ state: Evidence.State = .good
) -> Evidence {
  Evidence(path: path, area: area, format: "f", size: 1, madeAt: today, digest: "d-" + path, state: state)
}

func figure(_ name: String, _ value: Double, atMost: Double? = nil) -> Figure {
  let base = String(name.prefix { $0 != "/" })
  let area = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) }
  return Figure(
    FigureCatalogue.standard[base]!, value: value, atMost: atMost, evidence: ["junit.xml"], codeArea: area)
}

func record(
  figures: [Figure] = [figure("tests.failed", 0)], evidence pieces: [Evidence] = [evidence()],
  findings: [Finding] = []
) -> SurveyRecord {
  var record = SurveyRecord(project: "p", at: today)
  record.figures = figures
  record.evidence = pieces
  record.findings = findings
  return record
}

func line(_ figure: String, _ text: String) -> LoadLine {
  let parsed = LoadLineParser.parse(text, for: FigureCatalogue.standard[String(figure.prefix { $0 != "/" })]!)!
  return LoadLine(figure: figure, comparison: parsed.comparison, limit: parsed.limit, text: text)
}

func judged(
  _ given: SurveyRecord, _ lines: [LoadLine]? = nil, waivers: [Waiver] = [], shipped: [String: Double]? = nil,
  configure: (inout SurveyConfiguration) -> Void = { _ in }
) -> SurveyRecord {
  var configuration = SurveyConfiguration()
  if let lines { configuration.loadLines = lines }
  configuration.waivers = waivers
  configure(&configuration)
  var record = given
  Judge(configuration: configuration, catalogue: .standard, now: today, shipped: shipped).judge(&record)
  return record
}

func waiver(_ rule: String, place: String? = nil, days: Int64 = 10) -> Waiver {
  Waiver(
    rule: rule, place: place, owner: "ada", reason: "PAY-17",
    expires: Timestamp(seconds: today.seconds + days * 86_400))
}

func testFailure(_ path: String, line: Int = 1) -> Finding {
  var finding = Finding("tests.failure", .blocker, "x failed", place: Place(path, line: line))
  finding.countsIn = "tests.failed"
  return finding
}
