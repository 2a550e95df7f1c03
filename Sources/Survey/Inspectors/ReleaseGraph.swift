// The trunk of a release as the graph that the report draws.

internal import ReleaseBranch

struct ReleaseGraph {
  private let release: ExaminedRelease

  /// So many files of a conflict are named.
  private static let fileLimit = 3

  init(_ release: ExaminedRelease) { self.release = release }

  var graph: ReportBranchGraph {
    ReportBranchGraph(
      caption: "The trunk of \(release.branch), oldest first: what was merged into it, and what belongs together",
      branch: release.branch, main: release.onto, base: release.base.short, behind: release.behind, nodes: nodes,
      links: conflicts + dependencies)
  }

  // MARK: - Commits

  private var nodes: [ReportBranchGraph.Node] {
    var seen: Set<String> = []
    return release.entries.map { overview in
      let entry = overview.entry
      let isAgain = !entry.tickets.isEmpty && entry.tickets.allSatisfy(seen.contains)
      seen.formUnion(entry.tickets)
      let blocked = release.blocked(entry)
      var facts = [Plural.text(overview.files.count, "file")]
      if !overview.conflicts.isEmpty { facts.append(Plural.text(overview.conflicts.count, "conflict")) }
      if let author = overview.authors.first {
        facts.append(overview.authors.count > 1 ? "\(author) +\(overview.authors.count - 1)" : author)
      }
      var details = [entry.commit.subject]
      if let blocked { details.append("blocked: \(blocked.reason)") }
      if !overview.conflicts.isEmpty {
        details.append("conflicts in \(Self.list(overview.conflicts.map(\.path.description)))")
      }
      if !overview.edits.isEmpty { details.append("edited by hand: \(Self.list(overview.edits.map(\.description)))") }
      return ReportBranchGraph.Node(
        kind: Self.kind(entry), name: entry.kind == .main ? release.onto : ReleaseSection.name(entry),
        words: (isAgain ? "again: " : "") + Self.words(entry), commit: entry.id.short,
        facts: facts.joined(separator: " · "), mark: blocked == nil ? nil : "blocked",
        detail: details.joined(separator: "; "))
    }
  }

  private static func kind(_ entry: TrunkEntry) -> ReportBranchGraph.Node.Kind {
    switch entry.kind {
    case .ticket: .branch
    case .main: .main
    case .patch: .patch
    }
  }

  /// What a commit is about: the words of its branch without the key that stands beside them, else its subject.
  private static func words(_ entry: TrunkEntry) -> String {
    switch entry.kind {
    case .main: return "main merged in"
    case .patch:
      let subject = entry.commit.subject
      guard let key = entry.tickets.first, let range = subject.firstRange(of: key),
        subject[..<range.lowerBound].count < 2
      else { return subject }
      let rest = subject[range.upperBound...].drop { "])_-/ .:".contains($0) }
      return rest.isEmpty ? subject : String(rest)
    case .ticket:
      guard let branch = entry.branch else { return entry.commit.subject }
      guard let key = entry.tickets.first, let range = branch.firstRange(of: key) else { return branch }
      let rest = branch[range.upperBound...].drop { "_-/ .".contains($0) }
      return rest.isEmpty ? branch : String(rest.map { $0 == "_" || $0 == "-" ? " " : $0 })
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(fileLimit).joined(separator: ", ")
      + (names.count > fileLimit ? " and \(names.count - fileLimit) more" : "")
  }

  // MARK: - Links

  /// The commits of each ticket; a partner without a ticket goes by its commit's short name.
  private var places: [String: [Int]] {
    var places: [String: [Int]] = [:]
    for (at, overview) in release.entries.enumerated() {
      let names = overview.entry.tickets.isEmpty ? [overview.entry.id.short] : overview.entry.tickets
      for name in names { places[name, default: []].append(at) }
    }
    return places
  }

  /// From each merge that had a conflict to the commit whose changes it was with: the last before it that changed the file.
  private var conflicts: [ReportBranchGraph.Link] {
    let places = places
    var links: [ReportBranchGraph.Link] = []
    for (from, overview) in release.entries.enumerated() {
      var paths: [Int: [String]] = [:]
      for conflict in overview.conflicts {
        for partner in conflict.partners {
          let earlier = (places[partner] ?? []).filter { $0 < from }
          guard let to = earlier.last(where: { release.entries[$0].files.contains(conflict.path) }) ?? earlier.last
          else { continue }
          paths[to, default: []].append(conflict.path.description)
        }
      }
      for (to, files) in paths.sorted(by: { $0.key < $1.key }) {
        let names = "\(name(from)) had a conflict with \(name(to))"
        links.append(.init(kind: .conflict, from: from, to: to, detail: "\(names) in \(Self.list(files))"))
      }
    }
    return links
  }

  /// From each ticket to those that it cannot stay without, leaving out what another link says already: who needs B needs what B needs.
  private var dependencies: [ReportBranchGraph.Link] {
    let places = places
    var needed: [String: [String]] = [:]
    for ticket in release.tickets {
      for dependent in ticket.dependents { needed[dependent, default: []].append(ticket.name) }
    }
    var links: [ReportBranchGraph.Link] = []
    for ticket in release.tickets {
      let all = needed[ticket.name] ?? []
      let told = Set(all.flatMap { needed[$0] ?? [] })
      for other in all where !told.contains(other) || (needed[other] ?? []).contains(ticket.name) {
        guard let to = places[other]?.first, let from = places[ticket.name]?.first(where: { $0 > to }) else { continue }
        links.append(
          .init(kind: .dependency, from: from, to: to, detail: "\(name(from)) cannot stay without \(name(to))"))
      }
    }
    // A commit of two tickets would give the same link twice.
    var seen: Set<ReportBranchGraph.Link> = []
    return links.filter { seen.insert($0).inserted }
  }

  private func name(_ at: Int) -> String { ReleaseSection.name(release.entries[at].entry) }
}
