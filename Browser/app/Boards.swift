// Life for the page: one board whose edges meet, and its runner. The page is the clock: it says what time it is, and how long it is to
// sleep is what it gets back.

/// The board of the Life screen.
final class Boards {
  var board = TorusBoard(size: Boards.size(96, 60))
  var isRunning = false
  var interval = 100.0

  static func size(_ width: Int32, _ height: Int32) -> LifeTorusSize {
    LifeTorusSize(width: Int64(min(max(width, 1), 4096)), height: Int64(min(max(height, 1), 4096)))
      ?? LifeTorusSize(width: 1, height: 1)!
  }
}

nonisolated(unsafe) private let boards = Boards()

/// Does something with the board; 0, or 1 when it was refused.
private func trying(_ body: () throws(LifeError) -> Void) -> Int32 {
  do throws(LifeError) {
    try body()
    return 0
  } catch {
    app.problem = text(error.problem.words)
    return 1
  }
}

private func text(_ words: StaticString) -> [UInt8] { words.withUTF8Buffer { [UInt8]($0) } }

/// An empty board; the rule stays.
@_expose(wasm, "app_life_new") @_cdecl("app_life_new")
public func lifeNew(_ width: Int32, _ height: Int32) {
  boards.board = TorusBoard(size: Boards.size(width, height), rule: boards.board.rule)
}

/// The cells, row by row, a byte each.
@_expose(wasm, "app_life_cells") @_cdecl("app_life_cells")
public func lifeCells() -> UnsafePointer<UInt8>? {
  let board = boards.board
  var cells: [UInt8] = []
  cells.reserveCapacity(Int(board.size.width) * Int(board.size.height))
  for y in 0..<Int64(board.size.height) {
    for x in 0..<Int64(board.size.width) { cells.append(board.isAlive(x: x, y: y) ? 1 : 0) }
  }
  return app.give(cells)
}

/// Generations since the beginning.
@_expose(wasm, "app_life_generation") @_cdecl("app_life_generation")
public func lifeGeneration() -> Double { Double(boards.board.generation) }

/// Counts generations from this one on.
@_expose(wasm, "app_life_set_generation") @_cdecl("app_life_set_generation")
public func lifeSetGeneration(_ generation: Double) {
  boards.board.generation = generation >= 0 && generation < 9e15 ? UInt64(generation) : 0
}

/// Live cells.
@_expose(wasm, "app_life_population") @_cdecl("app_life_population")
public func lifePopulation() -> Double { Double(boards.board.population) }

/// Whether a cell is alive.
@_expose(wasm, "app_life_get") @_cdecl("app_life_get")
public func lifeGet(_ x: Int32, _ y: Int32) -> Int32 { boards.board.isAlive(x: Int64(x), y: Int64(y)) ? 1 : 0 }

/// Makes a cell alive or dead.
@_expose(wasm, "app_life_set") @_cdecl("app_life_set")
public func lifeSet(_ x: Int32, _ y: Int32, _ alive: Int32) {
  boards.board.set(x: Int64(x), y: Int64(y), alive: alive != 0)
}

/// Takes a rule; 0, or 1 when it was refused.
@_expose(wasm, "app_life_rule") @_cdecl("app_life_rule")
public func lifeRule(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  trying { () throws(LifeError) in boards.board.rule = try LifeRule.read(lent(place, count)) as LifeRule }
}

/// Puts a pattern into the middle of an empty board; 0, or 1 when it was refused. The rule stays.
@_expose(wasm, "app_life_load") @_cdecl("app_life_load")
public func lifeLoad(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  trying { () throws(LifeError) in
    var pattern = try LifePattern.read(lent(place, count), most: 1 << 16)
    pattern.heading = LifeHeading()
    boards.board = try TorusBoard(pattern, size: boards.board.size, rule: boards.board.rule)
  }
}

/// All cells as text: a letter each, row by row.
@_expose(wasm, "app_life_save") @_cdecl("app_life_save")
public func lifeSave() -> UnsafePointer<UInt8>? {
  _ = lifeCells()
  return app.give(app.result.map { $0 == 0 ? UInt8(ascii: ".") : UInt8(ascii: "O") })
}

/// Takes the cells that `app_life_save` gave, on a board of the same size; 0, or 1 when they are no such cells.
@_expose(wasm, "app_life_restore") @_cdecl("app_life_restore")
public func lifeRestore(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  let cells = lent(place, count)
  let width = Int(boards.board.size.width)
  guard cells.count == width * Int(boards.board.size.height) else {
    app.problem = text("a board of another size")
    return 1
  }
  boards.board.clear()
  for (at, cell) in cells.enumerated() where cell == UInt8(ascii: "O") {
    boards.board.set(x: Int64(at % width), y: Int64(at / width), alive: true)
  }
  return 0
}

// MARK: - Running

/// Kills all cells.
@_expose(wasm, "app_life_clear") @_cdecl("app_life_clear")
public func lifeClear() { boards.board.clear() }

/// Fills a third of the board at random.
@_expose(wasm, "app_life_random") @_cdecl("app_life_random")
public func lifeRandom(_ seed: Int32) {
  var generator = LifeGenerator(seed: UInt64(UInt32(bitPattern: seed)))
  boards.board.clear()
  _ = trying { () throws(LifeError) in
    try boards.board.fill(boards.board.box, density: 80, generator: &generator)
  }
}

/// Goes on by one generation.
@_expose(wasm, "app_life_advance") @_cdecl("app_life_advance")
public func lifeAdvance() { _ = trying { () throws(LifeError) in try boards.board.advance(by: 1) } }

/// Starts; how many milliseconds to sleep.
@_expose(wasm, "app_life_start") @_cdecl("app_life_start")
public func lifeStart(_ now: Double) -> Double {
  boards.isRunning = true
  return boards.interval
}

/// Stops.
@_expose(wasm, "app_life_stop") @_cdecl("app_life_stop")
public func lifeStop() { boards.isRunning = false }

/// Takes another interval; how many milliseconds to sleep, -1 for ever.
@_expose(wasm, "app_life_interval") @_cdecl("app_life_interval")
public func lifeInterval(_ milliseconds: Double, _ now: Double) -> Double {
  boards.interval = milliseconds
  return boards.isRunning ? milliseconds : -1
}

/// The page has woken up; how many milliseconds to sleep, -1 for ever.
@_expose(wasm, "app_life_turn") @_cdecl("app_life_turn")
public func lifeTurn(_ now: Double) -> Double {
  guard boards.isRunning else { return -1 }
  lifeAdvance()
  return boards.interval
}
