// All that inputs say of one source file, added up. The result does not depend on the order in which inputs came or on how
// they were spread over threads.

final class FileAccumulator {
  let test: String?
  /// The path; the repository's files may give another one at the end.
  var path: String
  /// The inputs that speak of the file, in the order in which they were read: kept only where paths are settled at the end.
  private(set) var inputs: [UInt32] = []
  var lines = LineStore()
  var functions = FunctionStore()
  var branches = BranchStore()
  private var conditions = ConditionStore()
  private var branchTallies = TallyStore()
  private var instructionTallies = TallyStore()
  private var blocks = BlockStore()
  private var segments = SegmentStore()
  private var checksums: [UInt32: String] = [:]
  private var version: String?
  private var differing: Set<String> = []
  private var hasBoolean = false
  private var hasCounted = false

  init(path: String, test: String?) {
    self.path = path
    self.test = test
  }

  // MARK: - Adding

  /// Says whether the input's counts are only truth values.
  func note(isBoolean: Bool) {
    if isBoolean { hasBoolean = true } else { hasCounted = true }
  }

  /// Says that an input speaks of the file.
  func note(input: UInt32) {
    if inputs.last != input { inputs.append(input) }
  }

  func note(version new: String) {
    if let known = version, !known.isSameText(as: new) { differing.insert("version") }
    version = String.first(version ?? new, new)
  }

  func note(checksum new: String, line: UInt32) {
    if let known = checksums[line], !known.isSameText(as: new) { differing.insert("checksum of line \(line)") }
    checksums[line] = String.first(checksums[line] ?? new, new)
  }

  func add(_ conditions: [ConditionCount]) { self.conditions.add(conditions) }

  /// Adds a file as a reader's model has it, as one section.
  func add(_ file: FileCoverage, input: UInt32) {
    note(isBoolean: file.isBoolean)
    if let version = file.version { note(version: version) }
    for (line, checksum) in file.checksums { note(checksum: checksum, line: line) }
    let hasDerived = !file.segmentSets.isEmpty || !file.blocks.isEmpty
    if !hasDerived { lines.addSection(file.lines, input: input) }
    // A file that was merged from several formats: its lines count more than its segments and blocks do.
    if hasDerived, !file.lines.isEmpty {
      let more = file.linesBeyondDerived
      if !more.isEmpty { lines.addSection(more, input: input) }
    }
    for set in file.segmentSets { segments.add(set, input: input) }
    blocks.add(file.blocks, input: input)
    functions.add(file.functions)
    branches.add(file.branches)
    conditions.add(file.conditions)
    branchTallies.add(file.branchTallies)
    instructionTallies.add(file.instructionTallies)
  }

  /// Adds all that another accumulator has.
  func absorb(_ other: FileAccumulator) {
    inputs += other.inputs
    lines.absorb(other.lines)
    functions.add(other.functions.functions)
    branches.absorb(other.branches)
    conditions.absorb(other.conditions)
    branchTallies.absorb(other.branchTallies)
    instructionTallies.absorb(other.instructionTallies)
    blocks.absorb(other.blocks)
    segments.absorb(other.segments)
    if let version = other.version { note(version: version) }
    for (line, checksum) in other.checksums { note(checksum: checksum, line: line) }
    differing.formUnion(other.differing)
    hasBoolean = hasBoolean || other.hasBoolean
    hasCounted = hasCounted || other.hasCounted
  }

  // MARK: - Results

  struct Finished {
    var file: FileCoverage
    var conflict: (line: UInt32, having: Int, total: Int, with: Int, without: Int)?
    var warnings: [CoverageWarning.Kind] = []
    var inconsistentBlock: (block: StatementBlock, fewest: UInt32)?
  }

  /// The sum, as a model. The accumulator is used up.
  func finish(_ policy: ShapePolicy) -> Finished {
    var file = FileCoverage(path: path, test: test)
    file.blocks = blocks.blocks
    if !file.blocks.isEmpty {
      // All blocks are one section, as old as the first input and as new as the last one.
      let derived = LineStore()
      derived.addSection(BlockStore.lines(file.blocks), input: blocks.firstInput)
      derived.noteLast(input: blocks.lastInput)
      lines.absorb(derived)
    }
    for sum in segments.sorted {
      file.segmentSets.append(sum.segments)
      let derived = LineStore()
      derived.addSection(SegmentLines.lines(sum.segments), input: sum.firstInput)
      for _ in 1..<max(1, sum.sections) { derived.endWholeSection(input: sum.lastInput) }
      lines.absorb(derived)
    }
    let conflict = lines.conflict
    file.lines = lines.lines(policy)
    file.functions = functions.functions
    let (branches, matchedByOrder) = branches.branches()
    file.branches = branches
    file.branchTallies = branchTallies.tallies
    if file.talliesRepeatBranches { file.branchTallies = [] }
    file.instructionTallies = instructionTallies.tallies
    file.conditions = conditions.conditions
    file.checksums = checksums
    file.version = version
    // Truth values stay truth values: 200 inputs that all say "ran" do not say "ran 200 times".
    file.isBoolean = hasBoolean && !hasCounted
    if file.isBoolean { file.clampToBoolean() }
    if policy == .intersect || policy == .newest, conflict != nil { file.keepOnly(lines: file.lines) }

    var finished = Finished(file: file, conflict: conflict, inconsistentBlock: blocks.inconsistent)
    for what in differing.sorted() { finished.warnings.append(.sourceDiffers(file: path, what: what)) }
    if matchedByOrder > 0 { finished.warnings.append(.branchesMatchedByOrder(file: path, lines: matchedByOrder)) }
    return finished
  }
}

extension FileCoverage {
  /// Whether the tallies say line for line what the named branches say: one run that was reported in two formats (Istanbul
  /// writes LCOV and Cobertura). Kept, they would widen an exact figure to an interval; dropped, the figure is at worst too low.
  fileprivate var talliesRepeatBranches: Bool {
    guard !branchTallies.isEmpty, !branches.isEmpty else { return false }
    var named: [UInt32: (covered: UInt32, total: UInt32)] = [:]
    for branch in branches where !branch.isUnreachable {
      let known = named[branch.line] ?? (0, 0)
      named[branch.line] = (known.covered + (branch.isCovered ? 1 : 0), known.total + 1)
    }
    return branchTallies.allSatisfy { tally in
      guard let own = named[tally.line] else { return false }
      return own.total == tally.total && own.covered == tally.atLeast && own.covered == tally.atMost
    }
  }

  fileprivate mutating func clampToBoolean() {
    for index in lines.indices { lines[index].count = min(lines[index].count, 1) }
    for index in functions.indices { functions[index].count = min(functions[index].count, 1) }
    for index in blocks.indices { blocks[index].count = min(blocks[index].count, 1) }
    for index in branches.indices { branches[index].taken = branches[index].taken.map { min($0, 1) } }
  }

  fileprivate mutating func keepOnly(lines kept: [LineCount]) {
    let numbers = Set(kept.map(\.line))
    branches.removeAll { !numbers.contains($0.line) }
    branchTallies.removeAll { !numbers.contains($0.line) }
    instructionTallies.removeAll { !numbers.contains($0.line) }
    conditions.removeAll { !numbers.contains($0.line) }
    checksums = checksums.filter { numbers.contains($0.key) }
    // Segments stand for lines that were just left out; blocks stay where all their lines do.
    segmentSets = []
    blocks.removeAll { block in BlockStore.lines([block]).contains { !numbers.contains($0.line) } }
  }
}
