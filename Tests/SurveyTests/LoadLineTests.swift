import SystemKit
import Testing

@testable import Survey

struct LoadLineTests {
  @Test func `a waiver holds through its last day`() {
    let day = Timestamp(iso8601: "2027-01-31")!
    let waiver = Waiver(rule: "r", owner: "o", reason: "w", expires: day)
    #expect(waiver.holds(at: Timestamp(iso8601: "2027-01-31T23:59:59Z")!))
    #expect(!waiver.holds(at: Timestamp(iso8601: "2027-02-01T00:00:00Z")!))
  }
}
