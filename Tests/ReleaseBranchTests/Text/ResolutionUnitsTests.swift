import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ResolutionUnitsTests {
  static func units(_ old: String, _ resolved: String) throws -> [ResolutionUnit] {
    var interner = LineInterner()
    let bytes = ResolutionPortTests.text(old)
    return try ResolutionUnit.units(
      of: ConflictText(bytes), old: interner.lines(of: bytes),
      resolved: interner.lines(of: ResolutionPortTests.text(resolved)))
  }

  @Test func `an answer is what stands between the lines beside its conflict`() throws {
    let units = try Self.units("a H b c H2 d", "a r s b c d")
    #expect(units.map(\.hunks) == [0..<1, 1..<2])
    #expect(units.map(\.old) == [1..<6, 8..<13])
    #expect(units.map(\.resolved) == [1..<3, 5..<5])
    let areBare = units.allSatisfy(\.isBare)
    #expect(areBare)
  }

  @Test func `lines beside a conflict that changed belong to it`() throws {
    let units = try Self.units("a b H c d e", "a B r d e")
    #expect(units.map(\.old) == [1..<8])
    #expect(units.map(\.before) == [1])
    #expect(units.map(\.after) == [1])
  }

  @Test func `lines beside a conflict that repeat belong to it`() throws {
    let units = try Self.units("a b x H c d", "a b x new x r c d")
    #expect(units.map(\.old) == [2..<8])
    #expect(units.map(\.resolved) == [2..<6])
  }

  @Test func `lines beside a conflict that occur in its answer belong to it`() throws {
    // Without the line "o" in what was put in before the x, the first x of the new text would not look like the old one.
    let units = try Self.units("a b x H c d", "a b x new o x r c d")
    #expect(units.map(\.old) == [2..<8])
    // An answer of the sides' lines alone is no reason.
    #expect(try Self.units("a b t H c d", "a b t t c d").map(\.old) == [3..<8])
  }

  @Test func `conflicts with nothing firm between them are one unit`() throws {
    let units = try Self.units("a b H c H2 d e", "a b r d e")
    #expect(units.map(\.hunks) == [0..<2])
    #expect(units.map(\.old) == [2..<13])
  }
}
