// Holds figures against load lines and findings against waivers, and says the verdict. Never green on nothing: what cannot be
// told is told so.

internal import MarkupKit
internal import SystemKit

/// What is judged.
struct Judge {
  let configuration: SurveyConfiguration
  let catalogue: FigureCatalogue
  let now: Timestamp
  /// The figures of the last shipped survey; `nil` when none is marked as shipped.
  let shipped: [String: Double]?

  /// Judges a record in place: findings get owners and waivers, load lines their outcome, the record its verdict.
  func judge(_ record: inout SurveyRecord) {
    addEvidenceFindings(&record)
    for index in record.findings.indices { settle(&record.findings[index]) }
    subtractWaived(&record)
    record.loadLines = configuration.loadLines.map { result(for: $0, record) }
    ease(&record)
    addLineFindings(&record)
    addWaiverFindings(&record)
    record.findings.sort(by: Self.order)
    conclude(&record)
  }

  private static func order(_ left: Finding, _ right: Finding) -> Bool {
    if left.severity != right.severity { return left.severity < right.severity }
    let (a, b) = (left.owner ?? "\u{10FFFF}", right.owner ?? "\u{10FFFF}")
    if a != b { return a < b }
    if left.rule != right.rule { return left.rule < right.rule }
    let (p, q) = (left.place?.path ?? left.evidence ?? "", right.place?.path ?? right.evidence ?? "")
    if p != q { return p < q }
    return (left.place?.line ?? 0, left.message) < (right.place?.line ?? 0, right.message)
  }

  // MARK: - Findings

  /// Evidence that is no good is a finding of its own, so that it has an owner and can be waived.
  private func addEvidenceFindings(_ record: inout SurveyRecord) {
    for piece in record.evidence {
      guard let explanation = piece.state.explanation else { continue }
      var finding = Finding("evidence.\(piece.state.name)", .warning, explanation, evidence: piece.path)
      finding.place = Place(piece.path)
      switch piece.state {
      case .stale, .otherCommit: finding.mend = "run the build again on this commit and survey once more"
      case .unreadable where piece.area.name == "coverage":
        finding.mend = "plimsoll coverage report \(TestCommand.quoted(piece.path)) --keep-going"
      default: break
      }
      record.findings.append(finding)
    }
  }

  private func settle(_ finding: inout Finding) {
    let path = finding.place?.path ?? finding.evidence
    if finding.owner == nil, let path { finding.owner = configuration.owner(of: path) }
    finding.waiver = waiver(for: finding.rule, path: path)
  }

  private func waiver(for rule: String, path: String?) -> Waiver? {
    configuration.waivers.first { waiver in
      guard waiver.rule == rule, waiver.holds(at: now) else { return false }
      guard let place = waiver.place else { return true }
      return path.map { IgnoreRules([place]).ignoresWithParents($0) } ?? false
    }
  }

  /// A waived failure is not counted among the failures.
  private func subtractWaived(_ record: inout SurveyRecord) {
    for index in record.figures.indices {
      let name = record.figures[index].name
      let waived = record.findings.count { $0.countsIn == name && $0.waiver != nil }
      guard waived > 0 else { continue }
      let all = record.figures[index].value
      record.figures[index].value -= Double(waived)
      record.figures[index].atMost -= Double(waived)
      record.figures[index].detail = "\(Int(all)) in all, \(waived) waived"
    }
  }

  /// Where a load line lets so many pass, what it counts does not block.
  private func ease(_ record: inout SurveyRecord) {
    for index in record.findings.indices {
      guard record.findings[index].severity == .blocker, let figure = record.findings[index].countsIn else { continue }
      let results = record.loadLines.filter { $0.line.figure == figure }
      // A line such as `>= 0` or `!= 5` lets nothing pass: it says nothing of how many may fail.
      let isLetPass =
        results.contains { [.atMost, .below, .equal].contains($0.line.comparison) }
        && results.allSatisfy { result in
          switch result.outcome {
          case .held, .waived: true
          case .broken, .unknown: false
          }
        }
      if isLetPass { record.findings[index].severity = .warning }
    }
  }

