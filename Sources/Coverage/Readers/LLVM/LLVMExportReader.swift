// Reads `llvm-cov export` JSON (LLVM's CoverageExporterJson.cpp), versions 2 and 3, told apart by structure.
//
//   {"type":"llvm.coverage.json.export","version":"3.0.1","data":[{"files":[...],"functions":[...],"totals":{}}]}
//   file      {filename, segments, branches, mcdc_records, expansions, summary}
//   segment   [line, column, count, hasCount, isRegionEntry, isGap]         isGap since LLVM 11
//   branch    [l1, c1, l2, c2, trueCount, falseCount, fileID, expandedFileID, kind]
//   mcdc      [l1, c1, l2, c2, (true, false since 3.0.1), fileID, expandedFileID, kind, [shown, ...]]
//   function  {name, count, regions:[[l1, c1, l2, c2, count, fileID, ...]], filenames}
//
// Lines follow from the segments when inputs are added up (SegmentLines): equal builds add up segment by segment. Branches
// of a file repeat for template instances and are joined by their place. Summaries count per function and name other totals;
// they are not looked at. Counters are not atomic: what is 2^47 or more is a negative number that wrapped.

internal import MarkupKit
internal import SystemKit

struct LLVMExportReader {
  private var document: JSONReport
  private var files: [LLVMFile] = []
  private var indices: [ExactText: Int] = [:]
  private var functions: [(file: String, function: FunctionCount)] = []
  private var hasLines = false
  private var budget: LineBudget

  /// Larger counts are wrapped negatives (Xcode's reports have them, too).
  static let wrapped: UInt64 = 1 << 47

  /// Reads a report.
  ///
  /// - Throws: `CoverageError`: `.noLines` for `-summary-only` exports.
  /// - Complexity: O(n); memory O(segments and branches).
  static func parse(
    _ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool
  ) throws(CoverageError) -> ParsedReport {
    var reader = LLVMExportReader(
      document: JSONReport(bytes, source: source, keepGoing: keepGoing), budget: LineBudget(bytes: bytes.count))
    do throws(MarkupError) {
      try reader.readRoot()
    } catch {
      guard keepGoing, reader.document.failure.map(Self.isDamage) ?? true else { throw reader.document.error(error) }
      reader.document.report.warnings.add(.damaged(error.description), line: error.position.line)
    }
    return try reader.finish()
  }

  private static func isDamage(_ error: CoverageError) -> Bool {
    if case .malformed = error.kind { return true }
    return false
  }

