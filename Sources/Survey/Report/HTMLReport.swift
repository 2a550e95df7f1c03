// The page that answers "may this build ship?". The order is that of the questions: what is the answer and why, what has to
// be mended and by whom, how near the other limits are, then each area in full, and last the evidence it all rests on.

internal import MarkupKit
internal import SystemKit

/// The survey as one self-contained HTML file.
public enum HTMLReport {
  /// Renders a survey.
  ///
  /// The page loads nothing, opens from disk, reads without scripts, and is the same to the byte for the same record.
  /// Long lists are cut, and the page says where and by how much.
  ///
  /// - Complexity: O(n) in the size of the record.
  public static func render(_ record: SurveyRecord) -> [UInt8] {
    let index = ReportIndex(record)
    let source =
      record.configuration.map { "Load lines from \($0)." } ?? "No configuration: the default load lines apply."
    return HTMLPage.document(
      title: "\(record.name): \(record.verdict.title) – Plimsoll survey",
      top: "survey of \(ReportLimits.cut(record.name, to: 100))",
      footer: [
        source,
        "Survey \(record.identity.prefix(16))"
          + (record.evidence.isEmpty ? ", of no evidence." : ", of evidence up to \(record.at.iso8601)."),
      ]
    ) { page in
      page.verdict(record, index)
      page.blockers(index, isKnown: record.verdict != .cannotTell)
      page.loadLines(record)
      for (number, section) in record.sections.enumerated() {
        page.section(section, id: "area-\(number + 1)", record)
      }
      page.otherFigures(record, index)
      page.otherFindings(index)
      page.waivers(index)
      page.evidence(record)
      page.passedOver(record)
    }
  }
}

extension SurveyRecord {
  /// What the reports call it.
  var name: String { project.isEmpty ? "this build" : project }

  /// Whether a finding only says again what a broken load line says: lists that have both name it once.
  func repeatsLoadLine(_ finding: Finding) -> Bool {
    loadLines.contains { $0.line.figure == finding.rule && $0.outcome == .broken }
  }
}

/// The findings and waivers of a record, sorted into the parts of a report.
struct ReportIndex {
  /// Findings of one owner; `nil`: of nobody.
  struct Group {
    var owner: String?
    var findings: [Finding]
  }

  /// A waiver and what it lets pass.
  struct Use {
    var waiver: Waiver
    var passes: [String]
  }

  /// Blocking findings by owner; those without an owner last.
  var blockers: [Group] = []
  var blockerCount = 0
  var warnings: [Finding] = []
  var notes: [Finding] = []
  /// Waivers that let something pass, in the order in which they are met.
  var waivers: [Use] = []
  /// Figures of areas that have no section.
  var otherFigures: [Figure] = []

  init(_ record: SurveyRecord) {
    var groupOf: [String?: Int] = [:]
    var useOf: [Waiver: Int] = [:]
    func use(_ waiver: Waiver, _ what: String, _ waivers: inout [Use]) {
      if let at = useOf[waiver] {
        waivers[at].passes.append(what)
      } else {
        useOf[waiver] = waivers.count
        waivers.append(Use(waiver: waiver, passes: [what]))
      }
    }
    for result in record.loadLines {
      guard case .waived(let waiver) = result.outcome else { continue }
      use(waiver, "load line \(result.line.figure) \(FigureText.limit(result))", &waivers)
    }
    for finding in record.findings {
      if let waiver = finding.waiver {
        use(waiver, finding.message + (finding.place.map { " (\($0.description))" } ?? ""), &waivers)
        continue
      }
      switch finding.severity {
      case .blocker:
        blockerCount += 1
        if let at = groupOf[finding.owner] {
          blockers[at].findings.append(finding)
        } else {
          groupOf[finding.owner] = blockers.count
          blockers.append(Group(owner: finding.owner, findings: [finding]))
        }
      case .warning: warnings.append(finding)
      case .note: notes.append(finding)
      }
    }
    if let unowned = groupOf[nil] { blockers.append(blockers.remove(at: unowned)) }
    let areas = Set(record.sections.map(\.area.name))
    otherFigures = record.figures.filter { !areas.contains($0.kind.area) }
  }
}
