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
