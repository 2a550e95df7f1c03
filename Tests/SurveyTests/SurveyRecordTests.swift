import SystemKit
import Testing

@testable import Survey

struct SurveyRecordTests {
  @Test func `the identity changes with what matters and with nothing else`() {
    let base = judged(record())
    var seen: Set<String> = [base.identity]
    var other = base
    other.history = ["x": []]
    other.last = ["x": 1]
    other.at = .init(seconds: 5)
    #expect(other.identity == base.identity)
    other = base
    other.project = "q"
    #expect(seen.insert(other.identity).inserted)
    other = base
    other.commit = SurveyedCommit(id: "c")
    #expect(seen.insert(other.identity).inserted)
    other = base
    other.evidence[0].digest = "other"
    #expect(seen.insert(other.identity).inserted)
    other = base
    other.figures[0].value = 9
    #expect(seen.insert(other.identity).inserted)
    #expect(seen.insert(judged(record(), [line("tests.failed", "<= 3")]).identity).inserted)
  }

  @Test func `a verdict has its exit code`() {
    #expect([Verdict.mayShip, .mayNotShip, .cannotTell].map(\.exitCode) == [0, 1, 2])
    #expect([Verdict.mayShip, .mayNotShip, .cannotTell].map(\.title) == ["may ship", "may not ship", "cannot tell"])
  }
}
