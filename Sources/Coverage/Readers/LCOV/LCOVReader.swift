// Reads LCOV tracefiles (geninfo(1), "FILES") straight into an accumulator: no model of one input is built, since a
// merge of 200 inputs reads 113 million lines. The common records of a well-made file take the fast path below; every other
// spelling goes to `LCOVReader+Records`, line by line.
//
//   TN:<test>                         SF:<path>                       VER:<id>
//   FN:<start>[,<end>],<name>         FNDA:<count>,<name>             FNL:<group>,<start>[,<end>]   FNA:<group>,<count>,<name>
//   BRDA:<line>,[e|f][U]<block>,<branch>,<taken|->                    MCDC:<line>,[U]<size>,<t|f>,<count>,<index>,<expression>
//   DA:<line>,<count>[,<checksum>]    BA:<line>,<0|1|2>               end_of_record
//   LF LH FNF FNH BRF BRH MCF MCH:<n> are the writer's own sums: compared, never used.
//
// The cursors hold because inputs of one build name the same things in the same order: the next DA is compared with the next
// line of the store, and so on. What does not fit is searched for.

internal import ByteKit

struct LCOVReader {
  let accumulator: CoverageAccumulator
  let source: String
  let input: UInt32
  let keepTests: Bool
  let keepGoing: Bool
  var warnings: WarningList

  // MARK: The section that is being read

  var test = ""
  var tests: Set<String> = []
  /// The file of the section; `nil` outside a section and in one that is left out.
  var file: FileAccumulator?
  var isInSection = false
  var isExcluded = false
  var sectionPath = ""
  var sectionLine = 0

  /// Lines: the next index, whether one was passed over or not found, and what was gathered since.
  var lineCursor = 0
  var isPartial = false
  var prefix = 0
  var foundLines: [Int32] = []
  var pendingLines: [LineCount] = []
  var linesHit = 0
  var linesFound = 0

  var functionCursor = 0
  var callCursor = 0
  var sectionFunctions: [Int] = []
  var pendingCalls: [(name: [UInt8], count: UInt64, line: Int)] = []
  var aliases: [UInt64: AliasGroup] = [:]
  var branches: [RawBranch] = []
  /// How many of Bazel's nameless branches each line has.
  var bazelOrdinals: [UInt32: UInt32] = [:]
  var conditions: [ConditionCount] = []
  var claims = LCOVClaims()

  struct AliasGroup {
    var start: UInt32
    var end: UInt32
    var group: Int32
  }

  init(into accumulator: CoverageAccumulator, source: String, input: UInt32) {
    self.accumulator = accumulator
    self.source = source
    self.input = input
    keepTests = accumulator.options.keepTests
    keepGoing = accumulator.options.keepGoing
    warnings = WarningList(source: source)
  }

