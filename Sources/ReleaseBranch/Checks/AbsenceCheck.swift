// Proves that what was dropped is gone: no commit of a dropped ticket is reachable from the new tip, and no copy of one either. Git
// merges a branch that holds another ticket's commits cleanly and brings that ticket back without a word, as seen in git's own
// history; and a cherry-picked copy has another name. Copies are found by patch-id ("git patch-id --stable").

internal import SystemKit

/// Looks for what should be gone.
struct AbsenceCheck {
  let repository: ScratchRepository
  let rebuild: Rebuild

  /// Objections for each ticket that brings dropped commits back.
  func run() throws(ReleaseError) -> [Objection] {
    let own = rebuild.history.own(Set(rebuild.dropped.map(\.id)))
    guard !own.isEmpty else { return [] }
    let graph = try CommitGraph(repository, tip: rebuild.tip, without: [rebuild.history.onto, rebuild.base])
    var objections: [Objection] = []
    let carried = try carried(in: graph)
    for (commit, commits) in carried {
      let back = commits.filter(own.contains)
      guard let first = back.first else { continue }
      objections.append(
        Objection(
          .absence, entry: commit.entry?.id, carriers: commit.entry?.tickets ?? [commit.name],
          "\(commit.name) holds \(count(back.count, "commit")) of what is dropped, \(first.short) "
            + "'\(try repository.commit(first).subject)' among them"))
    }
    if objections.isEmpty { objections = try copies(of: own, in: graph, carried) }
    return objections.isEmpty ? try shared(own) : objections
  }

  /// What each commit of the new trunk brings: what the graph reaches from what it merges. Commits of main are not in the graph.
  private func carried(in graph: CommitGraph) throws(ReleaseError) -> [(commit: RebuiltCommit, brought: [ObjectID])] {
    var seen: Set<ObjectID> = []
    var carried: [(commit: RebuiltCommit, brought: [ObjectID])] = []
    for commit in rebuild.commits {
      let merged = try repository.commit(commit.id).parents.dropFirst()
      let brought = graph.reachable(from: Array(merged), without: seen)
      seen.formUnion(brought)
      carried.append((commit, brought))
    }
    return carried
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Commits that a dropped branch has in common with one that stays, where neither is built on the whole of the other and the commits
  /// name no ticket that stays: one of the two was begun from the other, and the graph does not tell which.
  private func shared(_ own: Set<ObjectID>) throws(ReleaseError) -> [Objection] {
    let history = rebuild.history
    let trunk = Set(history.entries.map(\.id))
    var objections: [Objection] = []
    for dropped in rebuild.dropped {
      guard let merged = dropped.merged else { continue }
      let held = Set(history.graph.reachable(from: [merged]))
      let rest = held.subtracting(own).subtracting(trunk).subtracting(history.named(byOthersThan: dropped.tickets))
      guard !rest.isEmpty else { continue }
      for commit in rebuild.commits {
        guard let entry = commit.entry, let tip = entry.merged, !held.contains(tip) else { continue }
        let common = history.graph.reachable(from: [tip]).filter(rest.contains).sorted()
        guard let first = common.first else { continue }
        objections.append(
          Objection(
            .shared, entry: entry.id, carriers: entry.tickets,
            "\(entry.name) and \(dropped.name) have \(count(common.count, "commit")) in common, \(first.short) "
              + "'\(try repository.commit(first).subject)' among them, and whose they are cannot be told"))
      }
    }
    return objections
  }

  /// Commits that make the same change as a dropped one.
  private func copies(
    of own: Set<ObjectID>, in graph: CommitGraph, _ carried: [(commit: RebuiltCommit, brought: [ObjectID])]
  ) throws(ReleaseError) -> [Objection] {
    // Only plain commits have a patch; copies can only be among those that touch the same files.
    let plain = rebuild.dropped.flatMap { $0.brought + ($0.kind == .patch ? [$0.id] : []) }.filter(own.contains)
    let ids = try patchIDs(of: plain)
    guard !ids.isEmpty else { return [] }
    let others = try commits(besides: own, in: graph, touchingFilesOf: plain)
    let found = try patchIDs(of: others)
    var origins: [String: ObjectID] = [:]
    for (commit, patch) in ids { origins[patch] = origins[patch].map { min($0, commit) } ?? commit }
    var objections: [Objection] = []
    var carrier: [ObjectID: RebuiltCommit] = [:]
    for (commit, brought) in carried { for id in [commit.id] + brought { carrier[id] = commit } }
    for (copy, patch) in found.sorted(by: { $0.key < $1.key }) {
      guard let origin = origins[patch] else { continue }
      let holder = carrier[copy]
      objections.append(
        Objection(
          .absence, entry: holder?.entry?.id, carriers: holder?.entry?.tickets ?? [],
          "\(holder?.name ?? copy.short) holds a copy of what is dropped: \(copy.short) makes the same change as "
            + "\(origin.short) '\(try repository.commit(origin).subject)'"))
    }
    return objections
  }

  /// The plain commits of the new release that touch a file which some commits touch.
  private func commits(
    besides own: Set<ObjectID>, in graph: CommitGraph, touchingFilesOf plain: [ObjectID]
  ) throws(ReleaseError) -> [ObjectID] {
    var paths: Set<GitPath> = []
    for id in plain {
      let commit = try repository.commit(id)
      let before = try commit.parents.first.map { parent throws(ReleaseError) in try repository.commit(parent).tree }
      for change in try repository.changes(from: before, to: commit.tree) { paths.insert(change.path) }
    }
    let all = graph.order.filter { graph.parents(of: $0).count == 1 && !own.contains($0) }
    // Lines are how git takes them here.
    guard !paths.contains(where: { $0.bytes.contains(0x0A) || $0.bytes.contains(0x0D) }) else { return all }
    var input = Array("\(rebuild.tip.hex)\n^\(rebuild.history.onto.hex)\n^\(rebuild.base.hex)\n--\n".utf8)
    for path in paths.sorted() { input += ":(top,literal)".utf8 + path.bytes + [0x0A] }
    let output = try repository.git(["rev-list", "--no-merges", "--full-history", "--stdin"], input: input).text
    let touching = Set(output.split(separator: "\n").compactMap { ObjectID($0) })
    return all.filter(touching.contains)
  }

  /// The patch-ids of commits; those that change nothing have none.
  private func patchIDs(of commits: [ObjectID]) throws(ReleaseError) -> [ObjectID: String] {
    guard !commits.isEmpty else { return [:] }
    let names = commits.map { $0.hex + "\n" }.joined()
    let patches = try repository.git(
      ["diff-tree", "--stdin", "-p", "-r", "--root", "--full-index", "--binary", "--no-ext-diff", "--no-textconv"],
      input: Array(names.utf8)
    ).output
    let lines = try repository.git(["patch-id", "--stable"], input: patches).text
    var ids: [ObjectID: String] = [:]
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let commit = ObjectID(words[1]) else { continue }
      ids[commit] = String(words[0])
    }
    return ids
  }
}
