// `plimsoll heap path`: why an object is still there.

internal import ArgumentKit
internal import HeapDump
internal import SystemKit

struct HeapPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Show what holds an object, or the objects of a class.",
    discussion: """
      Shows the shortest way from a root over references that keep: weak, soft and phantom references are passed over. For a \
      class, ways of one kind are shown once. An id is hexadecimal, as all commands show it: 0x7f3a10, or 7f3a10 where the first \
      is a digit, with which no class begins. Exit status: 1 if no root reaches what was asked for.
      """,
    examples: [
      CommandExample("plimsoll heap path app.hprof 0x7f3a10", "An object by its id."),
      CommandExample("plimsoll heap path app.hprof com.acme.MainActivity", "The objects of a class."),
      CommandExample("plimsoll heap path app.hprof 'class com.acme.Cache'", "A class itself."),
    ])

  @Argument(help: ArgumentHelp("A heap dump; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String
  @Argument(help: ArgumentHelp("An object's id in hexadecimal, a class, or 'class NAME'.", valueName: "object"))
  var object: String

  @Flag(help: "Print JSON.") var json = false
  @Option(help: ArgumentHelp("How many objects of a class to look at.", valueName: "count")) var limit = 200

  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    if limit < 1 || limit > 10_000 { throw ValidationError("'--limit \(limit)' is out of range (1 to 10000)") }
  }

  mutating func run() throws {
    let dump = try reading.open(input, messages)
    let paths: HeapPaths
    do {
      paths = try dump.paths(to: object, limit: limit)
    } catch {
      // What is not found may be what the damage took.
      for damage in dump.damage { Diagnostics.error("\(input): \(damage)") }
      throw CommandError("\(input): \(error)")
    }
    if json {
      try messages.print(HeapText.json(paths, of: dump))
    } else {
      try messages.print(HeapText.paths(paths, of: dump, terminal: messages.terminal))
    }
    try dump.reportDamage(needsRoots: true)
    if paths.groups.isEmpty { throw ExitCode(1) }
  }
}
