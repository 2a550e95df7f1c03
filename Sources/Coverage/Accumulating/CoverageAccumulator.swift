// Everything that inputs say, by file. One accumulator belongs to one thread; at the end they are folded into one.

internal import ByteKit

/// Adds up coverage of many files from many inputs.
final class CoverageAccumulator {
  let options: MergeOptions
  private var indices: [String: Int] = [:]
  private(set) var files: [FileAccumulator] = []
  /// From raw path (and test) to file, so that rules are applied once a spelling: -1 is left out.
  private var spellings = ByteStringTable()
  private var filesOfSpelling: [Int32] = []

  init(options: MergeOptions) { self.options = options }

  /// The accumulator of a file that a report spells this way; `nil` when it is left out.
  func file(raw: UnsafeRawBufferPointer, test: String?) -> FileAccumulator? {
    if let test {
      // Rare: tests are kept apart.
      guard let path = options.paths.resolve(String(decoding: raw, as: UTF8.self)) else { return nil }
      return file(path: path, test: test)
    }
    let (spelling, isNew) = spellings.insert(raw)
    if isNew {
      let path = options.paths.resolve(String(decoding: raw, as: UTF8.self))
      filesOfSpelling.append(path.map { Int32(truncatingIfNeeded: self.index(path: $0, test: nil)) } ?? -1)
    }
    let index = filesOfSpelling[spelling]
    return index < 0 ? nil : files[Int(index)]
  }

  /// The accumulator of a file whose path is final.
  func file(path: String, test: String?) -> FileAccumulator { files[index(path: path, test: test)] }

  private func index(path: String, test: String?) -> Int {
    let key = test.map { path + "\u{0}" + $0 } ?? path
    if let index = indices[key] { return index }
    indices[key] = files.count
    files.append(FileAccumulator(path: path, test: test))
    return files.count - 1
  }

  /// Adds a file as a reader's model has it; its path is resolved here.
  func add(_ file: FileCoverage, input: UInt32) {
    guard let path = options.paths.resolve(file.path) else { return }
    self.file(path: path, test: options.keepTests ? file.test : nil).add(file, input: input)
  }

  /// Adds all of another accumulator.
  func absorb(_ other: CoverageAccumulator) {
    for file in other.files { self.file(path: file.path, test: file.test).absorb(file) }
  }

  struct Result {
    var files: [FileCoverage] = []
    var conflicts: [(path: String, line: UInt32, having: Int, total: Int, with: Int, without: Int)] = []
    var warnings: [CoverageWarning.Kind] = []
    var inconsistentBlock: (path: String, block: StatementBlock)?
  }

  /// The sums, ordered by path and test. The accumulator is used up.
  func finish() -> Result {
    var result = Result()
    let ordered = files.sorted { ($0.path, $0.test ?? "") < ($1.path, $1.test ?? "") }
    for file in ordered {
      let finished = file.finish(options.onShapeConflict)
      result.files.append(finished.file)
      result.warnings += finished.warnings
      if let tree = options.paths.tree, case .ambiguous(let candidates) = tree.resolve(file.path) {
        result.warnings.append(.ambiguousPath(file.path, candidates: candidates))
      }
      if let found = finished.conflict {
        result.conflicts.append((file.path, found.line, found.having, found.total, found.with, found.without))
      }
      if let block = finished.inconsistentBlock, result.inconsistentBlock == nil {
        result.inconsistentBlock = (file.path, block)
      }
    }
    return result
  }
}
