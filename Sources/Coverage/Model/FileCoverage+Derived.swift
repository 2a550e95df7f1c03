// Lines that follow from segments (llvm-cov) and statement blocks (Go).

extension FileCoverage {
  /// The lines that segments and blocks stand for, with their counts.
  ///
  /// - Complexity: O(n log n).
  var derivedLines: [LineCount] {
    var parts = segmentSets.map(SegmentLines.lines)
    if !blocks.isEmpty { parts.append(BlockStore.lines(blocks)) }
    guard parts.count > 1 else { return parts.first ?? [] }
    let store = LineStore()
    for part in parts { store.addSection(part, input: 0) }
    return store.lines
  }

  /// What the lines count more than segments and blocks account for: the share of other formats, after a merge. Empty when
  /// segments and blocks account for everything.
  var linesBeyondDerived: [LineCount] {
    var derived: [UInt32: UInt64] = [:]
    for line in derivedLines { derived[line.line] = line.count }
    var hasMore = false
    let rest = lines.map { line in
      guard let known = derived[line.line] else {
        hasMore = true
        return line
      }
      let more = line.count - min(line.count, known)
      if more > 0 { hasMore = true }
      return LineCount(line.line, more)
    }
    return hasMore ? rest : []
  }
}
