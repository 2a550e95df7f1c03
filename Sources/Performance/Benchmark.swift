// A benchmark: what took how long, how often it was tried, and what follows from the tries.

/// One benchmark of a report.
public struct Benchmark: Sendable, Equatable {
  /// Its name, with its arguments.
  public var name: String
  /// The time of each repetition, in seconds.
  public var times: [Double]
  /// What a report claims where it has no repetitions, in seconds: mean, median and standard deviation.
  public var claims = Claims()
  /// Why it gave no time, in the words of whoever measured.
  public var problem: String?

  /// What a report says of all repetitions together.
  public struct Claims: Sendable, Equatable {
    /// Seconds.
    public var mean: Double?
    /// Seconds.
    public var median: Double?
    /// Seconds.
    public var deviation: Double?

    /// Nothing.
    public init() {}
  }

  /// Creates a benchmark.
  public init(name: String, times: [Double] = []) {
    self.name = name
    self.times = times
  }

  /// The mean in seconds; `nil` when nothing was measured.
  public var mean: Double? {
    times.isEmpty ? claims.mean : times.reduce(0, +) / Double(times.count)
  }

  /// The middle one, in seconds.
  public var median: Double? {
    guard !times.isEmpty else { return claims.median }
    let sorted = times.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The standard deviation of the sample, in seconds; `nil` for fewer than two repetitions.
  public var standardDeviation: Double? {
    guard !times.isEmpty else { return claims.deviation }
    guard times.count > 1, let mean else { return nil }
    let squares = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(times.count - 1)).squareRoot()
  }

  /// The standard deviation as a part of the mean, as performance tests of XCTest have it; `nil` without one.
  public var relativeDeviation: Double? {
    guard let mean, mean > 0, let standardDeviation else { return nil }
    return standardDeviation / mean
  }

  /// Whether the report's own mean is another than that of its repetitions, by more than its rounding.
  public var hasWrongClaim: Bool {
    guard !times.isEmpty, let claimed = claims.mean, let mean else { return false }
    return abs(claimed - mean) > 0.001 * max(abs(mean), abs(claimed))
  }
}

/// What one report holds.
public struct BenchmarkReport: Sendable, Equatable {
  /// The benchmarks in their order.
  public var benchmarks: [Benchmark] = []
  /// When they were run, as the report has it (ISO 8601).
  public var date: String?

  /// An empty report.
  public init() {}
}
