// "Some of n" per line. What inputs say is added up as it is and held against the largest n only when the result is made:
// clamped on the way, the sum would depend on which input came first.

struct TallyStore {
  private struct Sum {
    var atLeast: UInt32
    /// What the inputs cover at most, added up; `UInt64.max` stands for that or more.
    var atMost: UInt64
    var total: UInt32

    mutating func merge(_ other: Sum) {
      atLeast = max(atLeast, other.atLeast)
      atMost = atMost.saturatingAdd(other.atMost)
      total = max(total, other.total)
    }
  }

  private var sums: [UInt32: Sum] = [:]

  mutating func add(_ tallies: [Tally]) {
    for tally in tallies {
      merge(Sum(atLeast: tally.atLeast, atMost: UInt64(tally.atMost), total: tally.total), tally.line)
    }
  }

  private mutating func merge(_ sum: Sum, _ line: UInt32) {
    if sums[line]?.merge(sum) == nil { sums[line] = sum }
  }

  mutating func absorb(_ other: TallyStore) {
    for (line, sum) in other.sums { merge(sum, line) }
  }

  /// The intervals, in order of their lines.
  var tallies: [Tally] {
    sums.map { line, sum in
      var tally = Tally(line: line, covered: sum.atLeast, total: sum.total)
      tally.atMost = UInt32(min(sum.atMost, UInt64(tally.total)))
      return tally
    }.sorted { $0.line < $1.line }
  }
}
