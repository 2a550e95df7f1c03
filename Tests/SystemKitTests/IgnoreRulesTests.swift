// The rules against git itself: a table, and random patterns and paths.

import SystemKit
import TestSupport
import Testing

struct IgnoreRulesTests {
  /// What git says of each path (files, none of which exists) under some rules.
  private func git(_ sandbox: Sandbox, _ paths: [String], in folder: String = "") throws -> Set<String> {
    let asked = try sandbox.run(
      "git", ["check-ignore", "--no-index", "-z", "--stdin"], input: paths.map { $0 + "\0" }.joined())
    #expect(asked.status <= 1, "\(asked.errors)")
    return Set(asked.output.split(separator: "\0").map(String.init))
  }

  private static let table: [[String]] = [
    ["*.xml"], ["/a"], ["a/"], ["a"], ["a/b"], ["/a/b"], ["a/*"], ["a/**"], ["**/b"], ["a/**/b"], ["**"], ["*"],
    ["!a"], ["*", "!a"], ["*", "!*/", "!*.xml"], ["a/*", "!a/b"], ["a/", "!a/b"], ["#a"], ["\\#a"], ["\\!a"], ["a "],
    ["a\\ "], ["a\\\\ "], ["a  "], [" a"], ["a\r"], ["a\t"], ["/"], ["//"], ["//a"], ["a//"], ["a/b//"], ["/a/"],
    ["a/b**"], ["a/b**/c"], ["b**"], ["a**/b"], ["**a"], ["**/"], ["a/**/"], ["**/a/**"], ["*/b"], ["?/b"], ["[ab]"],
    ["[!a]"], ["[^a]/b"], ["[a"], ["a["], ["a]"], ["[]a]"], ["[a-c]/**"], ["[[:alpha:]]"], ["[[:bogus:]]"], ["a\\"],
    ["a/\\b"], ["\\a"], ["*a*b"], ["a*/*b"], ["", " ", "a"], ["./a"], ["a/../b"], ["***"], ["a/***/b"], ["***/b"],
    ["a/[b/]c"], ["a[/]b"], ["a?b"], ["*\\/b"], ["**\\/b"], ["{a,b}"], ["a.xml/"], ["é"], ["?"], ["??"],
  ]

  private static let paths = [
    "a", "b", "c", "a/b", "a/c", "b/a", "a/b/c", "a/bx/c", "a/x/b", "a/x/y/b", "x/a", "x/a/b", "x/b", "b/c", "a.xml",
    "a/a.xml", "x/y/z.xml", "#a", "!a", "a ", " a", "a\t", "[a", "a[", "a]", "ab", "axb", "a\\", "\\a", "é", "bb", "ba",
    "a/b/a/b", "a/bc", "a/bc/d", "{a,b}", "*", "a/*", "]",
  ]

  @Test func `a table of rules is read as git reads it`() throws {
    let sandbox = Sandbox()
    try sandbox.git("init", "-q")
    for lines in Self.table {
      try sandbox.write(".gitignore", lines.joined(separator: "\n") + "\n")
      let ours = IgnoreRules(lines)
      let theirs = try git(sandbox, Self.paths)
      for path in Self.paths {
        #expect(ours.ignoresWithParents(path) == theirs.contains(path), "\(lines) on \(path)")
      }
    }
  }

  @Test func `random rules are read as git reads them`() throws {
    let sandbox = Sandbox()
    try sandbox.git("init", "-q")
    var random = SeededGenerator(seed: 20_261_201)
    let pieces = [
      "a", "b", "ab", "*", "**", "?", "/", "/", "**/", "/**", "[ab]", "[!a]", "[a-c]", ".", "\\a", "c", "]", "[", "!",
      "-",
      "\\", " ", "[[:alnum:]]", "[]b]", "[a-]", "***",
    ]
    let letters = ["a", "b", "c", "ab", ".", "/", "/", "]", "-", "!", "a.b"]
    // 100 questions with 20 patterns and 20 paths each: 2,000 of both.
    for _ in 0..<100 {
      let lines = (0..<20).map { _ -> String in
        (random.next() % 6 == 0 ? "!" : "")
          + (0..<(1 + random.next() % 5)).map { _ in pieces.randomElement(using: &random)! }.joined()
      }
      let paths = (0..<20).compactMap { _ -> String? in
        let path = (0..<(1 + random.next() % 7)).map { _ in letters.randomElement(using: &random)! }.joined()
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.contains { $0.isEmpty || $0 == "." || $0 == ".." } ? nil : path
      }
      // Each line for itself first: together a later one hides what an earlier one gets wrong.
      for some in [lines] + lines.prefix(4).map({ [$0] }) {
        try sandbox.write(".gitignore", some.joined(separator: "\n") + "\n")
        let ours = IgnoreRules(some)
        let theirs = try git(sandbox, paths)
        for path in paths {
          #expect(ours.ignoresWithParents(path) == theirs.contains(path), "\(some) on \(path)")
        }
      }
    }
  }

  @Test func `rules of a folder below hold there only`() throws {
    var rules = IgnoreRules(["x"])
    rules.add(["/top", "y", "a/b"], in: "sub[1]")
    #expect(rules.ignoresWithParents("sub[1]/top"))
    #expect(rules.ignoresWithParents("sub[1]/deep/y"))
    #expect(rules.ignoresWithParents("sub[1]/a/b"))
    for path in ["top", "y", "sub1/top", "sub[1]/deep/top", "a/b"] {
      #expect(!rules.ignoresWithParents(path), "\(path)")
    }
    #expect(!rules.isEmpty)
    #expect(IgnoreRules(["", "# a", "/"]).isEmpty)
  }
}
