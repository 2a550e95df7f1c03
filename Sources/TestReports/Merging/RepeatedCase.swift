// A case that one report holds several times with different outcomes: a retry that the writer reports as a case of its own, or
// two tests of the same name. Which of them it is cannot be told from the file, so it is told to the reader.

/// A case that one suite of one report holds several times, passed and not.
public struct RepeatedCase: Sendable, Equatable {
  /// The index of the report.
  public var source: Int
  /// The case's full name.
  public var name: String
  /// The outcomes in the order of the report, in words.
  public var outcomes: [String]
  /// Whether the last one passed.
  public var endsPassed: Bool { outcomes.last == "passed" }

  private struct Key: Hashable {
    var source: Int
    var suite: Int?
    var className: String
    var name: String
  }

  static func find(in cases: [TestRun.Case], merging: Bool) -> (found: [RepeatedCase], cases: [TestRun.Case]) {
    var places: [Key: [Int]] = [:]
    var order: [Key] = []
    for (index, entry) in cases.enumerated() {
      let test = entry.test
      let key = Key(source: entry.source, suite: test.suite, className: test.className, name: test.name)
      if places[key] != nil { places[key]?.append(index) } else { places[key] = [index] }
      if places[key]?.count == 2 { order.append(key) }
    }
    var found: [RepeatedCase] = []
    var merged = cases
    var dropped: Set<Int> = []
    for key in order {
      guard let indices = places[key] else { continue }
      let tests = indices.map { cases[$0].test }
      let hasProblem = tests.contains { !$0.problems.isEmpty }
      guard hasProblem, tests.contains(where: { $0.outcome == .passed }), let last = indices.last else { continue }
      found.append(
        RepeatedCase(source: key.source, name: tests[0].fullName, outcomes: tests.map(\.outcome.word)))
      guard merging else { continue }
      let earlier = tests.dropLast().flatMap { test in test.problems.map { TestAttempt(problem: $0) } }
      merged[last].test.attempts = earlier + merged[last].test.attempts
      dropped.formUnion(indices.dropLast())
    }
    guard !dropped.isEmpty else { return (found, merged) }
    return (found, merged.enumerated().filter { !dropped.contains($0.offset) }.map(\.element))
  }
}
