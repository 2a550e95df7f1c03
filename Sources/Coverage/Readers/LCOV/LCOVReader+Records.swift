// Every record of LCOV, read with care: odd spellings, values that tools really write, and damage told by its line.

internal import ByteKit

extension LCOVReader {
  /// Reads one line without its end.
  mutating func readRecord(_ line: UnsafeRawBufferPointer, _ number: Int) throws(CoverageError) {
    guard let first = line.first, first != 0x23 else { return }
    if first == 0x20 || first == 0x09, line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    if isEndOfRecord(line) {
      guard isInSection else {
        return try damage(line, number, expected: "SF:<path> before end_of_record")
      }
      return endSection(line: number)
    }
    guard let colon = line.firstIndex(of: 0x3A) else {
      // "EOF" and the like; bytes that are no text are damage.
      if line.contains(where: { $0 == 0 }) { return try damage(line, number, expected: "a record") }
      warnings.add(.unknownRecord(Self.text(line)), line: number)
      return
    }
    let fields = Fields(line, from: colon + 1)
    let tag = DocumentBytes(UnsafeRawBufferPointer(rebasing: line[..<colon]))
    switch tag {
    case "TN": return readTest(fields.rest)
    case "SF": return try beginSection(fields.rest, line, number)
    default: break
    }
    guard isInSection else {
      return try damage(line, number, expected: "SF:<path> before other records")
    }
    if isExcluded { return }
    switch tag {
    case "DA": try readLineCount(fields, line, number)
    case "BRDA": try readBranch(fields, line, number)
    case "FN": try readFunction(fields, line, number)
    case "FNDA": try readCall(fields, line, number)
    case "FNL": try readAliasGroup(fields, line, number)
    case "FNA": try readAlias(fields, line, number)
    case "MCDC": try readCondition(fields, line, number)
    case "BA": try readBazelBranch(fields, line, number)
    case "VER": file?.note(version: Self.text(fields.rest))
    case "LF": noteClaim(.lf, fields)
    case "LH": noteClaim(.lh, fields)
    case "FNF": noteClaim(.fnf, fields)
    case "FNH": noteClaim(.fnh, fields)
    case "BRF": noteClaim(.brf, fields)
    case "BRH": noteClaim(.brh, fields)
    case "MCF": noteClaim(.mcf, fields)
    case "MCH": noteClaim(.mch, fields)
    default:
      if line.contains(where: { $0 == 0 }) { return try damage(line, number, expected: "a record") }
      warnings.add(.unknownRecord(Self.text(line)), line: number)
    }
  }

  private mutating func noteClaim(_ sum: LCOVClaims.Sum, _ fields: Fields) {
    if let value = fields.rest.unsignedNumber { claims.note(sum, value) }
  }

