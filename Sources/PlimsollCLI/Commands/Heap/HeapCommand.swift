// `plimsoll heap`: its commands, and the options by which dumps are read.

internal import ArgumentKit
internal import HeapDump
internal import SystemKit

struct HeapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heap",
    abstract: "Read, shrink and clean heap dumps of Java and Android.",
    discussion: """
      Reads HPROF of HotSpot and Android (1.0 to 1.0.3, ids of 4 and 8 bytes) and BMD, each in gzip or not, recognised by \
      content. A damaged dump gives what could be read, the place where it breaks, and exit status 2. Shallow sizes follow \
      the rule of VisualVM.
      """,
    subcommands: [
      HeapSummaryCommand.self, HeapDominatorsCommand.self, HeapLeaksCommand.self, HeapPathCommand.self,
      HeapDiffCommand.self, HeapCrunchCommand.self, HeapDecrunchCommand.self, HeapDeobfuscateCommand.self,
      HeapRedactCommand.self,
    ],
    examples: [
      CommandExample("plimsoll heap summary app.hprof", "Classes, heaps, arrays, strings, threads."),
      CommandExample("plimsoll heap leaks app.hprof", "What should not be there, and what holds it."),
      CommandExample("plimsoll heap crunch app.hprof --compress -o app.bmd", "A tenth of the size, no contents."),
    ])
}

/// How a dump is read.
struct HeapReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which dump to read, if the file holds several.",
      discussion: "A virtual machine that runs out of memory twice appends its second dump to the first.",
      valueName: "number"))
  var part: Int?

  mutating func validate() throws {
    if let part, part < 1 { throw ValidationError("'--part \(part)' is no dump (they are counted from 1)") }
  }

  /// Opens a dump and tells what is wrong with it and what to know of it.
  func open(_ path: String, _ messages: OutputOptions) throws -> HeapDump {
    let dump: HeapDump
    do {
      dump = try HeapDump(path: path, part: (part ?? 1) - 1)
    } catch let error as HeapDumpError {
      throw CommandError("\(path): \(error)")
    }
    if dump.partCount > 1, part == nil, !messages.quiet {
      Diagnostics.warning(
        "\(path): the file holds \(dump.partCount) dumps, one appended to the other; this is the first (see --part)")
    }
    return dump
  }
}

/// Checks the folder of a page.
func checkPageFolder(_ folder: String?) throws {
  if folder == "" { throw ValidationError("'--html' names no folder") }
}

/// An error of a command, worded.
struct CommandError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension HeapDump {
  /// Prints what is wrong with the dump and ends the command with status 2 if anything is.
  ///
  /// - Parameter needsRoots: whether the command cannot tell anything of a dump without roots.
  func reportDamage(needsRoots: Bool = false) throws {
    let isRootless = needsRoots && !hasRoots
    for error in damage { Diagnostics.error("\(path): \(error)") }
    if isRootless { Diagnostics.error("\(path): \(HeapDump.rootless); nothing can be said to be held") }
    if !damage.isEmpty || isRootless { throw ExitCode(2) }
  }
}
