// Go's statement blocks by place.

struct BlockStore {
  private struct Key: Hashable {
    let startLine: UInt32
    let startColumn: UInt32
    let endLine: UInt32
    let endColumn: UInt32

    init(_ block: StatementBlock) {
      (startLine, startColumn) = (block.startLine, block.startColumn)
      (endLine, endColumn) = (block.endLine, block.endColumn)
    }
  }

  private struct Sum {
    /// With the largest number of statements that an input gave.
    var block: StatementBlock
    /// The smallest one: x/tools calls blocks inconsistent where these differ.
    var fewestStatements: UInt32
  }

  private var sums: [Key: Sum] = [:]
  /// The lowest and the highest rank of an input that has blocks.
  private(set) var firstInput: UInt32 = .max
  private(set) var lastInput: UInt32 = 0

  mutating func add(_ blocks: [StatementBlock], input: UInt32) {
    guard !blocks.isEmpty else { return }
    firstInput = min(firstInput, input)
    lastInput = max(lastInput, input)
    for block in blocks { merge(Sum(block: block, fewestStatements: block.statements)) }
  }

  private mutating func merge(_ sum: Sum) {
    let key = Key(sum.block)
    guard var known = sums[key] else {
      sums[key] = sum
      return
    }
    known.block.count = known.block.count.saturatingAdd(sum.block.count)
    known.block.statements = max(known.block.statements, sum.block.statements)
    known.fewestStatements = min(known.fewestStatements, sum.fewestStatements)
    sums[key] = known
  }

  mutating func absorb(_ other: BlockStore) {
    firstInput = min(firstInput, other.firstInput)
    lastInput = max(lastInput, other.lastInput)
    for sum in other.sums.values { merge(sum) }
  }

  private static func precedes(_ left: StatementBlock, _ right: StatementBlock) -> Bool {
    (left.startLine, left.startColumn, left.endLine, left.endColumn)
      < (right.startLine, right.startColumn, right.endLine, right.endColumn)
  }

  /// The blocks in source order.
  var blocks: [StatementBlock] { sums.values.map(\.block).sorted(by: Self.precedes) }

  /// The first block that inputs give different numbers of statements, and these.
  var inconsistent: (block: StatementBlock, fewest: UInt32)? {
    let found = sums.values.filter { $0.fewestStatements != $0.block.statements }
    return found.min { Self.precedes($0.block, $1.block) }.map { ($0.block, $0.fewestStatements) }
  }

  /// The lines that blocks touch, each with the largest count of a block that does: a line ran if one of its blocks ran.
  ///
  /// A block that ends in a line's first column does not touch that line. Without the source nothing more exact can be said
  /// (golang.org/x/tools/cover).
  static func lines(_ blocks: [StatementBlock]) -> [LineCount] {
    var counts: [UInt32: UInt64] = [:]
    for block in blocks where block.endLine >= block.startLine {
      let last = block.endColumn <= 1 && block.endLine > block.startLine ? block.endLine - 1 : block.endLine
      // A block of a million lines is no source code: such a file would only fill memory.
      let farthest = block.startLine + min(1_000_000, UInt32.max - block.startLine)
      for line in block.startLine...min(last, farthest) { counts[line] = max(counts[line] ?? 0, block.count) }
    }
    return counts.map { LineCount($0.key, $0.value) }.sorted { $0.line < $1.line }
  }
}
