// Totals are always worked out from the records, never taken from a report's own summary.

/// So many of so many, where "covered" may only be known as an interval.
public struct CoverageRatio: Hashable, Sendable {
  /// At least so many are covered.
  public var covered: UInt64 = 0
  /// At most so many are covered; equal to `covered` where everything is known exactly.
  public var coveredAtMost: UInt64 = 0
  /// How many there are.
  public var total: UInt64 = 0

  /// Creates an empty ratio.
  public init() {}

  /// Creates an exact ratio.
  public init(_ covered: UInt64, of total: UInt64) {
    self.covered = covered
    coveredAtMost = covered
    self.total = total
  }

  /// Whether the number of covered ones is known exactly.
  public var isExact: Bool { covered == coveredAtMost }
  /// The share that is surely covered, in percent; `nil` when there is nothing to cover.
  public var percent: Double? { total == 0 ? nil : Double(covered) * 100 / Double(total) }
  /// The share that may be covered at most, in percent.
  public var percentAtMost: Double? { total == 0 ? nil : Double(coveredAtMost) * 100 / Double(total) }

  mutating func count(_ isCovered: Bool) {
    total += 1
    if isCovered {
      covered += 1
      coveredAtMost += 1
    }
  }

  mutating func add(_ tally: Tally) {
    total += UInt64(tally.total)
    covered += UInt64(tally.atLeast)
    coveredAtMost += UInt64(tally.atMost)
  }

  /// Adds up two ratios.
  public static func += (left: inout CoverageRatio, right: CoverageRatio) {
    left.covered += right.covered
    left.coveredAtMost += right.coveredAtMost
    left.total += right.total
  }
}

/// What is covered of a file, a folder or a report.
public struct CoverageTotals: Hashable, Sendable {
  /// Source lines.
  public var lines = CoverageRatio()
  /// Ways out of decisions.
  public var branches = CoverageRatio()
  /// Functions; the names of one function count once.
  public var functions = CoverageRatio()
  /// Conditions of MC/DC, each sense for itself.
  public var conditions = CoverageRatio()
  /// Bytecode instructions (JaCoCo).
  public var instructions = CoverageRatio()
  /// Statements (Go): the figure that `go tool cover` prints.
  public var statements = CoverageRatio()

  /// Creates empty totals.
  public init() {}

  /// The ratios by the names that reports and options have for them, in the order in which they are shown.
  public var named: [(name: String, ratio: CoverageRatio)] {
    [
      ("lines", lines), ("branches", branches), ("functions", functions), ("conditions", conditions),
      ("instructions", instructions), ("statements", statements),
    ]
  }

  /// Adds up two totals.
  public static func += (left: inout CoverageTotals, right: CoverageTotals) {
    left.lines += right.lines
    left.branches += right.branches
    left.functions += right.functions
    left.conditions += right.conditions
    left.instructions += right.instructions
    left.statements += right.statements
  }
}

extension FileCoverage {
  /// What is covered of this file, worked out from its records.
  ///
  /// A line whose branches one report names and another only counts has as many branches as the larger figure, and an
  /// interval of covered ones.
  ///
  /// - Complexity: O(n log n) in the number of records.
  public var totals: CoverageTotals {
    var totals = CoverageTotals()
    for line in lines { totals.lines.count(line.count > 0) }
    totals.branches = branchRatio()
    totals.functions = functionRatio()
    for condition in conditions where !condition.isUnreachable { totals.conditions.count(condition.count > 0) }
    for tally in instructionTallies { totals.instructions.add(tally) }
    for block in blocks {
      let statements = UInt64(block.statements)
      totals.statements += CoverageRatio(block.count > 0 ? statements : 0, of: statements)
    }
    return totals
  }

  private func branchRatio() -> CoverageRatio {
    var ratio = CoverageRatio()
    guard !branchTallies.isEmpty else {
      for branch in branches where !branch.isUnreachable { ratio.count(branch.isCovered) }
      return ratio
    }
    var named: [UInt32: Tally] = [:]
    for branch in branches where !branch.isUnreachable {
      let covered: UInt32 = branch.isCovered ? 1 : 0
      var tally = named[branch.line] ?? Tally(line: branch.line, covered: 0, total: 0)
      tally.total += 1
      tally.atLeast += covered
      tally.atMost += covered
      named[branch.line] = tally
    }
    for tally in branchTallies {
      ratio.add(named.removeValue(forKey: tally.line)?.merged(with: tally) ?? tally)
    }
    for tally in named.values { ratio.add(tally) }
    return ratio
  }

  private func functionRatio() -> CoverageRatio {
    var ratio = CoverageRatio()
    var groups: [Int: Bool] = [:]
    for function in functions {
      if let group = function.aliasGroup {
        groups[group] = (groups[group] ?? false) || function.count > 0
      } else {
        ratio.count(function.count > 0)
      }
    }
    for isCovered in groups.values { ratio.count(isCovered) }
    return ratio
  }
}
