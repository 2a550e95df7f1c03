// `plimsoll release drop`: a release without some tickets.

internal import ArgumentKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseDropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Take tickets out of a release branch.",
    discussion: """
      Builds the trunk again without them. How conflicts were resolved is carried over file by file; what cannot be carried \
      over is shown and nothing is written. The result is checked: no commit of the tickets and no copy of one is left, files \
      that they did not touch are as before, and two other ways to the same result agree. Exit status: 1 if something stands \
      in the way.
      """,
    examples: [
      CommandExample("plimsoll release drop BFG-9000 --branch release --onto main", "Makes release_r1."),
      CommandExample("plimsoll release drop BFG-9000 --dry-run", "Shows all conflicts that are left."),
      CommandExample("plimsoll release drop BFG-9000 --with-dependents --push", "With those that hold it."),
    ])

  @Argument(help: ArgumentHelp("Tickets, merged branches, or commits of the trunk.", valueName: "ticket"))
  var tickets: [String]
  @Flag(help: "Take out the tickets as well whose branches hold commits of these.") var withDependents = false

  @OptionGroup(title: "Result") var writing: ReleaseWritingOptions
  @OptionGroup(title: "Release") var reading: ReleaseReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let release = try reading.open(signs: writing.sign, messages)
    let rebuild = try releasing { try release.drop(tickets, withDependents: withDependents) }
    try writing.finish(rebuild, of: release, .drop(tickets), messages)
  }
}
