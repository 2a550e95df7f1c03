// Google Benchmark's JSON: repetitions, aggregates, errors, units, and what is no such report.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@testable import Performance

@Suite struct GoogleBenchmarkTests {
  static func read(_ text: String) throws -> BenchmarkReport {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { try GoogleBenchmark.read($0) }
  }

  static func report(_ rows: String...) -> String {
    "{\"context\": {\"date\": \"2026-12-01T10:00:00+00:00\", \"num_cpus\": 2}, \"benchmarks\": [\(rows.joined(separator: ", "))]}"
  }

  static func row(_ name: String, _ time: String, _ more: String = "", unit: String = "ms") -> String {
    "{\"name\": \"\(name)\", \"run_name\": \"\(name)\", \"run_type\": \"iteration\", \"real_time\": \(time), \"time_unit\": \"\(unit)\"\(more)}"
  }

  @Test("mean, median and deviation are those of the repetitions")
  func statistics() throws {
    let report = try Self.read(
      Self.report(["2", "4", "4", "4", "5", "5", "7", "9"].map { Self.row("a", $0) }.joined(separator: ",")))
    let benchmark = try #require(report.benchmarks.first)
    // By hand: the sum is 40, the squares of the differences 32, divided by 7.
    #expect(benchmark.times.count == 8)
    #expect(abs(try #require(benchmark.mean) - 0.005) < 1e-12)
    #expect(abs(try #require(benchmark.median) - 0.0045) < 1e-12)
    #expect(abs(try #require(benchmark.standardDeviation) - (32.0 / 7).squareRoot() / 1000) < 1e-12)
    #expect(abs(try #require(benchmark.relativeDeviation) - (32.0 / 7).squareRoot() / 5) < 1e-12)
    #expect(report.date == "2026-12-01T10:00:00+00:00")
  }

