import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct TicketPatternTests {
  @Test func `the form of Jira's keys can be written in the language`() throws {
    let written = try TicketPattern("[A-Z][A-Z0-9_]+-[0-9]+")
    #expect(written == .jira)
    #expect(try TicketPattern("[A-Z][\\dA-Z_]{1,}-\\d+").steps == TicketPattern.jira.steps)
  }

  @Test(arguments: [
    ("#[0-9]+", "Fix it (#12), see #7", ["#12", "#7"]),
    ("#\\d{2,3}", "#1 #12 #123 #1234", ["#12", "#123"]),
    ("T\\d{4}", "T1234 T123 T12345 xT1234", ["T1234"]),
    ("(?i)bfg-\\d+", "Bfg-9000_words and BFG-1", ["BFG-9000", "BFG-1"]),
    ("bfg-\\d+", "Bfg-9000_words and bfg-1", ["bfg-1"]),
    ("AB?C*-?1", "AC-1 ABCCC1 A1 AB-1 ABB1", ["AC-1", "ABCCC1", "A1", "AB-1"]),
    ("A{2}B{0,2}", "AA AAB AABB AABBB A", ["AA", "AAB", "AABB"]),
    ("[^A-Z0-9]1", "-1 x1 A1", ["-1", "x1"]),
    ("A[-x]1", "A-1 Ax1 Ay1", ["A-1", "Ax1"]),
    ("A[x-]1", "A-1 Ax1 Ay1", ["A-1", "Ax1"]),
    ("A\\.1\\[\\\\", "A.1[\\ A.1", ["A.1[\\"]),
    ("\\w+!\\d+", "group/proj!12", ["proj!12"]),
    ("A*AA", "AAAA", ["AAAA"]),
  ])
  func `each construct matches what it says`(pattern: String, text: String, keys: [String]) throws {
    let rules = TicketKeys(patterns: [try TicketPattern(pattern)], ignored: [])
    #expect(rules.keys(in: text) == keys)
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("(?i)", "it matches no character at all; at least one step must be there"),
    ("A*B?", "it matches no character at all; at least one step must be there"),
    ("A-[0-9", "'[' without its ']' at character 3"),
    ("A[]", "a class without a character at character 2"),
    ("A[z-a]", "a range that runs backwards at character 3"),
    ("+A", "nothing to repeat before '+' at character 1"),
    ("A++", "nothing to repeat before '+' at character 3"),
    ("{2}", "nothing to repeat before '{' at character 1"),
    ("A{", "a count that is none of {n}, {n,} and {n,m} at character 2"),
    ("A{,2}", "a count that is none of {n}, {n,} and {n,m} at character 2"),
    ("A{3,2}", "a count outside 1...200 at character 2"),
    ("A{0}", "a count outside 1...200 at character 2"),
    ("A{999999999999}", "a count that is none of {n}, {n,} and {n,m} at character 2"),
    ("A{201}", "a count outside 1...200 at character 2"),
    ("(A|B)-1", "groups and alternatives are not known (give several patterns) at character 1"),
    ("A|B", "groups and alternatives are not known (give several patterns) at character 2"),
    ("^A-1", "'^' has no meaning here (write '\\^' for the sign itself) at character 1"),
    ("A.1", "'.' has no meaning here (write '\\.' for the sign itself) at character 2"),
    ("A]", "']' has no meaning here (write '\\]' for the sign itself) at character 2"),
    ("A\\", "nothing stands after '\\' at character 2"),
    ("\\s", "'\\s' is not known (\\d, \\w or a sign) at character 1"),
    ("Ä-1", "a sign that is not ASCII at character 1"),
    ("A 1", "a blank or control character at character 2"),
    ("A(?i)", "groups and alternatives are not known (give several patterns) at character 2"),
  ])
  func `what cannot be read is told with its place`(pattern: String, why: String) {
    #expect(throws: ReleaseError(.badPattern(pattern, why))) { try TicketPattern(pattern) }
  }

  @Test func `a pattern that is too long is refused`() {
    #expect(throws: ReleaseError.self) { try TicketPattern(String(repeating: "A", count: 201)) }
    #expect(throws: Never.self) { try TicketPattern(String(repeating: "A", count: 200)) }
  }

  @Test func `patterns made of any bytes are read or refused, never more`() {
    var numbers = SeededGenerator(seed: 9)
    let signs = Array("A0-[]{}()?*+\\^,.#wd9_ä i".unicodeScalars)
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<12, using: &numbers) { text.unicodeScalars.append(signs.randomElement()!) }
      guard let pattern = try? TicketPattern(text) else { continue }
      _ = TicketKeys(patterns: [pattern], ignored: []).keys(in: "A0-9_d#A-0.9 [A] ä")
    }
  }

  @Test func `no pattern makes a long subject slow`() throws {
    // Backtracking would need 2^50 steps.
    let pattern = try TicketPattern(String(repeating: "A*", count: 25) + String(repeating: "A?", count: 25) + "B-1")
    let text = String(repeating: "A", count: 2_000)
    #expect(TicketKeys(patterns: [pattern], ignored: []).keys(in: text).isEmpty)
  }
}