  /// Reads a whole file.
  ///
  /// - Parameter onProgress: is called now and then with the offset that was reached.
  /// - Throws: `CoverageError` with the line of the first record that cannot be read, unless `keepGoing`.
  /// - Complexity: O(n); 1.1 GB/s on records in the order of the other inputs (2026-12).
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, onProgress: (Int) -> Void = { _ in }
  ) throws(CoverageError) {
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // The loop may look at the newline that ends each line; a last line without one is read from a copy that has it.
    var complete = bytes.count
    while complete > at, bytes[complete - 1] != 0x0A { complete -= 1 }
    var number = 0
    var reported = 0
    while at < complete {
      number += 1
      at = try readLine(bytes, at, number)
      if at - reported > 1 << 22 {
        reported = at
        onProgress(at)
      }
    }
    if complete < bytes.count, complete >= at {
      var last = Array(bytes[max(at, complete)...])
      last.append(0x0A)
      let result: Result<Void, CoverageError> = last.withUnsafeBytes { buffer in
        do throws(CoverageError) {
          _ = try readLine(buffer, 0, number + 1)
          return .success(())
        } catch { return .failure(error) }
      }
      try result.get()
    }
    if isInSection {
      guard keepGoing else { throw CoverageError(.cutShort("'end_of_record' for '\(sectionPath)'"), source: source) }
      warnings.add(.damaged("the end of '\(sectionPath)'"), line: number)
      endSection(line: number)
    }
  }

  /// Reads the line at `start`, which ends with a newline; returns the start of the next one.
  @inline(__always)
  private mutating func readLine(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ number: Int
  ) throws(CoverageError) -> Int {
    // "DA:12,3\n" is the shortest record that the fast path takes with a margin of one load.
    if start &+ 4 <= bytes.count {
      let head = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self).littleEndian
      if head & 0xFF_FFFF == 0x3A_4144, isInSection {
        if let next = fastLine(bytes, start &+ 3) { return next }
      } else if head == 0x4144_5242, isInSection {
        if let next = fastBranch(bytes, start &+ 5) { return next }
      } else if head & 0xFF_FFFF == 0x3A_4E46, isInSection {
        if let next = fastFunction(bytes, start &+ 3) { return next }
      } else if head == 0x4144_4E46, isInSection {
        if let next = fastCall(bytes, start &+ 5) { return next }
      }
    }
    let newline = ByteSearch.firstIndex(of: 0x0A, in: bytes.bytes, from: start)
    var end = newline
    if end > start, bytes[end &- 1] == 0x0D { end &-= 1 }
    try readRecord(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), number)
    return newline &+ 1
  }

  /// Digits from `at` on: the value and where they end; at most nineteen, which always fit.
  @inline(__always)
  private static func digits(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> (value: UInt64, end: Int)? {
    var at = start
    var value: UInt64 = 0
    while true {
      let digit = bytes[at] &- 48
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      at &+= 1
    }
    guard at > start, at &- start <= 19 else { return nil }
    return (value, at)
  }

  /// `DA:<line>,<count>` and nothing else. Returns `nil` to have the line read the careful way.
  @inline(__always)
  private mutating func fastLine(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard let line = Self.digits(bytes, start), bytes[line.end] == 0x2C,
      let count = Self.digits(bytes, line.end &+ 1), bytes[count.end] == 0x0A,
      line.value > 0, line.value <= UInt64(UInt32.max)
    else { return nil }
    addLine(UInt32(truncatingIfNeeded: line.value), count.value)
    return count.end &+ 1
  }

  @inline(__always)
  mutating func addLine(_ line: UInt32, _ count: UInt64) {
    linesFound &+= 1
    if count > 0 { linesHit &+= 1 }
    guard let file else { return }
    let store = file.lines
    if lineCursor < store.count, store.numbers[lineCursor] == line {
      store.add(count, at: lineCursor)
      if isPartial { foundLines.append(Int32(truncatingIfNeeded: lineCursor)) }
      lineCursor &+= 1
      return
    }
    addDeviating(LineCount(line, count), store)
  }

  /// A line that is not the next one of the store: passed-over lines are absent, unknown ones are gathered.
  private mutating func addDeviating(_ line: LineCount, _ store: LineStore) {
    if !isPartial {
      isPartial = true
      prefix = lineCursor
    }
    let (index, isFound) = store.search(line.line)
    guard isFound else {
      pendingLines.append(line)
      return
    }
    store.add(line.count, at: index)
    foundLines.append(Int32(truncatingIfNeeded: index))
    lineCursor = index + 1
  }

  /// `BRDA:<line>,<block>,<branch>,<taken>` with numbers only, or `-` for taken.
  @inline(__always)
  private mutating func fastBranch(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard bytes[start &- 1] == 0x3A, let line = Self.digits(bytes, start), bytes[line.end] == 0x2C,
      let block = Self.digits(bytes, line.end &+ 1), bytes[block.end] == 0x2C,
      let name = Self.digits(bytes, block.end &+ 1), bytes[name.end] == 0x2C,
      line.value > 0, line.value <= UInt64(UInt32.max),
      block.value < UInt64(RawBranch.labelBit), name.value < UInt64(RawBranch.labelBit)
    else { return nil }
    // "007" is a name, not the number 7: what was read must be what is written back.
    if bytes[line.end &+ 1] == 48, block.end &- line.end > 2 { return nil }
    if bytes[block.end &+ 1] == 48, name.end &- block.end > 2 { return nil }
    var branch = RawBranch(
      line: UInt32(truncatingIfNeeded: line.value), block: UInt32(truncatingIfNeeded: block.value),
      name: UInt32(truncatingIfNeeded: name.value), flags: 0, isEvaluated: false, taken: 0)
    let at = name.end &+ 1
    if bytes[at] == 0x2D, bytes[at &+ 1] == 0x0A {
      if !isExcluded { branches.append(branch) }
      return at &+ 2
    }
    guard let taken = Self.digits(bytes, at), bytes[taken.end] == 0x0A else { return nil }
    branch.isEvaluated = true
    branch.taken = taken.value
    if !isExcluded { branches.append(branch) }
    return taken.end &+ 1
  }

  /// `FN:<start>,<name>` where the next function of the store is just that.
  @inline(__always)
  private mutating func fastFunction(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard let file, let line = Self.digits(bytes, start), bytes[line.end] == 0x2C,
      functionCursor < file.functions.entries.count
    else { return nil }
    let entry = file.functions.entries[functionCursor]
    let end = line.end &+ 1 &+ entry.nameCount
    guard line.value == UInt64(entry.start), entry.end == 0, end < bytes.count, bytes[end] == 0x0A,
      file.functions.hasName(functionCursor, UnsafeRawBufferPointer(rebasing: bytes[line.end &+ 1..<end]))
    else { return nil }
    sectionFunctions.append(functionCursor)
    functionCursor &+= 1
    return end &+ 1
  }

  /// `FNDA:<count>,<name>` where the next function of the store has that name and was declared in this section.
  @inline(__always)
  private mutating func fastCall(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard let file, bytes[start &- 1] == 0x3A, let count = Self.digits(bytes, start), bytes[count.end] == 0x2C,
      callCursor < sectionFunctions.count
    else { return nil }
    let index = sectionFunctions[callCursor]
    let end = count.end &+ 1 &+ file.functions.entries[index].nameCount
    guard end < bytes.count, bytes[end] == 0x0A,
      file.functions.hasName(index, UnsafeRawBufferPointer(rebasing: bytes[count.end &+ 1..<end]))
    else { return nil }
    file.functions.add(count.value, at: index)
    callCursor &+= 1
    return end &+ 1
  }
}
