// From a rebuilt release to a branch that others see: objects first, then one ref; a push that can only create; and the news of it after
// the push alone.

internal import SystemKit

extension Release {
  /// The next free name for a rebuilt release: `NAME_r1`, `NAME_r2` and so on; free here and at the remotes, as far as is known.
  ///
  /// - Parameter remote: a remote that is asked; `nil`: what was fetched last counts.
  /// - Throws: `git` when the remote does not answer.
  public func nextName(at remote: String? = nil) throws(ReleaseError) -> String {
    let remotes = repository.remotes
    var root = GitRepository.localName(branch, remotes: remotes)
    // A rebuilt release that is rebuilt is not NAME_r1_r1.
    let digits = root.reversed().prefix { $0.isNumber }.count
    if digits > 0, root.dropLast(digits).hasSuffix("_r") { root = String(root.dropLast(digits + 2)) }
    var taken: Set<String> = []
    for ref in try repository.refs(below: "refs/heads") {
      taken.insert(String(ref.name.dropFirst("refs/heads/".count)))
    }
    for ref in try repository.refs(below: "refs/remotes") {
      taken.insert(GitRepository.localName(String(ref.name.dropFirst("refs/remotes/".count)), remotes: remotes))
    }
    if let remote { taken.formUnion(try repository.heads(at: remote)) }
    var number = 1
    while taken.contains("\(root)_r\(number)") { number += 1 }
    return "\(root)_r\(number)"
  }

  /// Puts a rebuilt release into the repository and names it: all objects first, then the branch, which must be new, and beside it
  /// the report that `release explain` reads.
  ///
  /// - Parameter report: the report as JSON.
  /// - Throws: `git` when the branch exists by now or git fails; nothing is named then.
  public func publish(_ rebuild: Rebuild, as name: String, report: [UInt8]) throws(ReleaseError) {
    try repository.git(["check-ref-format", "--branch", name])
    let file = TreeEntry(mode: 0o100644, id: try scratch.write(blob: report))
    let tree = try scratch.write(TreeObject([(Array(RebuildReport.file.utf8), file)]))
    var about = CommitObject(scratch: tree, parents: [])
    about.message = Array("How \(name) was built\n".utf8)
    let note = try scratch.write(about)
    let known = Set([history.tip, history.onto, rebuild.base] + rebuild.commits.compactMap { $0.entry?.id })
    try scratch.handOver([rebuild.tip, note], known: known.sorted())
    let commands = """
      update refs/heads/\(name) \(rebuild.tip.hex) \(rebuild.tip.noneHex)
      update \(RebuildReport.prefix)\(name) \(note.hex)

      """
    try repository.git(
      ["update-ref", "--create-reflog", "-m", "plimsoll release", "--stdin"], input: Array(commands.utf8))
  }

  /// Pushes a rebuilt release under its name. The branch is created at the remote and never moved: a branch of that name that is there
  /// already is left alone.
  ///
  /// - Throws: `git` when the remote refuses it.
  public func push(_ name: String, to remote: String) throws(ReleaseError) {
    try repository.git([
      "push", "--quiet", "--force-with-lease=refs/heads/\(name):", "--", remote,
      "refs/heads/\(name):refs/heads/\(name)",
    ])
  }

  /// Pushes the report of a release that was pushed, and the resolutions: what colleagues like to have, and no more.
  ///
  /// - Throws: `git` when the remote refuses them.
  public func share(_ name: String, with remote: String) throws(ReleaseError) {
    // A branch of that name may have been there and have been removed; its report is none of this one.
    try repository.git([
      "push", "--quiet", "--", remote, "+\(RebuildReport.prefix)\(name):\(RebuildReport.prefix)\(name)",
    ])
    let sharing = ResolutionSharing(repository: repository, scratch: scratch, remote: remote)
    _ = try sharing.fetch()
    try sharing.push()
  }
}
