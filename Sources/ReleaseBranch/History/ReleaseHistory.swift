// A release branch as its trunk: tickets, merges of main, patches.

/// What a release branch is made of.
public struct ReleaseHistory: Sendable {
  /// The release's tip.
  public let tip: ObjectID
  /// The tip of main.
  public let onto: ObjectID
  /// The commit of main that the trunk begins from.
  public let base: ObjectID
  /// The trunk, oldest first.
  public let entries: [TrunkEntry]
  let graph: CommitGraph
  private let strays: [String: [ObjectID]]
  /// The commits that came with tickets and name a ticket of the release, by the ticket.
  private let keyed: [String: [ObjectID]]

  /// Reads a release branch.
  ///
  /// - Throws: `octopus` when a trunk commit merges several branches at once; `unrelated` when the branch does not come from main;
  ///   `unsupported` when a shallow clone cuts the trunk off.
  init(
    _ repository: ScratchRepository, tip: ObjectID, onto: ObjectID, names: (tip: String, onto: String),
    naming: TicketNaming
  ) throws(ReleaseError) {
    let graph = try CommitGraph(repository, tip: tip, without: [onto])
    let trunk = graph.trunk
    var seen: Set<ObjectID> = []
    var entries: [TrunkEntry] = []
    for id in trunk {
      let commit = try repository.commit(id)
      guard commit.parents.count <= 2 else {
        throw ReleaseError(.octopus(commit: id.short, parents: commit.parents.count))
      }
      guard !commit.parents.isEmpty else { throw ReleaseError(.unrelated(names.tip, names.onto)) }
      guard graph.parents(of: id) == commit.parents else {
        throw ReleaseError(
          .unsupported("the history ends at \(id.short), as the clone is shallow; run 'git fetch --unshallow' first"))
      }
      seen.insert(id)
      let brought = graph.reachable(from: Array(commit.parents.dropFirst()), without: seen)
      seen.formUnion(brought)
      let kind: TrunkEntry.Kind =
        commit.parents.count == 1 ? .patch : graph.contains(commit.parents[1]) ? .ticket : .main
      let name = naming.name(of: commit, isMerge: kind == .ticket)
      entries.append(
        TrunkEntry(
          id: id, commit: commit, kind: kind, tickets: kind == .main ? [] : name.tickets, branch: name.branch,
          brought: brought))
    }
    self.tip = tip
    self.onto = onto
    base = entries.first?.before ?? tip
    self.entries = entries
    self.graph = graph
    (keyed, strays) = try Self.strays(entries, repository, naming)
  }

  /// Commits that name a ticket, and those of them that came with another one, by the ticket that they name.
  private static func strays(
    _ entries: [TrunkEntry], _ repository: ScratchRepository, _ naming: TicketNaming
  ) throws(ReleaseError) -> (keyed: [String: [ObjectID]], strays: [String: [ObjectID]]) {
    let tickets = Set(entries.flatMap(\.tickets))
    var strays: [String: [ObjectID]] = [:]
    var keyed: [String: [ObjectID]] = [:]
    for entry in entries where entry.kind == .ticket {
      for id in entry.brought {
        let commit = try repository.commit(id)
        guard commit.parents.count < 2 else { continue }
        let named = naming.name(of: commit, isMerge: false).tickets
        for ticket in named where tickets.contains(ticket) { keyed[ticket, default: []].append(id) }
        guard !named.isEmpty, Set(named).isDisjoint(with: entry.tickets) else { continue }
        for ticket in named where tickets.contains(ticket) { strays[ticket, default: []].append(id) }
      }
    }
    return (keyed, strays)
  }

  /// The commits that are in the release for some trunk commits: those, what came with them, and what names their tickets and came
  /// with another one; but not what names a ticket that stays. If a branch was begun from another ticket's and merged before it,
  /// the graph alone would have it that the other ticket's commits are its own.
  func own(_ dropped: Set<ObjectID>) -> Set<ObjectID> {
    let leaving = entries.filter { dropped.contains($0.id) }
    let staying = Set(entries.filter { !dropped.contains($0.id) }.flatMap(\.tickets))
    var own = Set(leaving.flatMap { [$0.id] + $0.brought })
    for ticket in staying { own.subtract(strays[ticket] ?? []) }
    for ticket in Set(leaving.flatMap(\.tickets)).subtracting(staying) { own.formUnion(strays[ticket] ?? []) }
    return own
  }

  /// Commits that came with tickets and name one, other than some.
  func named(byOthersThan tickets: [String]) -> Set<ObjectID> {
    var named: Set<ObjectID> = []
    for (ticket, commits) in keyed where !tickets.contains(ticket) { named.formUnion(commits) }
    return named
  }

  /// The tickets in the order in which they came.
  public var tickets: [String] {
    var seen: Set<String> = []
    return entries.flatMap(\.tickets).filter { seen.insert($0).inserted }
  }

  /// The tickets that cannot stay without others: later branches that hold commits of theirs.
  public func dependents(of tickets: Set<String>) -> [String] {
    let own = Set(entries.filter { !tickets.isDisjoint(with: $0.tickets) }.map(\.id))
    var seen = tickets
    return dependents(of: own).flatMap(\.tickets).filter { seen.insert($0).inserted }
  }

  /// The trunk commits that cannot stay without others: a branch that was begun from a ticket's branch, or merged it, holds
  /// commits that came with that ticket, and would bring them back.
  ///
  /// - Complexity: O(commits of the release) for each trunk commit.
  public func dependents(of dropped: Set<ObjectID>) -> [TrunkEntry] {
    let own = own(dropped)
    return entries.filter { entry in
      guard !dropped.contains(entry.id), let merged = entry.merged else { return false }
      return graph.reachable(from: [merged]).contains(where: own.contains)
    }
  }
}
