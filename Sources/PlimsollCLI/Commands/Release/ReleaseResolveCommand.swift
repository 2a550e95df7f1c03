// `plimsoll release resolve`: takes mended conflicts back, and exchanges resolutions with a remote.

internal import ArgumentKit
internal import ReleaseBranch
internal import Survey
internal import SystemKit

struct ReleaseResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Take mended conflicts back from a folder, and remember them.",
    discussion: """
      The folder is written by 'release drop', 'add' and 'rebuild' with '--conflicts'. Each file is edited until no marker is \
      left; files that are no text stand there in both versions, and the right one is copied to the name without an ending. \
      What is decided is kept in refs/plimsoll/resolutions/, for each pair of tickets, and found again by the same command. \
      Exit status: 1 if files are left to mend.
      """,
    examples: [
      CommandExample("plimsoll release drop BFG-9000 --conflicts mend", "Writes what is in conflict."),
      CommandExample("plimsoll release resolve mend", "Takes it back when it is mended."),
      CommandExample("plimsoll release resolve --fetch origin", "What others have decided."),
    ])

  @Argument(help: ArgumentHelp("The folder with the mended files.", valueName: "folder"), completion: .directory)
  var folder: String?
  @Option(help: ArgumentHelp("Fetch the resolutions of a remote and join them with these.", valueName: "remote"))
  var fetch: String?
  @Option(help: ArgumentHelp("Push the resolutions to a remote, after joining them.", valueName: "remote"))
  var push: String?
  @Option(
    help: ArgumentHelp("The repository; by default the one around this folder.", valueName: "folder"),
    completion: .directory)
  var repository = "."
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    if folder == nil, fetch == nil, push == nil {
      throw ValidationError("nothing to do: name a folder, or '--fetch' or '--push' with a remote")
    }
  }

  mutating func run() throws {
    var left: [(file: String, why: String)] = []
    try releasing {
      let resolutions = try Resolutions(of: GitRepository(at: repository))
      if let fetch {
        let count = try resolutions.fetch(from: fetch)
        try messages.print("\(Plural.text(count, "pair")) of tickets with new resolutions from \(fetch)\n")
      }
      if let folder {
        let taken = try resolutions.take(from: folder)
        left = taken.left
        try messages.print("\(Plural.text(taken.remembered, "resolution")) remembered\n")
      }
      if let push {
        try resolutions.push(to: push)
        try messages.print("pushed to \(push)\n")
      }
    }
    for (file, why) in left { Diagnostics.error("\(file): \(why)") }
    if !left.isEmpty { throw ExitCode(1) }
  }
}
