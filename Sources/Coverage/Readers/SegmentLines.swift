// Line counts from llvm-cov's segments, as `llvm-cov export -format=lcov` has them (LLVM's CoverageMapping.cpp; equal there
// on C++ and Swift). Summaries in the JSON count per function and so name other totals.

enum SegmentLines {
  /// The lines that can be covered and how often each ran.
  ///
  /// A line takes the largest count of the regions that begin on it and of the one that goes on from before ("wrapped"). It
  /// is not instrumented when skipped code begins it and nothing else does.
  ///
  /// - Parameter segments: in order of their places.
  static func lines(_ segments: [CoverageSegment]) -> [LineCount] {
    var result: [LineCount] = []
    guard let first = segments.first else { return result }
    var at = 0
    var line = first.line
    var wrapped: CoverageSegment?
    while at < segments.count {
      var end = at
      while end < segments.count, segments[end].line == line { end += 1 }
      let starting = segments[at..<end]
      let begins = starting.filter { $0.hasCount && $0.isRegionEntry && !$0.isGap }
      let isSkipped = starting.first.map { !$0.hasCount && $0.isRegionEntry } ?? false
      let isMapped =
        !isSkipped && (wrapped?.hasCount == true || !begins.isEmpty)
        || starting.contains { $0.isRegionEntry && $0.hasCount }
      if isMapped {
        result.append(LineCount(line, begins.reduce(wrapped?.count ?? 0) { max($0, $1.count) }))
      }
      if let last = starting.last { wrapped = last }
      at = end
      guard at < segments.count else { break }
      let next = segments[at].line
      if wrapped?.hasCount == true || next == line + 1 {
        line += 1
      } else {
        // Between here and the next segment no line can be mapped.
        line = next
      }
      // A damaged export may name a line a billion lines on.
      if next > line, next - line > 10_000_000 { line = next }
    }
    return result
  }
}