  private func addLineFindings(_ record: inout SurveyRecord) {
    for result in record.loadLines {
      guard case .broken = result.outcome, let figure = result.figure else { continue }
      // Where each counted thing is a blocker already, the sum says nothing new.
      if record.findings.contains(where: { $0.countsIn == result.line.figure && $0.severity == .blocker }) { continue }
      let limit = result.limit.map { FigureText.value($0, figure.kind) } ?? result.line.text
      var finding = Finding(
        result.line.figure, .blocker,
        "\(figure.title): \(FigureText.value(of: figure)), "
          + "\(result.line.comparison.words) \(limit) is needed",
        detail: figure.detail, evidence: figure.evidence.first)
      finding.owner = owner(ofAreaIn: result.line.figure)
      finding.mend = mend(figure)
      record.findings.append(finding)
    }
  }

  private func owner(ofAreaIn figure: String) -> String? {
    guard let slash = figure.firstIndex(of: "/") else { return nil }
    let name = figure[figure.index(after: slash)...]
    return configuration.codeAreas.first { $0.name == name }?.owner
  }

  private func mend(_ figure: Figure) -> String? {
    guard figure.kind.area == "coverage", !figure.evidence.isEmpty else { return nil }
    let files = figure.evidence.prefix(3).map { TestCommand.quoted($0) }.joined(separator: " ")
    return "plimsoll coverage report \(files)\(figure.evidence.count > 3 ? " ..." : "") --html coverage-pages"
  }

  private func addWaiverFindings(_ record: inout SurveyRecord) {
    for waiver in configuration.waivers {
      let place = configurationPlace(waiver, record)
      if !waiver.holds(at: now) {
        var finding = Finding(
          "waiver.expired", .warning,
          "the waiver of '\(waiver.rule)' (\(waiver.reason)) ended on \(waiver.expires.isoDate)", place: place)
        finding.owner = waiver.owner
        record.findings.append(finding)
        continue
      }
      let isUsed =
        record.findings.contains { $0.waiver == waiver }
        || record.loadLines.contains { $0.outcome == .waived(waiver) }
      if !isUsed {
        var finding = Finding(
          "waiver.unused", .note, "the waiver of '\(waiver.rule)' (\(waiver.reason)) lets nothing pass any more",
          place: place)
        finding.owner = waiver.owner
        record.findings.append(finding)
      }
    }
  }

  private func configurationPlace(_ waiver: Waiver, _ record: SurveyRecord) -> Place? {
    record.configuration.map { Place($0, line: waiver.position?.line) }
  }

  // MARK: - Load lines

  private func result(for line: LoadLine, _ record: SurveyRecord) -> LoadLineResult {
    let figure = record.figures.first { $0.name == line.figure }
    let base = String(line.figure.prefix { $0 != "/" })
    let kind = catalogue[base]
    func unknown(_ reason: String, limit: Double? = nil) -> LoadLineResult {
      LoadLineResult(line: line, figure: figure, limit: limit, margin: nil, outcome: .unknown(reason))
    }
    guard let figure, let kind else {
      if let reason = kind?.notGiven { return unknown(reason) }
      let area = kind?.area ?? base
      return unknown(
        hasEvidence(area, record) ? "the evidence does not give this figure" : "there is no \(area) evidence")
    }
    // A waiver lets evidence pass that is old, not evidence that is none: nothing would be held against the line.
    guard hasEvidence(kind.area, record) else {
      return unknown("all \(kind.area) evidence is empty or cannot be read")
    }
    let limit: Double
    switch line.limit {
    case .absolute(let value): limit = value
    case .relativeAmount, .relativePercent:
      guard let shipped else { return unknown("no survey is marked as shipped (plimsoll survey --shipped)") }
      guard let before = shipped[line.figure] else { return unknown("the last shipped survey has no such figure") }
      if case .relativePercent(let percent) = line.limit {
        limit = before + abs(before) * percent / 100
      } else if case .relativeAmount(let amount) = line.limit {
        limit = before + amount
      } else {
        limit = before
      }
    }
    let (lower, upper) = (Self.rounded(figure.value), Self.rounded(figure.atMost))
    let target = Self.rounded(limit)
    let holdsLow = line.comparison.holds(lower, target)
    let holdsHigh = line.comparison.holds(upper, target)
    let margin = Self.margin(line.comparison, lower: lower, upper: upper, limit: target)
    func result(_ outcome: LoadLineResult.Outcome) -> LoadLineResult {
      LoadLineResult(line: line, figure: figure, limit: limit, margin: margin, outcome: outcome)
    }
    let doubts = record.evidence.filter { piece in
      piece.area.name == kind.area && !piece.state.isGood
        && waiver(for: "evidence.\(piece.state.name)", path: piece.path) == nil
    }
    // More evidence could not mend this: the figure only grows, and it is too large already.
    let isCertainlyBroken =
      kind.onlyGrows && !holdsLow && lower >= target && [.atMost, .below, .equal].contains(line.comparison)
      && doubts.allSatisfy { if case .unreadable = $0.state { true } else { false } }
    let isInside = !figure.isExact && lower <= target && target <= upper
    let isBetween = holdsLow != holdsHigh || isInside && [.equal, .notEqual].contains(line.comparison)
    if !holdsLow, !holdsHigh, !isBetween, doubts.isEmpty || isCertainlyBroken {
      if let waiver = waiver(for: line.figure, path: nil) { return result(.waived(waiver)) }
      return result(.broken)
    }
    if let doubt = doubts.first {
      return result(.unknown("\(doubt.path): \(doubt.state.explanation ?? doubt.state.name)"))
    }
    if isBetween {
      return result(.unknown("the evidence only tells that it is between the two values"))
    }
    return result(.held)
  }

