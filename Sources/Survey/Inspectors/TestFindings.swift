// What test reports give cause to look at: each failure with its place and the command that runs that test again.

internal import SystemKit
internal import TestReports

struct TestFindings {
  let run: TestRun
  let context: InspectionContext
  /// Tracked files by their last component: traces of Java name no folder.
  private let trackedByName: [Substring: [String]]

  init(run: TestRun, context: InspectionContext) {
    self.run = run
    self.context = context
    let isAsked = !run.failures.isEmpty || !run.flaky.isEmpty
    trackedByName = isAsked ? Dictionary(grouping: context.trackedFiles, by: Self.name) : [:]
  }

  private static func name(_ path: String) -> Substring {
    path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  var all: [Finding] { failures + flaky + claims + copies + oddities }

  private var failures: [Finding] {
    run.failures.map { entry in
      let test = entry.test
      let problem = test.problems.first
      let verb = problem?.isError == true ? "broke off" : "failed"
      let message = problem.map { $0.message.isEmpty ? ($0.type ?? "") : $0.message } ?? ""
      var finding = Finding(
        "tests.failure", .blocker, "\(test.fullName) \(verb)" + (message.isEmpty ? "" : ": \(Self.oneLine(message))"),
        detail: problem?.details, evidence: run.sources[entry.source].name)
      finding.countsIn = "tests.failed"
      if case .errored = test.outcome { finding.alsoCountsIn = ["tests.errors"] }
      let failed = test.failurePlace.map { Place(shown($0.file), line: $0.line) }
      let own = test.file.map { Place(shown($0), line: test.sourceLine) }
      // The top of a trace may lie in a library of the machine: the test's own file has an owner.
      finding.place = failed.flatMap { PathName.isAbsolute($0.path) && own != nil ? own : $0 } ?? own
      finding.mend = TestCommand.rerun(test, dialect: run.sources[entry.source].report.dialect)
      return finding
    }
  }

  private var flaky: [Finding] {
    run.flaky.map { entry in
      let attempts = entry.test.attempts.count
      var finding = Finding(
        "tests.flaky-test", .warning,
        "\(entry.test.fullName) passed only after \(attempts) failed attempt\(attempts == 1 ? "" : "s")",
        detail: entry.test.attempts.first?.problem.message, evidence: run.sources[entry.source].name)
      if let place = entry.test.attempts.first?.problem.place {
        finding.place = Place(shown(place.file), line: place.line)
      }
      finding.mend = TestCommand.rerun(entry.test, dialect: run.sources[entry.source].report.dialect)
      return finding
    }
  }

  private var claims: [Finding] {
    run.disagreements.map { source, disagreement in
      Finding(
        "tests.claims", .warning, disagreement.description, place: nil, evidence: source)
    }
  }

  private var copies: [Finding] {
    run.copies.map { Finding("tests.copies", .note, $0.description, evidence: $0.source) }
  }

  private var oddities: [Finding] {
    run.sources.flatMap { source in
      source.report.warnings.map { Finding("tests.report", .note, $0.description, evidence: source.name) }
    }
  }

  /// A path below the surveyed folder where it is there; bare file names of Java traces are looked up among tracked files.
  private func shown(_ path: String) -> String {
    let normal = PathName.normalised(path)
    let folder = PathName.absolute(context.folder)
    if let inside = PathName.relative(normal, to: folder) { return inside }
    if let top = context.repository, let inside = PathName.relative(normal, to: top) { return inside }
    if !normal.contains("/") {
      if let matches = trackedByName[normal[...]], matches.count == 1 { return matches[0] }
    }
    return normal
  }

  private static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count > 300 ? String(line.prefix(297)) + "..." : line
  }
}
