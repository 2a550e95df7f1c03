// The verdict from all that was found: a no where something is certainly wrong, a doubt where anything is open, else a yes.

internal import SystemKit

extension Judge {
  func conclude(_ record: inout SurveyRecord) {
    var no: [String] = []
    var doubt: [String] = []
    for result in record.loadLines {
      switch result.outcome {
      case .broken:
        let value = result.figure.map { FigureText.value(of: $0) } ?? "?"
        let resolved = FigureText.resolvedLimit(result).map { " (\($0))" } ?? ""
        no.append("\(result.line.figure) is \(value), the load line is \(result.line.text)\(resolved)")
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
    let telling = record.evidence.filter { !$0.isIllustration }
    if !telling.contains(where: { Self.says($0.state) }) {
      doubt.insert(
        record.evidence.isEmpty
          ? "there is no evidence at all"
          : telling.isEmpty
            ? "there are only pictures, which do not say whether the app works" : "no evidence says anything",
        at: 0)
    }
    record.reasons = no + doubt
    if !no.isEmpty {
      record.verdict = .mayNotShip
    } else if !doubt.isEmpty {
      record.verdict = .cannotTell
    } else {
      record.verdict = .mayShip
      record.reasons = Self.yes(record)
    }
  }

  /// Why the answer is yes, and what was let pass for it: a yes that rests on waivers says so.
  private static func yes(_ record: SurveyRecord) -> [String] {
    let lines = record.loadLines.count
    let waivedLines = record.loadLines.count { if case .waived = $0.outcome { true } else { false } }
    let held =
      lines == 0 ? "there is no load line" : lines == 1 ? "the load line holds" : "all \(lines) load lines hold"
    let isGood = record.evidence.allSatisfy { $0.state.isGood || $0.isIllustration }
    var reasons = [
      held + (waivedLines > 0 ? " (\(waivedLines) waived)" : "") + ", nothing blocks, and the evidence is good"
        + (isGood ? "" : " but for what is waived")
    ]
    var waived: [Waiver: [String: Int]] = [:]
    for finding in record.findings {
      // Notes and warnings are no hindrance with or without a waiver.
      let isHindrance = finding.severity == .blocker || finding.countsIn != nil || finding.rule.hasPrefix("evidence.")
      guard let waiver = finding.waiver, isHindrance else { continue }
      waived[waiver, default: [:]][finding.rule, default: 0] += 1
    }
    for (waiver, rules) in waived.sorted(by: { ($0.key.rule, $0.key.reason) < ($1.key.rule, $1.key.reason) }) {
      let counts = rules.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      reasons.append("waived by \(waiver.owner) until \(waiver.expires.isoDate): \(counts) (\(waiver.reason))")
    }
    return reasons
  }
}
