// What is known of one source file, whatever format told it. Each format fills the parts that it has; what a format only
// gives as "a of n" is kept as an interval, never as an invented figure.

/// How often a source line ran.
public struct LineCount: Hashable, Sendable {
  /// The line, from 1.
  public var line: UInt32
  /// How often it ran; `UInt64.max` stands for that or more.
  public var count: UInt64

  /// Creates a line with its count.
  public init(_ line: UInt32, _ count: UInt64) {
    self.line = line
    self.count = count
  }
}

/// One way out of a decision.
public struct BranchCount: Hashable, Sendable {
  /// The line of the decision, from 1.
  public var line: UInt32
  /// Which decision of the line; a number in most formats.
  public var block: String
  /// Which way out; a number in most formats, `jump to line 3` in others.
  public var name: String
  /// How often it was taken; `nil`: the decision was never reached (LCOV writes `-`), which is not the same as 0.
  public var taken: UInt64?
  /// The way out that an exception takes (LCOV's `e`).
  public var isException = false
  /// The way out that falls through (LCOV's `f`).
  public var isFallthrough = false
  /// Excluded by whoever made the report (LCOV's `U`): kept, but not counted.
  public var isUnreachable = false

  /// Creates a branch.
  public init(line: UInt32, block: String, name: String, taken: UInt64?) {
    self.line = line
    self.block = block
    self.name = name
    self.taken = taken
  }

  /// Whether it was taken at least once.
  public var isCovered: Bool { (taken ?? 0) > 0 }
}

/// How often a function ran.
public struct FunctionCount: Hashable, Sendable {
  /// The name as the report has it.
  public var name: String
  /// Its first line; 0 when the report does not say.
  public var start: UInt32
  /// Its last line, when the report says.
  public var end: UInt32?
  /// How often it was entered.
  public var count: UInt64
  /// Functions with the same number are one function under several names (template instances, aliases): they count once.
  /// `nil`: it stands for itself.
  public var aliasGroup: Int?

  /// Creates a function.
  public init(name: String, start: UInt32, end: UInt32? = nil, count: UInt64, aliasGroup: Int? = nil) {
    self.name = name
    self.start = start
    self.end = end
    self.count = count
    self.aliasGroup = aliasGroup
  }
}

/// One sense of one condition of a decision, for modified condition/decision coverage.
public struct ConditionCount: Hashable, Sendable {
  /// The line, from 1.
  public var line: UInt32
  /// How many conditions the decision has: with the line, it names the decision.
  public var groupSize: UInt32
  /// Which condition, from 0.
  public var index: UInt32
  /// Whether this is the true or the false sense.
  public var sense: Bool
  /// The condition's text.
  public var expression: String
  /// How often it was shown to decide the outcome.
  public var count: UInt64
  /// Excluded by whoever made the report (LCOV's `U`).
  public var isUnreachable = false

  /// Creates one sense of a condition.
  public init(
    line: UInt32, groupSize: UInt32, index: UInt32, sense: Bool, expression: String, count: UInt64
  ) {
    self.line = line
    self.groupSize = groupSize
    self.index = index
    self.sense = sense
    self.expression = expression
    self.count = count
  }
}

/// Something of which only "some of n" is known: after a merge, how many of the n are covered lies in an interval.
///
/// Two reports that cover a and b of the same n cover together at least max(a, b) and at most min(n, a + b).
public struct Tally: Hashable, Sendable {
  /// The line, from 1.
  public var line: UInt32
  /// At least so many are covered.
  public var atLeast: UInt32
  /// At most so many are covered.
  public var atMost: UInt32
  /// How many there are.
  public var total: UInt32

  /// Creates an exact tally: `covered` of `total`.
  public init(line: UInt32, covered: UInt32, total: UInt32) {
    self.line = line
    self.total = max(total, covered)
    atLeast = covered
    atMost = covered
  }

  /// Joins what two reports say of the same line.
  public func merged(with other: Tally) -> Tally {
    var joined = self
    joined.total = max(total, other.total)
    joined.atLeast = max(atLeast, other.atLeast)
    let (sum, overflow) = atMost.addingReportingOverflow(other.atMost)
    joined.atMost = min(joined.total, overflow ? .max : sum)
    return joined
  }
}

/// A block of statements that run together (Go): from a place up to another, the end not included.
public struct StatementBlock: Hashable, Sendable {
  /// The first line.
  public var startLine: UInt32
  /// The first column, in bytes from 1.
  public var startColumn: UInt32
  /// The last line.
  public var endLine: UInt32
  /// The column after the block.
  public var endColumn: UInt32
  /// How many statements it holds.
  public var statements: UInt32
  /// How often it ran.
  public var count: UInt64

  /// Creates a block.
  public init(
    startLine: UInt32, startColumn: UInt32, endLine: UInt32, endColumn: UInt32, statements: UInt32, count: UInt64
  ) {
    self.startLine = startLine
    self.startColumn = startColumn
    self.endLine = endLine
    self.endColumn = endColumn
    self.statements = statements
    self.count = count
  }
}

/// A place from which on a count holds, up to the next one (llvm-cov).
public struct CoverageSegment: Hashable, Sendable {
  /// The line, from 1.
  public var line: UInt32
  /// The column, from 1.
  public var column: UInt32
  /// How often the code from here on ran.
  public var count: UInt64
  /// Whether there is a count: skipped code has none.
  public var hasCount: Bool
  /// Whether a region of code begins here, rather than one that was interrupted going on.
  public var isRegionEntry: Bool
  /// Whether only white space follows, which takes its count from elsewhere.
  public var isGap: Bool

  /// Creates a segment.
  public init(line: UInt32, column: UInt32, count: UInt64, hasCount: Bool, isRegionEntry: Bool, isGap: Bool) {
    self.line = line
    self.column = column
    self.count = count
    self.hasCount = hasCount
    self.isRegionEntry = isRegionEntry
    self.isGap = isGap
  }
}

/// All that is known of one source file.
public struct FileCoverage: Hashable, Sendable {
  /// The path, normalised and mapped.
  public var path: String
  /// The test that this was measured in, when tests are kept apart.
  public var test: String?
  /// What identifies the version of the source (LCOV's VER).
  public var version: String?
  /// Lines in ascending order.
  public var lines: [LineCount] = []
  /// Checksums of source lines, where the report has them (LCOV: base64 MD5).
  public var checksums: [UInt32: String] = [:]
  /// Branches that have an identity, ordered by line.
  public var branches: [BranchCount] = []
  /// Branches of which only the number per line is known, ordered by line.
  public var branchTallies: [Tally] = []
  /// Functions, ordered by first line.
  public var functions: [FunctionCount] = []
  /// MC/DC conditions, ordered by line.
  public var conditions: [ConditionCount] = []
  /// Instructions per line (JaCoCo), ordered by line.
  public var instructionTallies: [Tally] = []
  /// Statement blocks (Go), in source order.
  public var blocks: [StatementBlock] = []
  /// Segments (llvm-cov), one list for each build that reports came from; lines follow from them.
  public var segmentSets: [[CoverageSegment]] = []
  /// Whether counts only say ran (1) or did not run (0).
  public var isBoolean = false

  /// Creates a file of which nothing is known yet.
  public init(path: String, test: String? = nil) {
    self.path = path
    self.test = test
  }
}
