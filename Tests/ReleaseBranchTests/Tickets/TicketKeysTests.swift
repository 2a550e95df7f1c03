import ReleaseBranch
import Testing

@Suite struct TicketKeysTests {
  @Test(arguments: [
    ("BFG-9000_some_words", ["BFG-9000"]),
    ("feature/BFG-9000-fix", ["BFG-9000"]),
    ("feature-BFG-9000", ["BFG-9000"]),
    ("origin/BFG-9000.hotfix", ["BFG-9000"]),
    ("EZP-27254: As a developer I want SiteAccess aware Repository", ["EZP-27254"]),
    ("Fix EZP-27254.", ["EZP-27254"]),
    ("[BFG-1] words (BFG-2), “BFG-3”", ["BFG-1", "BFG-2", "BFG-3"]),
    ("BFG-1,BFG-2;BFG-1", ["BFG-1", "BFG-2"]),
    ("ABC-1-XYZ-2", ["ABC-1", "XYZ-2"]),
    ("MY_PROJ2-12/words", ["MY_PROJ2-12"]),
    ("fix_ABC-1", ["ABC-1"]),
    ("ABC-12", ["ABC-12"]),
    ("см. ABC-5 и DEF-6", ["ABC-5", "DEF-6"]),
  ])
  func `keys are found as whole tokens`(text: String, keys: [String]) {
    #expect(TicketKeys().keys(in: text) == keys)
  }

  @Test(arguments: [
    "", "XABC1", "ABC-", "-1", "A-1", "ABC-1a", "ABC-1ä", "ÄABC-1", "2ABC-1", "٣ABC-1", "abc-1", "Abc-1", "ABC–1",
    "ABC - 1",
    "2024-01-02", "RELEASE-2024-01-02", "REL-2024-01", "ABC-1-2", "BFG-9000-12", "IOS-17.2", "LIB-1.2.3-4",
  ])
  func `parts of words, dates, ranges and versions are no keys`(text: String) {
    #expect(TicketKeys().keys(in: text) == [])
  }

  @Test(arguments: [
    "Read UTF-8 and UTF-16", "Use SHA-256", "ISO-8859", "ISO_8859-1", "RFC-2119", "CVE-2024", "Windows: CP-1252",
    "PR-12",
    "RELEASE-7", "X86-64",
  ])
  func `well-known names are no tickets`(text: String) {
    #expect(TicketKeys().keys(in: text) == [])
  }

  @Test func `the list of what is no ticket can be changed, in any case, by project and by key`() {
    #expect(TicketKeys(ignored: []).keys(in: "PR-12 UTF-8") == ["PR-12", "UTF-8"])
    var rules = TicketKeys()
    rules.ignored = ["bfg", "Abc-2"]
    #expect(rules.keys(in: "BFG-1 ABC-1 ABC-2 UTF-8") == ["ABC-1", "UTF-8"])
  }

  @Test func `of several patterns the leftmost and longest match counts`() throws {
    let rules = TicketKeys(patterns: [try TicketPattern("AB-\\d"), try TicketPattern("(?i)ab-\\d+_X"), .jira])
    #expect(rules.keys(in: "ab-1_x AB-23 AB-4") == ["AB-1_X", "AB-23", "AB-4"])
  }

  @Test func `a key under ignored case is written in upper case`() throws {
    let rules = TicketKeys(patterns: [try TicketPattern("(?i)EZP-\\d+")])
    #expect(rules.keys(in: "ezp-27254 Ezp-27254 EZP-1") == ["EZP-27254", "EZP-1"])
  }
}
