// The torus against neighbours counted one by one.

import Life
import TestSupport
import Testing

@Suite struct TorusBoardTests {
  static let rules = [
    "B3/S23", "B36/S23", "B2/S", "B3678/S34678", "B03/S23", "B0123478/S01234678", "B1357/S1357", "B/S", "B018/S8",
  ]

  @Test(
    "the map has a byte for each cell, and none beside",
    arguments: [(1, 1), (7, 3), (8, 2), (63, 3), (64, 2), (65, 4), (128, 2), (200, 5)])
  func map(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    var board = TorusBoard(size: try #require(LifeTorusSize(width: Int64(width), height: Int64(height))))
    for generation in 0..<3 {
      for place in 0..<width * height where Bool.random(using: &random) {
        board.set(x: Int64(place % width), y: Int64(place / width), alive: true)
      }
      if generation > 0 { try board.advance(by: UInt64(generation)) }
      var map = [UInt8](repeating: 7, count: width * height + 1)
      map.withUnsafeMutableBufferPointer { board.draw(into: $0) }
      #expect(map.last == 7)
      let same = (0..<width * height).allSatisfy {
        map[$0] == (board.isAlive(x: Int64($0 % width), y: Int64($0 / width)) ? 1 : 0)
      }
      #expect(same, "\(width) x \(height)")
    }
  }

  @Test(
    "every generation equals the count by hand, for sizes of all kinds",
    arguments: [
      (1, 1), (1, 5), (2, 1), (2, 2), (2, 7), (3, 3), (5, 2), (63, 4), (64, 5), (65, 6), (127, 3), (128, 4), (129, 7),
      (191, 3), (192, 2), (7, 64), (200, 9),
    ])
  func againstNaive(width: Int, height: Int) throws {
    for (index, text) in Self.rules.enumerated() {
      let rule = try rule(text)
      var random = SeededGenerator(seed: UInt64(index * 1000 + width))
      var naive = NaiveTorus(width: width, height: height)
      var board = TorusBoard(size: try #require(LifeTorusSize(width: Int64(width), height: Int64(height))), rule: rule)
      for y in 0..<height {
        for x in 0..<width where Bool.random(using: &random) {
          naive.cells[y * width + x] = true
          board.set(x: Int64(x), y: Int64(y), alive: true)
        }
      }
      for generation in 1...6 {
        naive.step(rule)
        try board.advance(by: 1)
        let same = (0..<width * height).allSatisfy {
          board.isAlive(x: Int64($0 % width), y: Int64($0 / width)) == naive.cells[$0]
        }
        #expect(same, "\(text), \(width) x \(height), generation \(generation)")
        #expect(board.population == UInt64(naive.cells.count { $0 }))
      }
      #expect(board.generation == 6)
    }
  }

  @Test("many generations at once are the same as one by one")
  func atOnce() throws {
    let size = try #require(LifeTorusSize(width: 70, height: 33))
    var one = try TorusBoard(soup(7, width: 70, height: 33), size: size)
    var other = one
    for _ in 0..<37 { try one.advance(by: 1) }
    try other.advance(by: 37)
    #expect(one.pattern() == other.pattern())
    #expect(other.generation == 37)
  }

  @Test("cells that come back are skipped, and the outcome stays", arguments: ["B3/S23", "B0/S8", "B1357/S1357"])
  func recurrence(text: String) throws {
    let size = try #require(LifeTorusSize(width: 16, height: 8))
    for seed in UInt64(0)..<4 {
      var one = try TorusBoard(soup(seed, width: 16, height: 8), size: size, rule: try rule(text))
      var other = one
      let generations = 6000 + seed
      for _ in 0..<generations / 1000 { try one.advance(by: 1000) }
      try one.advance(by: generations % 1000)
      try other.advance(by: generations)
      #expect(one.pattern() == other.pattern())
    }
    var glider = try TorusBoard(try pattern(Known.glider), size: size)
    let before = glider.pattern().runs
    // A glider is back after 4 generations for each of 16 cells.
    try glider.advance(by: 1 << 40)
    #expect(glider.pattern().runs == before && glider.generation == 1 << 40)
    try glider.advance(by: 1 << 40 + 3)
    var three = try TorusBoard(try pattern(Known.glider), size: size)
    try three.advance(by: 3)
    #expect(glider.pattern().runs == three.pattern().runs)
  }

  @Test("a glider comes back to its place after 4 generations a cell")
  func glider() throws {
    let size = try #require(LifeTorusSize(width: 16, height: 16))
    var board = try TorusBoard(try pattern(Known.glider), size: size)
    let before = board.pattern().runs
    try board.advance(by: 63)
    #expect(board.pattern().runs != before)
    try board.advance(by: 1)
    #expect(board.pattern().runs == before)
  }

  @Test("a pattern comes to the middle, or to where its file says")
  func places() throws {
    let size = try #require(LifeTorusSize(width: 10, height: 8))
    let middle = try TorusBoard(try pattern("x = 2, y = 2\n2o$2o!"), size: size)
    #expect(middle.isAlive(x: 4, y: 3) && middle.isAlive(x: 5, y: 4) && middle.population == 4)
    let placed = try TorusBoard(try pattern("#CXRLE Pos=-5,-4\nx = 2, y = 2\n2o$2o!"), size: size)
    #expect(placed.isAlive(x: 0, y: 0) && placed.isAlive(x: 1, y: 1) && placed.population == 4)
    let around = try TorusBoard(try pattern("#CXRLE Pos=4,0\nx = 3, y = 1\n3o!"), size: size)
    #expect(around.isAlive(x: 9, y: 4) && around.isAlive(x: 0, y: 4) && around.isAlive(x: 1, y: 4))
    let error = #expect(throws: LifeError.self) { try TorusBoard(try pattern("11o!"), size: size) }
    #expect(error?.problem == .torusTooSmall)
  }

  @Test("random cells are the same for the same seed and have the density that was asked for")
  func random() throws {
    let size = try #require(LifeTorusSize(width: 100, height: 100))
    var board = TorusBoard(size: size)
    var generator = LifeGenerator(seed: 5)
    try board.fill(board.box, density: 64, generator: &generator)
    // A quarter of 10,000: 2,500, six times a deviation of 43.
    #expect(board.population > 2240 && board.population < 2760)
    var again = TorusBoard(size: size)
    generator = LifeGenerator(seed: 5)
    try again.fill(again.box, density: 64, generator: &generator)
    #expect(again.pattern() == board.pattern())
    try board.fill(LifeBox(left: -3, top: -3, right: 3, bottom: 3), density: 256, generator: &generator)
    #expect(board.isAlive(x: 97, y: 97) && board.isAlive(x: 3, y: 3))
    try board.fill(board.box, density: 0, generator: &generator)
    #expect(board.population == 0)
    #expect(throws: LifeError.self) {
      try board.fill(LifeBox(left: 0, top: 0, right: 100, bottom: 0), density: 1, generator: &generator)
    }
  }

  @Test("SplitMix64 gives its published numbers")
  func generator() {
    // The reference implementation's first outputs for the seed 1234567 (Vigna, splitmix64.c; Rosetta Code).
    var generator = LifeGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}
