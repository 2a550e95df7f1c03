// Writes LCOV tracefiles: functions of several names as FNL/FNA groups (lcov 2.2), the others as FN/FNDA that every tool reads.

internal import ByteKit
public import SystemKit

/// Writes reports as LCOV.
public enum LCOVWriter {
  /// Writes all files, in order of path and test.
  ///
  /// LCOV has no place for tallies ("3 of 4 branches"), instructions and statement blocks: they are left out, as are functions
  /// without a line. Line breaks in names become U+FFFD, as do commas in blocks (`LCOVText`). Sums (LF, LH, ...) are worked out anew.
  ///
  /// - Throws: `SystemError` when the sink does.
  public static func write(_ report: CoverageReport, to sink: FileSink) throws(SystemError) {
    for var file in report.files {
      // FN needs a line, and 0 is none: other tools refuse the file.
      if file.functions.contains(where: { $0.start == 0 }) { file.functions.removeAll { $0.start == 0 } }
      try sink.write { write(file, &$0) }
    }
  }

  private static func write(_ file: FileCoverage, _ out: inout ByteWriter) {
    out.append("TN:")
    LCOVText.write(file.test ?? "", &out)
    out.append("\nSF:")
    LCOVText.write(file.path, &out)
    out.append("\n")
    if let version = file.version {
      out.append("VER:")
      LCOVText.write(version, &out)
      out.append("\n")
    }
    writeFunctions(file, &out)
    writeBranches(file, &out)
    writeConditions(file, &out)
    var hit = 0
    for line in file.lines {
      out.append("DA:")
      out.appendDecimal(UInt64(line.line))
      out.append(0x2C)
      out.appendDecimal(line.count)
      if !file.checksums.isEmpty, let checksum = file.checksums[line.line] {
        out.append(0x2C)
        LCOVText.write(checksum, &out)
      }
      out.append(0x0A)
      if line.count > 0 { hit += 1 }
    }
    sums("LF:", file.lines.count, "LH:", hit, &out)
    out.append("end_of_record\n")
  }

  private static func sums(
    _ found: StaticString, _ foundCount: Int, _ hit: StaticString, _ hitCount: Int, _ out: inout ByteWriter
  ) {
    out.append(found)
    out.appendDecimal(UInt64(foundCount))
    out.append(0x0A)
    out.append(hit)
    out.appendDecimal(UInt64(hitCount))
    out.append(0x0A)
  }

  private static func writeFunctions(_ file: FileCoverage, _ out: inout ByteWriter) {
    guard !file.functions.isEmpty else { return }
    var groups: [[FunctionCount]] = []
    var indexOfGroup: [Int: Int] = [:]
    var single: [FunctionCount] = []
    for function in file.functions {
      guard let number = function.aliasGroup else {
        single.append(function)
        continue
      }
      if let index = indexOfGroup[number] {
        groups[index].append(function)
      } else {
        indexOfGroup[number] = groups.count
        groups.append([function])
      }
    }
    for (index, group) in groups.enumerated() {
      out.append("FNL:\(index),\(group[0].start)")
      if let end = group[0].end { out.append(",\(end)") }
      out.append("\n")
      for member in group {
        out.append("FNA:\(index),\(member.count),")
        LCOVText.write(member.name, &out)
        out.append(0x0A)
      }
    }
    for function in single {
      out.append("FN:")
      out.appendDecimal(UInt64(function.start))
      out.append(0x2C)
      if let end = function.end {
        out.appendDecimal(UInt64(end))
        out.append(0x2C)
      }
      LCOVText.write(function.name, &out)
      out.append(0x0A)
    }
    for function in single {
      out.append("FNDA:")
      out.appendDecimal(function.count)
      out.append(0x2C)
      LCOVText.write(function.name, &out)
      out.append(0x0A)
    }
    let totals = file.totals.functions
    sums("FNF:", Int(totals.total), "FNH:", Int(totals.covered), &out)
  }

  private static func writeBranches(_ file: FileCoverage, _ out: inout ByteWriter) {
    guard !file.branches.isEmpty else { return }
    var found = 0
    var hit = 0
    for branch in file.branches {
      out.append("BRDA:")
      out.appendDecimal(UInt64(branch.line))
      out.append(0x2C)
      if branch.isException { out.append(0x65) }
      if branch.isFallthrough { out.append(0x66) }
      if branch.isUnreachable { out.append(0x55) }
      LCOVText.write(branch.block, isField: true, &out)
      out.append(0x2C)
      LCOVText.write(branch.name, &out)
      out.append(0x2C)
      if let taken = branch.taken { out.appendDecimal(taken) } else { out.append(0x2D) }
      out.append(0x0A)
      if !branch.isUnreachable {
        found += 1
        if branch.isCovered { hit += 1 }
      }
    }
    sums("BRF:", found, "BRH:", hit, &out)
  }

  private static func writeConditions(_ file: FileCoverage, _ out: inout ByteWriter) {
    guard !file.conditions.isEmpty else { return }
    var found = 0
    var hit = 0
    for condition in file.conditions {
      let mark = condition.isUnreachable ? "U" : ""
      out.append("MCDC:\(condition.line),\(mark)\(condition.groupSize),\(condition.sense ? "t" : "f"),")
      out.append("\(condition.count),\(condition.index),")
      LCOVText.write(condition.expression, &out)
      out.append(0x0A)
      if !condition.isUnreachable {
        found += 1
        if condition.count > 0 { hit += 1 }
      }
    }
    sums("MCF:", found, "MCH:", hit, &out)
  }
}