  /// Whether there is evidence of an area that says anything, be it old or of another commit.
  private func hasEvidence(_ area: String, _ record: SurveyRecord) -> Bool {
    record.evidence.contains { $0.area.name == area && Self.says($0.state) }
  }

  private static func says(_ state: Evidence.State) -> Bool {
    switch state {
    case .good, .stale, .otherCommit: true
    case .empty, .unreadable: false
    }
  }

  /// Figures are compared as they can be written down, to a billionth: 80 % of 5 lines is 80, not 80.00000000000001.
  private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

  private static func margin(
    _ comparison: LoadLine.Comparison, lower: Double, upper: Double, limit: Double
  ) -> Double {
    switch comparison {
    case .atLeast, .above: lower - limit
    case .atMost, .below: limit - upper
    case .equal: -max(abs(lower - limit), abs(upper - limit))
    case .notEqual: min(abs(lower - limit), abs(upper - limit))
    }
  }

  // MARK: - Verdict

  private func conclude(_ record: inout SurveyRecord) {
    var no: [String] = []
    var doubt: [String] = []
    for result in record.loadLines {
      switch result.outcome {
      case .broken:
        let value = result.figure.map { FigureText.value(of: $0) } ?? "?"
        no.append("\(result.line.figure) is \(value), the load line is \(result.line.text)")
      case .unknown(let reason): doubt.append("\(result.line.figure) (\(result.line.text)): \(reason)")
      case .held, .waived: break
      }
    }
    let blockers = record.findings.count { $0.isBlocking }
    if blockers > 0, no.isEmpty || record.findings.contains(where: { $0.isBlocking && $0.countsIn != nil }) {
      no.append("\(blockers) finding\(blockers == 1 ? "" : "s") block\(blockers == 1 ? "s" : "")")
    }
    for finding in record.findings where finding.rule.hasPrefix("evidence.") && finding.waiver == nil {
      let reason = (finding.evidence.map { $0 + ": " } ?? "") + finding.message
      if !doubt.contains(where: { $0.hasSuffix(reason) }) { doubt.append(reason) }
    }
    if !record.evidence.contains(where: { Self.says($0.state) }) {
      doubt.insert(record.evidence.isEmpty ? "there is no evidence at all" : "no evidence says anything", at: 0)
    }
    record.reasons = no + doubt
    if !no.isEmpty {
      record.verdict = .mayNotShip
    } else if !doubt.isEmpty {
      record.verdict = .cannotTell
    } else {
      record.verdict = .mayShip
      let lines = record.loadLines.count
      let waived = record.loadLines.count { if case .waived = $0.outcome { true } else { false } }
      record.reasons = [
        (lines == 0 ? "there is no load line" : lines == 1 ? "the load line holds" : "all \(lines) load lines hold")
          + (waived > 0 ? " (\(waived) waived)" : "") + ", nothing blocks, and the evidence is good"
      ]
    }
  }
}
