// Reads many inputs on all cores and adds them up. Each thread has an accumulator of its own, so memory does not grow with
// the number of inputs; which thread reads which input does not change the result.

internal import Synchronization
public import SystemKit

/// Reads and merges coverage reports.
public struct CoverageMerger: Sendable {
  /// How.
  public var options: MergeOptions
  /// How many threads read.
  public var workers: Int

  /// Creates a merger.
  public init(options: MergeOptions = MergeOptions(), workers: Int = Parallel.workerCount) {
    self.options = options
    self.workers = workers
  }

  /// Reads one report.
  ///
  /// - Throws: `CoverageError`.
  public func read(_ path: String) throws(CoverageError) -> CoverageReport { try merge([path]) }

  /// Reads one report that is in memory.
  ///
  /// - Throws: `CoverageError`.
  public func read(_ input: InputFile) throws(CoverageError) -> CoverageReport {
    let accumulator = CoverageAccumulator(options: options)
    let outcome = try InputReader(accumulator, 0).read(input) { _ in }
    return try assemble(accumulator, [outcome], []) { _ in input.path }
  }

  /// Reads and merges reports of any readable formats.
  ///
  /// - Parameters:
  ///   - paths: files; `-` is standard input. The order decides nothing but the names in messages, and which of two files
  ///     of one age is the newer one (`ShapePolicy.newest`).
  ///   - progress: receives the number of bytes read since the last call, from any thread.
  /// - Throws: `CoverageError` for the first input, in the order given, that cannot be read.
  /// - Complexity: O(bytes of all inputs); memory O(size of the result) for each thread.
  public func merge(
    _ paths: [String], progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(CoverageError) -> CoverageReport {
    let copies = options.keepDuplicates ? [:] : DuplicateInputs.find(paths, workers: workers)
    let ranks = InputRanks(paths, copies: copies, byTime: options.onShapeConflict == .newest)
    let threads = max(1, min(workers, paths.count))
    let accumulators = (0..<threads).map { _ in Box(CoverageAccumulator(options: options)) }
    let outcomes = Mutex<[Result<InputOutcome, CoverageError>?]>(Array(repeating: nil, count: paths.count))
    // After damage the rest need not be read; inputs before it still are, so that the first one is named.
    let firstFailure = Atomic<Int>(Int.max)

    Parallel.forEach(count: paths.count, workers: threads) { worker, index in
      if copies[index] != nil || index > firstFailure.load(ordering: .relaxed) { return }
      let outcome: Result<InputOutcome, CoverageError>
      do throws(CoverageError) {
        let input: InputFile
        do throws(SystemError) { input = try InputFile(path: paths[index]) } catch {
          throw CoverageError(.system(error), source: paths[index])
        }
        let reader = InputReader(accumulators[worker].accumulator, ranks.ranks[index])
        outcome = .success(try reader.read(input, progress: progress))
      } catch {
        outcome = .failure(error)
        firstFailure.min(index, ordering: .relaxed)
      }
      outcomes.withLock { $0[index] = outcome }
    }

    var read: [InputOutcome] = []
    for outcome in outcomes.withLock({ $0 }) {
      if let outcome { read.append(try outcome.get()) }
    }
    let sum = accumulators[0].accumulator
    for other in accumulators.dropFirst() { sum.absorb(other.accumulator) }
    let duplicates = copies.sorted { $0.key < $1.key }.map {
      CoverageWarning(.duplicateInput(of: paths[$0.value]), source: paths[$0.key])
    }
    return try assemble(sum, read, duplicates) { ranks.input($0).map { paths[$0] } ?? "?" }
  }

  private func assemble(
    _ accumulator: CoverageAccumulator, _ outcomes: [InputOutcome], _ extra: [CoverageWarning],
    name: (Int) -> String
  ) throws(CoverageError) -> CoverageReport {
    let result = accumulator.finish()
    var report = CoverageReport()
    report.files = result.files
    report.root = result.root
    report.conflicts = result.conflicts.map { conflict in
      ShapeConflict(
        path: conflict.path, line: conflict.line, having: conflict.having, total: conflict.total,
        exampleWith: name(conflict.with), exampleWithout: name(conflict.without))
    }
    if options.onShapeConflict == .error, let conflict = report.conflicts.first {
      throw CoverageError(.shapeConflict(conflict), source: conflict.exampleWithout)
    }
    report.warnings = outcomes.flatMap(\.warnings) + extra
    if let found = result.inconsistentBlock {
      guard options.keepGoing else { throw CoverageError(.inconsistent(found.description), source: found.path) }
      report.warnings.append(CoverageWarning(.note("\(found); the larger number is taken"), source: found.path))
    }
    let tests = outcomes.reduce(into: Set<String>()) { $0.formUnion($1.tests) }
    if tests.count > 1, !options.keepTests {
      report.warnings.append(CoverageWarning(.testsFolded(tests.count), source: ""))
    }
    report.warnings += result.warnings.map { CoverageWarning($0, source: "") }
    report.formats = Array(Set(outcomes.map(\.format))).sorted()
    let times = outcomes.compactMap(\.madeAt)
    if let first = times.map(\.lowerBound).min(), let last = times.map(\.upperBound).max() {
      report.madeAt = first...last
    }
    return report
  }

  /// Carries an accumulator to the one thread that uses it.
  private final class Box: @unchecked Sendable {
    let accumulator: CoverageAccumulator
    init(_ accumulator: CoverageAccumulator) { self.accumulator = accumulator }
  }
}

/// What reading one input gave besides its figures.
struct InputOutcome: Sendable {
  var format: CoverageFormat
  var warnings: [CoverageWarning] = []
  var tests: Set<String> = []
  var madeAt: ClosedRange<Int64>?
}
