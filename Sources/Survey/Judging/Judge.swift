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
  private let scopes: PathScopes

  init(configuration: SurveyConfiguration, catalogue: FigureCatalogue, now: Timestamp, shipped: [String: Double]?) {
    self.configuration = configuration
    self.catalogue = catalogue
    self.now = now
    self.shipped = shipped
    scopes = PathScopes(configuration)
  }

  /// Judges a record in place: findings get owners and waivers, load lines their outcome, the record its verdict.
  func judge(_ record: inout SurveyRecord) {
    addEvidenceFindings(&record)
    addIllustrationFindings(&record)
    for index in record.findings.indices { settle(&record.findings[index]) }
    subtractWaived(&record)
    record.loadLines = configuration.loadLines.map { result(for: $0, record) }
    ease(&record)
    addLineFindings(&record)
    addDirectionFindings(&record)
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
      guard let explanation = piece.state.explanation, !piece.isIllustration else { continue }
      var finding = Finding("evidence.\(piece.state.name)", .warning, explanation, evidence: piece.path)
      finding.place = Place(piece.path)
      switch piece.state {
      case _ where piece.mend != nil: finding.mend = piece.mend
      case _ where !piece.isFile: break
      case .stale, .otherCommit: finding.mend = "run the build again on this commit and survey once more"
      case .unreadable where piece.area.name == "coverage":
        finding.mend = "plimsoll coverage report \(TestCommand.quoted(piece.path)) --keep-going"
      case .unreadable where piece.area.name == "heap":
        finding.mend = "plimsoll heap summary \(TestCommand.quoted(piece.path))"
      default: break
      }
      record.findings.append(finding)
    }
  }

  /// Pictures that show another build are told once for all of them, and stop nothing.
  private func addIllustrationFindings(_ record: inout SurveyRecord) {
    var old: [Area: [String]] = [:]
    for piece in record.evidence where piece.isIllustration {
      switch piece.state {
      case .stale, .otherCommit: old[piece.area, default: []].append(piece.path)
      case .good, .empty, .unreadable: break
      }
    }
    for (area, paths) in old.sorted(by: { $0.key.name < $1.key.name }) {
      record.findings.append(
        Finding(
          "\(area.name).stale", .note,
          "\(Plural.text(paths.count, "picture is", "pictures are")) older than the sources or of another commit, and may show "
            + "another build", detail: paths.prefix(20).joined(separator: "\n"), place: Place(paths[0]),
          evidence: paths[0]))
    }
  }

  private func settle(_ finding: inout Finding) {
    let path = finding.place?.path ?? finding.evidence
    if finding.owner == nil, let path { finding.owner = scopes.owner(of: path) }
    finding.waiver =
      waiver(for: finding.rule, path: path) ?? finding.subject.flatMap { waiver(for: finding.rule, path: $0) }
  }

  func waiver(for rule: String, path: String?) -> Waiver? {
    scopes.waiver(for: rule, path: path, at: now)
  }

  /// A waived failure is not counted among the failures.
  private func subtractWaived(_ record: inout SurveyRecord) {
    for index in record.figures.indices {
      let name = record.figures[index].name
      let waived = record.findings.count {
        $0.waiver != nil && ($0.countsIn == name || $0.alsoCountsIn.contains(name))
      }
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
          case .broken: false
          // What is known so far is let pass; the doubt keeps the verdict from a yes.
          case .unknown: result.isHeldSoFar
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
    if figure.kind.area == "heap", let file = figure.evidence.first {
      let command = figure.name.hasPrefix("heap.leak") ? "leaks" : "dominators"
      return "plimsoll heap \(command) \(TestCommand.quoted(file)) --html heap-page"
    }
    guard figure.kind.area == "coverage", !figure.evidence.isEmpty else { return nil }
    let files = figure.evidence.prefix(3).map { TestCommand.quoted($0) }.joined(separator: " ")
    return "plimsoll coverage report \(files)\(figure.evidence.count > 3 ? " ..." : "") --html coverage-pages"
  }

  /// A limit against the way that its figure gets better (`"tests.failed": ">= 0"`) guards nothing: a slip of the sign.
  private func addDirectionFindings(_ record: inout SurveyRecord) {
    for line in configuration.loadLines {
      guard let kind = catalogue[String(line.figure.prefix { $0 != "/" })] else { continue }
      let isLower = [.atMost, .below].contains(line.comparison)
      let isHigher = [.atLeast, .above].contains(line.comparison)
      guard kind.direction == .lower && isHigher || kind.direction == .higher && isLower else { continue }
      let better = kind.direction == .lower ? "less" : "more"
      record.findings.append(
        Finding(
          "load-line.direction", .warning,
          "the load line \(line.figure) \(line.text) holds however bad the figure gets: \(better) is better",
          place: record.configuration.map { Place($0, line: line.position?.line) }))
    }
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
}

extension LoadLineResult {
  /// Whether the figure as far as it is known keeps to the limit.
  fileprivate var isHeldSoFar: Bool {
    guard let figure, let limit else { return false }
    return line.comparison.holds(figure.value, limit) && line.comparison.holds(figure.atMost, limit)
  }
}
