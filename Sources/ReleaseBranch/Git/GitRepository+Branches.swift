// Branches and remotes, and what is meant when nothing is said: the branch that is checked out, the remote's default branch.

internal import SystemKit

extension GitRepository {
  /// The branch that is checked out.
  ///
  /// - Throws: `noDefault` when a commit is checked out and no branch.
  func currentBranch() throws(ReleaseError) -> String {
    // The short form is longer where a tag has the same name.
    guard let name = ask(["symbolic-ref", "-q", "HEAD"]) else {
      throw ReleaseError(.noDefault(what: "which branch is the release: no branch is checked out", option: "--branch"))
    }
    return name.hasPrefix("refs/heads/") ? String(name.dropFirst("refs/heads/".count)) : name
  }

  /// The remote's default branch; without one the branch that is called as default branches are.
  ///
  /// - Throws: `noDefault` when there is none, or it is the release itself.
  func mainBranch(besides release: String) throws(ReleaseError) -> String {
    let remotes = remotes
    let first = remotes.contains("origin") ? ["origin"] : remotes.count == 1 ? remotes : []
    for remote in first {
      if let name = ask(["symbolic-ref", "--short", "-q", "refs/remotes/\(remote)/HEAD"]), name != release {
        return name
      }
    }
    let configured = ask(["config", "--get", "init.defaultBranch"]).map { [$0] } ?? []
    for name in configured + ["main", "master", "trunk", "develop"] where name != release {
      for candidate in first.map({ "\($0)/\(name)" }) + [name] {
        if ask(["rev-parse", "-q", "--verify", "--end-of-options", "\(candidate)^{commit}"]) != nil {
          return candidate
        }
      }
    }
    throw ReleaseError(
      .noDefault(
        what: "which branch the release '\(release)' comes from: no other default branch is here", option: "--onto"))
  }

  /// A branch and its commit; of one that was never checked out here the remote's, under that name.
  ///
  /// - Throws: `unknownRevision`.
  func branch(_ name: String) throws(ReleaseError) -> (name: String, tip: ObjectID) {
    do throws(ReleaseError) { return (name, try commit(name)) } catch {
      for remote in remotes {
        if let found = try? commit("\(remote)/\(name)") { return ("\(remote)/\(name)", found) }
      }
      throw error
    }
  }

  /// The user's author and committer lines, as `git var` gives them.
  func identity() throws(ReleaseError) -> (author: [UInt8], committer: [UInt8]) {
    (
      Array(try git(["var", "GIT_AUTHOR_IDENT"]).text.utf8), Array(try git(["var", "GIT_COMMITTER_IDENT"]).text.utf8)
    )
  }

  /// The branches that a remote has now.
  ///
  /// - Throws: `git` when it does not answer.
  public func heads(at remote: String) throws(ReleaseError) -> Set<String> {
    let lines = try git(["ls-remote", "--heads", "--", remote]).text.split(separator: "\n")
    return Set(
      lines.compactMap { line in
        line.split(separator: "\t").last.map { String($0.dropFirst("refs/heads/".count)) }
      })
  }

  /// Whether there is a branch of a name.
  public func hasBranch(_ name: String) -> Bool { ask(["rev-parse", "-q", "--verify", "refs/heads/\(name)"]) != nil }

  /// The names of the remotes.
  public var remotes: [String] { (ask(["remote"]) ?? "").split(separator: "\n").map(String.init) }

  /// The remote that is meant when none is named: `origin`, or the only one.
  ///
  /// - Throws: `noDefault`.
  public func defaultRemote() throws(ReleaseError) -> String {
    let remotes = remotes
    if remotes.contains("origin") { return "origin" }
    guard remotes.count == 1 else {
      let count = remotes.isEmpty ? "there is none" : "there are \(remotes.count)"
      throw ReleaseError(.noDefault(what: "which remote is meant, as \(count)", option: "--remote"))
    }
    return remotes[0]
  }

  /// A branch's name without that of its remote.
  static func localName(_ branch: String, remotes: [String]) -> String {
    if branch.hasPrefix("refs/heads/") { return String(branch.dropFirst("refs/heads/".count)) }
    let remote = remotes.first { branch.hasPrefix($0 + "/") }
    return remote.map { String(branch.dropFirst($0.count + 1)) } ?? branch
  }
}
