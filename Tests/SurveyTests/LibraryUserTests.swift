// What a user of the library alone does: an inspector of one's own, progress without a terminal, a commit that is only hinted.

import Survey
import Synchronization
import SystemKit
import TestSupport
import Testing

private struct Notes: Inspector {
  let area = Area(name: "notes", title: "Notes")
  let figures = [FigureKind("notes.count", "notes", .count, .lower)]
  let rules = ["notes.long"]
  let usualNames: [String] = []

  func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition {
    head.starts(with: "NOTES".utf8) ? .evidence("notes") : .unknown
  }

  func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    inspection.outcomes = files.map { .init(file: $0) }
    inspection.figures = [Figure(figures[0], value: Double(files.count), evidence: files.map(\.shownPath))]
    return inspection
  }
}

struct LibraryUserTests {
  private final class Steps: Sendable {
    let looked = Mutex(0)
  }

  @Test func `an inspector can be added, and progress is told`() throws {
    let sandbox = Sandbox()
    try sandbox.write("a.notes", "NOTES")
    try sandbox.write(
      "plimsoll.json",
      "{loadLines: {'notes.count': '<= 1'}, waivers: [{rule: 'notes.long', owner: 'a', reason: 'r', expires: '2100-01-01'}]}"
    )
    let steps = Steps()
    let request = Surveyor.Request(
      paths: [sandbox.folder], commitHint: "ABCDEF0123", inspectors: Inspectors.all + [Notes()],
      progress: { _ in SurveyProgress(advance: { steps.looked.withLock { $0 += 1 } }) })
    let record = try Surveyor(request).survey()
    #expect(record.verdict == .mayShip)
    #expect(record.commit?.id == "abcdef0123")
    #expect(steps.looked.withLock { $0 } == 2)
  }

  @Test func `the values of the model can be made`() {
    let entry = LogbookEntry(
      id: 1, at: Timestamp(seconds: 0), loggedAt: Timestamp(seconds: 0), commit: nil, verdict: .mayShip,
      shippedAt: nil, identity: "")
    #expect(entry.id == 1)
    let area = SurveyConfiguration.CodeArea(name: "a", paths: ["a/**"])
    let owner = SurveyConfiguration.Owner(pattern: "a/**", owner: "ada")
    #expect([area.name, owner.owner] == ["a", "ada"])
    let context = InspectionContext(folder: ".")
    let file = EvidenceFile(path: "a", shownPath: "a", format: "f")
    #expect(Notes().inspect([file], context).outcomes.count == 1)
  }
}
