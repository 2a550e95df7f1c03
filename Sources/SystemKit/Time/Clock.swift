// The one place that reads the time. SOURCE_DATE_EPOCH (reproducible-builds.org) sets the wall clock, so that a run can be
// repeated to the byte; tests set a `FixedClock`.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Something that knows the date.
public protocol WallClock: Sendable {
  /// The time now.
  var now: Timestamp { get }
}

/// The system's clock, or the time that SOURCE_DATE_EPOCH names.
public struct SystemClock: WallClock {
  /// Creates the clock.
  public init() {}

  /// The time now.
  public var now: Timestamp {
    if let text = Environment["SOURCE_DATE_EPOCH"], let seconds = Int64(text) { return Timestamp(seconds: seconds) }
    return Self.unaltered
  }

  /// The system's time, whatever SOURCE_DATE_EPOCH says.
  public static var unaltered: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}

/// A clock that stands still, for tests.
public struct FixedClock: WallClock {
  /// The time that it shows.
  public let now: Timestamp
  /// Creates a clock that always shows `now`.
  public init(_ now: Timestamp) { self.now = now }
}

/// Measures spans of time, unaffected by changes of the wall clock.
public struct Stopwatch: Sendable {
  private let start: UInt64

  /// Starts measuring.
  public init() { start = Self.nanoseconds(CLOCK_MONOTONIC) }

  /// Seconds since the start.
  public var seconds: Double { Double(Self.nanoseconds(CLOCK_MONOTONIC) - start) / 1e9 }

  /// The processor time that this process has used, in seconds: all threads, user and system.
  public static var processorSeconds: Double { Double(nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The environment of the process.
public enum Environment {
  /// The folder for temporary files: `TMPDIR`, or `/tmp`.
  static var temporaryFolder: String { Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

  /// The value of a variable, or `nil`.
  public static subscript(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
