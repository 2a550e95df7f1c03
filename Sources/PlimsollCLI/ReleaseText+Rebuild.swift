// A rebuilt release as text: what left, what was decided how, what stands in the way.

internal import MarkupKit
internal import ReleaseBranch
internal import Survey
internal import SystemKit

extension ReleaseText {
  /// So many files are listed; the report has all.
  private static let limit = 40

  /// What a rebuild did.
  static func rebuild(
    _ rebuild: Rebuild, of release: Release, _ action: RebuildReport.Action, name: String, isWritten: Bool,
    terminal: Terminal
  ) -> String {
    let what =
      switch action {
      case .drop(let tickets): "\(release.branch) without \(some(tickets, 8))"
      case .add(let branch): "\(release.branch) with \(branch)"
      case .onto(let main): "\(release.branch) on \(main)"
      }
    let state =
      isWritten
      ? "\(name) at \(rebuild.tip.short)" : rebuild.isSound ? "would be \(name); nothing was written" : "not built"
    var lines = ["\(VisibleText.of(what)): \(terminal.styled(state, rebuild.isSound ? .green : .red))", ""]
    if !rebuild.dropped.isEmpty {
      let commits = rebuild.dropped.reduce(0) { $0 + $1.brought.count }
      lines.append(
        "  left     \(Plural.text(rebuild.dropped.count, "trunk commit")) and \(Plural.text(commits, "commit")) of "
          + some(rebuild.dropped.flatMap { $0.tickets.isEmpty ? [$0.id.short] : $0.tickets }, 8))
    }
    let edits = Set(rebuild.leftEdits.values.joined()).sorted().map(\.description)
    if !edits.isEmpty {
      lines.append("           and with it what was edited by hand in its merges: \(some(edits, 4))")
    }
    if !rebuild.skipped.isEmpty {
      lines.append("  skipped  \(Plural.text(rebuild.skipped.count, "merge")) of what the new base has already")
    }
    let same = rebuild.commits.filter(\.isUnchanged).count
    lines.append(
      "  trunk    \(Plural.text(rebuild.commits.count - same, "commit")) made anew, \(same) as before")
    lines += files(rebuild)
    let unsigned = rebuild.commits.filter(\.lostSignature)
    if !unsigned.isEmpty {
      lines.append(
        "  signed   \(Plural.text(unsigned.count, "signature")) left out, as the commits are others now (--sign makes new ones)"
      )
    }
    lines.append("  checks   \(checks(rebuild))")
    // What holds a dropped ticket explains the conflicts too.
    let isHeld = rebuild.objections.contains { $0.check == .absence }
    lines += (isHeld ? [] : open(rebuild, terminal)) + objections(rebuild, action, terminal)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func files(_ rebuild: Rebuild) -> [String] {
    let outcomes = rebuild.commits.flatMap(\.outcomes)
    guard !outcomes.isEmpty else { return ["  files    all merged by git"] }
    var parts: [String] = []
    for (method, words) in [
      (ResolutionMethod.identical, "as they were resolved before"), (.ported, "carried over"),
      (.hunk, "carried over part by part"), (.clean, "no longer in conflict"), (.remembered, "remembered"),
      (.unresolved, "unresolved"),
    ] {
      let number = outcomes.filter { $0.method == method }.count
      if number > 0 { parts.append("\(number) \(words)") }
    }
    return ["  files    " + parts.joined(separator: ", ")]
  }

  private static func checks(_ rebuild: Rebuild) -> String {
    if rebuild.objections.contains(where: { $0.check == .absence }) { return "what should be gone is still there" }
    guard rebuild.unresolved.isEmpty else { return "not made, as conflicts are left" }
    var parts: [String] = rebuild.dropped.isEmpty ? [] : ["nothing dropped is left"]
    for (check, name) in [(Objection.Check.frame, "frame"), (.cherryPick, "pick"), (.revert, "revert")] {
      let found = rebuild.objections.filter { $0.check == check }.count
      let compared = rebuild.compared[check] ?? 0
      if found > 0 {
        parts.append("\(name) objects to \(Plural.text(found, "file"))")
      } else if compared > 0 {
        parts.append("\(name) agrees (\(Plural.text(compared, "file")))")
      }
    }
    let accepted = rebuild.accepted.isEmpty ? "" : ", \(Plural.text(rebuild.accepted.count, "objection")) not shared"
    return (parts.isEmpty ? "nothing to compare" : parts.joined(separator: ", ")) + accepted
  }

  private static func open(_ rebuild: Rebuild, _ terminal: Terminal) -> [String] {
    var lines: [String] = []
    for commit in rebuild.unresolved {
      lines += ["", terminal.styled(VisibleText.of(commit.name), .bold) + "  " + (commit.entry?.id.short ?? "")]
      for outcome in commit.unresolved.prefix(limit) {
        let kind = outcome.kind.map { $0 + ": " } ?? ""
        lines.append("  \(VisibleText.of(outcome.path.description))  \(kind)\(outcome.note ?? "")")
      }
      if commit.unresolved.count > limit { lines.append("  and \(commit.unresolved.count - limit) more") }
    }
    if !lines.isEmpty {
      lines += ["", "To mend them: the same command with --conflicts FOLDER, then 'plimsoll release resolve FOLDER'."]
    }
    return lines
  }

  private static func objections(
    _ rebuild: Rebuild, _ action: RebuildReport.Action, _ terminal: Terminal
  ) -> [String] {
    guard !rebuild.objections.isEmpty else { return [] }
    var lines = ["", terminal.styled("In the way", .bold)]
    for objection in rebuild.objections.prefix(limit) {
      let place = objection.path.map { VisibleText.of($0.description) + ": " } ?? ""
      lines.append("  \(place)\(VisibleText.of(objection.words))")
    }
    if rebuild.objections.count > limit { lines.append("  and \(rebuild.objections.count - limit) more") }
    let carriers = unique(rebuild.objections.flatMap(\.carriers))
    let shared = rebuild.objections.filter { $0.check == .shared }
    if !shared.isEmpty, shared.count == rebuild.objections.count {
      let accepts = unique(shared.flatMap(\.carriers)).map { "--accept '\($0)'" }.joined(separator: " ")
      lines += ["", "If they are not the dropped ticket's: \(accepts); else --with-dependents or drop both."]
    } else if !carriers.isEmpty, case .drop = action {
      lines += ["", "With --with-dependents \(some(carriers, 8)) would leave as well."]
    } else if rebuild.objections.contains(where: { $0.path != nil }) {
      lines += ["", "Where the rebuilt file is right: --accept PATH."]
    }
    return lines
  }
}
