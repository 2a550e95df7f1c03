// Reads Go coverprofiles (golang.org/x/tools/cover).
//
//   mode: set|count|atomic
//   <import path>/<file>.go:<line>.<column>,<line>.<column> <statements> <count>
//
// Columns are bytes from 1, the end is not part of the block. The same block may come again (one package tested from several,
// files concatenated): counts are added up, and its number of statements must not change. Where one `mode:` line says `set`,
// counts are truth values.

internal import ByteKit
internal import SystemKit

struct GoProfileReader {
  private let source: String
  private let keepGoing: Bool
  private var report: ParsedReport
  private var indices = ByteStringTable()
  private var files: [FilePart] = []
  private var modes: Set<String> = []
  /// How many lines the blocks may still name: a few bytes must not stand for gigabytes of lines.
  private var budget: LineBudget

  private struct FilePart {
    var path: String
    var blocks: [StatementBlock] = []
    var indices: [Place: Int] = [:]
  }

  private struct Place: Hashable {
    let start: UInt64
    let end: UInt64
  }

  private static let expected = "<file>.go:<line>.<column>,<line>.<column> <statements> <count>"

  /// Reads a report.
  ///
  /// - Throws: `CoverageError` with the line that cannot be read.
  /// - Complexity: O(n); memory O(distinct blocks).
  static func parse(
    _ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool
  ) throws(CoverageError) -> ParsedReport {
    var reader = GoProfileReader(bytes, source: source, keepGoing: keepGoing)
    try reader.read(bytes)
    return reader.finish()
  }

  private init(_ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool) {
    self.source = source
    self.keepGoing = keepGoing
    report = ParsedReport(source: source)
    budget = LineBudget(bytes: bytes.count)
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(CoverageError) {
    var lines = LineScanner(bytes.bytes)
    while let range = lines.nextRange() {
      var line = UnsafeRawBufferPointer(rebasing: bytes[range])
      if lines.number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) {
        line = UnsafeRawBufferPointer(rebasing: line.dropFirst(3))
      }
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      if line.starts(with: "mode:".utf8) {
        try readMode(line, lines.number)
      } else {
        try readBlock(line, lines.number)
      }
    }
  }

  private mutating func readMode(_ line: UnsafeRawBufferPointer, _ number: Int) throws(CoverageError) {
    let mode = String(decoding: line.dropFirst(5), as: UTF8.self).trimmedSpace
    guard mode == "set" || mode == "count" || mode == "atomic" else {
      return try damage(line, number, expected: "mode: set, count or atomic")
    }
    modes.insert(mode)
    if modes.contains("set"), modes.count > 1 {
      report.warnings.add(.note("modes are mixed; counts are taken as ran or not, as in mode set"), line: number)
    }
  }

  private mutating func readBlock(_ line: UnsafeRawBufferPointer, _ number: Int) throws(CoverageError) {
    guard let fields = Self.fields(line) else { return try damage(line, number, expected: Self.expected) }
    let block = fields.block
    guard budget.take(from: block.startLine, to: block.endLine) else {
      return try damage(line, number, expected: "a block of a source file")
    }
    let (index, isNew) = indices.insert(fields.path)
    if isNew { files.append(FilePart(path: PathName.normalised(String(decoding: fields.path, as: UTF8.self)))) }
    let place = Place(
      start: UInt64(block.startLine) << 32 | UInt64(block.startColumn),
      end: UInt64(block.endLine) << 32 | UInt64(block.endColumn))
    guard let known = files[index].indices[place] else {
      files[index].indices[place] = files[index].blocks.count
      files[index].blocks.append(block)
      return
    }
    guard files[index].blocks[known].statements == block.statements else {
      let earlier = files[index].blocks[known].statements
      return try damage(line, number, expected: "\(earlier) statements, as in an earlier line for this block")
    }
    files[index].blocks[known].count = files[index].blocks[known].count.saturatingAdd(block.count)
  }

  /// Whether a line has the form of a block.
  static func isBlock(_ line: UnsafeRawBufferPointer) -> Bool { fields(line) != nil }

  /// Splits a line from its end: the path may hold colons, commas and spaces.
  private static func fields(
    _ line: UnsafeRawBufferPointer
  ) -> (path: UnsafeRawBufferPointer, block: StatementBlock)? {
    var end = line.count
    while end > 0, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let text = UnsafeRawBufferPointer(rebasing: line[..<end])
    guard let second = text.lastIndex(of: 0x20),
      let first = text[..<second].lastIndex(of: 0x20),
      let colon = text[..<first].lastIndex(of: 0x3A), colon > 0,
      let comma = text[colon..<first].firstIndex(of: 0x2C),
      let startDot = text[colon..<comma].firstIndex(of: 0x2E),
      let endDot = text[comma..<first].firstIndex(of: 0x2E)
    else { return nil }
    func number(_ from: Int, _ to: Int) -> UInt32? {
      guard let value = UnsafeRawBufferPointer(rebasing: text[from..<to]).unsignedNumber,
        value <= UInt64(UInt32.max / 2)
      else { return nil }
      return UInt32(value)
    }
    guard let startLine = number(colon + 1, startDot), startLine > 0, let startColumn = number(startDot + 1, comma),
      let endLine = number(comma + 1, endDot), endLine >= startLine, let endColumn = number(endDot + 1, first),
      let statements = number(first + 1, second),
      let count = UnsafeRawBufferPointer(rebasing: text[(second + 1)...]).unsignedNumber
    else { return nil }
    return (
      UnsafeRawBufferPointer(rebasing: text[..<colon]),
      StatementBlock(
        startLine: startLine, startColumn: startColumn, endLine: endLine, endColumn: endColumn,
        statements: statements, count: count)
    )
  }

  private mutating func damage(
    _ line: UnsafeRawBufferPointer, _ number: Int, expected: String
  ) throws(CoverageError) {
    let record = LCOVReader.text(line)
    guard keepGoing else {
      throw CoverageError(.malformed(record: record, expected: expected), source: source, line: number)
    }
    report.warnings.add(.damaged(record), line: number)
  }

  private mutating func finish() -> ParsedReport {
    let isBoolean = modes.contains("set")
    for part in files {
      var file = FileCoverage(path: part.path)
      file.blocks = part.blocks
      file.isBoolean = isBoolean
      report.files.append(file)
    }
    return report
  }
}
