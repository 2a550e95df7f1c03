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
    /// The numbers of the cases' keys, in the order of the report, and those cases.
    var keys: [Int32] = []
    var indices: [Int] = []
    /// The keys again, in order.
    var sorted: [Int32] = []
    /// Whether a case took any time: without that only the timestamp can show that it is the same run.
    var hasDuration = false

    func mayBeSameRun(as later: Group) -> Bool {
      if source == later.source { return false }
      if let a = host, let b = later.host, a != b { return false }
      if let a = timestamp, let b = later.timestamp { return a == b }
      return hasDuration && later.hasDuration
    }
  }

  static func find(in reports: [(source: String, report: TestReport)]) -> SuiteCopies {
    var found = SuiteCopies(left: Array(repeating: [], count: reports.count))
    guard reports.count > 1 else { return found }
    var numbers: [Key: Int32] = [:]
    var isTimed: [Bool] = []
    var groups: [String: [Group]] = [:]
    var names: [String] = []
    for (source, entry) in reports.enumerated() {
      for (name, group) in Self.groups(of: entry.report, source: source, &numbers, &isTimed) {
        if groups[name] == nil { names.append(name) }
        groups[name, default: []].append(group)
      }
    }
    for name in names {
      guard let same = groups[name], same.count > 1 else { continue }
      found.compare(same, name, reports, isTimed)
    }
    return found
  }

  /// A suite is compared case by case with so many others at most: more only a hostile set of reports needs.
  private static let maximumComparisons = 200
  /// And so many are thought of.
  private static let maximumCandidates = 1_000

  /// One of two copies holds all cases of the other. So either the rarest case of the later one stands in the earlier one, or
  /// the rarest of the earlier one in the later: by these two each suite finds the few that it may be a copy of.
  private mutating func compare(
    _ groups: [Group], _ name: String, _ reports: [(source: String, report: TestReport)], _ isTimed: [Bool]
  ) {
    var holders: [Int32: [Int]] = [:]
    for (at, group) in groups.enumerated() {
      for key in group.keys where holders[key]?.last != at { holders[key, default: []].append(at) }
    }
    let rarest = groups.map { group in group.keys.min { holders[$0]!.count < holders[$1]!.count } }
    var byRarest: [Int32: [Int]] = [:]
    for later in groups.indices {
      guard let own = rarest[later] else { continue }
      var candidates = Set(holders[own]!.prefix(Self.maximumCandidates).prefix { $0 < later })
      for key in groups[later].keys where candidates.count < Self.maximumCandidates {
        candidates.formUnion((byRarest[key] ?? []).prefix(Self.maximumCandidates))
      }
      byRarest[own, default: []].append(later)
      var room = Self.maximumComparisons
      for earlier in candidates.sorted() where groups[earlier].mayBeSameRun(as: groups[later]) && room > 0 {
        room -= 1
        let matched = Self.matches(groups[earlier], groups[later], isTimed)
        guard !matched.isEmpty else { continue }
        leave(matched, of: groups[later].source, name, reports, original: groups[earlier].source)
        break
      }
    }
  }

  private mutating func leave(
    _ cases: [Int], of source: Int, _ suite: String, _ reports: [(source: String, report: TestReport)], original: Int
  ) {
    let fresh = cases.count { left[source].insert($0).inserted }
    guard fresh > 0 else { return }
    all.append(
      SuiteCopy(suite: suite, source: reports[source].source, original: reports[original].source, cases: fresh))
  }

  /// The cases of `later` that are copies of ones in `earlier`; empty when the two are different runs.
  private static func matches(_ earlier: Group, _ later: Group, _ isTimed: [Bool]) -> [Int] {
    let (few, many) =
      earlier.keys.count <= later.keys.count ? (earlier.sorted, later.sorted) : (later.sorted, earlier.sorted)
    guard holds(many, few) else { return [] }
    guard earlier.timestamp != nil && earlier.timestamp == later.timestamp || few.contains(where: { isTimed[Int($0)] })
    else { return [] }
    if later.keys.count <= earlier.keys.count { return later.indices }
    var available: [Int32: Int] = [:]
    for key in few { available[key, default: 0] += 1 }
    return zip(later.keys, later.indices).compactMap { key, index in
      guard let count = available[key], count > 0 else { return nil }
      available[key] = count - 1
      return index
    }
  }

  /// Whether all of `few` stand in `many`, each as often; both are in order.
  private static func holds(_ many: [Int32], _ few: [Int32]) -> Bool {
    var at = 0
    for key in few {
      while at < many.count, many[at] < key { at += 1 }
      guard at < many.count, many[at] == key else { return false }
      at += 1
    }
    return true
  }

  private static func groups(
    of report: TestReport, source: Int, _ numbers: inout [Key: Int32], _ isTimed: inout [Bool]
  ) -> [(name: String, group: Group)] {
    var bySuite: [Int: Group] = [:]
    for (index, test) in report.cases.enumerated() {
      guard let suite = test.suite else { continue }
      let key = Key(
        className: test.className, name: test.name, outcome: test.outcome.word, duration: test.duration)
      let number = numbers[key] ?? Int32(isTimed.count)
      if Int(number) == isTimed.count {
        numbers[key] = number
        isTimed.append((key.duration ?? 0) > 0)
      }
      let own = report.suites[suite]
      var group =
        bySuite.removeValue(forKey: suite)
        ?? Group(source: source, timestamp: own.timestamp?.secondsSinceEpoch, host: own.host)
      group.keys.append(number)
      group.indices.append(index)
      group.hasDuration = group.hasDuration || isTimed[Int(number)]
      bySuite[suite] = group
    }
    return bySuite.keys.sorted().compactMap { suite in
      guard var group = bySuite[suite] else { return nil }
      group.sorted = group.keys.sorted()
      return (report.suites[suite].qualifiedName, group)
    }
  }
}
