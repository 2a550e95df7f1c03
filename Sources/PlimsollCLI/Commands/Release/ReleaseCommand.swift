// `plimsoll release`: its commands, and the options by which a release branch is read.

internal import ArgumentKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Take tickets out of a release branch, put them in, build it anew.",
    discussion: """
      A release branch is a trunk of merges: of tickets' branches, and now and then of main. Tickets leave it by building it \
      again without them, never by a revert. All is worked out beside the repository; branches, work tree and index stay as \
      they are, and the result is one new branch.
      """,
    subcommands: [
      ReleaseListCommand.self, ReleaseDropCommand.self, ReleaseAddCommand.self, ReleaseRebuildCommand.self,
      ReleaseExplainCommand.self, ReleaseResolveCommand.self,
    ],
    examples: [
      CommandExample("plimsoll release list release/12 --onto main", "What the release is made of."),
      CommandExample("plimsoll release drop BFG-9000 --dry-run", "What taking a ticket out would meet."),
      CommandExample("plimsoll release drop BFG-9000 --push", "Takes it out and pushes the new branch."),
    ])
}

/// Which release is meant and how it is read.
struct ReleaseReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The release branch; by default the one that is checked out.", valueName: "branch"),
    completion: .shellCommand("git for-each-ref --format='%(refname:short)' refs/heads refs/remotes 2>/dev/null"))
  var branch: String?
  @Option(
    help: ArgumentHelp(
      "The branch that the release comes from; by default the remote's default branch.", valueName: "main"),
    completion: .shellCommand("git for-each-ref --format='%(refname:short)' refs/heads refs/remotes 2>/dev/null"))
  var onto: String?
  @Option(
    help: ArgumentHelp("The repository; by default the one around this folder.", valueName: "folder"),
    completion: .directory)
  var repository = "."
  @Option(
    help: ArgumentHelp(
      "What a ticket's key looks like.",
      discussion: """
        Letters, digits and signs stand for themselves; [A-Z], \\d; ?, *, + and {2,5} after one; (?i) at the beginning: in any \
        case. Only whole words match. Can be given several times. By default [A-Z][A-Z0-9_]+-[0-9]+.
        """,
      valueName: "pattern"))
  var key: [String] = []
  @Option(
    help: ArgumentHelp("A project or key that is no ticket, besides UTF, SHA, ISO and the like.", valueName: "name"))
  var notKey: [String] = []
  @Flag(help: "Run the merge drivers that .gitattributes names and your git knows: programs.") var allowDrivers = false

  /// The options as the library takes them.
  func options(branch named: String? = nil, signs: Bool = false) throws -> ReleaseOptions {
    var options = ReleaseOptions()
    options.branch = named ?? branch
    options.onto = onto
    options.allowDrivers = allowDrivers
    options.signs = signs
    var keys = TicketKeys()
    if !key.isEmpty {
      keys.patterns = try key.map { text in
        do throws(ReleaseError) { return try TicketPattern(text) } catch { throw ValidationError("\(error)") }
      }
    }
    keys.ignored.formUnion(notKey)
    options.naming = TicketNaming(keys: keys)
    return options
  }

  /// Opens the release.
  func open(branch named: String? = nil, signs: Bool = false, _ messages: OutputOptions) throws -> Release {
    let options = try options(branch: named, signs: signs)
    return try releasing {
      let release = try Release(at: repository, options)
      if !release.attributes.passedOver.isEmpty, !messages.quiet {
        let names = release.attributes.passedOver.map { "'\($0)'" }.joined(separator: ", ")
        Diagnostics.warning(
          "merge drivers are not run: \(names); files that have one count as binary (--allow-drivers runs them)")
      }
      return release
    }
  }
}
