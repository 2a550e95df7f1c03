import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ResolutionMatchTests {
  static func match(_ old: String, _ resolved: String, _ new: String) throws -> ResolutionMatch {
    var interner = LineInterner()
    let texts = [old, new].map(ResolutionPortTests.text)
    let oldLines = interner.lines(of: texts[0])
    let newLines = interner.lines(of: texts[1])
    let recorded = interner.lines(of: ResolutionPortTests.text(resolved))
    let oldText = try ConflictText(texts[0])
    let units = ResolutionUnit.units(of: oldText, old: oldLines, resolved: recorded)
    return ResolutionMatch(
      units: units, answers: units.map { Array(recorded.bytes($0.resolved)) },
      old: ResolutionMatch.Text(oldText, oldLines), new: ResolutionMatch.Text(try ConflictText(texts[1]), newLines))
  }

  @Test func `a conflict is found again wherever it stands`() throws {
    let match = try Self.match("a H b c H2 d", "a r b c r2 d", "x y H2 z a")
    #expect(match.owners == [1])
    #expect(match.places.map(\.lines) == [2..<7])
    #expect(match.vanished == [0])
  }

  @Test func `the same conflict with the same answer needs no order`() throws {
    let match = try Self.match("a H b c H d", "a r b c r d", "a H b H c H d")
    #expect(match.owners == [0, 0, 0])
    #expect(match.vanished.isEmpty || match.vanished == [1])
    #expect(match.problem == nil)
  }

  @Test func `as many conflicts as before go by order unless their surroundings say otherwise`() throws {
    #expect(try Self.match("a H b c H d", "a r b c s d", "x H y z H w").owners == [0, 1])
    let swapped = try Self.match(
      "a1 a2 H b1 b2 c1 c2 H d1 d2", "a1 a2 r b1 b2 c1 c2 s d1 d2", "c1 c2 H d1 d2 a1 a2 H b1 b2")
    #expect(swapped.problem?.reason == .ambiguous)
  }

  @Test func `conflicts resolved together are found together only`() throws {
    let match = try Self.match("a b H c H2 d e", "a b r d e", "a b H c o2 d e")
    #expect(match.owners == [nil])
    let again = try Self.match("a b H c H2 d e", "a b r d e", "A b H c H2 d e")
    #expect(again.owners == [0, 0])
    let changed = try Self.match("a b H c H2 d e", "a b r d e", "A b H C H2 d e")
    #expect(changed.problem?.reason == .contextChanged)
  }
}
