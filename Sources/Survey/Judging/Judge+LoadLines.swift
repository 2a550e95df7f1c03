// How one load line comes out: held, broken, waived, or not to be told, and why.

internal import SystemKit

extension Judge {
  func result(for line: LoadLine, _ record: SurveyRecord) -> LoadLineResult {
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
      let written: Double? = if case .absolute(let value) = line.limit { value } else { nil }
      return unknown("all \(kind.area) evidence is empty or cannot be read", limit: written)
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

  static func says(_ state: Evidence.State) -> Bool {
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
}
