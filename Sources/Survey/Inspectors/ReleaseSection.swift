// The report's part on the release branch: its trunk as a graph, its tickets, what else stands on the trunk, and where people had to
// decide.

internal import ReleaseBranch

enum ReleaseSection {
  static func section(_ area: Area, _ release: ExaminedRelease) -> ReportSection {
    var section = ReportSection(area: area, summary: summary(release))
    section.blocks = [.branchGraph(ReleaseGraph(release).graph), .table(tickets(release))]
    let others = others(release)
    if !others.rows.isEmpty { section.blocks.append(.table(others)) }
    let decisions = decisions(release)
    if !decisions.rows.isEmpty {
      section.blocks.append(.details(title: "Conflicts and edits, file by file", blocks: [.table(decisions)]))
    }
    if !release.drivers.isEmpty {
      section.blocks.append(
        .paragraph("Merge drivers that were not run: \(release.drivers.joined(separator: ", ")); see release.driver."))
    }
    return section
  }

  private static func summary(_ release: ExaminedRelease) -> String {
    let kinds = release.entries.map(\.entry.kind)
    let blocked = release.blocked.count(where: \.isIn)
    let parts = [
      Plural.text(release.tickets.count, "ticket"),
      Plural.text(kinds.count { $0 == .main }, "merge of main", "merges of main"),
      Plural.text(kinds.count { $0 == .patch }, "patch", "patches"),
    ]
    let behind = release.behind.map {
      $0 == 0 ? "; has all of \(release.onto)" : "; \(Plural.text($0, "commit")) behind \(release.onto)"
    }
    return "\(release.branch): \(parts.joined(separator: ", "))\(behind ?? ""); "
      + (blocked > 0 ? "\(Plural.text(blocked, "blocked ticket")) still in it" : "no blocked ticket in it")
  }

  /// What a commit of the trunk goes by.
  static func name(_ entry: TrunkEntry) -> String {
    entry.kind == .main ? "main" : entry.tickets.isEmpty ? entry.id.short : entry.tickets.joined(separator: ", ")
  }

  private static func tickets(_ release: ExaminedRelease) -> ReportTable {
    let hasBlocked = release.blocked.contains { !$0.entries.isEmpty }
    let rows = release.tickets.map { ticket -> [ReportCell] in
      let blocked = ticket.entries.lazy.compactMap { release.blocked($0.entry) }.first
      let merges = ticket.entries.count { $0.entry.kind == .ticket }
      let patches = ticket.entries.count - merges
      var authors: [String] = []
      for author in ticket.entries.flatMap(\.authors) where !authors.contains(author) { authors.append(author) }
      let cells: [ReportCell] = [
        .code(ticket.name), .count(UInt64(merges)), .count(UInt64(patches)), .count(UInt64(ticket.files.count)),
        .text(authors.joined(separator: ", ")), list(ticket.partners), list(ticket.dependents),
      ]
      return hasBlocked ? cells + [blocked.map { .text("⊘ \($0.reason)") } ?? .empty] : cells
    }
    let columns = ["Ticket", "Merges", "Patches", "Files", "Authors", "Conflicts with", "Cannot stay without it"]
    return ReportTable(
      caption: "Tickets of \(release.branch) in the order in which they came",
      columns: hasBlocked ? columns + ["Blocked"] : columns, rows: rows)
  }

  private static func list(_ names: [String]) -> ReportCell {
    names.isEmpty ? .empty : .text(names.joined(separator: ", "))
  }

  private static func others(_ release: ExaminedRelease) -> ReportTable {
    let rows = release.entries.filter { $0.entry.kind != .ticket }.map { overview -> [ReportCell] in
      [
        .code(overview.entry.id.short), .text(overview.entry.kind == .main ? "merge of main" : "patch"),
        .text(overview.entry.commit.subject), .count(UInt64(overview.files.count)),
        .count(UInt64(overview.conflicts.count)), .text(overview.entry.commit.author),
      ]
    }
    return ReportTable(
      caption: "Merges of main, and patches made on the release itself",
      columns: ["Commit", "What", "Subject", "Files", "Conflicts", "Author"], rows: rows)
  }

  private static func decisions(_ release: ExaminedRelease) -> ReportTable {
    let rows = release.entries.flatMap { overview -> [[ReportCell]] in
      let head: [ReportCell] = [.code(overview.entry.id.short), .text(name(overview.entry))]
      let conflicts = overview.conflicts.map { conflict -> [ReportCell] in
        head + [
          .code(conflict.path.description), .text(conflict.kind),
          .text(conflict.partners.isEmpty ? "main" : conflict.partners.joined(separator: ", ")),
        ]
      }
      return conflicts
        + overview.edits.map { head + [.code($0.description), .text("edited by hand without a conflict"), .empty] }
    }
    return ReportTable(
      caption: "Files that git did not merge by itself, and files that people edited in a merge",
      columns: ["Merge", "Ticket", "File", "What", "With"], rows: rows)
  }
}
