// What a release branch gives cause to look at: blocked tickets with the command that takes them out, and what people did by hand.

internal import MarkupKit
internal import ReleaseBranch
internal import SystemKit

struct ReleaseFindings {
  let release: ExaminedRelease
  let context: InspectionContext

  /// So many files of a merge are named.
  private static let fileLimit = 20

  var all: [Finding] { blocked + edited + drivers }

  private func finding(_ rule: String, _ severity: Severity, _ message: String, line: Int? = nil) -> Finding {
    var finding = Finding(rule, severity, message, evidence: release.branch)
    let line = line ?? context.configuration.release?.position?.line
    finding.place = context.configurationPath.map { Place($0, line: line) }
    return finding
  }

  // MARK: - Blocked tickets

  private var blocked: [Finding] {
    release.blocked.map { ticket in
      let line = ticket.position?.line
      var finding =
        if !ticket.entries.isEmpty {
          stays(ticket, line)
        } else if let mention = ticket.mention {
          cameWithMain(ticket, mention, line)
        } else {
          absent(ticket, line)
        }
      finding.subject = ticket.name
      if ticket.isIn { finding.countsIn = ReleaseInspector.blocked.name }
      return finding
    }
  }

  private func stays(_ ticket: ExaminedRelease.Blocked, _ line: Int?) -> Finding {
    var finding = finding(
      "release.blocked-ticket", .blocker,
      "\(ticket.name) is blocked and still in \(release.branch): \(ticket.reason)", line: line)
    var details = ticket.entries.map { Self.line($0) }
    if !ticket.dependents.isEmpty {
      details.append("cannot stay without it: \(ticket.dependents.joined(separator: ", "))")
    }
    let partners = Set(ticket.entries.flatMap(\.conflicts).flatMap(\.partners)).subtracting([ticket.name]).sorted()
    if !partners.isEmpty { details.append("had conflicts with: \(partners.joined(separator: ", "))") }
    let others = release.blocked.filter { !$0.entries.isEmpty }
    if others.count > 1 { details.append("all that are blocked, at once: \(drop(others))") }
    finding.detail = details.joined(separator: "\n")
    finding.mend = drop([ticket])
    return finding
  }

  /// `1a2b3c4d5e Merge branch 'BFG-1_words' (Ada; 3 files)`.
  private static func line(_ overview: EntryOverview) -> String {
    let entry = overview.entry
    var facts = [Plural.text(overview.files.count, "file")]
    if !overview.authors.isEmpty { facts.insert(overview.authors.joined(separator: ", "), at: 0) }
    return "\(entry.kind == .patch ? "commit" : "merge") \(entry.id.short) \(entry.commit.subject) "
      + "(\(facts.joined(separator: "; ")))"
  }

  /// The command that takes tickets out, with all names that it wants: a commit may be of several tickets.
  private func drop(_ tickets: [ExaminedRelease.Blocked]) -> String {
    var names: [String] = []
    for ticket in tickets {
      let own = ticket.entries.flatMap(\.entry.tickets)
      // A ticket that is a branch or a commit goes by that name; so it is found.
      let isTicket = own.contains { $0.lowercased() == ticket.name.lowercased() }
      for name in isTicket ? own : [ticket.name] where !names.contains(name) { names.append(name) }
    }
    let needsMore = !Set(tickets.flatMap(\.dependents)).isSubset(of: names)
    return "plimsoll release drop \(names.map { TestCommand.quoted($0) }.joined(separator: " ")) \(release.options)"
      + (needsMore ? " --with-dependents" : "")
  }

  private func cameWithMain(_ ticket: ExaminedRelease.Blocked, _ mention: MainMention, _ line: Int?) -> Finding {
    var finding = finding(
      "release.blocked-ticket", .blocker,
      "\(ticket.name) is blocked and came into \(release.branch) with main: \(ticket.reason)", line: line)
    finding.detail = "commit \(mention.id.short) \(mention.subject)\nwhat main has cannot be dropped from the release"
    finding.mend = "git show \(mention.id.short)"
    return finding
  }

  private func absent(_ ticket: ExaminedRelease.Blocked, _ line: Int?) -> Finding {
    guard ticket.isKey else {
      var finding = finding(
        "release.absent-ticket", .warning,
        "'\(ticket.name)' is blocked, and neither a ticket key nor a branch that was merged: it blocks nothing",
        line: line)
      finding.mend = "plimsoll release list \(release.options)"
      return finding
    }
    return finding(
      "release.absent-ticket", .note,
      "\(ticket.name) is blocked and not in \(release.branch); there is nothing to do (\(ticket.reason))", line: line)
  }

  // MARK: - What people did

  private var edited: [Finding] {
    release.entries.filter { !$0.edits.isEmpty }.map { overview in
      let entry = overview.entry
      var finding = finding(
        "release.edited", .note,
        "the merge \(entry.id.short) (\(ReleaseSection.name(entry))) has \(Plural.text(overview.edits.count, "file")) that "
          + "\(overview.edits.count == 1 ? "was" : "were") edited by hand without a conflict")
      var details = overview.edits.prefix(Self.fileLimit).map(\.description)
      if overview.edits.count > details.count { details.append("and \(overview.edits.count - details.count) more") }
      finding.detail = details.joined(separator: "\n")
      finding.mend = "git show --format=fuller --cc \(entry.id.short)"
      return finding
    }
  }

  /// A file that has a driver is in conflict wherever both sides changed it: so many conflicts more may be counted.
  private var drivers: [Finding] {
    guard !release.drivers.isEmpty else { return [] }
    let names = release.drivers.map { "'\($0)'" }.joined(separator: ", ")
    var finding = finding(
      "release.driver", .note,
      "files name the merge driver\(release.drivers.count == 1 ? "" : "s") \(names), which the survey does not run: conflicts in "
        + "them are counted although there may have been none")
    finding.mend = "plimsoll release list \(release.options) --allow-drivers"
    return [finding]
  }
}