  private mutating func readRoot() throws(MarkupError) {
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      switch key {
      case "data":
        try document.json.beginArray()
        while try document.json.nextElement() { try readData() }
      case "version":
        let version = try document.json.readString()
        let major = version.prefix { $0 != "." }
        guard major == "2" || major == "3" else {
          throw document.refuse(.unsupportedVersion(version, expected: "2.x or 3.x"))
        }
      default: try document.json.skipValue()
      }
    }
    try document.json.finish()
  }

  private mutating func readData() throws(MarkupError) {
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      switch key {
      case "files":
        try document.json.beginArray()
        while try document.json.nextElement() { try readFile() }
      case "functions":
        try document.json.beginArray()
        while try document.json.nextElement() { try readFunction() }
      default: try document.json.skipValue()
      }
    }
  }

  // MARK: - Files

  private mutating func readFile() throws(MarkupError) {
    var file = LLVMFile()
    var name = ""
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      switch key {
      case "filename": name = try document.json.readString()
      case "segments":
        hasLines = true
        try readSegments(&file)
      case "branches":
        try document.json.beginArray()
        while try document.json.nextElement() { try readBranch(&file) }
      case "mcdc_records":
        try document.json.beginArray()
        while try document.json.nextElement() { try readDecision(&file) }
      default: try document.json.skipValue()
      }
    }
    guard !name.isEmpty else { throw document.refuse("a file", expected: "\"filename\"") }
    if let known = indices[ExactText(name)] {
      files[known].join(file)
    } else {
      indices[ExactText(name)] = files.count
      file.path = name
      files.append(file)
    }
  }

  private mutating func readSegments(_ file: inout LLVMFile) throws(MarkupError) {
    var segments: [CoverageSegment] = []
    try document.json.beginArray()
    while try document.json.nextElement() {
      let segment = try readSegment()
      if let last = segments.last, (last.line, last.column) > (segment.line, segment.column) {
        throw document.refuse("[\(segment.line),\(segment.column)", expected: "segments in order of their places")
      }
      segments.append(segment)
    }
    guard let first = segments.first, let last = segments.last else { return }
    guard budget.take(from: first.line, to: last.line) else {
      throw document.refuse("line \(last.line)", expected: "a line of a source file")
    }
    file.segmentSets.append(segments)
  }

  private mutating func readSegment() throws(MarkupError) -> CoverageSegment {
    try document.json.beginArray()
    let expected = "[line, column, count, hasCount, isRegionEntry]"
    try document.element(expected)
    let line = try document.line()
    try document.element(expected)
    let column = try document.small("column")
    try document.element(expected)
    let count = try counter()
    try document.element(expected)
    let hasCount = try flag()
    try document.element(expected)
    let isEntry = try flag()
    var isGap = false
    if try document.json.nextElement() {
      isGap = try flag()
      try document.endArray()
    }
    return CoverageSegment(
      line: line, column: column, count: count, hasCount: hasCount, isRegionEntry: isEntry, isGap: isGap)
  }

  /// Old exporters write 0 and 1.
  private mutating func flag() throws(MarkupError) -> Bool {
    if try document.json.peek() == .number { return try document.json.readUnsigned() != 0 }
    return try document.json.readBoolean()
  }

  private mutating func counter() throws(MarkupError) -> UInt64 {
    let value = try document.count()
    guard value >= Self.wrapped else { return value }
    document.report.warnings.add(.wrappedCounter("\(value)"))
    return 0
  }

  private mutating func readPlace(_ expected: String) throws(MarkupError) -> LLVMPlace {
    try document.element(expected)
    let line = try document.line()
    try document.element(expected)
    let column = try document.small("column")
    try document.element(expected)
    let endLine = try document.small("line number")
    try document.element(expected)
    let endColumn = try document.small("column")
    return LLVMPlace(line: line, column: column, endLine: endLine, endColumn: endColumn)
  }

  private mutating func readBranch(_ file: inout LLVMFile) throws(MarkupError) {
    let expected = "[line, column, line, column, trueCount, falseCount, ...]"
    try document.json.beginArray()
    let place = try readPlace(expected)
    try document.element(expected)
    let taken = try counter()
    try document.element(expected)
    let other = try counter()
    try document.endArray()
    file.add(branch: place, taken, other)
  }

  private mutating func readDecision(_ file: inout LLVMFile) throws(MarkupError) {
    try document.json.beginArray()
    let place = try readPlace("[line, column, line, column, ..., [condition, ...]]")
    var shown: [Bool]?
    while try document.json.nextElement() {
      guard try document.json.peek() == .array, shown == nil else {
        try document.json.skipValue()
        continue
      }
      var flags: [Bool] = []
      try document.json.beginArray()
      while try document.json.nextElement() { flags.append(try flag()) }
      shown = flags
    }
    if let shown { file.add(decision: place, shown) }
  }

  // MARK: - Functions

  private mutating func readFunction() throws(MarkupError) {
    var name = ""
    var count: UInt64 = 0
    var start: (line: UInt32, file: Int)?
    var filenames: [String] = []
    try document.json.beginObject()
    while let key = try document.json.nextKey() {
      switch key {
      case "name": name = try document.json.readString()
      case "count": count = try counter()
      case "filenames":
        try document.json.beginArray()
        while try document.json.nextElement() {
          // The first one is the function's own nearly always; a macro's file may follow.
          if filenames.count < 64 {
            filenames.append(try document.json.readString())
          } else {
            try document.json.skipValue()
          }
        }
      case "regions":
        try document.json.beginArray()
        while try document.json.nextElement() {
          if start == nil { start = try readRegion() } else { try document.json.skipValue() }
        }
      default: try document.json.skipValue()
      }
    }
    guard !name.isEmpty, let start, start.file < filenames.count else { return }
    let file = filenames[start.file]
    // Static functions carry their file's name: "a.cpp:_ZL5neveri".
    let prefix = PathName.split(PathName.normalised(file)).name + ":"
    let bare =
      name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count ? String(name.dropFirst(prefix.count)) : name
    functions.append((file, FunctionCount(name: bare, start: start.line, count: count)))
  }

  private mutating func readRegion() throws(MarkupError) -> (line: UInt32, file: Int) {
    let expected = "[line, column, line, column, count, fileID, ...]"
    try document.json.beginArray()
    let place = try readPlace(expected)
    try document.element(expected)
    _ = try document.count()
    var file: UInt32 = 0
    if try document.json.nextElement() {
      file = try document.small("file number")
      try document.endArray()
    }
    return (place.line, Int(file))
  }

  // MARK: - The end

  private mutating func finish() throws(CoverageError) -> ParsedReport {
    guard hasLines || files.isEmpty else {
      throw CoverageError(.noLines("export without '-summary-only'"), source: document.source)
    }
    // A function of a file that was filtered out has no place.
    for (name, function) in functions {
      if let index = indices[ExactText(name)] { files[index].functions.append(function) }
    }
    document.report.files = files.map(\.model)
    return document.report
  }
}
