// What the attributes say: numbers, times and properties, each bounded, and what cannot be read told as a warning.

internal import MarkupKit

extension JUnitBuilder {
  func attribute(_ text: DocumentText) -> String { HeadText.string(text, limit: limits.attributeBytes) }

  func seconds(_ attributes: XMLAttributes, _ line: Int) -> Double? {
    guard let text = attributes["time"] else { return nil }
    switch Seconds(HeadText.string(text, limit: 80)) {
    case .missing: return nil
    case .value(let value, let isAmbiguous):
      if isAmbiguous { warnings.add(.ambiguousTime, line: line, sample: text.string) }
      return value
    case .unreadable:
      warnings.add(.unreadableTime, line: line, sample: HeadText.string(text, limit: 40))
      return nil
    }
  }

  func timestamp(_ attributes: XMLAttributes, _ line: Int) -> ReportTimestamp? {
    guard let text = attributes["timestamp"], !text.isEmpty else { return nil }
    guard let found = ReportTimestamp(HeadText.string(text, limit: 80)) else {
      warnings.add(.unreadableTimestamp, line: line, sample: HeadText.string(text, limit: 40))
      return nil
    }
    report.earliest = min(report.earliest ?? found, found)
    report.latest = max(report.latest ?? found, found)
    return found
  }

  func addProperty(_ attributes: XMLAttributes, _ line: Int) {
    guard let text = attributes["name"], text.bytes.count <= 200 else { return }
    let name = text.string
    guess.property(name)
    let normal = PropertyTable.normal(name)
    guard let valueText = attributes["value"] else { return }
    let value = HeadText.string(valueText, limit: limits.attributeBytes)
    if let hash = PropertyTable.commit(normalName: normal, value: value) {
      guard report.commits.count < PropertyTable.maximumCount, !report.commits.contains(where: { $0.hash == hash })
      else { return }
      report.commits.append(NamedCommit(hash: hash, property: name, line: line))
    } else if PropertyTable.ofInterest.contains(normal), report.properties.count < PropertyTable.maximumCount,
      propertyNames.insert(normal).inserted
    {
      report.properties.append(ReportProperty(name: name, value: value, line: line))
    }
  }

  func claims(_ attributes: XMLAttributes, _ line: Int) -> ClaimedCounts {
    func count(_ names: StaticString...) -> Int? {
      for name in names {
        guard let text = attributes[name], !text.isEmpty else { continue }
        if let value = text.unsigned { return Int(clamping: value) }
        let shown = HeadText.string(text, limit: 40)
        warnings.add(.unreadableCount, line: line, sample: "\(name)=\"\(shown)\"")
      }
      return nil
    }
    var claimed = ClaimedCounts()
    claimed.tests = count("tests")
    claimed.failures = count("failures")
    claimed.errors = count("errors")
    claimed.skipped = count("skipped", "skips", "skip", "ignored")
    if let disabled = count("disabled") {
      claimed.skipped = (claimed.skipped ?? 0).addingReportingOverflow(disabled).partialValue
    }
    return claimed
  }
}

/// Gathers warnings by kind.
struct WarningList {
  private(set) var all: [ReportWarning] = []

  mutating func add(_ kind: ReportWarning.Kind, line: Int, sample: String, count: Int = 1) {
    if let index = all.firstIndex(where: { $0.kind == kind }) {
      all[index].count += count
    } else {
      all.append(ReportWarning(kind: kind, count: count, firstLine: line, sample: sample))
    }
  }
}
