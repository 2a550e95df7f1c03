// LCOV for tests: `lcov { source("a.swift", [1: 2, 3: 0]) }`.

/// A file's record.
public struct LCOVRecord: Sendable {
  /// The lines of the record.
  public var text: String
}

/// Gathers records.
@resultBuilder
public enum LCOVRecords {
  /// Joins records.
  public static func buildBlock(_ parts: [LCOVRecord]...) -> [LCOVRecord] { parts.flatMap { $0 } }
  /// One record.
  public static func buildExpression(_ part: LCOVRecord) -> [LCOVRecord] { [part] }
  /// Records of a loop.
  public static func buildArray(_ parts: [[LCOVRecord]]) -> [LCOVRecord] { parts.flatMap { $0 } }
}

/// A tracefile.
public func lcov(@LCOVRecords _ records: () -> [LCOVRecord]) -> String {
  "TN:\n" + records().map(\.text).joined()
}

/// A file's counts by line, and its branches as (line, counts).
public func source(_ path: String, _ lines: [Int: Int], branches: [(line: Int, counts: [Int])] = []) -> LCOVRecord {
  var text = "SF:\(path)\n"
  for (line, counts) in branches {
    for (index, count) in counts.enumerated() { text += "BRDA:\(line),0,\(index),\(count)\n" }
  }
  for (line, count) in lines.sorted(by: { $0.key < $1.key }) { text += "DA:\(line),\(count)\n" }
  return LCOVRecord(text: text + "end_of_record\n")
}
