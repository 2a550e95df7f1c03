// Writes Plimsoll's own coverage JSON: all that the model holds, so that any readable format becomes JSON and back without
// loss. Documentation/coverage-json.md describes it for users.

internal import ByteKit
internal import MarkupKit
public import SystemKit

/// Writes reports as Plimsoll coverage JSON, one file a line.
///
///     {"format":"plimsoll.coverage","version":1,"formats":["lcov"],"madeAt":[first,last],"totals":{…},"files":[
///     {"path":…,"test":…,"version":…,"boolean":true,"totals":{…},
///      "lines":[[line,count]],"checksums":[[line,checksum]],
///      "branches":[[line,block,name,taken or null,flags]],        null: never reached; flags of "e", "f", "U"
///      "branchTallies":[[line,at least,at most,total]],"instructionTallies":[…],
///      "functions":[[name,start,end or null,count,alias group or null]],
///      "conditions":[[line,size,index,sense,expression,count,unreachable]],
///      "blocks":[[line,column,line,column,statements,count]],
///      "segments":[[[line,column,count,hasCount,isRegionEntry,isGap]]]}
///     ]}
///
/// A total is `[covered, total]`, or `[covered at least, total, covered at most]` where that is an interval. Keys whose value
/// would be empty are left out.
public enum CoverageJSONWriter {
  static let format = "plimsoll.coverage"
  static let version: UInt64 = 1

  /// Writes all files, in order of path and test.
  ///
  /// - Throws: `SystemError` when the sink does.
  public static func write(_ report: CoverageReport, to sink: FileSink) throws(SystemError) {
    var head = JSONWriter(pretty: false)
    head.object { json in
      json.member("format", format)
      json.member("version", version)
      if !report.formats.isEmpty {
        json.array("formats") { json in for format in report.formats { json.value(format.rawValue) } }
      }
      if let times = report.madeAt {
        json.array("madeAt") { json in
          json.value(times.lowerBound)
          json.value(times.upperBound)
        }
      }
      write(report.totals, &json)
    }
    // The object is closed behind the files, which are written one by one.
    try sink.write(Array(head.output.bytes.dropLast()))
    try sink.write(",\"files\":[")
    var isFirst = true
    for file in report.files {
      try sink.write(isFirst ? "\n" : ",\n")
      isFirst = false
      var json = JSONWriter(pretty: false)
      write(file, &json)
      try sink.write(json.output.bytes)
    }
    try sink.write("\n]}\n")
  }

  // MARK: - Totals

  static func numbers(_ ratio: CoverageRatio) -> [UInt64] {
    ratio.isExact ? [ratio.covered, ratio.total] : [ratio.covered, ratio.total, ratio.coveredAtMost]
  }

  private static func write(_ totals: CoverageTotals, _ json: inout JSONWriter) {
    json.object("totals") { json in
      for (name, ratio) in totals.named where ratio.total > 0 || name == "lines" {
        json.array(name) { json in for number in numbers(ratio) { json.value(number) } }
      }
    }
  }

  // MARK: - Files

  private static func write(_ file: FileCoverage, _ json: inout JSONWriter) {
    json.object { json in
      json.member("path", file.path)
      if let test = file.test { json.member("test", test) }
      if let version = file.version { json.member("version", version) }
      if file.isBoolean { json.member("boolean", true) }
      write(file.totals, &json)
      rows("lines", file.lines, &json) { line, json in
        json.value(line.line)
        json.value(line.count)
      }
      rows("checksums", file.checksums.sorted { $0.key < $1.key }, &json) { entry, json in
        json.value(entry.key)
        json.value(entry.value)
      }
      rows("branches", file.branches, &json) { branch, json in
        json.value(branch.line)
        json.value(branch.block)
        json.value(branch.name)
        if let taken = branch.taken { json.value(taken) } else { json.null() }
        json.value(
          (branch.isException ? "e" : "") + (branch.isFallthrough ? "f" : "") + (branch.isUnreachable ? "U" : ""))
      }
      rows("branchTallies", file.branchTallies, &json, write)
      rows("instructionTallies", file.instructionTallies, &json, write)
      rows("functions", file.functions, &json) { function, json in
        json.value(function.name)
        json.value(function.start)
        if let end = function.end { json.value(end) } else { json.null() }
        json.value(function.count)
        if let group = function.aliasGroup { json.value(group) } else { json.null() }
      }
      rows("conditions", file.conditions, &json) { condition, json in
        json.value(condition.line)
        json.value(condition.groupSize)
        json.value(condition.index)
        json.value(condition.sense ? 1 : 0)
        json.value(condition.expression)
        json.value(condition.count)
        json.value(condition.isUnreachable ? 1 : 0)
      }
      rows("blocks", file.blocks, &json) { block, json in
        json.value(block.startLine)
        json.value(block.startColumn)
        json.value(block.endLine)
        json.value(block.endColumn)
        json.value(block.statements)
        json.value(block.count)
      }
      guard !file.segmentSets.isEmpty else { return }
      json.array("segments") { json in
        for set in file.segmentSets { json.array { json in for segment in set { write(segment, &json) } } }
      }
    }
  }

  private static func rows<Row>(
    _ key: String, _ rows: [Row], _ json: inout JSONWriter, _ body: (Row, inout JSONWriter) -> Void
  ) {
    guard !rows.isEmpty else { return }
    json.array(key) { json in for row in rows { json.array { body(row, &$0) } } }
  }

  private static func write(_ tally: Tally, _ json: inout JSONWriter) {
    json.value(tally.line)
    json.value(tally.atLeast)
    json.value(tally.atMost)
    json.value(tally.total)
  }

  private static func write(_ segment: CoverageSegment, _ json: inout JSONWriter) {
    json.array { json in
      json.value(segment.line)
      json.value(segment.column)
      json.value(segment.count)
      json.value(segment.hasCount ? 1 : 0)
      json.value(segment.isRegionEntry ? 1 : 0)
      json.value(segment.isGap ? 1 : 0)
    }
  }
}
