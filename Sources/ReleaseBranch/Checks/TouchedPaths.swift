// Which files a drop can have to do with, whatever they were called on the way. And what of main came with a dropped ticket: a branch that
// was begun from a later main, or merged it, brings main's commits too. They are main's and no part of the ticket; where another
// ticket brings them as well they stay, so that files with main's changes are other than what is left when the merge is undone.

internal import SystemKit

/// Paths that dropped entries touched; what several checks ask for is worked out once.
final class TouchedPaths {
  private let repository: ScratchRepository
  private let rebuild: Rebuild
  private var found: (renames: [ObjectID: [(old: GitPath, new: GitPath)]]?, byMain: Set<GitPath>?) = (nil, nil)

  init(repository: ScratchRepository, rebuild: Rebuild) {
    self.repository = repository
    self.rebuild = rebuild
  }

  /// The paths that dropped entries touched, with all names that the files had on the trunk.
  func byDropped() throws(ReleaseError) -> Set<GitPath> {
    var touched: Set<GitPath> = []
    for entry in rebuild.dropped {
      let before = try repository.commit(entry.before).tree
      for change in try repository.changes(from: before, to: entry.commit.tree) { touched.insert(change.path) }
    }
    return try withNames(touched)
  }

  /// The paths that main changed in commits which came with a dropped entry and are in the new release all the same.
  func byMainStaying() throws(ReleaseError) -> Set<GitPath> {
    if let known = found.byMain { return known }
    var touched: Set<GitPath> = []
    for entry in rebuild.dropped {
      guard let merged = entry.merged else { continue }
      let onto = rebuild.history.onto
      for main in try bases(merged, onto) {
        let brought = try count([main], without: [entry.before])
        guard brought > 0, try count([main], without: [entry.before, rebuild.tip]) < brought else { continue }
        let after = try repository.commit(main).tree
        for base in try bases(entry.before, onto) {
          let before = try repository.commit(base).tree
          for change in try repository.changes(from: before, to: after) { touched.insert(change.path) }
        }
      }
    }
    let named = try withNames(touched)
    found.byMain = named
    return named
  }

  private func bases(_ one: ObjectID, _ other: ObjectID) throws(ReleaseError) -> [ObjectID] {
    // Without a common ancestor the command fails.
    let found = try? repository.git(["merge-base", "--all", one.hex, other.hex])
    return (found?.text ?? "").split(separator: "\n").compactMap { ObjectID($0) }
  }

  private func count(_ tips: [ObjectID], without: [ObjectID]) throws(ReleaseError) -> Int {
    let words = ["rev-list", "--count"] + tips.map(\.hex) + without.map { "^\($0.hex)" }
    return Int(try repository.git(words).text) ?? 0
  }

  private func withNames(_ paths: Set<GitPath>) throws(ReleaseError) -> Set<GitPath> {
    guard !paths.isEmpty else { return [] }
    var touched = paths
    let renames = try renames().values.joined()
    var grew = true
    while grew {
      grew = false
      for (old, new) in renames where touched.contains(old) != touched.contains(new) {
        touched.insert(old)
        touched.insert(new)
        grew = true
      }
    }
    return touched
  }

  /// What a file was called before a trunk commit that renamed it; else its own name.
  func source(of path: GitPath, in commit: ObjectID) throws(ReleaseError) -> GitPath {
    try renames()[commit]?.first { $0.new == path }?.old ?? path
  }

  /// The renames of all trunk commits, by the commit.
  private func renames() throws(ReleaseError) -> [ObjectID: [(old: GitPath, new: GitPath)]] {
    if let known = found.renames { return known }
    // Pairs of trees, so that merges are compared with the trunk alone.
    var pairs: [(id: ObjectID, trees: String)] = []
    for entry in rebuild.history.entries {
      pairs.append((entry.id, "\(try repository.commit(entry.before).tree.hex) \(entry.commit.tree.hex)\n"))
    }
    let output = try repository.git(
      ["diff-tree", "--stdin", "-r", "-M", "--diff-filter=R", "--name-status", "-z"],
      input: Array(pairs.map(\.trees).joined().utf8)
    ).output
    var renames: [ObjectID: [(old: GitPath, new: GitPath)]] = [:]
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
    var rest = pairs[...]
    var current: ObjectID?
    var at = 0
    while at + 2 < fields.count {
      // The names of two trees stand before their changes, on a line of their own even with -z; pairs without renames may have one.
      var status = fields[at]
      while let end = status.firstIndex(of: 0x0A) {
        let line = String(decoding: status[...end], as: UTF8.self)
        rest = rest.drop { $0.trees != line }
        current = rest.popFirst()?.id
        status = status[(end + 1)...]
      }
      // A status is R and a number.
      guard let current, status.first == 0x52 else { break }
      renames[current, default: []].append((GitPath(Array(fields[at + 1])), GitPath(Array(fields[at + 2]))))
      at += 3
    }
    found.renames = renames
    return renames
  }
}
