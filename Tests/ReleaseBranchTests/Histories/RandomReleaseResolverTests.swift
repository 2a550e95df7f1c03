import Testing

@testable import TestSupport

@Suite struct RandomReleaseResolverTests {
  static let conflict = ["a", "<<<<<<< x", "2", "1", "=======", "1", "3", ">>>>>>> y", "b"]

  @Test(arguments: [
    (RandomReleaseResolver.Rule.ours, ["a", "2", "1", "b"]), (.theirs, ["a", "1", "3", "b"]),
    (.oursThenTheirs, ["a", "2", "1", "1", "3", "b"]), (.theirsThenOurs, ["a", "1", "3", "2", "1", "b"]),
    (.sortedUnion, ["a", "1", "2", "3", "b"]),
  ])
  func `a rule makes one text of two sides`(rule: RandomReleaseResolver.Rule, expected: [String]) throws {
    var resolver = RandomReleaseResolver()
    resolver.rules = [rule]
    let resolution = try #require(resolver.resolve(Self.conflict, place: ""))
    #expect(resolution.lines == expected)
    #expect(resolution.hunks == [["2\n1", "1\n3"]])
  }

  @Test func `a new line is the same for the same sides only`() {
    var resolver = RandomReleaseResolver()
    resolver.rules = [.newLine]
    let one = resolver.resolve(Self.conflict, place: "")?.lines
    #expect(one == resolver.resolve(Self.conflict, place: "elsewhere")?.lines)
    #expect(one?.count == 3)
    #expect(one != resolver.resolve(Self.conflict.map { $0 == "3" ? "4" : $0 }, place: "")?.lines)
  }

  @Test func `a text without markers is no conflict`() {
    #expect(RandomReleaseResolver().resolve(["a", "=======", "b"], place: "") == nil)
  }

  @Test func `by text or by place, rules differ and repeat`() {
    for choice in [RandomReleaseResolver.Choice.byText, .byPlace] {
      var resolver = RandomReleaseResolver()
      resolver.choice = choice
      var seen: Set<[String]> = []
      for number in 0..<60 {
        // The sides as the choice needs them: other texts, or other places.
        let lines = choice == .byText ? Self.conflict.map { $0 == "3" ? "9\(number)3" : $0 } : Self.conflict
        let place = choice == .byPlace ? "\(number)" : ""
        let resolution = resolver.resolve(lines, place: place)?.lines ?? []
        #expect(resolution == resolver.resolve(lines, place: place)?.lines)
        seen.insert(resolution.map { $0.hasPrefix("resolved") ? "new" : $0.hasSuffix("3") ? "3" : $0 })
      }
      #expect(seen.count == 6)
    }
  }
}
