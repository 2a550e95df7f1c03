// Several reports as one run: the figures that decide, with what was left out of them and why. A run is made of the cases of
// its reports; copies are counted once (SuiteCopies), empty reports are told (SourceState), and a case that stands in one report
// several times with different outcomes is counted each time unless asked otherwise.

/// The test reports of one build, merged.
public struct TestRun: Sendable {
  /// A report and where it comes from.
  public struct Source: Sendable, Equatable {
    /// Its name: the path, usually.
    public var name: String
    /// The report without its cases, which are in `cases`.
    public var report: TestReport
    /// What it adds to the run.
    public var state: SourceState
  }

  /// A case with the report it stands in.
  public struct Case: Sendable, Equatable {
    /// The index of its report in `sources`.
    public var source: Int
    /// The case.
    public var test: TestCase
  }

  /// What to make of a case that one report holds several times with a pass among failures.
  public enum Repeats: Sendable {
    /// Each counts: a failure stays a failure. The default, since names may repeat by accident.
    case countEach
    /// The last one counts and earlier failures become its attempts: for writers that report each retry as a case of its own
    /// (Gradle's test-retry plug-in without `mergeReruns`, trainer, xcresultparser).
    case lastCounts
  }

  /// The reports, in the order given.
  public let sources: [Source]
  /// The cases that count, in the order of the reports.
  public let cases: [Case]
  /// Suites that were left out as copies.
  public let copies: [SuiteCopy]
  /// Cases that one report holds several times with different outcomes.
  public let repeats: [RepeatedCase]

  /// Merges reports.
  ///
  /// - Complexity: O(n) on average.
  public init(reports: [(source: String, report: TestReport)], repeats policy: Repeats = .countEach) {
    let copies = SuiteCopies.find(in: reports)
    var kept: [Case] = []
    var keptBySource = Array(repeating: 0, count: reports.count)
    for (source, entry) in reports.enumerated() {
      for (index, test) in entry.report.cases.enumerated() where !copies.contains(source: source, test: index) {
        kept.append(Case(source: source, test: test))
        keptBySource[source] += 1
      }
    }
    let (found, merged) = RepeatedCase.find(in: kept, merging: policy == .lastCounts)
    let states = SourceState.states(of: reports, kept: keptBySource, copies: copies.all)
    self.sources = zip(reports, states).map { entry, state in
      var report = entry.report
      report.cases = []
      return Source(name: entry.source, report: report, state: state)
    }
    self.cases = merged
    self.copies = copies.all
    self.repeats = found
  }

  /// The figures of the run.
  ///
  /// - Complexity: O(n).
  public var totals: TestTotals {
    var totals = TestTotals()
    for entry in cases {
      totals.counts.add(entry.test.outcome)
      if entry.test.isFlaky { totals.flaky += 1 }
      if let duration = entry.test.duration { totals.duration += duration } else { totals.withoutDuration += 1 }
    }
    return totals
  }

  /// Whether at least one case was executed: without that a run proves nothing and must not count as green.
  ///
  /// - Complexity: O(n) at worst; mostly the first case tells.
  public var hasEvidence: Bool { cases.contains { if case .skipped = $0.test.outcome { false } else { true } } }

  /// The cases that failed or broke off, in the order of the reports.
  public var failures: [Case] { cases.filter { !$0.test.problems.isEmpty } }

  /// The cases that passed after a failed attempt.
  public var flaky: [Case] { cases.filter(\.test.isFlaky) }

  /// The cases that took longest, the longest first; equal ones by name.
  ///
  /// - Complexity: O(n log n).
  public func slowest(_ count: Int) -> [Case] {
    let timed = cases.filter { $0.test.duration != nil }.sorted { a, b in
      let (x, y) = (a.test.duration ?? 0, b.test.duration ?? 0)
      return x != y ? x > y : a.test.fullName < b.test.fullName
    }
    return Array(timed.prefix(max(count, 0)))
  }

  /// The disagreements between claimed and counted figures, each with its report.
  public var disagreements: [(source: String, disagreement: CountDisagreement)] {
    sources.flatMap { source in source.report.disagreements.map { (source.name, $0) } }
  }

  /// The reports without a case that no partner explains.
  public var emptySources: [(source: String, hint: EmptyHint)] {
    sources.compactMap { source in if case .empty(let hint) = source.state { (source.name, hint) } else { nil } }
  }

  /// The different commits that the reports name.
  public var commits: [String] {
    var seen: Set<String> = []
    return sources.flatMap { $0.report.commits }.map(\.hash).filter { seen.insert($0).inserted }
  }

  /// The first start time of all reports.
  public var earliest: ReportTimestamp? { sources.compactMap(\.report.earliest).min() }
  /// The last start time of all reports.
  public var latest: ReportTimestamp? { sources.compactMap(\.report.latest).max() }
}

/// The figures of a run.
public struct TestTotals: Sendable, Equatable {
  /// Cases by outcome.
  public var counts = TestCounts()
  /// Cases that passed after a failed attempt; they are among the passed.
  public var flaky = 0
  /// The sum of the durations, in seconds.
  public var duration = 0.0
  /// Cases that have no duration.
  public var withoutDuration = 0

  /// All cases.
  public var total: Int { counts.tests }
  /// Cases that ran and were fine.
  public var passed: Int { counts.passed }
  /// Cases that failed or broke off.
  public var failed: Int { counts.failed }
  /// Cases that broke off: among the failed.
  public var errored: Int { counts.errors }
  /// Cases that did not run.
  public var skipped: Int { counts.skipped }
}