  private func isEndOfRecord(_ line: UnsafeRawBufferPointer) -> Bool {
    DocumentBytes(line) == "end_of_record"
      || line.count > 13 && line.prefix(13).elementsEqual("end_of_record".utf8)
        && line.dropFirst(13).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.count <= 120
      ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes.prefix(117), as: UTF8.self) + "..."
  }

  /// Stops at a record that cannot be read, or passes over it when that was asked for.
  mutating func damage(
    _ line: UnsafeRawBufferPointer, _ number: Int, expected: String
  ) throws(CoverageError) {
    guard keepGoing else {
      throw CoverageError(.malformed(record: Self.text(line), expected: expected), source: source, line: number)
    }
    warnings.add(.damaged(Self.text(line)), line: number)
  }

  /// A count as tools write it: negative ones (racing counters) are 0, fractions and exponents are cut to a whole number.
  private mutating func count(
    _ bytes: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ number: Int
  ) -> UInt64? {
    if let value = bytes.unsignedNumber { return value }
    guard let first = bytes.first, first == 0x2D || first == 0x2B || first == 0x2E || (48...57).contains(first),
      bytes.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(String(decoding: bytes, as: UTF8.self)), !value.isNaN
    else { return nil }
    if value < 0 {
      warnings.add(.negativeCount(Self.text(line)), line: number)
      return 0
    }
    if value > 0 { warnings.add(.fractionalCount(Self.text(line)), line: number) }
    return value >= 18_446_744_073_709_551_616 ? .max : UInt64(value)
  }

  /// A line number; 0 is told and passed over, since no source has that line.
  private mutating func lineNumber(
    _ bytes: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ number: Int, expected: String
  ) throws(CoverageError) -> UInt32? {
    if let value = bytes.unsignedNumber, value > 0, value <= UInt64(UInt32.max) { return UInt32(value) }
    let isZeroOrNegative = bytes.unsignedNumber == 0 || bytes.first == 0x2D
    if isZeroOrNegative, let value = Int64(String(decoding: bytes, as: UTF8.self)), value <= 0 {
      warnings.add(.lineZero(Self.text(line)), line: number)
      return nil
    }
    try damage(line, number, expected: expected)
    return nil
  }

  // MARK: - Sections

  private mutating func readTest(_ name: UnsafeRawBufferPointer) {
    test = String(decoding: name, as: UTF8.self)
    if !test.isEmpty { tests.insert(test) }
  }

  private mutating func beginSection(
    _ path: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    if isInSection {
      // Two writers at once, or a writer that was ended: what follows would be counted for the wrong file.
      try damage(line, number, expected: "'end_of_record' for '\(sectionPath)' of line \(sectionLine)")
      endSection(line: number)
    }
    guard !path.isEmpty else { return try damage(line, number, expected: "SF:<path>") }
    isInSection = true
    sectionPath = String(decoding: path, as: UTF8.self)
    sectionLine = number
    file = accumulator.file(raw: path, test: keepTests ? test : nil)
    isExcluded = file == nil
    file?.note(isBoolean: false)
  }

  mutating func endSection(line number: Int) {
    defer { reset() }
    guard let file else { return }
    if !isPartial, lineCursor == file.lines.count, file.lines.sections > 0 {
      file.lines.endWholeSection(input: input)
    } else {
      file.lines.endPartialSection(
        input: input, prefix: isPartial ? prefix : lineCursor, found: foundLines, pending: pendingLines)
    }
    resolveCalls(file)
    claims.compare(
      file: sectionPath, linesFound: linesFound, linesHit: linesHit, branches: branches, line: number,
      warnings: &warnings)
    file.branches.addSection(&branches)
    if !conditions.isEmpty { file.add(conditions) }
  }

  private mutating func reset() {
    isInSection = false
    isExcluded = false
    file = nil
    lineCursor = 0
    isPartial = false
    prefix = 0
    foundLines.removeAll(keepingCapacity: true)
    pendingLines.removeAll(keepingCapacity: true)
    linesHit = 0
    linesFound = 0
    functionCursor = 0
    callCursor = 0
    sectionFunctions.removeAll(keepingCapacity: true)
    pendingCalls.removeAll(keepingCapacity: true)
    aliases.removeAll(keepingCapacity: true)
    branches.removeAll(keepingCapacity: true)
    if !bazelOrdinals.isEmpty { bazelOrdinals.removeAll() }
    conditions.removeAll(keepingCapacity: true)
    claims = LCOVClaims()
  }

  // MARK: - Lines

  private mutating func readLineCount(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "DA:<line>,<count>"
    let place = fields.next()
    guard let place, let value = fields.next() else { return try damage(line, number, expected: expected) }
    guard let lineNumber = try lineNumber(place, line, number, expected: expected) else { return }
    guard let count = count(value, line, number) else { return try damage(line, number, expected: expected) }
    if let checksum = fields.next(), !checksum.isEmpty {
      file?.note(checksum: String(decoding: checksum, as: UTF8.self), line: lineNumber)
    }
    addLine(lineNumber, count)
  }

  // MARK: - Branches

  private mutating func readBranch(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "BRDA:<line>,<block>,<branch>,<count or ->"
    guard let place = fields.next(), var block = fields.next(), let comma = fields.rest.lastIndex(of: 0x2C) else {
      return try damage(line, number, expected: expected)
    }
    // The branch's name may hold commas: it is all between the second and the last one.
    let name = UnsafeRawBufferPointer(rebasing: fields.rest[..<comma])
    let taken = UnsafeRawBufferPointer(rebasing: fields.rest[(comma + 1)...])
    guard let lineNumber = try lineNumber(place, line, number, expected: expected) else { return }
    var flags: UInt8 = 0
    if let mark = block.first, mark == 0x65 || mark == 0x66, block.count > 1 {
      flags |= mark == 0x65 ? RawBranch.exception : RawBranch.fallsThrough
      block = UnsafeRawBufferPointer(rebasing: block.dropFirst())
    }
    if block.first == 0x55, block.count > 1 {
      flags |= RawBranch.unreachable
      block = UnsafeRawBufferPointer(rebasing: block.dropFirst())
    }
    var branch = RawBranch(
      line: lineNumber, block: key(block), name: key(name), flags: flags, isEvaluated: false, taken: 0)
    if DocumentBytes(taken) != "-" {
      guard let count = count(taken, line, number) else { return try damage(line, number, expected: expected) }
      branch.isEvaluated = true
      branch.taken = count
    }
    branches.append(branch)
  }

  /// A number as it is; anything else as a label of the file's store.
  private mutating func key(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let isPlain = bytes.count == 1 || bytes.first != 48
    if isPlain, let value = bytes.unsignedNumber, value < UInt64(RawBranch.labelBit) { return UInt32(value) }
    return file?.branches.label(bytes) ?? 0
  }

  /// Bazel's `BA:<line>,<0|1|2>`: not executed, executed and not taken, taken. Branches of a line are told apart by order.
  private mutating func readBazelBranch(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "BA:<line>,<0, 1 or 2>"
    guard let place = fields.next(), let value = fields.rest.unsignedNumber, value <= 2 else {
      return try damage(line, number, expected: expected)
    }
    guard let lineNumber = try lineNumber(place, line, number, expected: expected) else { return }
    let ordinal = bazelOrdinals[lineNumber, default: 0]
    bazelOrdinals[lineNumber] = ordinal + 1
    branches.append(
      RawBranch(
        line: lineNumber, block: 0, name: ordinal, flags: 0, isEvaluated: value > 0, taken: value == 2 ? 1 : 0))
  }

  // MARK: - Functions

  private mutating func readFunction(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FN:<line>,<name>"
    guard let place = fields.next(), !fields.rest.isEmpty else {
      return try damage(line, number, expected: expected)
    }
    guard let start = try lineNumber(place, line, number, expected: expected), let file else { return }
    // The second field is the last line when it is a number and something follows it; names may hold commas.
    var end: UInt32 = 0
    var rest = fields
    if let second = rest.next(), let value = second.unsignedNumber, !rest.rest.isEmpty, rest.isAfterComma {
      if value < UInt64(start) || value > UInt64(UInt32.max) {
        warnings.add(
          .note("the function of '\(Self.text(line))' ends before it begins; its end is left out"), line: number)
      } else {
        end = UInt32(value)
      }
      fields = rest
    }
    let index = file.functions.index(of: fields.rest, start: start, end: end)
    sectionFunctions.append(index)
    functionCursor = index + 1
  }

  private mutating func readCall(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FNDA:<count>,<name>"
    guard let value = fields.next(), fields.isAfterComma, let count = count(value, line, number) else {
      return try damage(line, number, expected: expected)
    }
    pendingCalls.append((Array(fields.rest), count, number))
  }

  /// Gives counts to functions of the section by name; the second count of a name goes to the second function of that name.
  private mutating func resolveCalls(_ file: FileAccumulator) {
    guard !pendingCalls.isEmpty else { return }
    var waiting: [[UInt8]: (functions: [Int], next: Int)] = [:]
    // Functions whose counts came in order are served already.
    for (position, index) in sectionFunctions.enumerated() where position >= callCursor {
      let entry = file.functions.entries[index]
      waiting[Array(file.functions.name(entry).utf8), default: ([], 0)].functions.append(index)
    }
    // Those by name, once a count comes for none that waits.
    var served: [[UInt8]: Int]?
    for call in pendingCalls {
      let key = Array(String(decoding: call.name, as: UTF8.self).utf8)
      guard let place = waiting.index(forKey: key) else {
        if served == nil {
          served = [:]
          for index in sectionFunctions.prefix(callCursor) {
            served![Array(file.functions.name(file.functions.entries[index]).utf8)] = index
          }
        }
        if let index = served![key] {
          file.functions.add(call.count, at: index)
        } else {
          warnings.add(.functionWithoutStart(String(decoding: call.name, as: UTF8.self)), line: call.line)
        }
        continue
      }
      // A repeated count for one function adds up, as repeated lines do.
      let next = waiting.values[place].next
      let last = waiting.values[place].functions.count - 1
      file.functions.add(call.count, at: waiting.values[place].functions[min(next, last)])
      waiting.values[place].next = next + 1
    }
  }

  private mutating func readAliasGroup(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FNL:<index>,<first line>[,<last line>]"
    guard let index = fields.next()?.unsignedNumber, let place = fields.next() else {
      return try damage(line, number, expected: expected)
    }
    guard let start = try lineNumber(place, line, number, expected: expected) else { return }
    let end = fields.next()?.unsignedNumber ?? 0
    aliases[index] = AliasGroup(
      start: start, end: end >= UInt64(start) && end <= UInt64(UInt32.max) ? UInt32(end) : 0, group: -1)
  }

  private mutating func readAlias(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FNA:<index>,<count>,<name> after its FNL"
    guard let index = fields.next()?.unsignedNumber, let value = fields.next(), fields.isAfterComma,
      var group = aliases[index], let count = count(value, line, number), let file
    else { return try damage(line, number, expected: expected) }
    let name = fields.rest
    if group.group < 0 {
      group.group = file.functions.group(of: name, start: group.start) ?? file.functions.newGroup()
      aliases[index] = group
    }
    let function = file.functions.index(of: name, start: group.start, end: group.end, group: group.group)
    file.functions.add(count, at: function)
    claims.noteAlias(index, count)
  }

  // MARK: - Conditions

  private mutating func readCondition(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "MCDC:<line>,<size>,<t or f>,<count>,<index>,<expression>"
    guard let place = fields.next(), var size = fields.next(), let sense = fields.next(), let value = fields.next(),
      let index = fields.next()?.unsignedNumber, fields.isAfterComma
    else { return try damage(line, number, expected: expected) }
    guard let lineNumber = try lineNumber(place, line, number, expected: expected) else { return }
    let isUnreachable = size.first == 0x55
    if isUnreachable { size = UnsafeRawBufferPointer(rebasing: size.dropFirst()) }
    guard let groupSize = size.unsignedNumber, groupSize <= UInt64(UInt32.max), index < max(groupSize, 1),
      DocumentBytes(sense) == "t" || DocumentBytes(sense) == "f", let count = count(value, line, number)
    else { return try damage(line, number, expected: expected) }
    var condition = ConditionCount(
      line: lineNumber, groupSize: UInt32(groupSize), index: UInt32(index), sense: DocumentBytes(sense) == "t",
      expression: String(decoding: fields.rest, as: UTF8.self), count: count)
    condition.isUnreachable = isUnreachable
    conditions.append(condition)
  }
}
