// `plimsoll heap dominators`: who retains how much.

public import ArgumentKit
public import HeapDump
internal import Survey
internal import SystemKit

extension RetentionRule: ExpressibleByArgument {}

/// How retained sizes are worked out.
struct HeapRetentionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "By which rule sizes are retained.",
      discussion: """
        'visualvm' gives the sizes that VisualVM shows: weak referents count as references, and what no root reaches is held \
        from outside. 'strong' follows strong references from the roots only: what the garbage collector would free.
        """, valueName: "rule"))
  var rule = RetentionRule.visualVM
}

struct HeapDominatorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dominators",
    abstract: "Show which objects and classes retain how much.",
    discussion: """
      An object retains what would go with it: all that is reached through it alone. Sizes are exact, from the dominator tree \
      of the whole heap, and equal those of VisualVM. By its rule a root below another object counts in both, so that sizes at \
      the top may add up to more than the heap; with '--rule strong' they add up.
      """,
    examples: [
      CommandExample("plimsoll heap dominators app.hprof", "The largest objects and classes."),
      CommandExample("plimsoll heap dominators app.hprof --tree", "Who holds whom, from the top."),
      CommandExample("plimsoll heap dominators app.hprof --html page", "A page with a treemap and a tree to unfold."),
      CommandExample("plimsoll heap dominators app.hprof --json --top 1000", "For programs."),
    ])

  @Argument(help: ArgumentHelp("A heap dump; '-' is standard input.", valueName: "file"), completion: .file())
  var input: String

  @Flag(help: "Print JSON: objects, all classes, and the top of the tree.") var json = false

  @Option(
    help: ArgumentHelp("Write a page with a treemap and the tree into a folder.", valueName: "dir"),
    completion: .directory)
  var html: String?
  @Option(help: ArgumentHelp("How many objects and classes to list.", valueName: "count")) var top = 20
  @Flag(help: "Show the top of the dominator tree.") var tree = false

  @OptionGroup(title: "Sizes") var retention: HeapRetentionOptions
  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    try checkPageFolder(html)
    if top < 0 || top > 100_000 { throw ValidationError("'--top \(top)' is out of range (0 to 100000)") }
  }

  mutating func run() throws {
    let dump = try reading.open(input, messages)
    let wantsTree = tree || json || html != nil
    let dominators = try dump.dominators(rule: retention.rule, limit: top, tree: wantsTree ? .init() : nil)
    if json {
      try messages.print(HeapText.json(dominators, of: dump))
    } else {
      try messages.print(
        HeapText.dominators(dominators, of: dump, top: top, tree: tree, terminal: messages.terminal))
    }
    if let html {
      try HeapPages.write(dominators, of: dump, to: html)
      if !messages.quiet { Diagnostics.note("page: \(html)/index.html") }
    }
    try dump.reportDamage(needsRoots: true)
  }
}
