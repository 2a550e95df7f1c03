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
    let partners = try partners(Set(rebuild.unresolved.compactMap { $0.entry?.id }))
    // A branch that is added has its conflict with whoever changed the file last.
    let added = rebuild.unresolved.contains { $0.entry == nil } ? try entries() : []
    return try ResolutionFolder(path: folder, scratch: scratch).write(rebuild) { commit, path in
      let partner = commit.entry.flatMap { partners[$0.id]?[path]?.first }
      let last = commit.entry == nil ? added.last { $0.files.contains(path) }?.entry.tickets.first : nil
      return TicketPair(commit.name, partner ?? last)
    }
  }
}
