// `plimsoll heap diff`: what changed from one dump to another.

internal import ArgumentKit
internal import HeapDump
internal import SystemKit

struct HeapDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed from one heap dump to another, class by class.",
    discussion: """
      Counts, own sizes and retained sizes of each class in both dumps, what grew most first. Dumps of two builds that were \
      obfuscated differently are compared by their original names with a mapping each. Exit status: 1 if the dumps differ.
      """,
    examples: [
      CommandExample("plimsoll heap diff before.hprof after.hprof", "What grew."),
      CommandExample(
        "plimsoll heap diff 1.hprof 2.hprof --old-mapping 1.txt --new-mapping 2.txt", "Across two builds."),
    ])

  @Argument(help: ArgumentHelp("The first dump.", valueName: "old"), completion: .file()) var old: String
  @Argument(help: ArgumentHelp("The second dump.", valueName: "new"), completion: .file()) var new: String

  @Flag(help: "Print JSON: all classes that changed.") var json = false
  @Option(help: ArgumentHelp("How many classes to list.", valueName: "count")) var top = 30
  @Option(
    help: ArgumentHelp("The ProGuard or R8 mapping of the first dump's build.", valueName: "file"), completion: .file())
  var oldMapping: String?
  @Option(
    help: ArgumentHelp("The ProGuard or R8 mapping of the second dump's build.", valueName: "file"), completion: .file()
  )
  var newMapping: String?

  @OptionGroup(title: "Sizes") var retention: HeapRetentionOptions
  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    if top < 0 { throw ValidationError("'--top \(top)' is no count") }
  }

  mutating func run() throws {
    let before = try reading.open(old, messages)
    let after = try reading.open(new, messages)
    let diff = try HeapDiff(
      before, after, rule: retention.rule, beforeMapping: try HeapMapping.read(oldMapping, messages),
      afterMapping: try HeapMapping.read(newMapping, messages))
    if json {
      try messages.print(HeapText.json(diff, before, after))
    } else {
      try messages.print(HeapText.diff(diff, before, after, top: top, terminal: messages.terminal))
    }
    try before.reportDamage(needsRoots: true)
    try after.reportDamage(needsRoots: true)
    if !diff.classes.isEmpty { throw ExitCode(1) }
  }
}

/// Mappings as options name them.
enum HeapMapping {
  /// Reads a mapping and tells what is odd about it; `nil` for none.
  static func read(_ path: String?, _ messages: OutputOptions) throws -> NameMapping? {
    guard let path else { return nil }
    let mapping: NameMapping
    do throws(HeapDumpError) {
      mapping = try MappingFile.read(path: path)
    } catch {
      throw CommandError("\(error)".hasPrefix(path) ? "\(error)" : "\(path): \(error)")
    }
    Diagnostics.warnings(mapping.warnings.map { "\(path): \($0)" }, quiet: messages.quiet)
    return mapping
  }
}
