// `plimsoll release rebuild`: the same release on another commit of main.

internal import ArgumentKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseRebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Build a release again, on main as it is now.",
    discussion: """
      All merges are made again in their order, beginning from main's tip; merges of main that it has already are left out. \
      Exit status: 1 if conflicts are left.
      """,
    examples: [
      CommandExample("plimsoll release rebuild --branch release --onto main", "On main's tip."),
      CommandExample("plimsoll release rebuild --from v12 --dry-run", "On another commit of main."),
    ])

  @Option(help: ArgumentHelp("The commit to begin from; by default main's tip.", valueName: "commit")) var from: String?

  @OptionGroup(title: "Result") var writing: ReleaseWritingOptions
  @OptionGroup(title: "Release") var reading: ReleaseReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let release = try reading.open(signs: writing.sign, messages)
    let base = from ?? release.onto
    let rebuild = try releasing { try release.rebuild(onto: base) }
    try writing.finish(rebuild, of: release, .onto(base), messages)
  }
}