  @Test("units", arguments: [("ns", 3e-9), ("us", 3e-6), ("ms", 3e-3), ("s", 3.0)])
  func units(unit: String, seconds: Double) throws {
    #expect(
      try Self.read(Self.report(Self.row("a", "3", unit: unit))).benchmarks == [Benchmark(name: "a", times: [seconds])])
  }

  @Test("one repetition has no deviation, and a mean of nothing is none")
  func few() throws {
    #expect(Benchmark(name: "a", times: [2]).relativeDeviation == nil)
    #expect(Benchmark(name: "a", times: [0, 0]).relativeDeviation == nil)
    #expect(Benchmark(name: "a").mean == nil && Benchmark(name: "a").median == nil)
  }

  @Test("aggregates alone are taken at their word, beside repetitions they are checked")
  func aggregates() throws {
    func aggregate(_ kind: String, _ time: String) -> String {
      Self.row("a_\(kind)", time, ", \"aggregate_name\": \"\(kind)\"")
        .replacing("\"run_name\": \"a_\(kind)\"", with: "\"run_name\": \"a\"").replacing("iteration", with: "aggregate")
    }
    let alone = try Self.read(
      Self.report(aggregate("mean", "4"), aggregate("median", "3"), aggregate("stddev", "1"), aggregate("BigO", "9")))
    #expect(alone.benchmarks.count == 1)
    #expect(alone.benchmarks[0].mean == 0.004 && alone.benchmarks[0].median == 0.003)
    #expect(alone.benchmarks[0].relativeDeviation == 0.25)
    let both = try Self.read(Self.report(Self.row("a", "2"), Self.row("a", "4"), aggregate("mean", "3")))
    #expect(!both.benchmarks[0].hasWrongClaim)
    let wrong = try Self.read(Self.report(Self.row("a", "2"), Self.row("a", "4"), aggregate("mean", "3.1")))
    #expect(wrong.benchmarks[0].hasWrongClaim && wrong.benchmarks[0].mean == 0.003)
  }

  @Test("fits of the complexity are no benchmarks of their own")
  func complexity() throws {
    let fit = """
      {"name": "BM_Sort_BigO", "run_name": "BM_Sort", "run_type": "aggregate", "aggregate_name": "BigO", "aggregate_unit": "time",
       "cpu_coefficient": 1.2, "real_coefficient": 1.3, "big_o": "NlgN", "time_unit": "ns"}
      """
    let error = """
      {"name": "BM_Sort_RMS", "run_name": "BM_Sort", "run_type": "aggregate", "aggregate_name": "RMS",
       "aggregate_unit": "percentage", "rms": 0.02}
      """
    // Before version 1.5 a row did not say what it is.
    let old = "{\"name\": \"BM_Sort_BigO\", \"cpu_coefficient\": 1.2, \"real_coefficient\": 1.3, \"big_o\": \"N\"}"
    let report = try Self.read(Self.report(Self.row("BM_Sort/256", "2"), fit, error, old))
    #expect(report.benchmarks.map(\.name) == ["BM_Sort/256"])
  }

  @Test("what was not measured says why")
  func errors() throws {
    let report = try Self.read(
      Self.report(
        Self.row("a", "0", ", \"error_occurred\": true, \"error_message\": \"no device\""),
        Self.row("b", "0", ", \"skipped\": true, \"skip_message\": \"no screen\""),
        Self.row("c", "0", ", \"skipped\": true")))
    #expect(
      report.benchmarks.map(\.problem) == ["no device", "no screen", "it was not measured, and does not say why"])
    #expect(report.benchmarks.allSatisfy { $0.times.isEmpty && $0.mean == nil })
  }

  @Test(
    "bad reports are refused with their place",
    arguments: [
      ("{", "line 1:2: "), ("{\"context\": {}}", "line 1:1: 'benchmarks' is missing in the report"),
      ("{\"benchmarks\": 3}", "line 1:16: 'benchmarks' is a number, expected a list"),
      ("{\"benchmarks\": [{}]}", "line 1:17: 'name' is missing in a benchmark"),
      ("{\"benchmarks\":\n[{\"name\": \"a\"}]}", "line 2:2: 'real_time' is missing in benchmark 'a'"),
      (
        "{\"benchmarks\": [{\"name\": \"a\", \"real_time\": \"3\"}]}",
        "line 1:44: 'real_time' is a string, expected a number"
      ),
      ("{\"benchmarks\": [{\"name\": \"a\", \"real_time\": -3}]}", "line 1:44: benchmark 'a' has the time -3.0"),
      (
        "{\"benchmarks\": [{\"name\": \"a\", \"real_time\": 3, \"time_unit\": \"h\"}]}",
        "line 1:60: benchmark 'a' has the unit 'h' (known: ns, us, ms, s)"
      ),
    ])
  func refused(text: String, words: String) throws {
    let error = #expect(throws: PerformanceError.self) { try Self.read(text) }
    #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
  }

  @Test(
    "recognised by content",
    arguments: [
      ("{\"context\": {\"num_cpus\": 2}, \"benchmarks\": []}", true),
      (" \n{\"context\": {\"library_build_type\": \"release\"}}", true),
      ("{\"context\": {}}", false), ("[\"context\", \"num_cpus\"]", false), ("", false),
    ])
  func recognised(text: String, isReport: Bool) {
    #expect(Array(text.utf8).withUnsafeBytes { GoogleBenchmark.recognises($0) } == isReport)
  }

  @Test("a real report", .enabled(if: PackageFolder.corpus != nil, "the public files are absent"))
  func real() throws {
    let path = PathName.join(try #require(PackageFolder.corpus), "perf/google-benchmark.json")
    let report = try InputFile(path: path).withUnsafeBytes { try GoogleBenchmark.read($0) }
    #expect(report.benchmarks.map(\.name) == ["BM_Sort/256", "BM_Sort/4096", "BM_Err"])
    #expect(report.benchmarks.map(\.times.count) == [9, 9, 0])
    // The figures that Google Benchmark worked out itself.
    #expect(abs(try #require(report.benchmarks[0].mean) - 3310.1728409276625e-9) < 1e-15)
    #expect(abs(try #require(report.benchmarks[0].relativeDeviation) - 0.2559013429420499) < 1e-9)
    #expect(!report.benchmarks[0].hasWrongClaim && report.benchmarks[2].problem == "no device")
  }

  @Test("mutations never trap")
  func fuzz() async throws {
    let base = Array(
      Self.report(Self.row("a", "2"), Self.row("a", "4.5e1"), Self.row("b", "0", ", \"skipped\": true")).utf8)
    let count = Int(Environment["PLIMSOLL_FUZZ_COUNT"] ?? "") ?? 500
    let mutator = Mutator(seeds: [base])
    for round in 0..<count {
      let bytes = mutator.variant(UInt64(round))
      bytes.withUnsafeBytes { bytes in
        if let report = try? GoogleBenchmark.read(bytes) {
          for benchmark in report.benchmarks {
            _ = (benchmark.relativeDeviation, benchmark.median, benchmark.hasWrongClaim)
          }
        }
      }
      if round % 64 == 0 { await Task.yield() }
    }
  }
}
