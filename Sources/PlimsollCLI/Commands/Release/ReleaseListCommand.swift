// `plimsoll release list`: what a release is made of.

internal import ArgumentKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tickets of a release branch.",
    discussion: """
      For each ticket: how often it was merged, its files and authors, the tickets it had conflicts with, and those that hold \
      commits of it and would have to leave with it.
      """,
    examples: [
      CommandExample("plimsoll release list", "The branch that is checked out."),
      CommandExample("plimsoll release list release/12 --onto main --trunk", "Commit by commit."),
      CommandExample("plimsoll release list release/12 --json", "For programs."),
    ])

  @Argument(help: ArgumentHelp("The release branch; by default the one that is checked out.", valueName: "branch"))
  var release: String?
  @Flag(help: "Show the trunk commit by commit, with conflicts and edits.") var trunk = false
  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Release") var reading: ReleaseReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    if release != nil, reading.branch != nil {
      throw ValidationError("the release is named twice: as an argument and with '--branch'")
    }
  }

  mutating func run() throws {
    let release = try reading.open(branch: release, messages)
    let (entries, behind) = try releasing { (try release.entries(), try release.commitsBehindMain()) }
    try messages.print(
      json
        ? ReleaseText.json(release, entries, behind: behind)
        : trunk
          ? ReleaseText.trunk(release, entries, terminal: messages.terminal)
          : ReleaseText.list(release, entries, behind: behind, terminal: messages.terminal))
  }
}
