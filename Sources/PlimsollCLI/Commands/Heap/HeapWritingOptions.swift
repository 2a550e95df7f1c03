// What the commands that write dumps have in common.

internal import ArgumentKit
internal import HeapDump
internal import SystemKit

/// Where a dump is written: a file or standard output.
struct HeapWritingOptions: ParsableArguments, HeapWriting {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String

  mutating func validate() throws { try checkOutput() }
}

/// Where a dump is written that is read again: a file.
struct HeapFileOptions: ParsableArguments, HeapWriting {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write: a file, since it is read again.", valueName: "file"),
    completion: .file())
  var output: String

  mutating func validate() throws {
    try checkOutput()
    if output == "-" || !FileFacts.canBeReadBack(output) {
      throw ValidationError("the output is read again: write it to a file, not to '\(output)'")
    }
  }
}

/// What the commands that write dumps do.
protocol HeapWriting {
  /// Where to write.
  var output: String { get }
}

extension HeapWriting {
  func checkOutput() throws {
    if output.isEmpty { throw ValidationError("'--output' names no file") }
  }

  /// Refuses to write over what is read: the only copy of a dump would be gone.
  func protect(_ inputs: [String]) throws {
    for input in inputs where output != "-" && FileFacts.areOneFile(input, output) {
      throw ValidationError("the output '\(output)' is the input '\(input)'; name another file")
    }
  }

  /// Writes the output whole or not at all.
  func write<Result>(_ input: String, _ body: (FileSink) throws -> Result) throws -> Result {
    do {
      var results: [Result] = []
      try AtomicFile.write(to: output) { results.append(try body($0)) }
      return results[0]
    } catch let error as HeapDumpError {
      // The input is good, and so is the option; they do not go together.
      if case .unsuitable(let why) = error.kind { throw ValidationError("\(input): \(why)") }
      throw CommandError("\(input): \(error)")
    }
  }

  /// Tells what was done: on standard output, unless that has the dump.
  func report(_ lines: [String], _ messages: OutputOptions) throws {
    if output == "-" {
      if !messages.quiet { for line in lines { Diagnostics.note(line) } }
    } else if !messages.quiet {
      try messages.print(lines.joined(separator: "\n") + "\n")
    }
  }
}

/// How commands that write dumps end.
enum HeapWritingEnd {
  /// Ends the command with status 2 if the input was damaged: the output then holds what could be read.
  static func report(_ damage: [HeapDumpError], _ input: String) throws {
    for error in damage { Diagnostics.error("\(input): \(error)") }
    if !damage.isEmpty {
      Diagnostics.note("the output holds what could be read")
      throw ExitCode(2)
    }
  }
}
