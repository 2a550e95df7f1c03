// Did you mean: what is near enough to propose, and what is not.

import ByteKit
import Testing

@Suite struct NearestNameTests {
  static let names = ["survey", "coverage", "heap", "release", "bundle", "ui", "sketch", "perf", "events", "exam"]

  @Test(
    "slips of the finger find their name",
    arguments: [
      ("survye", "survey"), ("surve", "survey"), ("survvey", "survey"), ("sxrvey", "survey"), ("SURVEY", "survey"),
      ("coverge", "coverage"), ("covreage", "coverage"), ("cov", "coverage"), ("haep", "heap"), ("iu", "ui"),
      ("evnts", "events"), ("relaese", "release"), ("heaps", "heap"), ("bundel", "bundle"),
    ])
  func near(typed: String, expected: String) {
    #expect(nearestName(to: typed, among: Self.names) == expected)
  }

  @Test(
    "other words find nothing",
    arguments: ["", "x", "e", "xyzzy", "help me", "su", "hxxp", "eventually", String(repeating: "survey", count: 20)])
  func far(typed: String) {
    #expect(nearestName(to: typed, among: Self.names) == nil)
  }

  @Test("the nearest wins, then the first; two that start alike are no answer")
  func choice() {
    #expect(nearestName(to: "lnies", among: ["links", "lines", "liner"]) == "lines")
    #expect(nearestName(to: "cart", among: ["card", "care"]) == "card")
    #expect(nearestName(to: "dom", among: ["dominators", "domains"]) == nil)
    #expect(nearestName(to: "anything", among: [] as [String]) == nil)
  }
}
