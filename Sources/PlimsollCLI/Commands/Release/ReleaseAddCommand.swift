// `plimsoll release add`: a release with one more branch.

internal import ArgumentKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Merge a branch into a release, with resolutions that are remembered.",
    discussion: """
      A ticket that left the release and comes back meets the conflicts it had; how they were resolved then is found again. The \
      result is a new branch; the release stays as it is. Exit status: 1 if conflicts are left.
      """,
    examples: [
      CommandExample("plimsoll release add BFG-9000_words --branch release_r1", "Makes release_r2."),
      CommandExample("plimsoll release add BFG-9000_words --conflicts mend", "Conflicts go to a folder."),
    ])

  @Argument(
    help: ArgumentHelp("The branch to merge.", valueName: "branch"),
    completion: .shellCommand("git for-each-ref --format='%(refname:short)' refs/heads refs/remotes 2>/dev/null"))
  var added: String

  @OptionGroup(title: "Result") var writing: ReleaseWritingOptions
  @OptionGroup(title: "Release") var reading: ReleaseReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func run() throws {
    let release = try reading.open(signs: writing.sign, messages)
    let rebuild = try releasing { try release.add(added) }
    try writing.finish(rebuild, of: release, .add(added), messages)
  }
}
