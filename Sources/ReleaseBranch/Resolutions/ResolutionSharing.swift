// Resolutions travel as refs. What a remote has is fetched to refs/plimsoll/remotes/NAME/ and joined with one's own before one's own is
// pushed, so that no push has to be forced and nobody's decisions are lost.

internal import SystemKit

/// Exchanges resolutions with a remote.
struct ResolutionSharing {
  let repository: GitRepository
  let scratch: ScratchRepository
  let remote: String

  private var fetched: String { "\(ResolutionStore.remotePrefix)\(TicketPair.fit(remote))/resolutions/" }

  /// Fetches the remote's resolutions and joins them with one's own.
  ///
  /// - Returns: how many refs came or changed.
  /// - Throws: `git` when the remote cannot be reached.
  func fetch() throws(ReleaseError) -> Int {
    try repository.git([
      "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--prune", "--", remote,
      "+\(ResolutionStore.prefix)*:\(fetched)*",
    ])
    let own = Dictionary(
      try repository.refs(below: ResolutionStore.prefix).map { ($0.name, $0.id) },
      uniquingKeysWith: { first, _ in first })
    var commands = ""
    var commits: [ObjectID] = []
    var known: [ObjectID] = []
    var changed = 0
    for ref in try repository.refs(below: fetched) {
      let name = ResolutionStore.prefix + ref.name.dropFirst(fetched.count)
      guard let mine = own[name] else {
        commands += "create \(name) \(ref.id.hex)\n"
        changed += 1
        continue
      }
      guard mine != ref.id, !scratch.holds(mine, ref.id) else { continue }
      changed += 1
      if scratch.holds(ref.id, mine) {
        commands += "update \(name) \(ref.id.hex) \(mine.hex)\n"
        continue
      }
      let joined = try join(mine, ref.id)
      commits.append(joined)
      known += [mine, ref.id]
      commands += "update \(name) \(joined.hex) \(mine.hex)\n"
    }
    if !commits.isEmpty { try scratch.handOver(commits, known: known) }
    if !commands.isEmpty { try repository.git(["update-ref", "--stdin"], input: Array(commands.utf8)) }
    return changed
  }

  /// Pushes one's own resolutions.
  ///
  /// - Throws: `git` when the remote refuses them; `fetch` first.
  func push() throws(ReleaseError) {
    guard try !repository.refs(below: ResolutionStore.prefix).isEmpty else { return }
    try repository.git(["push", "--quiet", "--", remote, "\(ResolutionStore.prefix)*:\(ResolutionStore.prefix)*"])
  }

  /// Both sides' resolutions; of one conflict one's own.
  private func join(_ mine: ObjectID, _ theirs: ObjectID) throws(ReleaseError) -> ObjectID {
    var folders: [[UInt8]: TreeEntry] = [:]
    for id in [theirs, mine] {
      for (name, entry) in try scratch.tree(scratch.commit(id).tree).entries { folders[name] = entry }
    }
    let tree = try scratch.write(TreeObject(folders.map { ($0.key, $0.value) }))
    var commit = CommitObject(scratch: tree, parents: [mine, theirs])
    commit.message = Array("Join resolutions\n".utf8)
    return try scratch.write(commit)
  }
}
