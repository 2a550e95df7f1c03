// llvm-cov's segments, one list for each build.

/// Lists of equal places are added up segment by segment, and lines are worked out from the sums; for lists that differ the
/// lines are worked out first and then added.
struct SegmentStore {
  private struct Shape: Hashable {
    /// Places and kinds, with all counts zero.
    let segments: [CoverageSegment]
  }

  struct Sum {
    var segments: [CoverageSegment]
    var sections: UInt32
    var firstInput: UInt32
    var lastInput: UInt32
  }

  private var sums: [Shape: Sum] = [:]

  mutating func add(_ segments: [CoverageSegment], input: UInt32) {
    merge(Sum(segments: segments, sections: 1, firstInput: input, lastInput: input))
  }

  private mutating func merge(_ sum: Sum) {
    let shape = Shape(
      segments: sum.segments.map { segment in
        var bare = segment
        bare.count = 0
        return bare
      })
    guard var known = sums[shape] else {
      sums[shape] = sum
      return
    }
    for index in known.segments.indices {
      known.segments[index].count = known.segments[index].count.saturatingAdd(sum.segments[index].count)
    }
    known.sections += sum.sections
    known.firstInput = min(known.firstInput, sum.firstInput)
    known.lastInput = max(known.lastInput, sum.lastInput)
    sums[shape] = known
  }

  mutating func absorb(_ other: SegmentStore) {
    for sum in other.sums.values { merge(sum) }
  }

  /// The sums, ordered by the first segment in which their shapes differ; shapes are distinct, so nothing else decides.
  var sorted: [Sum] {
    sums.values.sorted { left, right in
      for (a, b) in zip(left.segments, right.segments) where Self.place(a) != Self.place(b) {
        return Self.place(a) < Self.place(b)
      }
      return left.segments.count < right.segments.count
    }
  }

  /// Place and kind.
  private static func place(_ segment: CoverageSegment) -> (UInt32, UInt32, UInt8) {
    let kind: UInt8 = (segment.hasCount ? 4 : 0) | (segment.isRegionEntry ? 2 : 0) | (segment.isGap ? 1 : 0)
    return (segment.line, segment.column, kind)
  }
}
