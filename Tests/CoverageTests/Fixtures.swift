// Reports in memory and back: what the tests of readers and writers share.

import ByteKit
import Coverage
import SystemKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a report that is in memory.
func read(
  _ text: String, keepGoing: Bool = false, _ change: (inout MergeOptions) -> Void = { _ in }
) throws -> CoverageReport {
  try read(Array(text.utf8), keepGoing: keepGoing, change)
}

/// Reads a report that is in memory.
func read(
  _ bytes: [UInt8], keepGoing: Bool = false, _ change: (inout MergeOptions) -> Void = { _ in }
) throws -> CoverageReport {
  var options = MergeOptions()
  options.keepGoing = keepGoing
  change(&options)
  return try CoverageMerger(options: options, workers: 1).read(InputFile(name: "input", bytes: bytes))
}

/// The error that reading gives.
func failure(_ text: String, keepGoing: Bool = false) -> CoverageError? {
  do {
    _ = try read(text, keepGoing: keepGoing)
    return nil
  } catch { return error as? CoverageError }
}

/// A report as the text of a format.
func render(_ report: CoverageReport, _ format: CoverageOutputFormat, timestamp: Int64? = nil) throws -> String {
  try withTemporaryFolder { folder in
    let path = folder + "/report"
    try AtomicFile.write(to: path) { sink in
      try CoverageWriter.write(report, format: format, timestamp: timestamp, to: sink)
    }
    return try InputFile(path: path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

/// Merges texts as files, in their order.
func merge(
  _ texts: [String], workers: Int = 1, _ change: (inout MergeOptions) -> Void = { _ in }
) throws -> CoverageReport {
  try withTemporaryFolder { folder in
    var paths: [String] = []
    for (index, text) in texts.enumerated() {
      paths.append("\(folder)/\(index)")
      try AtomicFile.write(Array(text.utf8), to: paths[index])
    }
    var options = MergeOptions()
    change(&options)
    return try CoverageMerger(options: options, workers: workers).merge(paths)
  }
}

/// A fresh folder that is removed again.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let sandbox = Sandbox()
  return try withExtendedLifetime(sandbox) { try body(sandbox.folder) }
}

/// An LCOV section.
func section(_ path: String, test: String = "", _ records: String...) -> String {
  "TN:\(test)\nSF:\(path)\n" + records.map { $0 + "\n" }.joined() + "end_of_record\n"
}

extension CoverageReport {
  /// The one file of the report.
  func only(_ location: SourceLocation = #_sourceLocation) throws -> FileCoverage {
    try #require(files.count == 1, sourceLocation: location)
    return files[0]
  }
}

extension FileCoverage {
  /// Lines as `[line: count]`.
  var counts: [UInt32: UInt64] { Dictionary(uniqueKeysWithValues: lines.map { ($0.line, $0.count) }) }
  /// Branches as `line,block,name,taken`.
  var branchTexts: [String] {
    branches.map { "\($0.line),\($0.block),\($0.name),\($0.taken.map(String.init) ?? "-")" }
  }
  /// Tallies as `line: at least...at most/total`.
  var tallyTexts: [String] { branchTallies.map { "\($0.line): \($0.atLeast)...\($0.atMost)/\($0.total)" } }
  /// Functions as `name@start=count`.
  var functionTexts: [String] { functions.map { "\($0.name)@\($0.start)=\($0.count)" } }
}
