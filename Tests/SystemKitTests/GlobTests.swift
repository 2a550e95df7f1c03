import SystemKit
import Testing

struct GlobTests {
  @Test(arguments: [
    ("a", "a", true), ("a", "b", false), ("*", "", true), ("*", "a/b", false), ("*.xml", "a.xml", true),
    ("?", "/", false), ("?", "é", false), ("??", "é", true), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false),
    ("[^a-c]x", "dx", true), ("[!a]", "/", false), ("[]]", "]", true), ("[]-a]", "`", true), ("[a-]", "-", true),
    ("[\\]]", "]", true), ("[[:digit:]]", "7", true), ("[[:alpha:]-z]", "-", true), ("[[:x]", ":", true),
    ("**/a", "a", true), ("**/a", "x/y/a", true), ("a/**", "a/b/c", true), ("a/**", "a", false),
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "ab", false), ("a**b", "axxb", true),
    ("a**b", "a/b", false), ("**", "a/b", true), ("\\*", "*", true), ("\\*", "a", false), ("a\\", "a", false),
    ("a\\", "a\\", false), ("[a", "[a", false), ("[[:nope:]]", "n", false), ("", "", true), ("", "a", false),
    ("***/x", "a/b/x", true), ("a/***", "a/b/c", true),
  ])
  func `a pattern matches as in git`(pattern: String, path: String, isMatch: Bool) {
    #expect(Glob(pattern).matches(path) == isMatch)
    #expect(Glob(pattern).pattern == pattern)
  }

  @Test func `no pattern takes exponential time`() {
    let watch = Stopwatch()
    let pattern = String(repeating: "*a", count: 60) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 5_000)))
    #expect(!Glob(String(repeating: "**/", count: 60) + "b").matches(String(repeating: "a/", count: 2_000)))
    #expect(watch.seconds < 5)
  }
}
