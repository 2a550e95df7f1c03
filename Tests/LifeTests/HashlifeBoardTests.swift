// The unbounded board: figures that are known, the torus, and itself by other steps.

import TestSupport
import Testing

@testable import Life

@Suite struct HashlifeBoardTests {
  @Test("a board as large as the plane is filled and drawn at its edges")
  func edges() throws {
    let board = HashlifeBoard()
    let (first, last) = (-LifeBox.limit, LifeBox.limit - 1)
    var generator = LifeGenerator(seed: 1)
    try board.fill(
      LifeBox(left: last - 1, top: last - 1, right: last, bottom: last), density: 256, generator: &generator)
    try board.fill(LifeBox(left: first, top: first, right: first, bottom: first), density: 256, generator: &generator)
    #expect(board.population == 5)
    #expect(board.boundingBox == LifeBox(left: first, top: first, right: last, bottom: last))
    for (x, y, zoom, cells) in [
      (first, first, 0, 1), (last - 3, last - 3, 0, 4), (-2 << 60, -2 << 60, 60, 0), (first, first, 61, 2),
      (0, 0, 62, 1),
    ] as [(Int64, Int64, Int, Int)] {
      var pixels = [UInt8](repeating: 7, count: 16)
      pixels.withUnsafeMutableBufferPointer { board.draw(x: x, y: y, zoom: zoom, width: 4, height: 4, into: $0) }
      #expect(pixels.count { $0 == 1 } == cells && pixels.allSatisfy { $0 < 2 }, "\(x), zoom \(zoom)")
    }
  }

  @Test(
    "figures of LifeWiki",
    arguments: [
      // R-pentomino: 116 cells when it settles in generation 1103. Acorn: 633 in 5206. Diehard: dies in 130.
      (Known.rPentomino, UInt64(1103), UInt64(116)), (Known.acorn, 5206, 633), ("6bo$2o$bo3b3o!", 130, 0),
      ("6bo$2o$bo3b3o!", 129, 2),
    ])
  func methuselahs(text: String, generations: UInt64, cells: UInt64) throws {
    let board = try HashlifeBoard(try pattern(text))
    try board.advance(by: generations)
    #expect(board.population == cells)
    #expect(board.generation == generations)
  }

  @Test("Gosper's gun shoots a glider each 30 generations, for 2^40")
  func gun() throws {
    let board = try HashlifeBoard(try pattern(Known.gun))
    for shots in 1...10 {
      try board.advance(by: 30)
      #expect(board.population == UInt64(36 + 5 * shots))
    }
    board.clear()
    try board.load(try pattern(Known.gun))
    try board.advance(by: 1 << 40)
    // bgolly 3.3, `-a HashLife -m 1099511627776`.
    #expect(board.population == 183_251_938_004)
    #expect(board.boundingBox == LifeBox(left: 0, top: 0, right: 274_877_906_961, bottom: 274_877_906_948))
    #expect(throws: LifeError.self) { try board.pattern() }
  }

  @Test("a glider flies as far as it is asked to, and not beyond the plane")
  func glider() throws {
    let board = try HashlifeBoard(try pattern(Known.glider))
    try board.advance(by: 1 << 62)
    #expect(board.population == 5)
    #expect(board.boundingBox?.left == 1 << 60)
    let runs = try board.pattern().runs
    try board.advance(by: 1 << 62)
    try board.advance(by: 1 << 62)
    let before = board.boundingBox
    // Three quarters of the way to 2^62 and 2^60 further is just beyond.
    let error = #expect(throws: LifeError.self) { try board.advance(by: 1 << 62) }
    #expect(error?.problem == .plane || error?.problem == .generations)
    #expect(board.boundingBox == before)
    #expect(board.population == 5)
    #expect(runs.count == 3)
  }

