// The door to the library: a release branch of a repository, what it is made of, and how it is built anew. Nothing is changed before
// `publish`, which puts objects first and then makes one new branch.

internal import ByteKit
internal import SystemKit

/// How a release is looked at.
public struct ReleaseOptions: Sendable {
  /// The release branch; `nil`: the one that is checked out.
  public var branch: String?
  /// Main; `nil`: the remote's default branch.
  public var onto: String?
  /// How tickets are recognised.
  public var naming = TicketNaming()
  /// Whether merge drivers that the repository names are run.
  public var allowDrivers = false
  /// Whether new commits are signed with the user's key.
  public var signs = false

  /// Creates the defaults.
  public init() {}
}

/// A release branch of a repository.
///
///     let release = try Release(at: ".", options)
///     let rebuild = try release.drop(["BFG-9000"])
///     let name = try release.nextName()
///     let report = try RebuildReport(rebuild, of: release, action: .drop(["BFG-9000"]), name: name).json()
///     if rebuild.isSound { try release.publish(rebuild, as: name, report: report) }
public final class Release {
  /// The repository.
  public let repository: GitRepository
  /// The release branch, as it was named.
  public let branch: String
  /// Main, as it was named.
  public let onto: String
  /// What the release is made of.
  public let history: ReleaseHistory
  /// What the release's attributes say of merging.
  public let attributes: MergeAttributes
  let scratch: ScratchRepository
  private let rebuilder: Rebuilder
  private let signer: CommitSigner?
  private let naming: TicketNaming
  private let overview: Overview

  /// What git makes of trunk commits by itself, by the commit.
  func automatic(_ entries: [TrunkEntry]) throws(ReleaseError) -> [ObjectID: AutomaticMerge] {
    try rebuilder.automatic(entries)
  }

  /// Reads a release branch.
  ///
  /// - Throws: `ReleaseError`: that there is no repository, no such branch, or that its trunk cannot be rebuilt.
  /// - Complexity: O(commits of the release).
  public init(at folder: String, _ options: ReleaseOptions = ReleaseOptions()) throws(ReleaseError) {
    repository = try GitRepository(at: folder)
    let named = if let name = options.branch { name } else { try repository.currentBranch() }
    let tip: ObjectID
    let main: ObjectID
    (branch, tip) = try repository.branch(named)
    let base = if let name = options.onto { name } else { try repository.mainBranch(besides: named) }
    (onto, main) = try repository.branch(base)
    naming = options.naming
    signer = options.signs ? try CommitSigner(repository) : nil
    scratch = try ScratchRepository(over: repository)
    scratch.tips = [tip, main]
    history = try ReleaseHistory(scratch, tip: tip, onto: main, names: (branch, onto), naming: options.naming)
    attributes = try scratch.pinAttributes(of: tip, allowDrivers: options.allowDrivers)
    rebuilder = Rebuilder(
      scratch, history, attributes: attributes,
      remembered: ResolutionStore(repository: repository, scratch: scratch).known())
    overview = Overview(scratch, history, rebuilder)
  }

  /// The trunk, commit by commit.
  ///
  /// - Complexity: one merge by git for each, in one process, when they are asked for first.
  public func entries() throws(ReleaseError) -> [EntryOverview] {
    try overview.entries(history.entries)
  }

  /// Some commits of the trunk, with what they had conflicts with.
  func entries(_ wanted: Set<ObjectID>) throws(ReleaseError) -> [EntryOverview] {
    try overview.entries(history.entries.filter { wanted.contains($0.id) })
  }

  /// The tickets that conflicts of some trunk commits were with, by the path.
  func partners(_ wanted: Set<ObjectID>) throws(ReleaseError) -> [ObjectID: [GitPath: [String]]] {
    var partners: [ObjectID: [GitPath: [String]]] = [:]
    for overview in try entries(wanted) {
      for conflict in overview.conflicts {
        partners[overview.entry.id, default: [:]][conflict.path] = conflict.partners
      }
    }
    return partners
  }

  /// The tickets in the order in which they came.
  ///
  /// - Parameter overviews: the trunk, as `entries` gives it.
  public func tickets(_ overviews: [EntryOverview]) -> [TicketOverview] {
    history.tickets.map { ticket in
      TicketOverview(
        name: ticket, entries: overviews.filter { $0.entry.tickets.contains(ticket) },
        dependents: history.dependents(of: [ticket]))
    }
  }

