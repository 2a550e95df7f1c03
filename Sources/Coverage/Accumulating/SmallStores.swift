// The parts of a file that few formats have: conditions, tallies, statement blocks, segments. They are kept by key, since
// they are rare or come in small numbers.

/// MC/DC conditions by place and sense.
struct ConditionStore {
  private struct Key: Hashable {
    let line: UInt32
    let groupSize: UInt32
    let index: UInt32
    let sense: Bool
    let expression: String
  }

  private struct Value {
    var count: UInt64
    /// Whether no input said more than 1: then the counts are truth values and their sum is one too.
    var isBoolean: Bool
    var isUnreachable: Bool
  }

  private var values: [Key: Value] = [:]

  mutating func add(_ conditions: [ConditionCount]) {
    for condition in conditions {
      let key = Key(
        line: condition.line, groupSize: condition.groupSize, index: condition.index, sense: condition.sense,
        expression: condition.expression)
      merge(
        key, Value(count: condition.count, isBoolean: condition.count <= 1, isUnreachable: condition.isUnreachable))
    }
  }

  private mutating func merge(_ key: Key, _ value: Value) {
    guard var known = values[key] else {
      values[key] = value
      return
    }
    known.count = known.count.saturatingAdd(value.count)
    known.isBoolean = known.isBoolean && value.isBoolean
    known.isUnreachable = known.isUnreachable && value.isUnreachable
    values[key] = known
  }

  mutating func absorb(_ other: ConditionStore) {
    for (key, value) in other.values { merge(key, value) }
  }

  var conditions: [ConditionCount] {
    values.map { key, value in
      var condition = ConditionCount(
        line: key.line, groupSize: key.groupSize, index: key.index, sense: key.sense, expression: key.expression,
        count: value.isBoolean ? min(value.count, 1) : value.count)
      condition.isUnreachable = value.isUnreachable
      return condition
    }.sorted { left, right in
      (left.line, left.groupSize, left.index, left.sense ? 0 : 1, left.expression)
        < (right.line, right.groupSize, right.index, right.sense ? 0 : 1, right.expression)
    }
  }
}

/// "Some of n" per line; merging widens the interval (`Tally.merged`).
struct TallyStore {
  private var values: [UInt32: Tally] = [:]

  mutating func add(_ tallies: [Tally]) {
    for tally in tallies { values[tally.line] = values[tally.line]?.merged(with: tally) ?? tally }
  }

  mutating func absorb(_ other: TallyStore) { add(Array(other.values.values)) }

  var tallies: [Tally] { values.values.sorted { $0.line < $1.line } }
}

/// Go's statement blocks by place.
struct BlockStore {
  private struct Key: Hashable {
    let startLine: UInt32
    let startColumn: UInt32
    let endLine: UInt32
    let endColumn: UInt32
  }

  private var values: [Key: StatementBlock] = [:]
  /// A block that inputs give different numbers of statements: x/tools calls that inconsistent.
  private(set) var inconsistent: StatementBlock?

  mutating func add(_ blocks: [StatementBlock]) {
    for block in blocks {
      let key = Key(
        startLine: block.startLine, startColumn: block.startColumn, endLine: block.endLine, endColumn: block.endColumn)
      guard var known = values[key] else {
        values[key] = block
        continue
      }
      if known.statements != block.statements {
        if inconsistent.map({ block.startLine < $0.startLine }) ?? true { inconsistent = block }
        known.statements = max(known.statements, block.statements)
      }
      known.count = known.count.saturatingAdd(block.count)
      values[key] = known
    }
  }

  mutating func absorb(_ other: BlockStore) {
    add(Array(other.values.values))
    if let block = other.inconsistent, inconsistent.map({ block.startLine < $0.startLine }) ?? true {
      inconsistent = block
    }
  }

  var blocks: [StatementBlock] {
    values.values.sorted {
      ($0.startLine, $0.startColumn, $0.endLine, $0.endColumn) < (
        $1.startLine, $1.startColumn, $1.endLine, $1.endColumn
      )
    }
  }

  /// The lines that blocks touch, each with the largest count of a block that does: a line ran if one of its blocks ran.
  ///
  /// A block that ends in a line's first column does not touch that line. Without the source nothing more exact can be said
  /// (coverage-formats, section 8).
  static func lines(_ blocks: [StatementBlock]) -> [LineCount] {
    var counts: [UInt32: UInt64] = [:]
    for block in blocks where block.endLine >= block.startLine {
      let last = block.endColumn <= 1 && block.endLine > block.startLine ? block.endLine - 1 : block.endLine
      // A block of a million lines is no source code: such a file would only fill memory.
      for line in block.startLine...min(last, block.startLine.addingReportingOverflow(1_000_000).partialValue) {
        counts[line] = max(counts[line] ?? 0, block.count)
      }
    }
    return counts.map { LineCount($0.key, $0.value) }.sorted { $0.line < $1.line }
  }
}

/// llvm-cov's segments, one list for each build.
///
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

  var isEmpty: Bool { sums.isEmpty }

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

  /// The sums, ordered by the first place in which they differ.
  var sorted: [Sum] {
    sums.values.sorted { left, right in
      for (a, b) in zip(left.segments, right.segments) where (a.line, a.column) != (b.line, b.column) {
        return (a.line, a.column) < (b.line, b.column)
      }
      return (left.segments.count, left.firstInput) < (right.segments.count, right.firstInput)
    }
  }
}
