// The survey on a terminal: the answer first, then every load line, then what has to be mended and how. The page has the
// rest, and the last lines say how much that is.

public import SystemKit

/// The survey as text for a terminal or a log.
public enum TextReport {
  /// Renders a survey.
  ///
  /// - Parameters:
  ///   - record: the survey.
  ///   - terminal: where the text goes; there is colour in it only where the terminal has colour.
  public static func render(_ record: SurveyRecord, terminal: Terminal) -> String {
    let writer = TextReportWriter(record: record, index: ReportIndex(record), terminal: terminal)
    return writer.text()
  }
}

private struct TextReportWriter {
  let record: SurveyRecord
  let index: ReportIndex
  let terminal: Terminal

  /// How many blockers a terminal shows; the page has them all.
  static let blockers = 50
  /// How many warnings and files that were passed over it shows.
  static let others = 5

  func text() -> String {
    var lines = verdict()
    if !record.loadLines.isEmpty { lines += [""] + loadLines() }
    if index.blockerCount > 0 { lines += [""] + blockers() }
    for case .branchGraph(let graph) in record.sections.flatMap(\.blocks) where !graph.nodes.isEmpty {
      lines += [""] + BranchGraphText.lines(graph, terminal: terminal)
    }
    if !record.pictures.isEmpty { lines += [""] + pictures() }
    lines += [""] + rest()
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line of hostile text.
  private func shown(_ text: String, to limit: Int = 300) -> String { VisibleLine.of(text, to: limit) }

  private func verdict() -> [String] {
    let style: Terminal.Style =
      switch record.verdict {
      case .mayShip: .green
      case .mayNotShip: .red
      case .cannotTell: .yellow
      }
    var head = terminal.styled(shown(record.name), .bold)
    if let commit = record.commit {
      head += " " + terminal.styled(shown(String(commit.id.prefix(12))), .cyan)
      if commit.isDirty { head += " (with uncommitted changes)" }
    }
    var lines = [head + ": " + terminal.styled(record.verdict.title, .bold, style)]
    for reason in record.reasons.prefix(ReportLimits.reasons) { lines.append("  - \(shown(reason))") }
    if record.reasons.count > ReportLimits.reasons {
      lines.append("  - and \(FigureText.count(record.reasons.count - ReportLimits.reasons)) more reasons")
    }
    return lines
  }

  private func loadLines() -> [String] {
    var table = TextTable([.left, .left, .right, .right, .right, .left])
    table.header(["load line", "outcome", "value", "limit", "margin", "from"])
    let results = record.loadLines.prefix(ReportLimits.loadLines)
    for result in results {
      let unit = result.figure?.kind.unit ?? .count
      let resolved = FigureText.resolvedLimit(result) == nil ? nil : result.limit
      table.row([
        shown(result.line.figure, to: 60), result.outcome.title,
        result.figure.map { FigureText.value(of: $0) } ?? "not known",
        shown(FigureText.limit(result), to: 40)
          + (resolved.map { " (\(FigureText.text($0, unit, .nearest)))" } ?? ""),
        result.margin.map { FigureText.margin($0, unit) } ?? "-", source(result),
      ])
    }
    var lines = table.lines()
    // Styles come last: escape sequences would count as columns elsewhere than here.
    for (number, result) in results.enumerated() { lines[number + 2] = styled(lines[number + 2], result.outcome) }
    lines[0] = terminal.styled(lines[0], .bold)
    for result in results {
      switch result.outcome {
      case .unknown(let reason): lines.append("  \(shown(result.line.figure, to: 60)): \(shown(reason))")
      case .waived(let waiver):
        lines.append(
          "  \(shown(result.line.figure, to: 60)): waived by \(shown(waiver.owner)) until \(waiver.expires.isoDate): "
            + shown(waiver.reason))
      case .held, .broken: break
      }
    }
    if record.loadLines.count > results.count {
      lines.append("and \(FigureText.count(record.loadLines.count - results.count)) more load lines")
    }
    return lines
  }

  /// The file that a figure comes from, and how many more.
  private func source(_ result: LoadLineResult) -> String {
    guard let files = result.figure?.evidence, let first = files.first else { return "-" }
    let name = shown(first, to: 60)
    return files.count == 1 ? name : "\(name) +\(FigureText.count(files.count - 1)) more"
  }

  private func styled(_ line: String, _ outcome: LoadLineResult.Outcome) -> String {
    switch outcome {
    case .held: line
    case .broken: terminal.styled(line, .red)
    case .waived, .unknown: terminal.styled(line, .yellow)
    }
  }

  private func blockers() -> [String] {
    var lines = [terminal.styled(Plural.text(index.blockerCount, "blocker"), .bold, .red)]
    var room = Self.blockers
    for group in index.blockers where room > 0 {
      let owner = group.owner.map { shown($0) } ?? "nobody's yet"
      lines.append("  \(terminal.styled(owner, .bold)) (\(FigureText.count(group.findings.count)))")
      for finding in group.findings.prefix(room) {
        let place = finding.place.map { shown($0.description) + ": " } ?? ""
        lines.append("    \(place)\(shown(finding.message)) \(terminal.styled("[\(shown(finding.rule))]", .dim))")
        if let mend = finding.mend { lines.append("      " + terminal.styled("$ " + shown(mend, to: 1000), .cyan)) }
      }
      room -= min(room, group.findings.count)
    }
    if index.blockerCount > Self.blockers {
      lines.append("  and \(FigureText.count(index.blockerCount - Self.blockers)) more")
    }
    return lines
  }

  private func pictures() -> [String] {
    let pictures = record.pictures
    var lines = [terminal.styled(Plural.text(pictures.count, "picture"), .bold) + " on the page"]
    for picture in pictures.prefix(Self.others) {
      let test = picture.test.map { " of \(shown($0))" } ?? ""
      lines.append("  \(shown(picture.path)) (\(picture.width) x \(picture.height))\(test)")
    }
    if pictures.count > Self.others { lines.append("  and \(FigureText.count(pictures.count - Self.others)) more") }
    return lines
  }

  private func rest() -> [String] {
    var parts = [
      Plural.text(index.warnings.count, "warning"), Plural.text(index.notes.count, "note"),
      "\(Plural.text(index.waivers.count, "waiver")) in use",
      "evidence from \(Plural.text(record.evidence.count, "file"))",
    ]
    let bad = record.evidence.filter { !$0.state.isGood }
    if !record.passedOver.isEmpty { parts.append("\(FigureText.count(record.passedOver.count)) passed over") }
    var lines = [parts.joined(separator: ", ")]
    for piece in bad.prefix(10) {
      lines.append("  \(shown(piece.path)): \(piece.state.title): \(shown(piece.state.explanation ?? ""))")
    }
    let warnings = index.warnings.filter { !$0.rule.hasPrefix("evidence.") }
    for finding in warnings.prefix(Self.others) {
      let place = finding.place?.description ?? finding.evidence
      lines.append("  \(place.map { shown($0) + ": " } ?? "")\(shown(finding.message)) [\(shown(finding.rule))]")
    }
    if warnings.count > Self.others {
      lines.append("  and \(FigureText.count(warnings.count - Self.others)) more warnings, on the page")
    }
    for entry in record.passedOver.prefix(Self.others) {
      lines.append("  passed over: \(shown(entry.path)): \(shown(entry.reason))")
    }
    if record.passedOver.count > Self.others {
      lines.append("  and \(FigureText.count(record.passedOver.count - Self.others)) more passed over, on the page")
    }
    if bad.count > 10 { lines.append("  and \(FigureText.count(bad.count - 10)) more files that cannot be believed") }
    return lines
  }
}