  /// The trunk commits that a name stands for: a ticket, a merged branch, or a commit.
  ///
  /// - Throws: `unknownTicket`, with the one that was likely meant.
  public func entries(named name: String) throws(ReleaseError) -> [TrunkEntry] {
    let byTicket = history.entries.filter { $0.tickets.contains(name) }
    if !byTicket.isEmpty { return byTicket }
    let byBranch = history.entries.filter { $0.kind != .main && $0.branch == name }
    if !byBranch.isEmpty { return byBranch }
    let byOtherCase = history.entries.filter { $0.tickets.contains { $0.lowercased() == name.lowercased() } }
    if !byOtherCase.isEmpty { return byOtherCase }
    if name.utf8.count >= 7, name.allSatisfy(\.isHexDigit) {
      let byCommit = history.entries.filter { $0.kind != .main && $0.id.hex.hasPrefix(name.lowercased()) }
      if byCommit.count == 1 { return byCommit }
    }
    throw ReleaseError(.unknownTicket(name, nearest: nearestName(to: name, among: history.tickets)))
  }

  /// Builds the release without some tickets, and checks the result.
  ///
  /// - Parameters:
  ///   - names: tickets, merged branches or commits of the trunk.
  ///   - withDependents: whether tickets that hold commits of them leave as well.
  /// - Throws: `unknownTicket`; `unsupported` when a commit belongs to other tickets too.
  public func drop(_ names: [String], withDependents: Bool = false) throws(ReleaseError) -> Rebuild {
    var dropped: Set<ObjectID> = []
    var named: Set<String> = []
    for name in names {
      let found = try entries(named: name)
      dropped.formUnion(found.map(\.id))
      // A ticket stands for itself, a branch or a commit for all that it is.
      let ticket = found.flatMap(\.tickets).first { $0.lowercased() == name.lowercased() }
      named.formUnion(ticket.map { [$0] } ?? found.flatMap(\.tickets))
    }
    for entry in history.entries where dropped.contains(entry.id) && !named.isSuperset(of: entry.tickets) {
      throw ReleaseError(
        .unsupported("\(entry.id.short) belongs to \(entry.tickets.joined(separator: " and ")); name all of them"))
    }
    if withDependents {
      var grew = true
      while grew {
        let before = dropped.count
        // All of a ticket leaves, also a merge of it that was made before it rested on the other.
        let leaving = Set(history.dependents(of: dropped).flatMap(\.tickets))
        for entry in history.entries where !leaving.isDisjoint(with: entry.tickets) { dropped.insert(entry.id) }
        grew = dropped.count > before
      }
    }
    var plan = RebuildPlan()
    plan.dropped = dropped
    return try checked(plan)
  }

  /// Merges a branch into the release.
  public func add(_ name: String) throws(ReleaseError) -> Rebuild {
    var plan = RebuildPlan()
    let (name, tip) = try repository.branch(name)
    plan.identity = try repository.identity()
    let subject = "Merge branch '\(name)' into \(branch)"
    let ticket = TicketName(mergeSubject: subject, body: "", keys: naming.keys)?.name ?? name
    plan.additions = [RebuildPlan.Addition(name: ticket, tip: tip, message: subject + "\n")]
    return try checked(plan)
  }

  /// Builds the same release on another commit of main.
  public func rebuild(onto main: String) throws(ReleaseError) -> Rebuild {
    var plan = RebuildPlan()
    plan.base = try repository.commit(main)
    return try checked(plan)
  }

  private func checked(_ plan: RebuildPlan) throws(ReleaseError) -> Rebuild {
    var plan = plan
    plan.signer = signer
    var rebuild = try rebuilder.rebuild(plan)
    rebuild.objections += try AbsenceCheck(repository: scratch, rebuild: rebuild).run()
    // Where something is undecided the files are not what they will be, and what came back explains all the rest.
    guard !rebuild.objections.contains(where: { $0.check == .absence }), rebuild.unresolved.isEmpty else {
      return rebuild
    }
    let touched = TouchedPaths(repository: scratch, rebuild: rebuild)
    let frame = try FrameCheck(repository: scratch, rebuild: rebuild, touchedPaths: touched).run()
    let pick = try CherryPickCheck(repository: scratch, rebuild: rebuild, touchedPaths: touched).run()
    let revert = try RevertCheck(repository: scratch, rebuild: rebuild, touchedPaths: touched).run()
    rebuild.objections += frame.objections + pick.objections + revert.objections
    rebuild.compared = [.frame: frame.compared, .cherryPick: pick.compared, .revert: revert.compared]
    return rebuild
  }
}
