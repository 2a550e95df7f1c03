import MarkupKit
import Testing

@testable import Survey

struct ReleaseConfigurationTests {
  private func read(_ text: String) throws(ConfigurationError) -> SurveyConfiguration {
    try ConfigurationReader.read(text: text, source: "plimsoll.json")
  }

  @Test func `everything that can be said of a release is read`() throws {
    let configuration = try read(
      """
      {
        release: { branch: "release/12", onto: "origin/main", keys: ["[A-Z]+-[0-9]+", "(?i)ux-\\\\d+"],
          blocked: { "BFG-9000": "crash on login, see QA-77",
            "UX-5": "too dark" } },
      }
      """)
    let release = try #require(configuration.release)
    #expect(release.branch == "release/12")
    #expect(release.onto == "origin/main")
    #expect(release.keys == ["[A-Z]+-[0-9]+", "(?i)ux-\\d+"])
    #expect(release.blocked.map(\.ticket) == ["BFG-9000", "UX-5"])
    #expect(release.blocked.map(\.reason) == ["crash on login, see QA-77", "too dark"])
    #expect(release.blocked.map(\.position?.line) == [3, 4])
    #expect(release.position?.line == 2)
  }

  @Test func `its load line holds by default, and not where others are written`() throws {
    #expect(try read("{}").release == nil)
    #expect(try read("{release: {}}").loadLines.map(\.figure) == ["tests.failed", "release.blocked"])
    #expect(try read("{release: {}, loadLines: {}}").loadLines == [])
    #expect(try read("{loadLines: {'release.tickets': '<= 60'}, release: {}}").loadLines.count == 1)
  }

  @Test(arguments: [
    ("{release: []}", "plimsoll.json:1:11: 'release' is an array, an object expected"),
    ("{release: {brnch: 'a'}}", "plimsoll.json:1:12: unknown key 'brnch'; did you mean 'branch'?"),
    ("{relase: {}}", "plimsoll.json:1:2: unknown key 'relase'; did you mean 'release'?"),
    ("{release: {branch: ''}}", "plimsoll.json:1:20: 'branch' is '', the name of a branch expected"),
    ("{release: {onto: '--all'}}", "plimsoll.json:1:18: 'onto' is '--all', the name of a branch expected"),
    ("{release: {onto: 'a b'}}", "plimsoll.json:1:18: 'onto' is 'a b', the name of a branch expected"),
    ("{release: {onto: 1}}", "plimsoll.json:1:18: 'onto' is a number, text in quotes expected"),
    ("{release: {keys: []}}", "plimsoll.json:1:18: 'keys' is empty, a pattern such as \"[A-Z]+-[0-9]+\" expected"),
    (
      "{release: {keys: ['A-1', '[A-Z']}}",
      "plimsoll.json:1:26: 'keys' is '[A-Z' ('[' without its ']' at character 1), a pattern such as \"[A-Z]+-[0-9]+\" expected"
    ),
    ("{release: {blocked: ['A-1']}}", "plimsoll.json:1:21: 'blocked' is an array, an object expected"),
    (
      "{release: {blocked: {'A-1': ' '}}}",
      "plimsoll.json:1:29: 'A-1' is ' ', the reason for which it is blocked expected"
    ),
    ("{release: {blocked: {'': 'x'}}}", "plimsoll.json:1:22: 'blocked' is '', the name of a ticket expected"),
    ("{release: {blocked: {'A-1': 'x', 'a-1': 'y'}}}", "plimsoll.json:1:34: 'a-1' is given twice, one reason expected"),
    (
      "{waivers: [{rule: 'release.blocked-tickt', owner: 'a', reason: 'r', expires: '2027-01-01'}]}",
      "plimsoll.json:1:19: 'rule' is 'release.blocked-tickt' (did you mean 'release.blocked-ticket'?), the name of a rule or figure expected"
    ),
  ])
  func `what is wrong is told with its place`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(text) }
    #expect(error?.description == message)
  }
}
