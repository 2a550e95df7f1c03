// Files of Lindenmayer systems: what is read, and what is refused with which words.

import SystemKit
import TestSupport
import Testing

@testable import Turtle

@Suite struct LSystemReaderTests {
  private func message(_ text: String) -> String? {
    do throws(LSystemError) {
      _ = try LSystem(file: Array(text.utf8))
      return nil
    } catch {
      return String(decoding: error.message(), as: UTF8.self)
    }
  }

  @Test("all keys are read, in any order, with Windows line ends and a byte order mark too")
  func keys() throws {
    let text = """
      \u{feff}# A comment
      B -> A + B
        A -> F
      name: Größe
      level: 7
      heading: 22.5
      angle: 360/14
      step: 2.5
      taper: 0.25
      colors: #102030, #FFFFFF
      draw: A
      move: F, B
      axiom: AB
      """
    for ends in ["\n", "\r\n"] {
      let system = try LSystem(file: Array(text.split(separator: "\n").joined(separator: ends).utf8))
      #expect(String(decoding: system.name, as: UTF8.self) == "Größe")
      #expect(system.level == 7 && system.step == 2.5 && system.taper == 0.25)
      #expect(system.heading == TurtleAngle(45, over: 2) && system.angle == TurtleAngle(180, over: 7))
      #expect(system.colors == [TurtleColor(rgba: 0x1020_30ff), TurtleColor(rgba: 0xffff_ffff)])
      // AB, F and A+B, FF and so on: A draws at level 0 alone, F moves.
      #expect(system.size(level: 0) == LSystemSize(segments: 1, moves: 1, instructions: 2))
      #expect(system.size(level: 1).segments == 1 && system.size(level: 1).moves == 2)
    }
  }

  @Test(
    "a bad file is refused with its line, what stands there and what was expected",
    arguments: [
      ("", "no axiom"),
      ("axiom: F\nangel: 60", "2: key 'angel' is not known (expected name, axiom, angle"),
      ("axiom: F\nangel: 60", "; did you mean 'angle'?"),
      ("axoim: F", "did you mean 'axiom'?"),
      ("colours: #fff", "did you mean 'colors'?"),
      ("q: F", "1: key 'q' is not known"),
      ("axiom: F\naxiom: G", "2: 'axiom' stands twice"),
      ("axiom: F\nF -> F\n\nF -> G", "4: 'F' stands twice"),
      ("axiom: F*F", "1: symbol '*' has no meaning"),
      ("axiom: F # no", "1: symbol '#' has no meaning"),
      ("axiom: F\nFF -> F", "2: 'FF' cannot be replaced (expected one letter before '->')"),
      ("axiom: F\n+ -> F", "2: '+' cannot be replaced"),
      ("axiom: F[F", "1: 'F[F' has a bracket without its other one"),
      ("axiom: F\nF -> F]F[", "2: 'F]F[' has a bracket"),
      ("axiom: F+F", "1: words turn, but no angle is given (expected 'angle: 60')"),
      (
        "axiom: F\nangle: sixty",
        "2: 'sixty' is not an angle in degrees (expected 60, 22.5 or 360/7, hundredths at most)"
      ),
      ("axiom: F\nangle: 360/0", "not an angle"), ("axiom: F\nangle: 360/", "not an angle"),
      ("axiom: F\nangle: 1/101", "not an angle"), ("axiom: F\nangle: 22.505", "not an angle"),
      ("axiom: F\nangle: 9999", "not an angle"), ("axiom: F\nangle:", "not an angle"),
      ("axiom: F\nlevel: 1001", "2: '1001' is not a level (expected 0 to 1,000)"),
      ("axiom: F\nlevel: 1.5", "not a level"), ("axiom: F\nlevel: -1", "not a level"),
      ("axiom: F\nstep: 0", "2: '0' is not a positive number"), ("axiom: F\ntaper: x", "not a positive number"),
      ("axiom: F\ncolors: red", "2: 'red' is not a colour (expected such as #336699)"),
      ("axiom: F\ncolors:", "not a colour"),
      ("axiom: F\ncolors: #1234567", "not a colour"),
      ("axiom: F\ncolors: " + String(repeating: "#000000 ", count: 11), "more than ten colours"),
      ("axiom: F\ndraw: A\nmove: B A", "3: 'B A' are no letters of their own"),
      ("axiom: F\ndraw: +", "no letters"), ("axiom: F\ndraw:", "no letters"),
      ("axiom: F\nnonsense", "2: 'nonsense' is neither a key nor a rule (expected 'axiom: F' or 'F -> F+F')"),
    ])
  func refused(_ text: String, _ words: String) {
    let found = message(text) ?? "it was read"
    #expect(found.contains(words), "\(found)")
  }

  @Test("a file of more than 64 KiB is refused, one of 64 KiB read")
  func large() {
    let most = "axiom: " + String(repeating: "F", count: 65_536 - 7)
    #expect(message(most) == nil)
    #expect((message(most + "F") ?? "").contains("too large"))
  }

  @Test("damaged files give a system that can be walked or a typed error", .timeLimit(.minutes(30)))
  func mutations() async throws {
    let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(Int.init) ?? 3_000
    let seeds = try LSystemTests.names.map { name in
      try InputFile(path: PathName.join(PackageFolder.path, "Examples/lsystems/\(name).lsystem")).withUnsafeBytes {
        Array($0)
      }
    }
    let mutator = Mutator(seeds: seeds)
    var outcomes = (read: 0, refused: 0, walked: 0)
    for number in 0..<UInt64(count) {
      if number % 64 == 0 { await Task.yield() }
      do throws(LSystemError) {
        let system = try LSystem(file: mutator.variant(number))
        outcomes.read += 1
        for level: Int32 in [0, 1, 3, system.level] where system.size(level: level).instructions < 20_000 {
          guard system.size(level: level).isAllowed else { continue }
          var walk = try system.walk(level: level)
          var lines: UInt64 = 0
          while let step = walk.next() { if case .line = step { lines += 1 } }
          guard lines == system.size(level: level).segments else {
            Issue.record("variant \(number): \(lines) lines")
            return
          }
          if system.ruleCount * Int(system.compass.count) < 200 {
            let same = try system.extent(level: level) == system.walkedExtent(level: level)
            #expect(same, "variant \(number), level \(level)")
          }
          outcomes.walked += 1
        }
      } catch {
        outcomes.refused += 1
        #expect(!error.message().isEmpty)
      }
    }
    print(
      "fuzz lsystem: \(count) variants, \(outcomes.read) read, \(outcomes.refused) refused, \(outcomes.walked) walks")
    #expect(outcomes.read > 0 && outcomes.refused > 0)
  }
}
