// The door to a repository's resolutions, for which no release has to be read.

internal import SystemKit

/// The resolutions that a repository keeps.
public final class Resolutions {
  private let repository: GitRepository
  private let scratch: ScratchRepository

  /// Opens the resolutions of a repository.
  public init(of repository: GitRepository) throws(ReleaseError) {
    self.repository = repository
    scratch = try ScratchRepository(over: repository)
  }

  /// Takes mended files back from a folder and keeps what they decide.
  ///
  /// - Returns: how many decisions are new, and the files that are not mended yet.
  /// - Throws: `badFile` when the folder holds no conflicts.
  public func take(from folder: String) throws(ReleaseError) -> (remembered: Int, left: [(file: String, why: String)]) {
    let taken = try ResolutionFolder(path: folder, scratch: scratch).take()
    let count = try ResolutionStore(repository: repository, scratch: scratch).remember(taken.resolutions)
    return (count, taken.left)
  }

  /// Fetches a remote's resolutions and joins them with these.
  ///
  /// - Returns: how many pairs of tickets came or changed.
  public func fetch(from remote: String) throws(ReleaseError) -> Int {
    try ResolutionSharing(repository: repository, scratch: scratch, remote: remote).fetch()
  }

  /// Pushes these resolutions to a remote, after joining them with its own.
  public func push(to remote: String) throws(ReleaseError) {
    let sharing = ResolutionSharing(repository: repository, scratch: scratch, remote: remote)
    _ = try sharing.fetch()
    try sharing.push()
  }
}

extension Release {
  /// Writes a rebuild's open conflicts to a folder, for a person to mend.
  ///
  /// - Returns: the files, relative to the folder.
  /// - Throws: `badFile` when the folder holds conflicts already or cannot be written to.
  public func write(openConflictsOf rebuild: Rebuild, to folder: String) throws(ReleaseError) -> [String] {
    var partners: [ObjectID: [GitPath: String]] = [:]
    for overview in try entries(Set(rebuild.unresolved.compactMap { $0.entry?.id })) {
      for conflict in overview.conflicts {
        partners[overview.entry.id, default: [:]][conflict.path] = conflict.partners.first
      }
    }
    return try ResolutionFolder(path: folder, scratch: scratch).write(rebuild) { commit, path in
      TicketPair(commit.name, commit.entry.flatMap { partners[$0.id]?[path] })
    }
  }

  /// How many commits of main the release does not have.
  public func behind() throws(ReleaseError) -> Int {
    let text = try scratch.git(["rev-list", "--count", history.onto.hex, "^" + history.tip.hex]).text
    return Int(text) ?? 0
  }
}
