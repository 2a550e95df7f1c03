// `plimsoll heap summary`: what a dump holds.

internal import ArgumentKit
internal import HeapDump
internal import SystemKit

struct HeapSummaryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Show what a heap dump holds.",
    discussion: """
      Counts and shallow sizes of every class, the heaps of Android, the largest arrays, texts that several strings hold, \
      bitmaps, and the threads with their stacks. What a crunched dump no longer holds is "unknown", never zero.
      """,
    examples: [
      CommandExample("plimsoll heap summary app.hprof", "The most important figures."),
      CommandExample("plimsoll heap summary app.hprof.gz --classes 200 --stacks", "Longer lists."),
      CommandExample("plimsoll heap summary app.bmd --json", "For programs."),
    ])

  @Argument(help: ArgumentHelp("A heap dump; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Flag(help: "Print JSON: all classes, and the rest as long as the lists are.") var json = false

  @Option(help: ArgumentHelp("How many classes to list.", valueName: "count")) var classes = 20
  @Option(help: ArgumentHelp("How many arrays, texts and bitmaps to list.", valueName: "count")) var top = 10
  @Flag(help: "Show the stack of every thread.") var stacks = false

  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let dump = try reading.open(input, messages)
    let summary = dump.summary(limit: min(max(top, 0), 50))
    if json {
      try messages.print(HeapText.json(summary, of: dump))
    } else {
      try messages.print(
        HeapText.summary(summary, of: dump, classes: max(0, classes), stacks: stacks, terminal: messages.terminal))
    }
    try dump.reportDamage()
  }
}
