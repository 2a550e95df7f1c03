// `plimsoll heap summary`: what a dump holds.

internal import ArgumentKit
internal import HeapDump
internal import Survey
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
      CommandExample("plimsoll heap summary app.hprof --html page", "A page with all classes and stacks."),
    ])

  @Argument(help: ArgumentHelp("A heap dump; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Flag(help: "Print JSON: all classes, and the rest as long as the lists are.") var json = false

  @Option(help: ArgumentHelp("Write a page with all of it into a folder.", valueName: "dir"), completion: .directory)
  var html: String?

  @Option(help: ArgumentHelp("How many classes to list.", valueName: "count")) var classes = 20
  @Option(help: ArgumentHelp("How many arrays, texts and bitmaps to list.", valueName: "count")) var top = 10
  @Flag(help: "Show the stack of every thread.") var stacks = false

  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    try checkPageFolder(html)
    if classes < 0 { throw ValidationError("'--classes \(classes)' is no count") }
    if top < 0 || top > 50 { throw ValidationError("'--top \(top)' is out of range (0 to 50)") }
  }

  mutating func run() throws {
    let dump = try reading.open(input, messages)
    let summary = dump.summary(limit: min(max(top, 0), 50))
    if json {
      try messages.print(HeapText.json(summary, of: dump))
    } else {
      try messages.print(
        HeapText.summary(summary, of: dump, classes: max(0, classes), stacks: stacks, terminal: messages.terminal))
    }
    if let html {
      try HeapPages.write(summary, of: dump, to: html)
      if !messages.quiet { Diagnostics.note("page: \(html)/index.html") }
    }
    try dump.reportDamage()
  }
}
