// LCOV's lines, branches and conditions, in spellings that the fast path does not take.

internal import MarkupKit

extension LCOVReader {
  // MARK: - Lines

  mutating func readLineCount(
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

  mutating func readBranch(
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
    if !(DocumentText(taken) == "-") {
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
  mutating func readBazelBranch(
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

  // MARK: - Conditions

  mutating func readCondition(
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
      DocumentText(sense) == "t" || DocumentText(sense) == "f", let count = count(value, line, number)
    else { return try damage(line, number, expected: expected) }
    var condition = ConditionCount(
      line: lineNumber, groupSize: UInt32(groupSize), index: UInt32(index), sense: DocumentText(sense) == "t",
      expression: String(decoding: fields.rest, as: UTF8.self), count: count)
    condition.isUnreachable = isUnreachable
    conditions.append(condition)
  }
}
