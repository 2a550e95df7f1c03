// What a rebuilt release no longer shows is kept: conflicts of dropped tickets, and of others where the conflict is another one now or
// gone. When the ticket comes back, they are needed again.

extension Release {
  /// The resolutions of the old release that the new one does not have.
  func resolutions(leaving rebuild: Rebuild) throws(ReleaseError) -> [PairedResolution] {
    var wanted: [ObjectID: Set<GitPath>?] = [:]
    for entry in rebuild.dropped { wanted[entry.id] = .some(nil) }
    for commit in rebuild.commits {
      guard let entry = commit.entry else { continue }
      let paths = commit.outcomes.filter { $0.hadConflict && ($0.method != .identical || !$0.hasConflict) }.map(\.path)
      if !paths.isEmpty { wanted[entry.id] = Set(paths) }
    }
    guard !wanted.isEmpty else { return [] }
    var found: [PairedResolution] = []
    for overview in try entries(Set(wanted.keys)) {
      guard let paths = wanted[overview.entry.id], let merge = try automatic([overview.entry])[overview.entry.id],
        !merge.isClean
      else { continue }
      for item in try scratch.resolutions(of: merge, recorded: overview.entry.commit.tree) {
        guard paths?.contains(item.path) ?? true else { continue }
        let conflict = overview.conflicts.first { $0.path == item.path }
        let pair = TicketPair(overview.entry.name, conflict?.partners.first)
        found.append(PairedResolution(pair: pair, resolution: item))
      }
    }
    return found
  }

  /// Keeps those resolutions in the repository.
  ///
  /// - Returns: how many were not there yet.
  @discardableResult
  public func remember(leaving rebuild: Rebuild) throws(ReleaseError) -> Int {
    try ResolutionStore(repository: repository, scratch: scratch).remember(resolutions(leaving: rebuild))
  }
}
