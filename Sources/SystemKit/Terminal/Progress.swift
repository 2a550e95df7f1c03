// A line on standard error that shows how far long work is: what was done, how fast, how long it will take. It appears only
// on a terminal, only after a second, at most ten times a second, and is wiped when the work ends.

internal import Synchronization

/// Shows progress of work whose size is known.
public final class Progress: Sendable {
  /// What is counted.
  public enum Unit: Sendable {
    /// Bytes, shown as kB, MB or GB.
    case bytes
    /// Things of a name, such as "files".
    case items(String)
  }

  private struct State {
    var done = 0
    var lastShown = 0.0
    var isShown = false
  }

  private let label: String
  private let total: Int
  private let unit: Unit
  private let terminal: Terminal
  private let watch = Stopwatch()
  private let state = Mutex(State())
  private let show: @Sendable (String) -> Void

  /// Starts a progress line.
  ///
  /// - Parameters:
  ///   - show: writes the line; standard error by default.
  public init(
    _ label: String, total: Int, unit: Unit, terminal: Terminal = Terminal(.errors),
    show: @escaping @Sendable (String) -> Void = { text in
      let sink = FileSink.standardError()
      try? sink.write(text)
      try? sink.flush()
    }
  ) {
    self.label = label
    self.total = total
    self.unit = unit
    self.terminal = terminal
    self.show = show
  }

  /// Says that more was done; from any thread.
  public func advance(by amount: Int) {
    let seconds = watch.seconds
    let line: String? = state.withLock { state in
      state.done += amount
      guard terminal.isInteractive, seconds >= 1, seconds - state.lastShown >= 0.1 else { return nil }
      state.lastShown = seconds
      state.isShown = true
      return Self.line(label, done: state.done, total: total, unit: unit, seconds: seconds)
    }
    if let line { show("\r\u{1B}[K" + line) }
  }

  /// Wipes the line.
  public func finish() {
    let wasShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if wasShown { show("\r\u{1B}[K") }
  }

  /// The text of the line: share, amount, rate, time left.
  static func line(_ label: String, done: Int, total: Int, unit: Unit, seconds: Double) -> String {
    let share = total > 0 ? min(100, Int(Double(done) * 100 / Double(total))) : 100
    let rate = Double(done) / max(seconds, 0.001)
    let left = rate > 0 ? Double(max(0, total - done)) / rate : 0
    return "\(label) \(share) %  \(amount(Double(done), unit)) of \(amount(Double(total), unit))"
      + "  \(amount(rate, unit))/s  \(duration(left)) left"
  }

  private static func amount(_ value: Double, _ unit: Unit) -> String {
    switch unit {
    case .bytes: ByteCount.text(value)
    case .items(let name): "\(Int(value)) \(name)"
    }
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole >= 3600 { return "\(whole / 3600) h \(whole / 60 % 60) min" }
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}

/// Sizes as people read them.
public enum ByteCount {
  /// A number of bytes in B, kB, MB, GB or TB (powers of 1,000) with up to one decimal.
  public static func text(_ bytes: Double) -> String {
    var value = bytes
    for unit in ["B", "kB", "MB", "GB"] {
      if abs(value) < 999.95 || unit == "B" && abs(value) < 1000 {
        return unit == "B" ? "\(Int(value)) B" : "\((value * 10).rounded() / 10) \(unit)"
      }
      value /= 1000
    }
    return "\((value * 10).rounded() / 10) TB"
  }
}
