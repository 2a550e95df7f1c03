// Finds suites that stand in several reports: Ant's TESTS-TestSuites.xml beside the single files, a report that a CI step
// copied. Two suites are copies when they have the same name (with its package) and time and host do not differ, and all
// cases of one stand in the other with the same class, name, outcome and duration. Since a suite of three cases that took
// 0 s looks like itself on another device, a copy also needs one sign that it is the same run: the same timestamp, or a
// matching case with a duration that is not 0.

/// A suite that was left out of a run because another report holds it too.
public struct SuiteCopy: Sendable, Equatable, CustomStringConvertible {
  /// The suite's name with its package.
  public var suite: String
  /// The report whose cases were left out.
  public var source: String
  /// The report whose cases count.
  public var original: String
  /// How many cases were left out.
  public var cases: Int

  /// One line: what was left out and what counts instead.
  public var description: String {
    "\(source): \(cases) case\(cases == 1 ? "" : "s") of suite '\(suite)' also stand\(cases == 1 ? "s" : "") in "
      + "\(original) and \(cases == 1 ? "is" : "are") counted once"
  }
}

struct SuiteCopies {
  private(set) var all: [SuiteCopy] = []
  private var left: [Set<Int>]

  func contains(source: Int, test: Int) -> Bool { left[source].contains(test) }

  /// What must be equal for two cases to be the same one in two files.
  private struct Key: Hashable {
    var className: String
    var name: String
    var outcome: String
    var duration: Double?
  }

  /// A suite's own cases.
  private struct Group {
    var source: Int
    var timestamp: Double?
    var host: String?
    var cases: [(key: Key, index: Int)] = []
  }

  static func find(in reports: [(source: String, report: TestReport)]) -> SuiteCopies {
    var found = SuiteCopies(left: Array(repeating: [], count: reports.count))
    guard reports.count > 1 else { return found }
    var groups: [String: [Group]] = [:]
    var names: [String] = []
    for (source, entry) in reports.enumerated() {
      for (name, group) in Self.groups(of: entry.report, source: source) {
        if groups[name] == nil { names.append(name) }
        groups[name, default: []].append(group)
      }
    }
    for name in names {
      guard let same = groups[name], same.count > 1 else { continue }
      found.compare(same, name, reports)
    }
    return found
  }

  /// More suites of one name than this are not compared with one another: the time would grow with the square.
  private static let maximumGroups = 200

  private mutating func compare(_ groups: [Group], _ name: String, _ reports: [(source: String, report: TestReport)]) {
    for later in groups.indices.dropFirst() {
      for earlier in groups[max(0, later - Self.maximumGroups)..<later] where earlier.source != groups[later].source {
        let matched = Self.matches(earlier, groups[later])
        guard !matched.isEmpty else { continue }
        let source = groups[later].source
        let fresh = matched.filter { left[source].insert($0).inserted }
        if !fresh.isEmpty {
          all.append(
            SuiteCopy(
              suite: name, source: reports[source].source, original: reports[earlier.source].source,
              cases: fresh.count))
        }
        break
      }
    }
  }

  /// The cases of `later` that are copies of ones in `earlier`; empty when the two are different runs.
  private static func matches(_ earlier: Group, _ later: Group) -> [Int] {
    if let a = earlier.timestamp, let b = later.timestamp, a != b { return [] }
    if let a = earlier.host, let b = later.host, a != b { return [] }
    var available: [Key: Int] = [:]
    for (key, _) in earlier.cases { available[key, default: 0] += 1 }
    var matched: [Int] = []
    var isSigned = earlier.timestamp != nil && earlier.timestamp == later.timestamp
    for (key, index) in later.cases {
      guard let count = available[key], count > 0 else { continue }
      available[key] = count - 1
      matched.append(index)
      if let duration = key.duration, duration > 0 { isSigned = true }
    }
    guard isSigned, matched.count == min(earlier.cases.count, later.cases.count) else { return [] }
    return matched
  }

  private static func groups(of report: TestReport, source: Int) -> [(name: String, group: Group)] {
    var bySuite: [Int: Group] = [:]
    for (index, test) in report.cases.enumerated() {
      guard let suite = test.suite else { continue }
      let key = Key(
        className: test.className, name: test.name, outcome: test.outcome.word, duration: test.duration)
      if bySuite[suite] == nil {
        let own = report.suites[suite]
        bySuite[suite] = Group(source: source, timestamp: own.timestamp?.secondsSinceEpoch, host: own.host)
      }
      bySuite[suite]?.cases.append((key, index))
    }
    return bySuite.keys.sorted().compactMap { suite in
      bySuite[suite].map { (report.suites[suite].qualifiedName, $0) }
    }
  }
}
