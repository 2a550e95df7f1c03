// Everything that inputs say, by file. One accumulator belongs to one thread; at the end they are folded into one.

internal import ByteKit
internal import SystemKit

/// Adds up coverage of many files from many inputs.
final class CoverageAccumulator {
  let options: MergeOptions
  private var indices: [ExactText: Int] = [:]
  private(set) var files: [FileAccumulator] = []
  /// From raw path (and test) to file, so that rules are applied once a spelling: -1 is left out.
  private var spellings = ByteStringTable()
  private var filesOfSpelling: [Int32] = []

  init(options: MergeOptions) { self.options = options }

  /// The accumulator of a file that a report spells this way; `nil` when it is left out.
  func file(raw: UnsafeRawBufferPointer, test: String?, input: UInt32) -> FileAccumulator? {
    if let test {
      // Rare: tests are kept apart.
      return place(String(decoding: raw, as: UTF8.self)).map { noting(input, file(path: $0, test: test)) }
    }
    let (spelling, isNew) = spellings.insert(raw)
    if isNew {
      let path = place(String(decoding: raw, as: UTF8.self))
      filesOfSpelling.append(path.map { Int32(truncatingIfNeeded: self.index(path: $0, test: nil)) } ?? -1)
    }
    let index = filesOfSpelling[spelling]
    return index < 0 ? nil : noting(input, files[Int(index)])
  }

  /// The path that a file is kept by until all inputs have been read; `nil` when it is left out.
  private func place(_ raw: String) -> String? {
    let path = options.paths.mapped(raw)
    // Rules ask the path in the result.
    return options.settlesPaths || options.paths.keeps(path) ? path : nil
  }

  private func noting(_ input: UInt32, _ file: FileAccumulator) -> FileAccumulator {
    if options.settlesPaths { file.note(input: input) }
    return file
  }

  /// The accumulator of a file by the path it is kept by.
  private func file(path: String, test: String?) -> FileAccumulator { files[index(path: path, test: test)] }

  private func index(path: String, test: String?) -> Int {
    let key = Self.key(path, test)
    if let index = indices[key] { return index }
    indices[key] = files.count
    files.append(FileAccumulator(path: path, test: test))
    return files.count - 1
  }

  private static func key(_ path: String, _ test: String?) -> ExactText {
    ExactText(test.map { path + "\u{0}" + $0 } ?? path)
  }

  /// Adds a file as a reader's model has it; its path is resolved here.
  func add(_ file: FileCoverage, input: UInt32) {
    guard let path = place(file.path) else { return }
    noting(input, self.file(path: path, test: options.keepTests ? file.test : nil)).add(file, input: input)
  }

  /// Adds all of another accumulator.
  func absorb(_ other: CoverageAccumulator) {
    for file in other.files { self.file(path: file.path, test: file.test).absorb(file) }
  }

  struct Result {
    var files: [FileCoverage] = []
    var conflicts: [(path: String, line: UInt32, having: Int, total: Int, with: Int, without: Int)] = []
    var warnings: [CoverageWarning.Kind] = []
    var inconsistentBlock: InconsistentBlock?
    var root = ""
  }

  /// Gives files the paths they have in the result, and joins those that are one.
  private func settlePaths() -> [CoverageWarning.Kind] {
    guard options.settlesPaths else { return [] }
    var inputs: [ExactText: Set<UInt32>] = [:]
    for file in files { inputs[ExactText(file.path), default: []].formUnion(file.inputs) }
    let settled = PathSettlement(inputs, options)
    let all = files
    files = []
    indices = [:]
    for file in all {
      file.path = settled.path(file.path)
      guard options.paths.keeps(file.path) else { continue }
      let key = Self.key(file.path, file.test)
      if let known = indices[key] {
        files[known].absorb(file)
      } else {
        indices[key] = files.count
        files.append(file)
      }
    }
    return settled.warnings
  }

  /// Leaves out the root that all absolute paths share; returns it. Nothing is done where two files would become one.
  private func stripRoot() -> String {
    guard options.stripRoot else { return "" }
    let absolute = files.filter { PathName.isAbsolute($0.path) }
    let root = CommonRoot.of(absolute.map(\.path))
    guard !root.isEmpty else { return "" }
    let names = absolute.map { PathName.relative($0.path, to: root) ?? $0.path }
    let taken = Set(files.lazy.filter { !PathName.isAbsolute($0.path) }.map { ExactText($0.path) })
    guard !names.contains(where: { taken.contains(ExactText($0)) }) else { return "" }
    for (file, name) in zip(absolute, names) { file.path = name }
    return root
  }

  /// The sums, ordered by path and test. The accumulator is used up.
  func finish() -> Result {
    var result = Result()
    result.warnings = settlePaths()
    result.root = stripRoot()
    let ordered = files.sorted { left, right in
      left.path.isSameText(as: right.path)
        ? (left.test ?? "").precedes(right.test ?? "") : left.path.precedes(right.path)
    }
    for file in ordered {
      let finished = file.finish(options.onShapeConflict)
      result.files.append(finished.file)
      result.warnings += finished.warnings
      if let found = finished.conflict {
        result.conflicts.append((file.path, found.line, found.having, found.total, found.with, found.without))
      }
      if let (block, fewest) = finished.inconsistentBlock, result.inconsistentBlock == nil {
        result.inconsistentBlock = InconsistentBlock(path: file.path, block: block, fewest: fewest)
      }
    }
    return result
  }
}

/// A block that inputs give different numbers of statements.
struct InconsistentBlock: CustomStringConvertible {
  let path: String
  let block: StatementBlock
  let fewest: UInt32

  var description: String {
    "the block at \(path):\(block.startLine).\(block.startColumn) has \(fewest) statements in one input and "
      + "\(block.statements) in another"
  }
}
