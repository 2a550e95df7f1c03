// Reads Plimsoll's own coverage JSON, which `CoverageJSONWriter` describes. Totals are worked out anew and compared.

internal import MarkupKit

struct CoverageJSONReader {
  private var document: JSONReport
  private var budget: LineBudget
  private var claims: [(file: String, totals: [String: [UInt64]])] = []
  private var hasFormat = false

  /// Reads a report.
  ///
  /// - Throws: `CoverageError` with the line of the value that cannot be read.
  /// - Complexity: O(n).
  static func parse(
    _ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool
  ) throws(CoverageError) -> ParsedReport {
    var reader = CoverageJSONReader(
      document: JSONReport(bytes, source: source, keepGoing: keepGoing), budget: LineBudget(bytes: bytes.count))
    do throws(MarkupError) {
      try reader.readRoot()
    } catch {
      guard keepGoing, reader.document.failure == nil, reader.hasFormat else { throw reader.document.error(error) }
      reader.document.report.warnings.add(.damaged(error.description), line: error.position.line)
    }
    return reader.document.report
  }

  private mutating func readRoot() throws(MarkupError) {
    var totals: [String: [UInt64]]?
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      switch key {
      case "format":
        let format = try document.json.readString()
        guard format == CoverageJSONWriter.format else {
          throw document.refuse(format, expected: "\"\(CoverageJSONWriter.format)\"")
        }
        hasFormat = true
      case "version":
        let version = try document.json.readUnsigned()
        guard version == CoverageJSONWriter.version else {
          throw document.refuse(.unsupportedVersion("\(version)", expected: "\(CoverageJSONWriter.version)"))
        }
      case "madeAt": try readTimes()
      case "totals": totals = try readTotals()
      case "files":
        try document.json.beginArray()
        while try document.json.nextElement() { try readFile() }
      default: try document.json.skipValue()
      }
    }
    try document.json.finish()
    guard hasFormat else { throw document.refuse("the document", expected: "\"format\"") }
    // Files of one path are several tests, which the overall totals fold.
    let paths = Set(document.report.files.map { ExactText($0.path) })
    if let totals, paths.count == document.report.files.count {
      var counted = CoverageTotals()
      for file in document.report.files { counted += Self.derived(file).totals }
      compare(totals, counted, file: "the report")
    }
  }

  private mutating func readTimes() throws(MarkupError) {
    var times: [Int64] = []
    try document.json.beginArray()
    while try document.json.nextElement() {
      times.append(Int64(clamping: try document.json.readUnsigned()))
    }
    if let first = times.first, let last = times.last, first <= last { document.report.madeAt = first...last }
  }

  private mutating func readTotals() throws(MarkupError) -> [String: [UInt64]] {
    var totals: [String: [UInt64]] = [:]
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      let name = key.string
      var values: [UInt64] = []
      try document.json.beginArray()
      while try document.json.nextElement() { values.append(try document.json.readUnsigned()) }
      totals[name] = values
    }
    return totals
  }

  private mutating func compare(_ claimed: [String: [UInt64]], _ counted: CoverageTotals, file: String) {
    for (name, ratio) in counted.named {
      let own = CoverageJSONWriter.numbers(ratio)
      guard let values = claimed[name], values != own else { continue }
      let index = zip(values, own).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      document.report.warnings.add(
        .claim(
          file: file, what: "\(name) totals", claimed: index.map { values[$0] } ?? UInt64(values.count),
          counted: index.map { own[$0] } ?? UInt64(own.count)))
    }
  }

  // MARK: - Files

  private mutating func readFile() throws(MarkupError) {
    var file = FileCoverage(path: "")
    var totals: [String: [UInt64]]?
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      switch key {
      case "path": file.path = try document.json.readString()
      case "test": file.test = try document.json.readString()
      case "version": file.version = try document.json.readString()
      case "boolean": file.isBoolean = try document.json.readBoolean()
      case "totals": totals = try readTotals()
      case "lines": file.lines = try rows { reader throws(MarkupError) in try reader.readLine() }
      case "checksums":
        let rows = try rows { reader throws(MarkupError) in try reader.readChecksum() }
        for (line, checksum) in rows { file.checksums[line] = checksum }
      case "branches": file.branches = try rows { reader throws(MarkupError) in try reader.readBranch() }
      case "branchTallies": file.branchTallies = try rows { reader throws(MarkupError) in try reader.readTally() }
      case "functions": file.functions = try rows { reader throws(MarkupError) in try reader.readFunction() }
      case "conditions": file.conditions = try rows { reader throws(MarkupError) in try reader.readCondition() }
      case "instructionTallies":
        file.instructionTallies = try rows { reader throws(MarkupError) in try reader.readTally() }
      case "blocks": file.blocks = try rows { reader throws(MarkupError) in try reader.readBlock() }
      case "segments":
        try document.json.beginArray()
        while try document.json.nextElement() { file.segmentSets.append(try readSegments()) }
      default: try document.json.skipValue()
      }
    }
    guard !file.path.isEmpty else { throw document.refuse("a file", expected: "\"path\"") }
    for (one, next) in zip(file.lines, file.lines.dropFirst()) where one.line >= next.line {
      throw document.refuse("line \(next.line)", expected: "lines in ascending order")
    }
    if let totals { compare(totals, Self.derived(file).totals, file: file.path) }
    document.report.files.append(file)
  }

  /// The file with the lines that its segments or blocks stand for, where it names none.
  private static func derived(_ file: FileCoverage) -> FileCoverage {
    guard file.lines.isEmpty, !(file.segmentSets.isEmpty && file.blocks.isEmpty) else { return file }
    var file = file
    file.lines = file.derivedLines
    return file
  }

  private mutating func rows<Row>(
    _ read: (inout CoverageJSONReader) throws(MarkupError) -> Row
  ) throws(MarkupError) -> [Row] {
    var rows: [Row] = []
    try document.json.beginArray()
    while try document.json.nextElement() {
      try document.json.beginArray()
      rows.append(try read(&self))
      try document.endArray()
    }
    return rows
  }

  // MARK: - Rows; each stands behind the opening bracket and leaves the closing one

  private mutating func number() throws(MarkupError) -> UInt64 {
    try document.element("a number")
    return try document.json.readUnsigned()
  }

  private mutating func small(_ what: String) throws(MarkupError) -> UInt32 {
    try document.element(what)
    let value = try document.json.readUnsigned()
    guard value <= UInt64(UInt32.max) else { throw document.refuse("\(value)", expected: what) }
    return UInt32(value)
  }

  private mutating func line() throws(MarkupError) -> UInt32 {
    let line = try small("a line number")
    guard line > 0 else { throw document.refuse("0", expected: "a line number from 1 on") }
    return line
  }

  private mutating func string() throws(MarkupError) -> String {
    try document.element("a string")
    return try document.json.readString()
  }

  private mutating func flag() throws(MarkupError) -> Bool {
    try document.element("true or false")
    if try document.json.peek() == .number { return try document.json.readUnsigned() != 0 }
    return try document.json.readBoolean()
  }

  /// A number, or `nil` for null.
  private mutating func optional() throws(MarkupError) -> UInt64? {
    try document.element("a number or null")
    if try document.json.peek() == .null {
      try document.json.readNull()
      return nil
    }
    return try document.json.readUnsigned()
  }

  private mutating func readLine() throws(MarkupError) -> LineCount { LineCount(try line(), try number()) }

  private mutating func readChecksum() throws(MarkupError) -> (UInt32, String) { (try line(), try string()) }

  private mutating func readBranch() throws(MarkupError) -> BranchCount {
    var branch = BranchCount(line: try line(), block: try string(), name: try string(), taken: try optional())
    let flags = try string()
    branch.isException = flags.contains("e")
    branch.isFallthrough = flags.contains("f")
    branch.isUnreachable = flags.contains("U")
    return branch
  }

  private mutating func readTally() throws(MarkupError) -> Tally {
    let line = try line()
    let (atLeast, atMost, total) = (try small("a number"), try small("a number"), try small("a number"))
    guard atLeast <= atMost, atMost <= total else {
      throw document.refuse("[\(line),\(atLeast),\(atMost),\(total)]", expected: "[line, at least, at most, total]")
    }
    var tally = Tally(line: line, covered: atLeast, total: total)
    tally.atMost = atMost
    return tally
  }

  private mutating func readFunction() throws(MarkupError) -> FunctionCount {
    let name = try string()
    let start = try small("a line number")
    let end = try optional()
    let count = try number()
    let group = try optional()
    if let end, end > UInt64(UInt32.max) { throw document.refuse("\(end)", expected: "a line number") }
    if let group, group > UInt64(Int32.max) { throw document.refuse("\(group)", expected: "the number of a group") }
    return FunctionCount(
      name: name, start: start, end: end.map { UInt32($0) }, count: count, aliasGroup: group.map { Int($0) })
  }

  private mutating func readCondition() throws(MarkupError) -> ConditionCount {
    let (line, size, index) = (try line(), try small("a number"), try small("a number"))
    let (sense, expression, count) = (try flag(), try string(), try number())
    var condition = ConditionCount(
      line: line, groupSize: size, index: index, sense: sense, expression: expression, count: count)
    condition.isUnreachable = try flag()
    return condition
  }

  private mutating func readBlock() throws(MarkupError) -> StatementBlock {
    let (startLine, startColumn) = (try line(), try small("a column"))
    let (endLine, endColumn) = (try line(), try small("a column"))
    let (statements, count) = (try small("a number"), try number())
    guard endLine >= startLine, budget.take(from: startLine, to: endLine) else {
      throw document.refuse("[\(startLine),\(startColumn),\(endLine)", expected: "a block of a source file")
    }
    return StatementBlock(
      startLine: startLine, startColumn: startColumn, endLine: endLine, endColumn: endColumn, statements: statements,
      count: count)
  }

  private mutating func readSegments() throws(MarkupError) -> [CoverageSegment] {
    let segments = try rows { reader throws(MarkupError) in
      CoverageSegment(
        line: try reader.line(), column: try reader.small("a column"), count: try reader.number(),
        hasCount: try reader.flag(), isRegionEntry: try reader.flag(), isGap: try reader.flag())
    }
    for (one, next) in zip(segments, segments.dropFirst())
    where (one.line, one.column) > (next.line, next.column) {
      throw document.refuse("[\(next.line),\(next.column)", expected: "segments in order of their places")
    }
    if let first = segments.first, let last = segments.last, !budget.take(from: first.line, to: last.line) {
      throw document.refuse("line \(last.line)", expected: "a line of a source file")
    }
    return segments
  }
}
