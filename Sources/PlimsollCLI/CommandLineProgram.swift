// From arguments to exit status. The statuses are the same for all commands: 0 fine, 1 the answer is no, 2 it cannot be told or
// the input is bad, 64 wrong usage.

internal import ArgumentKit
internal import SystemKit

/// The program `plimsoll`.
public enum CommandLineProgram {
  /// Runs a command line.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Returns: the status to end with.
  public static func start(_ arguments: [String]) -> Int32 {
    LargeBlocks.giveBack()
    Signals.ignoreBrokenPipe()
    Children.endOnSignals()
    return finish(Plimsoll.parse(arguments))
  }

  private static func finish(_ outcome: ParseOutcome) -> Int32 {
    switch outcome {
    case .help(let text), .version(let text), .completion(let text): return emit(text)
    case .usageError(let error):
      Diagnostics.write(error.rendered)
      return 64
    case .command(var command):
      do {
        try command.run()
        return 0
      } catch let code as ExitCode {
        return code.rawValue
      } catch let error as SystemError where error.isBrokenPipe {
        // `plimsoll ... | head`: the reader has what it wanted.
        return 0
      } catch {
        // Usage that only the command could judge.
        if let outcome = Plimsoll.outcome(for: error, from: command) { return finish(outcome) }
        Children.waitIfEnding()
        Diagnostics.error("\(error)")
        return 2
      }
    }
  }

  private static func emit(_ text: String) -> Int32 {
    let output = FileSink.standardOutput()
    do throws(SystemError) {
      try output.write(text)
      try output.flush()
    } catch {
      if !error.isBrokenPipe { Diagnostics.error(error.description) }
      return error.isBrokenPipe ? 0 : 2
    }
    return 0
  }
}
