// `plimsoll release explain`: why files of a release are as they are.

internal import ArgumentKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell why files of a release are as they are.",
    discussion: """
      Without paths: every file at which a person, not git, decided: the tickets between which there was a conflict, and edits \
      made by hand in a merge. With paths: all trunk commits that changed them, and the parts of their conflicts with what \
      stands in their place. In a release that was rebuilt: how each decision was carried over.
      """,
    examples: [
      CommandExample("plimsoll release explain --branch release_r1", "All files that people decided."),
      CommandExample("plimsoll release explain src/shop.swift", "One file, with its conflicts."),
    ])

  @Argument(help: ArgumentHelp("Files or folders, from the repository's top.", valueName: "path")) var paths: [String] =
    []
  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Release") var reading: ReleaseReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let release = try reading.open(messages)
    let steps = try releasing { try release.explain(paths.map { GitPath($0) }) }
    if steps.isEmpty, !paths.isEmpty {
      throw CommandError(
        "no trunk commit of \(release.branch) changed \(paths.map { "'\($0)'" }.joined(separator: " or "))")
    }
    try messages.print(
      json
        ? ReleaseText.json(steps, of: release)
        : ReleaseText.explanation(steps, of: release, withParts: !paths.isEmpty, terminal: messages.terminal))
  }
}

/// Runs a piece of work on a release; its errors become the command's.
func releasing<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let error as ReleaseError { throw CommandError("\(error)") }
}
