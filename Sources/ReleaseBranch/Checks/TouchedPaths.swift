// Which files a drop can have to do with, whatever they were called on the way. And what of main came with a dropped ticket: a branch that
// was begun from a later main, or merged it, brings main's commits too. They are main's and no part of the ticket; where another
// ticket brings them as well they stay, so that files with main's changes are other than what is left when the merge is undone.

internal import SystemKit

/// Paths that dropped entries touched.
struct TouchedPaths {
  let repository: ScratchRepository
  let rebuild: Rebuild

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
    return try withNames(touched)
  }

  private func bases(_ one: ObjectID, _ other: ObjectID) throws(ReleaseError) -> [ObjectID] {
    try repository.git(["merge-base", "--all", one.hex, other.hex]).text.split(separator: "\n").compactMap {
      ObjectID($0)
    }
  }

  private func count(_ tips: [ObjectID], without: [ObjectID]) throws(ReleaseError) -> Int {
    let words = ["rev-list", "--count"] + tips.map(\.hex) + without.map { "^\($0.hex)" }
    return Int(try repository.git(words).text) ?? 0
  }

  private func withNames(_ paths: Set<GitPath>) throws(ReleaseError) -> Set<GitPath> {
    guard !paths.isEmpty else { return [] }
    var touched = paths
    let renames = try renames()
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

  /// The renames of all trunk commits.
  private func renames() throws(ReleaseError) -> [(GitPath, GitPath)] {
    // Pairs of trees, so that merges are compared with the trunk alone.
    var pairs = ""
    for entry in rebuild.history.entries {
      pairs += "\(try repository.commit(entry.before).tree.hex) \(entry.commit.tree.hex)\n"
    }
    let output = try repository.git(
      ["diff-tree", "--stdin", "-r", "-M", "--diff-filter=R", "--name-status", "-z"], input: Array(pairs.utf8)
    ).output
    var renames: [(GitPath, GitPath)] = []
    let fields = output.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    var at = 0
    while at < fields.count {
      // The names of the two trees stand before their changes; a status is R and a number.
      if fields[at].first == 0x52, fields[at].count <= 4, at + 2 < fields.count {
        renames.append((GitPath(fields[at + 1]), GitPath(fields[at + 2])))
        at += 3
      } else {
        at += 1
      }
    }
    return renames
  }
}
