// Holds an element's count attributes against its cases. Writers mean different things by the same attribute, and what is merely
// another meaning is no disagreement:
//
// - a suite's numbers with or without those of the suites inside it (Ant nests, Mocha does not add up);
// - `tests` with or without the skipped ones (Surefire with, some Failsafe versions and pytest before 3.x without);
// - numbers with the failed attempts of repeated cases, all or some (Surefire's rerunFailingTestsCount);
// - `tests` with skipped ones that are not written as cases, or with a case twice whose tear-down broke off (pytest);
// - `failures` by case or by failure element (jest-junit by case, PHPUnit by element);
// - errors counted among the failures, or the other way round: the sum decides.

/// What the cases of an element give, in all the ways that a writer may have counted them.
struct CaseTally {
  var counts = TestCounts()
  var failureElements = 0
  var errorElements = 0
  var attempts = 0

  mutating func add(_ test: TestCase) {
    counts.add(test.outcome)
    attempts += test.attempts.count
    for problem in test.problems {
      if problem.isError { errorElements += 1 } else { failureElements += 1 }
    }
  }

  mutating func add(_ other: CaseTally) {
    counts.add(other.counts)
    failureElements += other.failureElements
    errorElements += other.errorElements
    attempts += other.attempts
  }
}

enum CountClaims {
  /// The attributes that none of the ways of counting explains.
  ///
  /// - Parameters:
  ///   - own: the cases directly in the element.
  ///   - all: those and the ones in the suites inside it.
  static func disagreements(
    _ claimed: ClaimedCounts, own: CaseTally, all: CaseTally, path: [String], line: Int
  ) -> [CountDisagreement] {
    let tallies = [all, own]
    var found: [CountDisagreement] = []
    func report(_ attribute: CountDisagreement.Attribute, _ claim: Int, _ counted: Int) {
      found.append(
        CountDisagreement(suitePath: path, attribute: attribute, claimed: claim, counted: counted, line: line))
    }
    if let tests = claimed.tests, !tallies.contains(where: { explainsTests(tests, claimed.skipped, $0) }) {
      report(.tests, tests, all.counts.tests)
    }
    if !tallies.contains(where: { explainsFailures(claimed, $0) }) {
      if let failures = claimed.failures, failures != all.counts.failures {
        report(.failures, failures, all.counts.failures)
      }
      if let errors = claimed.errors, errors != all.counts.errors { report(.errors, errors, all.counts.errors) }
    }
    if let skipped = claimed.skipped, !tallies.contains(where: { $0.counts.skipped == skipped }) {
      report(.skipped, skipped, all.counts.skipped)
    }
    return found
  }

  private static func explainsTests(_ claim: Int, _ skipped: Int?, _ tally: CaseTally) -> Bool {
    let counts = tally.counts
    if claim == counts.executed || (counts.tests...counts.tests + tally.attempts).contains(claim) { return true }
    if (counts.executed...counts.executed + tally.attempts).contains(claim) { return true }
    guard claim > counts.tests else { return false }
    let unwritten = max(0, (skipped ?? 0).subtractingReportingOverflow(counts.skipped).partialValue)
    return claim - counts.tests == unwritten || claim - counts.tests <= tally.errorElements
  }

  private static func explainsFailures(_ claimed: ClaimedCounts, _ tally: CaseTally) -> Bool {
    let counts = tally.counts
    func fits(_ claim: Int?, _ byCase: Int, _ byElement: Int) -> Bool {
      guard let claim else { return true }
      return claim == byCase || claim == byElement
    }
    if fits(claimed.failures, counts.failures, tally.failureElements),
      fits(claimed.errors, counts.errors, tally.errorElements)
    {
      return true
    }
    let sum =
      claimed.failures.map { $0.addingReportingOverflow(claimed.errors ?? 0).partialValue } ?? claimed.errors ?? 0
    let elements = tally.failureElements + tally.errorElements
    return (counts.failed...counts.failed + tally.attempts).contains(sum)
      || (elements...elements + tally.attempts).contains(sum)
  }
}
