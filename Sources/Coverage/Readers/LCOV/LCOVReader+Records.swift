// Every record of LCOV, read with care: odd spellings, values that tools really write, and damage told by its line.

internal import MarkupKit

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
    let tag = DocumentText(UnsafeRawBufferPointer(rebasing: line[..<colon]))
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
    DocumentText(line) == "end_of_record"
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

  /// A count as tools write it, with its oddities told; `nil` when it is no number.
  mutating func count(
    _ bytes: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ number: Int
  ) -> UInt64? {
    guard let count = CountText(bytes) else { return nil }
    switch count {
    case .whole: break
    case .negative: warnings.add(.negativeCount(Self.text(line)), line: number)
    case .cut: warnings.add(.fractionalCount(Self.text(line)), line: number)
    }
    return count.value
  }

  /// A line number; 0 is told and passed over, since no source has that line.
  mutating func lineNumber(
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
}
