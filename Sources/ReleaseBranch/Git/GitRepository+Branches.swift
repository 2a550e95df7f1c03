// What is meant when nothing is said: the branch that is checked out, and the remote's default branch.

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
    let remotes = (ask(["remote"]) ?? "").split(separator: "\n").map(String.init)
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
}