  @Test("cells that would leave the plane are an error and change nothing")
  func edge() throws {
    let start = try pattern(Known.glider).moved(byX: LifeBox.limit - 20, y: LifeBox.limit - 30)
    let board = try HashlifeBoard(start)
    try board.advance(by: 40)
    let before = try board.pattern()
    #expect(throws: LifeError(.plane)) { try board.advance(by: 64) }
    let same = try board.pattern() == before
    #expect(same && board.generation == 40)
    #expect(throws: LifeError(.plane, at: 11)) {
      try LifePattern.read(Array("#Life 1.06\n4611686018427387904 0".utf8))
    }
  }

  @Test("steps of any size come to the same", arguments: [3, 7, 64, 100, 255, 1000])
  func steps(generations: UInt64) throws {
    let start = soup(11, width: 20, height: 20)
    let one = try HashlifeBoard(start)
    let other = try HashlifeBoard(start)
    for _ in 0..<min(generations, 255) { try one.advance(by: 1) }
    if generations > 255 { try one.advance(by: generations - 255) }
    try other.advance(by: generations)
    let same = try one.pattern() == other.pattern()
    #expect(same)
  }

  @Test("it does what the torus does while that is large enough", arguments: 0..<12)
  func againstTorus(seed: UInt64) async throws {
    await Task.yield()
    let rules = ["B3/S23", "B36/S23", "B2/S", "B3678/S34678", "B1357/S1357", "B34/S34"]
    let start = soup(seed, width: 9 + Int(seed), height: 20 - Int(seed))
    let rule = try rule(rules[Int(seed) % rules.count])
    let generations = 10 + 3 * seed
    let size = try #require(LifeTorusSize(width: 128, height: 128))
    var torus = try TorusBoard(start, size: size, rule: rule)
    let board = try HashlifeBoard(start, rule: rule)
    try torus.advance(by: generations)
    try board.advance(by: generations)
    let same = try normalised(torus.pattern()) == normalised(board.pattern())
    #expect(same)
    #expect(board.population == torus.population)
  }

  @Test(
    "rules with B0 keep the cells that differ from the background",
    arguments: ["B03/S23", "B0/S", "B01/S1", "B0123478/S01234678", "B018/S018", "B02468/S13578"],
    [0, 1, 2, 5, 6, 9, 12])
  func birthOnNothing(text: String, generations: UInt64) throws {
    let rule = try rule(text)
    let start = soup(generations + 3, width: 12, height: 9)
    let size = try #require(LifeTorusSize(width: 80, height: 80))
    var torus = TorusBoard(size: size, rule: rule)
    let board = try HashlifeBoard(start, rule: rule)
    // The torus has the background itself: alive from the beginning on with B0 and S8.
    let isBackgroundAlive = board.hasLiveBackground
    #expect(isBackgroundAlive == (rule.survivals >> 8 & 1 != 0))
    for y in Int64(0)..<80 {
      for x in Int64(0)..<80 {
        torus.set(x: x, y: y, alive: board.isAlive(x: x - 35, y: y - 35) != isBackgroundAlive)
      }
    }
    try torus.advance(by: generations)
    try board.advance(by: generations)
    let same = (Int64(0)..<6400).allSatisfy { place in
      torus.isAlive(x: place % 80, y: place / 80)
        == (board.isAlive(x: place % 80 - 35, y: place / 80 - 35) != board.hasLiveBackground)
    }
    #expect(same)
  }

  @Test("under a small limit garbage is collected and the outcome stays")
  func collecting() throws {
    let start = soup(3, width: 80, height: 80)
    let free = try HashlifeBoard(start)
    let tight = try HashlifeBoard(start, memoryLimit: 1_500_000)
    for _ in 0..<120 {
      try free.advance(by: 1)
      try tight.advance(by: 1)
    }
    try free.advance(by: 64)
    try tight.advance(by: 64)
    #expect(tight.store.collections > 0 && free.store.collections == 0)
    #expect(tight.memory <= 1_500_000)
    let same = try free.pattern() == tight.pattern()
    #expect(same)
  }

  @Test("what does not fit under the limit is an error and changes nothing")
  func exhausted() throws {
    let board = HashlifeBoard(memoryLimit: 1_500_000)
    var generator = LifeGenerator(seed: 1)
    let box = LifeBox(left: -1000, top: -1000, right: 1000, bottom: 1000)
    let error = #expect(throws: LifeError.self) { try board.fill(box, density: 100, generator: &generator) }
    #expect(error?.problem == .memory)
    #expect(board.population == 0)
    let small = LifeBox(left: 0, top: 0, right: 99, bottom: 99)
    try board.fill(small, density: 100, generator: &generator)
    #expect(board.population > 3000)
    #expect(throws: LifeError.self) {
      try board.fill(LifeBox(left: 0, top: 0, right: 1 << 40, bottom: 0), density: 1, generator: &generator)
    }
  }

  @Test("cells are set, asked for and taken away anywhere on the plane")
  func cells() throws {
    let board = HashlifeBoard()
    let far = LifeBox.limit - 1
    let places: [(Int64, Int64)] = [(0, 0), (-1, -1), (7, -8), (1000, -1000), (far, -far - 1), (-far - 1, far)]
    for (x, y) in places { try board.set(x: x, y: y, alive: true) }
    for (x, y) in places { #expect(board.isAlive(x: x, y: y)) }
    #expect(!board.isAlive(x: 1, y: 0) && !board.isAlive(x: .max, y: .min))
    #expect(board.population == 6)
    #expect(board.boundingBox == LifeBox(left: -far - 1, top: -far - 1, right: far, bottom: far))
    let back = try HashlifeBoard(try board.pattern())
    #expect(back.boundingBox == board.boundingBox && back.population == 6)
    #expect(try board.pattern().population == 6)
    #expect(try LifePattern.read(board.pattern().life106()).runs == board.pattern().runs)
    #expect(try LifePattern.read(board.pattern().rle()).runs == board.pattern().runs)
    #expect(throws: LifeError(.plane)) { try board.set(x: far + 1, y: 0, alive: true) }
    for (x, y) in places { try board.set(x: x, y: y, alive: false) }
    #expect(board.population == 0 && board.boundingBox == nil)
  }

  @Test("patterns go in and come out", arguments: 0..<10)
  func patterns(seed: UInt64) throws {
    let start = try soup(seed, width: 1 + Int(seed) * 9, height: 90 - Int(seed) * 9).moved(
      byX: Int64(seed) * 1001 - 4000, y: 77 - Int64(seed) * 505)
    let board = try HashlifeBoard(start)
    let same = try board.pattern().runs == start.runs
    #expect(same)
    #expect(board.population == start.population && board.boundingBox == start.boundingBox)
  }

  @Test("a picture shows the cells, and shrunk any that lives", arguments: [0, 1, 3, 4, 6, 10])
  func drawing(zoom: Int) throws {
    let start = try soup(9, width: 40, height: 30).moved(byX: -13, y: -17)
    let board = try HashlifeBoard(start)
    var pixels = [UInt8](repeating: 9, count: 64 * 48)
    let side = Int64(1) << Int64(zoom)
    let (left, top) = (-32 * side, -24 * side)
    pixels.withUnsafeMutableBufferPointer {
      board.draw(x: left, y: top, zoom: zoom, width: 64, height: 48, into: $0)
    }
    var expected = [UInt8](repeating: 0, count: 64 * 48)
    for run in start.runs {
      for x in run.x..<run.x + run.length {
        let (column, row) = ((x - left) / side, (run.y - top) / side)
        if column >= 0, column < 64, row >= 0, row < 48 { expected[Int(row * 64 + column)] = 1 }
      }
    }
    let same = pixels == expected
    #expect(same)
  }

  @Test("a change of the rule counts from the next generation")
  func ruleChange() throws {
    let board = try HashlifeBoard(soup(2, width: 20, height: 20))
    try board.advance(by: 20)
    let half = try board.pattern()
    board.rule = try rule("B36/S23")
    try board.advance(by: 20)
    let other = try HashlifeBoard(half, rule: try rule("B36/S23"))
    try other.advance(by: 20)
    let same = try board.pattern() == other.pattern()
    #expect(same)
  }

  @Test("generations beyond counting are refused")
  func counting() throws {
    let board = HashlifeBoard()
    #expect(throws: LifeError.self) { try board.advance(by: .max) }
    board.generation = .max
    #expect(throws: LifeError.self) { try board.advance(by: 1) }
  }
}
