// The survey over the public files, where they are at hand: every kind is recognised or refused, and nothing traps.

import SystemKit
import TestSupport
import Testing

@testable import Survey

struct CorpusTests {
  @Test(.enabled(if: PackageFolder.corpus != nil, "the public files are not here"))
  func `a survey of all public coverage and test files ends, and is not green`() throws {
    let folder = PathName.join(PackageFolder.corpus ?? "", "coverage")
    let record = try Surveyor(.init(paths: [folder], clock: FixedClock(today))).survey()
    #expect(record.evidence.count > 50)
    #expect(record.verdict != .mayShip)
    // Some of them are broken on purpose.
    #expect(record.evidence.contains { $0.state.name == "unreadable" })
    #expect(record.reasons.count > 1)
    print(record.evidence.count, record.verdict, record.passedOver.count)
  }
}
