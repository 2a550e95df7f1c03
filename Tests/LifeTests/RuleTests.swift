// Rules as people write them.

import Life
import Testing

@Suite struct RuleTests {
  @Test(
    "notations of one rule",
    arguments: [
      ("B3/S23", "B3/S23"), ("b3/s23", "B3/S23"), ("B3S23", "B3/S23"), ("S23/B3", "B3/S23"), ("23/3", "B3/S23"),
      ("B36/S23", "B36/S23"), ("b63s32", "B36/S23"), ("23/36", "B36/S23"), ("B2/S", "B2/S"), ("/2", "B2/S"),
      ("B/S012345678", "B/S012345678"), ("012345678/", "B/S012345678"), ("B03/S23", "B03/S23"), (" B3/S23 ", "B3/S23"),
      ("B3678/S34678", "B3678/S34678"), ("Life", "B3/S23"), ("B3_S23", "B3/S23"),
      ("B234", "B234/S"),
    ])
  func notations(text: String, canonical: String) throws {
    let read = try rule(text)
    #expect(String(decoding: read.notation, as: UTF8.self) == canonical)
    #expect(try LifeRule.read(read.notation) == read)
  }

  @Test("all 262,144 rules come back as they were written (every 97th)")
  func allRules() throws {
    for number in Swift.stride(from: 0, to: 1 << 18, by: 97) {
      let rule = LifeRule(births: UInt16(number & 0x1ff), survivals: UInt16(number >> 9))
      guard try LifeRule.read(rule.notation) == rule else {
        Issue.record("\(String(decoding: rule.notation, as: UTF8.self))")
        return
      }
    }
  }

  @Test(
    "other kinds of rules are refused by their names",
    arguments: [
      ("B2-a/S12", LifeError.Problem.henselRule, 2), ("B3/S2ek3", .henselRule, 5),
      ("B2c/S", .henselRule, 2), ("B3/S23C4", .generationsRule, 6), ("B2/S/3", .generationsRule, 4),
      ("23/3/4", .generationsRule, 4), ("B3/S23G4", .generationsRule, 6), ("R5,C0,M1,S34..58", .largerThanLife, 0),
      ("B2/S34H", .hexagonalRule, 6), ("B2/S013V", .vonNeumannRule, 7), ("MAPAAD", .mapRule, 0),
      ("W110", .wolframRule, 0), ("B9/S2", .ruleCount, 1), ("", .rule, 0), ("S23", .rule, 3), ("B", .rule, 1),
      ("3", .rule, 1),
      ("B3/S23x", .rule, 6), ("B3/23", .rule, 3), ("WireWorld", .statesRule, 0), ("LifeHistory", .statesRule, 0),
      ("HighLifeHistory:T5", .statesRule, 0), ("HighLif", .rule, 0), ("Life/", .rule, 0),
      ("HighLife:P5", .planeGrid, 9),
      ("B3/S23:P10,10", .planeGrid, 7),
      ("B3/S23:K10*,10", .kleinBottle, 7), ("B3/S23:C10,10", .crossSurface, 7), ("B3/S23:S10", .sphere, 7),
      ("B3/S23:T10+1,10", .twistedTorus, 10), ("B3/S23:T0,10", .twistedTorus, 7), ("B3/S23:X1", .grid, 7),
      ("B3/S23:T", .grid, 8), ("B3/S23:T99999999999999999999,1", .torusSize, 8),
      ("B3/S23:T1000000,1000000", .torusSize, 7),
    ])
  func refused(text: String, problem: LifeError.Problem, offset: Int) {
    let error = #expect(throws: LifeError.self) { try LifeRuleNotation.read(Array(text.utf8)) }
    #expect(error?.problem == problem)
    #expect(error?.offset == offset)
  }

  /// Golly's list: `AddDefaultRules` of its preferences.
  @Test(
    "names of well-known rules are rules",
    arguments: [
      ("Life", "B3/S23"), ("Conway's Life", "B3/S23"), ("3-4 Life", "B34/S34"), ("HighLife", "B36/S23"),
      ("highlife ", "B36/S23"), ("High Life", "B36/S23"), ("AntiLife", "B0123478/S01234678"),
      ("Life without Death", "B3/S012345678"), ("Plow World", "B378/S012345678"), ("Day and Night", "B3678/S34678"),
      ("Day & Night", "B3678/S34678"), ("DayNight", "B3678/S34678"), ("Diamoeba", "B35678/S5678"),
      ("LongLife", "B345/S5"), ("Seeds", "B2/S"), ("Persian Rug", "B234/S"), ("Replicator", "B1357/S1357"),
      ("Fredkin", "B1357/S02468"), ("Morley", "B368/S245"), ("2x2", "B36/S125"), ("Maze", "B3/S12345"),
      ("Vote", "B5678/S45678"),
    ])
  func names(text: String, canonical: String) throws {
    #expect(String(decoding: try rule(text).notation, as: UTF8.self) == canonical)
    let notation = try LifeRuleNotation.read(Array("\(text):T8,9".utf8))
    #expect(String(decoding: notation.rule.notation, as: UTF8.self) == canonical)
    #expect(notation.torus == LifeTorusSize(width: 8, height: 9))
  }

  @Test("a torus is understood")
  func torus() throws {
    let notation = try LifeRuleNotation.read(Array("B3/S23:T512,64".utf8))
    #expect(notation.torus == LifeTorusSize(width: 512, height: 64))
    #expect(try LifeRuleNotation.read(Array("23/3:t30".utf8)).torus == LifeTorusSize(width: 30, height: 30))
  }

  @Test("damaged rules never trap")
  func damaged() {
    var state: UInt64 = 1
    let alphabet = Array("BSbs/0123456789:TPKCH,+-*aceknGRMVLife _".utf8)
    for _ in 0..<20_000 {
      var text: [UInt8] = []
      for _ in 0..<Int(state >> 60) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      _ = try? LifeRuleNotation.read(text)
    }
  }
}
