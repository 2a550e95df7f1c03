// Damaged reports: whatever comes, a reader gives a report or a typed error, in bounded time and memory, and figures that add
// up. `PLIMSOLL_FUZZ_COUNT` sets how many variants of each format; `PLIMSOLL_FUZZ_START` the first one, to run a failure again.

import Coverage
import SystemKit
import TestSupport
import Testing

@Suite struct ReadersFuzz {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(Int.init) ?? 2_000
  static let start = Environment["PLIMSOLL_FUZZ_START"].flatMap(UInt64.init) ?? 0

  @Test(.timeLimit(.minutes(30)), arguments: CoverageFormat.readable)
  func `a damaged report gives a report or an error`(_ format: CoverageFormat) throws {
    let sample = SampleReports.text(format)
    #expect(try read(sample).formats == [format])
    let mutator = Mutator(
      seeds: [Array(sample.utf8)], donors: CoverageFormat.readable.map { Array(SampleReports.text($0).utf8) })
    let before = ProcessMemory.peak
    var outcomes = (read: 0, refused: 0, slowest: Duration.zero, slowestNumber: UInt64(0))
    for number in Self.start..<Self.start + UInt64(Self.count) {
      let bytes = mutator.variant(number)
      let began = ContinuousClock.now
      do {
        let report = try read(bytes, keepGoing: number % 4 == 3)
        outcomes.read += 1
        try check(report, number)
        if number % 64 == 0 { try checkRoundTrip(report, number) }
      } catch is CoverageError {
        outcomes.refused += 1
      }
      let took = ContinuousClock.now - began
      if took > outcomes.slowest { (outcomes.slowest, outcomes.slowestNumber) = (took, number) }
    }
    let growth = max(0, ProcessMemory.peak - before) >> 20
    print(
      "fuzz \(format.rawValue): \(Self.count) variants, \(outcomes.read) read, \(outcomes.refused) refused, "
        + "slowest \(outcomes.slowest) (\(outcomes.slowestNumber)), peak memory \(ProcessMemory.peak >> 20) MB (+\(growth))"
    )
    // A report of a few kilobytes may name two million lines; more is a bound that does not hold.
    #expect(growth < 1024)
    #expect(outcomes.slowest < .seconds(20), "variant \(outcomes.slowestNumber)")
  }

  private func check(_ report: CoverageReport, _ number: UInt64) throws {
    for file in report.files {
      let totals = file.totals
      for ratio in [totals.lines, totals.branches, totals.functions, totals.conditions, totals.instructions] {
        try #require(ratio.covered <= ratio.coveredAtMost && ratio.coveredAtMost <= ratio.total, "variant \(number)")
      }
      for (one, next) in zip(file.lines, file.lines.dropFirst()) {
        try #require(one.line < next.line, "variant \(number)")
      }
      for warning in report.warnings { try #require(!warning.description.isEmpty) }
    }
  }

  private func checkRoundTrip(_ report: CoverageReport, _ number: UInt64) throws {
    let again = try read(try render(report, .json))
    try #require(again.files == report.files, "variant \(number)")
    _ = try render(report, .lcov)
    _ = try read(try render(report, .cobertura))
  }
}
