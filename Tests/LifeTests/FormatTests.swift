// The formats: tables, round trips, and what is refused where.

import Life
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test(
    "formats are told by content",
    arguments: [
      ("x = 3, y = 3\nbo$2bo$3o!", LifeFormat.rle), ("#C x\n#N y\n\nx=1,y=1\no!", .rle), ("bo$2bo$3o!", .rle),
      ("3o!", .rle), ("#N n\n3o!", .rle), ("#Life 1.05\n#P 0 0\n***", .life105), ("#Life 1.06\n0 0", .life106),
      ("!Name: x\n.O.\n", .plaintext), (".O.\n..O\nOOO\n", .plaintext), ("[M2] (golly 3.3)\n$$*$", .macrocell),
      ("\u{feff}x = 1, y = 1\no!", .rle),
    ])
  func recognition(text: String, format: LifeFormat) {
    #expect(LifeFormat.recognise(Array(text.utf8)) == format)
  }

  @Test("what is no pattern is none", arguments: ["", "hello", "\n\n", "<svg/>", "{}", "\u{89}PNG", "#"])
  func unrecognised(text: String) {
    #expect(LifeFormat.recognise(Array(text.utf8)) == nil)
    #expect(throws: LifeError.self) { try LifePattern.read(Array(text.utf8)) }
  }

  static let glider: [(x: Int64, y: Int64)] = [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]

  @Test(
    "one glider in all formats",
    arguments: [
      "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\nwhatever stands here", "bob$2bo$3o!", "x=3,y=3\nb\no$2\nbo\n$\n3o!\n",
      "#C c\n.A$2.A$3A!", "BO$2BO$3O!", "#Life 1.05\n#D a glider\n#N\n#P 0 0\n.*\n..*\n***\n",
      "#Life 1.05\n#P 0 1\n..*\n***\n#P 1 0\n*\n", "#Life 1.05\n#R B3/S23\n#P\n.*\n..*\n***\n",
      "#Life 1.06\n2 2\n1 0\n2 1\n0 2\n1 2\n1 2\n",
      "#Life 1.06\r\n1 0\r\n2 1\r\n0 2\r\n1 2\r\n2 2", "!Name: g\n.O\n..O\nOOO", ".O.\r\n..O\r\nOOO\r\n",
      "[M2] (golly 3.3)\n#R B3/S23\n.*$..*$***$\n4 0 0 0 1\n",
    ])
  func gliders(text: String) throws {
    #expect(try pattern(text).runs == LifePattern(cells: Self.glider).runs)
  }

  @Test("headings of RLE")
  func rleHeading() throws {
    let read = try pattern(
      "#N Glider\n#O Richard K. Guy\n#C a\n#c b\n#CXRLE Pos=-1,-7 Gen=12\nx = 3, y = 9, rule = b36/s23:T64,32\nbo$2bo$3o!"
    )
    #expect(read.heading.name == Array("Glider".utf8) && read.heading.author == Array("Richard K. Guy".utf8))
    #expect(read.heading.comments == [Array("a".utf8), Array("b".utf8)])
    let highLife = try rule("B36/S23")
    #expect(read.heading.generation == 12 && read.heading.rule == highLife)
    #expect(read.heading.torus == LifeTorusSize(width: 64, height: 32))
    #expect(read.heading.declaredSize == LifeTorusSize(width: 3, height: 9))
    #expect(read.boundingBox == LifeBox(left: -1, top: -7, right: 1, bottom: -5))
    #expect(try pattern("#P 5 6\n#r 23/36\no!").heading.rule == (try rule("B36/S23")))
    #expect(try pattern("#R 5 -6\no!").boundingBox?.top == -6)
  }

  @Test(
    "what is refused, and where",
    arguments: [
      ("3o3", LifeError.Problem.cut, 3), ("x = 3, y = 3\n", .cut, 13), ("x = 3, z = 3\no!", .unexpected, 7),
      ("x 3\no!", .unexpected, 2), ("x = 3, rule = B3/S2-a\no!", .henselRule, 19), ("bo$D!", .states, 3),
      ("A$BA!", .states, 2), ("pA!", .format, 0), ("x=1\npAo!", .states, 4), ("0o!", .number, 0),
      ("3!", .unexpected, 1),
      ("o%o!", .unexpected, 1), ("x=1\no%o!", .unexpected, 5), ("99999999999999999999o!", .number, 0),
      ("999999999999o!", .tooManyCells, 0), ("4611686018427387904b4611686018427387904b!", .plane, 20),
      ("4611686018427387904$o!", .plane, 20), ("#CXRLE Pos=9999999999999999999,0\no!", .plane, 11),
      ("#Life 1.06\n1\n", .unexpected, 12), ("#Life 1.06\n1 x\n", .unexpected, 13),
      ("#Life 1.06\n1 2 3\n", .unexpected, 15),
      ("#Life 1.06\n1", .cut, 12), ("#Life 1.06\n-99999999999999999999 1\n", .plane, 11),
      ("#Life 1.05\n#P 0 0\n.#x", .unexpected, 19), ("#Life 1.05\n#R 9/3\n*", .ruleCount, 14),
      ("!x\n.O\n.Q", .unexpected, 7), ("[M2]\n", .noPattern, 5), ("[M2]\n4 1 0 0 0\n", .nodeReference, 7),
      ("[M2]\n*$\n4 2 0 0 0\n", .nodeReference, 10), ("[M2]\n*$\n5 1 0 0 0\n", .nodeLevel, 10),
      ("[M2]\n200 0 0 0 0\n", .nodeLevel, 5), ("[M2]\n1 0 0 0 1\n", .states, 5),
      ("[M2]\n.........$\n", .unexpected, 13),
      ("[M2]\n$$$$$$$$*\n", .unexpected, 13), ("[M2]\n*$\n4 1 0 0\n", .unexpected, 15),
      ("[M2]\n#R Brain\n*$", .rule, 9),
      ("[M2]\n*$\n4 1 0 0 0 7\n", .unexpected, 18), ("[M2]\nq\n", .unexpected, 5),
    ])
  func refused(text: String, problem: LifeError.Problem, offset: Int) {
    let error = #expect(throws: LifeError.self) { try pattern(text) }
    #expect(error?.problem == problem, "\(text)")
    #expect(error?.offset == offset, "\(text)")
  }

  @Test("a pattern without its end mark is read, and told", arguments: ["bo$2bo$3o", "x = 3, y = 3\nbo$2bo$3o\n\n"])
  func withoutEnd(text: String) throws {
    let read = try pattern(text)
    #expect(read.runs == LifePattern(cells: Self.glider).runs && read.heading.lacksEnd)
    #expect(try !pattern(text + "!").heading.lacksEnd)
  }

  @Test("a name in the header is its rule")
  func named() throws {
    #expect(try pattern("x = 3, y = 3, rule = HighLife\nbo$2bo$3o!").heading.rule == (try rule("B36/S23")))
  }

  @Test("macrocell keeps a torus")
  func macrocellTorus() throws {
    var start = soup(5, width: 30, height: 20)
    start.heading.rule = try rule("B36/S23")
    start.heading.torus = LifeTorusSize(width: 64, height: 40)
    let written = try HashlifeBoard(start).macrocell(start.heading)
    let heading = try HashlifeBoard.read(macrocell: written).heading
    #expect(heading.torus == start.heading.torus && heading.rule == start.heading.rule)
  }

  @Test("lines of RLE have at most 70 columns", arguments: 0..<5)
  func lines(seed: UInt64) throws {
    let text = String(decoding: soup(seed, width: 300, height: 40).rle(), as: UTF8.self)
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 70 })
    #expect(text.hasSuffix("!\n"))
  }

  @Test("every format gives back what it was given", arguments: 0..<12)
  func roundTrip(seed: UInt64) throws {
    var start = try soup(seed, width: 1 + Int(seed * seed), height: 150 - Int(seed * seed)).moved(
      byX: Int64(seed) * 99 - 500, y: 300 - Int64(seed) * 77)
    start.heading.rule = try rule("B36/S23")
    start.heading.name = Array("Soup".utf8)
    start.heading.author = Array("Nobody".utf8)
    start.heading.comments = [Array("one".utf8), Array("two".utf8)]
    start.heading.generation = seed
    start.heading.hasPosition = true
    let rle = try LifePattern.read(start.rle())
    var same = rle.runs == start.runs
    #expect(same)
    #expect(rle.heading.name == start.heading.name && rle.heading.comments == start.heading.comments)
    #expect(rle.heading.generation == seed && rle.heading.rule == start.heading.rule)
    same = try LifePattern.read(start.life106()).runs == start.runs
    #expect(same)
    same = try normalised(LifePattern.read(start.plaintext())) == normalised(start)
    #expect(same)
    let written = try HashlifeBoard(start).macrocell(start.heading)
    let file = try HashlifeBoard.read(macrocell: written)
    same = try file.board.pattern().runs == start.runs
    #expect(same)
    #expect(file.heading.name == start.heading.name && file.heading.generation == seed)
    #expect(file.board.macrocell(file.heading) == written)
  }

  @Test("macrocell files of what no memory holds are small, and come back")
  func largeMacrocell() throws {
    let board = try HashlifeBoard(try pattern(Known.gun))
    try board.advance(by: 1 << 40)
    let written = board.macrocell()
    #expect(written.count < 20_000)
    let back = try HashlifeBoard.read(macrocell: written).board
    #expect(back.population == board.population && back.boundingBox == board.boundingBox)
    #expect(back.generation == 1 << 40)
    // A square whose four corners are one square, 58 times: 2^116 cells, of which no count is kept.
    var text = "[M2]\n********$********$********$********$********$********$********$********$\n"
    for level in 4...61 { text += "\(level) \(level - 3) \(level - 3) \(level - 3) \(level - 3)\n" }
    let full = try HashlifeBoard.read(macrocell: Array(text.utf8)).board
    #expect(full.population == .max)
    #expect(full.boundingBox == LifeBox(left: -(1 << 60), top: -(1 << 60), right: 1 << 60 - 1, bottom: 1 << 60 - 1))
  }

  @Test("empty patterns are written and read")
  func empty() throws {
    let nothing = try pattern("x = 0, y = 0, rule = B3/S23\n!")
    #expect(nothing.runs.isEmpty && nothing.boundingBox == nil && nothing.population == 0)
    #expect(try LifePattern.read(nothing.rle()).runs.isEmpty)
    #expect(try LifePattern.read(nothing.plaintext()).runs.isEmpty)
    #expect(try LifePattern.read(nothing.life106()).runs.isEmpty)
    let board = try HashlifeBoard(nothing)
    #expect(try LifePattern.read(board.macrocell()).runs.isEmpty)
    try board.advance(by: 1 << 50)
    #expect(board.population == 0)
  }
}
