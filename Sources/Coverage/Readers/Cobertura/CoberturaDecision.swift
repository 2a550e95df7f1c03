// The branches of a line in Cobertura: most writers give "1 of 2", some number their conditions. Only where every condition
// is wholly covered or not at all is it known which way was taken; "50 %" of a jump is one of its two ways, and two reports
// that say so may mean the same or both (ReportGenerator#455 takes the first k of n).

/// `50% (1/2)`.
struct ConditionCoverage: Equatable {
  var covered: UInt32
  var total: UInt32

  /// Reads the numbers in parentheses; `nil` when there are none.
  init?(_ text: String) {
    guard let open = text.lastIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
    let parts = text[text.index(after: open)..<close].split(separator: "/")
    guard parts.count == 2, let covered = UInt32(String(parts[0]).trimmedSpace),
      let total = UInt32(String(parts[1]).trimmedSpace), total > 0, total <= .max / 2, covered <= .max / 2
    else { return nil }
    self.covered = covered
    self.total = total
  }

  /// `50%`, `50`, `50,0 %`; `nil` for `NaN` and the like.
  static func percent(_ bytes: UnsafeRawBufferPointer) -> Double? {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x25 || bytes[end - 1] == 0x20 { end -= 1 }
    return CountText.decimal(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
  }
}

/// `condition(number type coverage)`.
struct CoberturaCondition {
  var number: String
  var isJump: Bool
  var percent: Double?
}

/// What a line's branches are known to be.
enum Decision: Equatable {
  /// Each condition by its number: how many ways it has, and whether all (or none) were taken, or it was never reached.
  case conditions([ExactText: Condition])
  /// So many of so many.
  case tally(covered: UInt32, total: UInt32)

  struct Condition: Equatable {
    var ways: UInt32
    var taken: UInt64?
  }

  /// `nil`: the line has no figures for branches.
  init?(
    _ coverage: ConditionCoverage?, _ conditions: [CoberturaCondition], hits: UInt64, budget: inout WayBudget
  ) {
    if let identified = Self.identified(coverage, conditions, hits),
      budget.take(identified.values.reduce(0) { $0 + UInt64($1.ways) })
    {
      self = .conditions(identified)
    } else if let coverage {
      self = .tally(covered: coverage.covered, total: coverage.total)
    } else if let derived = Self.derived(conditions) {
      self = .tally(covered: derived.covered, total: derived.total)
    } else {
      return nil
    }
  }

  private static func identified(
    _ coverage: ConditionCoverage?, _ conditions: [CoberturaCondition], _ hits: UInt64
  ) -> [ExactText: Condition]? {
    guard !conditions.isEmpty, conditions.count < 10_000 else { return nil }
    let jumps = conditions.count { $0.isJump }
    var ofSwitch: UInt32 = 0
    if jumps < conditions.count {
      // The ways of a switch are what remains, when there is only one.
      guard conditions.count - jumps == 1, let coverage, Int(coverage.total) > jumps * 2,
        coverage.total - UInt32(jumps * 2) <= WayBudget.mostOfLine
      else {
        return nil
      }
      ofSwitch = coverage.total - UInt32(jumps * 2)
    }
    var result: [ExactText: Condition] = [:]
    var sum = ConditionSum()
    for condition in conditions {
      let ways = condition.isJump ? 2 : ofSwitch
      guard !condition.number.isEmpty, result[ExactText(condition.number)] == nil,
        condition.percent == 0 || condition.percent == 100
      else { return nil }
      let isTaken = condition.percent == 100
      sum.add(isTaken ? ways : 0, of: ways)
      result[ExactText(condition.number)] = Condition(ways: ways, taken: isTaken ? 1 : hits > 0 ? 0 : nil)
    }
    if let coverage, coverage.total != sum.total || coverage.covered != sum.covered { return nil }
    return result
  }

  /// Jumps without a total: 0, 50 or 100 % of two ways each.
  private static func derived(_ conditions: [CoberturaCondition]) -> ConditionSum? {
    guard !conditions.isEmpty else { return nil }
    var sum = ConditionSum()
    for condition in conditions {
      guard condition.isJump, let percent = condition.percent, percent == 0 || percent == 50 || percent == 100 else {
        return nil
      }
      sum.add(percent == 0 ? 0 : percent == 50 ? 1 : 2, of: 2)
    }
    return sum
  }

  private struct ConditionSum {
    var covered: UInt32 = 0
    var total: UInt32 = 0

    mutating func add(_ more: UInt32, of ways: UInt32) {
      covered = covered &+ more
      total = total &+ ways
    }
  }

  private var counts: (covered: UInt32, total: UInt32) {
    switch self {
    case .tally(let covered, let total): return (covered, total)
    case .conditions(let conditions):
      return conditions.values.reduce(into: (0, 0)) { sum, condition in
        sum.0 = sum.0 &+ ((condition.taken ?? 0) > 0 ? condition.ways : 0)
        sum.1 = sum.1 &+ condition.ways
      }
    }
  }

  /// Joins copies of one line in one report: the larger figures hold.
  mutating func join(_ other: Decision) {
    if case .conditions(var mine) = self, case .conditions(let theirs) = other {
      // Let go of the table, so that it is changed in place.
      self = .tally(covered: 0, total: 0)
      for (number, condition) in theirs {
        guard let known = mine[number] else {
          mine[number] = condition
          continue
        }
        mine[number] = Condition(
          ways: max(known.ways, condition.ways),
          taken: known.taken.map { max($0, condition.taken ?? 0) } ?? condition.taken)
      }
      self = .conditions(mine)
      return
    }
    let (left, right) = (counts, other.counts)
    if left.total == right.total {
      self = .tally(covered: max(left.covered, right.covered), total: left.total)
    } else {
      let larger = left.total > right.total ? left : right
      self = .tally(covered: larger.covered, total: larger.total)
    }
  }
}
