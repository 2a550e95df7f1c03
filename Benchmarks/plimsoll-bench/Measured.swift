// Runs a command several times and keeps its best run: this machine is shared, so a slow run says more of the neighbours.

import SystemKit

/// What a command used, in its best run.
struct Measured {
  var name: String
  var wall: Double
  var processor: Double
  var memory: Int
  var status: Subprocess.Ending

  /// Runs a command `runs` times.
  static func best(
    of runs: Int, _ name: String, _ program: String, _ arguments: [String], onOutput: (([UInt8]) -> Void)? = { _ in }
  ) throws -> Measured {
    var best: Measured?
    for _ in 0..<runs {
      let watch = Stopwatch()
      let outcome = try Subprocess(program, arguments).run(onOutput: onOutput)
      let one = Measured(
        name: name, wall: watch.seconds, processor: outcome.processorSeconds, memory: outcome.peakMemory,
        status: outcome.ending)
      guard outcome.succeeded else { throw BenchFailure("\(name) failed: \(outcome.errorText.suffix(400))") }
      if one.processor < best?.processor ?? .infinity { best = one }
    }
    return best!
  }
}

struct BenchFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

enum Figures {
  static func seconds(_ value: Double) -> String { "\((value * 100).rounded() / 100) s" }
  static func milliseconds(_ value: Double) -> String { "\((value * 10_000).rounded() / 10) ms" }
  static func ratio(_ value: Double) -> String { "\((value * 10).rounded() / 10)x" }
  static func megabytes(_ value: Int) -> String { "\(value / 1_000_000) MB" }

  /// Whether a program is on the PATH.
  static func isInstalled(_ program: String) -> Bool {
    (try? Subprocess("sh", ["-c", "command -v \"$1\"", "sh", program]).run())?.succeeded ?? false
  }
}
