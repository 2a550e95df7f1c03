// The JSON of Google Benchmark (`--benchmark_out_format=json`), which other tools write as well. Facts from its own output:
//
//   context    date, num_cpus, library_build_type, ...
//   benchmarks one entry a repetition (run_type "iteration", or none in old versions), then one for each aggregate: mean, median,
//              stddev and cv, also BigO and RMS, which are no times. Times are real_time in time_unit (ns, us, ms, s).
//              error_occurred (old) or skipped (new) with a message: nothing was measured.

internal import ByteKit
internal import MarkupKit

/// Reads and writes the JSON of Google Benchmark.
public enum GoogleBenchmark {
  /// Whether a file begins as such a report does.
  public static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: head.prefix(4096), as: UTF8.self)
    guard text.first(where: { !$0.isWhitespace }) == "{", text.contains("\"context\"") else { return false }
    return text.contains("\"num_cpus\"") || text.contains("\"library_build_type\"")
  }

  /// Reads a report.
  ///
  /// - Throws: ``PerformanceError`` with the place.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: UnsafeRawBufferPointer) throws(PerformanceError) -> BenchmarkReport {
    let document: JSONValue
    do throws(MarkupError) { document = try JSONValue(parsing: bytes) } catch {
      throw PerformanceError(.notJSON("\(error)"), at: error.position)
    }
    guard let list = document["benchmarks"] else {
      throw PerformanceError(.missing("benchmarks", in: "the report"), at: document.position)
    }
    guard let rows = list.elements else {
      throw PerformanceError(.wrongKind("benchmarks", expected: "a list", found: list.kindName), at: list.position)
    }
    var report = BenchmarkReport()
    report.date = document["context"]?["date"]?.string
    var places: [String: Int] = [:]
    for row in rows { try add(row, to: &report, &places) }
    return report
  }

  private static func add(
    _ row: JSONValue, to report: inout BenchmarkReport, _ places: inout [String: Int]
  ) throws(PerformanceError) {
    guard let full = row["name"]?.string else {
      throw PerformanceError(.missing("name", in: "a benchmark"), at: row.position)
    }
    let name = row["run_name"]?.string ?? full
    // Fits of the complexity (BigO, RMS) go by the name of a family, of which nothing was measured by itself; in old versions no
    // aggregate_name says what they are.
    let aggregate = row["aggregate_name"]?.string
    guard row["big_o"] == nil, row["rms"] == nil, aggregate != "BigO", aggregate != "RMS" else { return }
    let place = places[name] ?? report.benchmarks.count
    if place == report.benchmarks.count {
      places[name] = place
      report.benchmarks.append(Benchmark(name: name))
    }
    if row["error_occurred"]?.boolean == true || row["skipped"]?.boolean == true {
      let words = row["error_message"]?.string ?? row["skip_message"]?.string ?? ""
      report.benchmarks[place].problem = words.isEmpty ? "it was not measured, and does not say why" : words
      return
    }
    if let aggregate {
      guard row["aggregate_unit"]?.string != "percentage" else { return }
      switch aggregate {
      case "mean": report.benchmarks[place].claims.mean = try time(row, name)
      case "median": report.benchmarks[place].claims.median = try time(row, name)
      case "stddev": report.benchmarks[place].claims.deviation = try time(row, name)
      // The others (cv and those of a user's own) are no times of a run.
      default: break
      }
      return
    }
    if let kind = row["run_type"]?.string, kind != "iteration" { return }
    report.benchmarks[place].times.append(try time(row, name))
  }

  /// The time of a row in seconds.
  private static func time(_ row: JSONValue, _ name: String) throws(PerformanceError) -> Double {
    guard let value = row["real_time"] else {
      throw PerformanceError(.missing("real_time", in: "benchmark '\(name)'"), at: row.position)
    }
    guard let number = value.number else {
      throw PerformanceError(.wrongKind("real_time", expected: "a number", found: value.kindName), at: value.position)
    }
    guard number.isFinite, number >= 0 else {
      throw PerformanceError(.wrongTime(number, benchmark: name), at: value.position)
    }
    let unit = row["time_unit"]?.string ?? "ns"
    switch unit {
    case "ns": return number / 1e9
    case "us": return number / 1e6
    case "ms": return number / 1e3
    case "s": return number
    default: throw PerformanceError(.unknownUnit(unit, benchmark: name), at: row["time_unit"]?.position ?? row.position)
    }
  }
}
