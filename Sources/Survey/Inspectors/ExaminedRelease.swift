// A release branch with all that the survey makes of it; the repository itself is closed again.

internal import MarkupKit
internal import ReleaseBranch

struct ExaminedRelease: Sendable {
  /// A blocked ticket and where it is.
  struct Blocked: Sendable {
    let name: String
    let reason: String
    /// Where it is blocked.
    let position: TextPosition?
    /// Its commits on the trunk.
    let entries: [EntryOverview]
    /// The tickets that cannot stay without it.
    let dependents: [String]
    /// Where it came with main, when it is not on the trunk.
    let mention: MainMention?
    /// Whether its name is a ticket's by the patterns.
    let isKey: Bool

    /// Whether the release has it.
    var isIn: Bool { !entries.isEmpty || mention != nil }
  }

  let branch: String
  let onto: String
  let tip: ObjectID
  let main: ObjectID
  let base: ObjectID
  let entries: [EntryOverview]
  let tickets: [TicketOverview]
  let blocked: [Blocked]
  /// How many commits of main it does not have.
  let behind: Int?
  /// The merge drivers that were not run.
  let drivers: [String]
  /// The patterns of ticket keys where they are not the default.
  private let patterns: [String]

  /// What belongs to main cannot be told apart where history is cut off.
  static let shallow = ReleaseError(
    .unsupported("the clone is shallow, so what belongs to main cannot be told; run 'git fetch --unshallow' first"))

  init(at folder: String, _ configuration: ReleaseConfiguration) throws(ReleaseError) {
    var patterns: [TicketPattern] = []
    for text in configuration.keys { patterns.append(try TicketPattern(text)) }
    let keys = patterns.isEmpty ? TicketKeys() : TicketKeys(patterns: patterns)
    let naming = TicketNaming(keys: keys)
    // First of all: without its history a branch that is whole may seem to be something else.
    guard try !GitRepository(at: folder).isShallow else { throw Self.shallow }
    let release = try Self.open(folder, configuration, naming)
    branch = release.branch
    onto = release.onto
    tip = release.history.tip
    main = release.history.onto
    base = release.history.base
    entries = try release.entries()
    tickets = release.tickets(entries)
    behind = try release.commitsBehindMain()
    drivers = release.attributes.passedOver
    self.patterns = configuration.keys
    blocked = try Self.blocked(configuration, release, entries, keys, naming)
  }

  /// Opens the branch.
  private static func open(
    _ folder: String, _ configuration: ReleaseConfiguration, _ naming: TicketNaming
  ) throws(ReleaseError) -> Release {
    var options = ReleaseOptions()
    options.branch = configuration.branch
    options.onto = configuration.onto
    options.naming = naming
    return try Release(at: folder, options)
  }

  private static func blocked(
    _ configuration: ReleaseConfiguration, _ release: Release, _ overviews: [EntryOverview], _ keys: TicketKeys,
    _ naming: TicketNaming
  ) throws(ReleaseError) -> [Blocked] {
    var found: [String: [TrunkEntry]] = [:]
    for blocked in configuration.blocked {
      do { found[blocked.ticket] = try release.entries(named: blocked.ticket) } catch {
        guard case .unknownTicket = error.kind else { throw error }
      }
    }
    let absent = configuration.blocked.map(\.ticket).filter { found[$0] == nil }
    let mentions = try release.mentionsOnMain(of: absent, naming: naming)
    return configuration.blocked.map { blocked in
      let own = found[blocked.ticket] ?? []
      let ids = Set(own.map(\.id))
      let names = Set(own.flatMap(\.tickets))
      return Blocked(
        name: blocked.ticket, reason: blocked.reason, position: blocked.position,
        entries: overviews.filter { ids.contains($0.entry.id) }, dependents: release.history.dependents(of: names),
        mention: mentions.first { $0.ticket == blocked.ticket },
        isKey: keys.keys(in: blocked.ticket) == [blocked.ticket])
    }
  }

  /// The options by which the commands of `plimsoll release` find the same.
  var options: String {
    "--branch \(TestCommand.quoted(branch)) --onto \(TestCommand.quoted(onto))"
      + patterns.map { " --key \(TestCommand.quoted($0))" }.joined()
  }

  /// The blocked ticket that a commit of the trunk is of.
  func blocked(_ entry: TrunkEntry) -> Blocked? {
    blocked.first { $0.entries.contains { $0.entry.id == entry.id } }
  }
}
