// Release branches as text for terminals.

internal import MarkupKit
internal import ReleaseBranch
internal import Survey
internal import SystemKit

enum ReleaseText {
  /// The lines that say what a release is.
  static func heading(_ release: Release, behind: Int? = nil) -> [String] {
    let history = release.history
    let patches = history.entries.filter { $0.kind == .patch }.count
    let mains = history.entries.filter { $0.kind == .main }.count
    var parts = [
      Plural.text(history.tickets.count, "ticket"), Plural.text(history.entries.count, "commit") + " on the trunk",
    ]
    if patches > 0 { parts.append(Plural.text(patches, "patch", "patches")) }
    if mains > 0 { parts.append(Plural.text(mains, "merge") + " of \(release.onto)") }
    if let behind {
      parts.append(
        behind == 0 ? "up to date with \(release.onto)" : "\(Plural.text(behind, "commit")) behind \(release.onto)")
    }
    return ["\(release.branch) onto \(release.onto): " + parts.joined(separator: ", ")]
  }

  /// The tickets.
  static func list(_ release: Release, _ entries: [EntryOverview], behind: Int?, terminal: Terminal) -> String {
    var lines = heading(release, behind: behind)
    let tickets = release.tickets(entries)
    if !tickets.isEmpty {
      var table = TextTable([.left, .right, .right, .left, .left, .left])
      table.header(["ticket", "merges", "files", "conflicts with", "held by", "authors"])
      for ticket in tickets {
        let hasMain = ticket.entries.flatMap(\.conflicts).contains { $0.partners.isEmpty }
        table.row([
          VisibleText.of(ticket.name), "\(ticket.entries.count)", FigureText.count(ticket.files.count),
          some(ticket.partners + (hasMain ? [release.onto] : [])), some(ticket.dependents),
          some(unique(ticket.entries.flatMap(\.authors))),
        ])
      }
      lines.append("")
      lines += table.lines()
    }
    let loose = entries.filter { $0.entry.kind == .patch && $0.entry.tickets.isEmpty }
    if !loose.isEmpty {
      lines += ["", terminal.styled("Patches without a ticket", .bold)]
      lines += loose.map { "  \($0.entry.id.short)  \(VisibleText.of($0.entry.commit.subject))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The trunk, newest first, as `git log` has it.
  static func trunk(_ release: Release, _ entries: [EntryOverview], terminal: Terminal) -> String {
    var lines = heading(release)
    for overview in entries.reversed() {
      let entry = overview.entry
      let kind = entry.kind == .ticket ? "merge" : entry.kind == .main ? "main " : "patch"
      lines += [
        "",
        "\(terminal.styled(entry.id.short, .yellow)) \(kind)  \(VisibleText.of(entry.name))"
          + "  (\(Plural.text(overview.files.count, "file")), \(Plural.text(entry.brought.count, "commit")))",
      ]
      if entry.name != entry.commit.subject { lines.append("    \(VisibleText.of(entry.commit.subject))") }
      for conflict in overview.conflicts {
        lines.append(
          "    conflict  \(VisibleText.of(conflict.path.description))  \(conflict.kind), with "
            + (conflict.partners.isEmpty
              ? release.onto : conflict.partners.map { VisibleText.of($0) }.joined(separator: ", ")))
      }
      for path in overview.edits {
        lines.append("    edited    \(VisibleText.of(path.description))  by hand, without a conflict")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The first names of a list, and how many more there are.
  static func some(_ names: [String], _ limit: Int = 3) -> String {
    let names = unique(names).map { VisibleText.of($0) }
    return names.prefix(limit).joined(separator: ", ") + (names.count > limit ? " and \(names.count - limit) more" : "")
  }
}
