// `plimsoll heap leaks`: what should perhaps not be in the heap.

internal import ArgumentKit
internal import HeapDump
internal import Survey
internal import SystemKit

struct HeapLeaksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaks",
    abstract: "Show what should perhaps not be in the heap, and what holds it.",
    discussion: """
      Certain leaks are objects that say of themselves that they are done with: destroyed activities and fragments, cleared \
      view models, and what LeakCanary watches. Suspects by size are objects and collections that hold a large part of the \
      heap. Each comes with its shortest way from a root over strong references; ways that lead through a known leak of the \
      platform are marked. Exit status: 1 if there is a certain leak that is not the platform's.
      """,
    examples: [
      CommandExample("plimsoll heap leaks app.hprof", "Leaks and suspects."),
      CommandExample("plimsoll heap leaks app.hprof --share 2", "Objects from 2 % of the heap on."),
      CommandExample("plimsoll heap leaks app.hprof --html page", "A page with the ways that hold them."),
    ])

  @Argument(help: ArgumentHelp("A heap dump; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Flag(help: "Print JSON.") var json = false

  @Option(
    help: ArgumentHelp("Write a page with leaks and the ways that hold them into a folder.", valueName: "dir"),
    completion: .directory)
  var html: String?
  @Option(help: ArgumentHelp("From which share of the heap on an object is a suspect.", valueName: "percent"))
  var share = 5.0

  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    try checkPageFolder(html)
    if !(share > 0 && share <= 100) {
      throw ValidationError("'--share \(share)' is no share in percent (above 0, up to 100)")
    }
  }

  mutating func run() throws {
    let dump = try reading.open(input, messages)
    var limits = HeapDump.LeakLimits()
    limits.objectShare = share / 100
    limits.collectionShare = min(limits.collectionShare, limits.objectShare)
    let leaks = try dump.leaks(limits)
    if json {
      try messages.print(HeapText.json(leaks, of: dump))
    } else {
      try messages.print(HeapText.leaks(leaks, of: dump, terminal: messages.terminal))
    }
    if let html {
      try HeapPages.write(leaks, of: dump, to: html)
      if !messages.quiet { Diagnostics.note("page: \(html)/index.html") }
    }
    try dump.reportDamage(needsRoots: true)
    if leaks.suspects.contains(where: { $0.kind.isCertain && $0.path?.libraryLeak == nil }) { throw ExitCode(1) }
  }
}
