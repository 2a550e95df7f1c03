// Life for the page: one board whose edges meet, and its runner. The page is the clock: it says what time it is, and how long it is to
// sleep is what it gets back.

/// The page's clock: time is what it said last, and it is woken at the alarm.
private struct PageClock: LifeClock {
  var now: Int64 = 0
  var alarm: Int64?

  mutating func ring(at time: Int64) { alarm = time }
  mutating func silence() { alarm = nil }

  /// Milliseconds until the alarm; -1 for never.
  var wait: Double { alarm.map { Double(max($0 - now, 0)) / 1000 } ?? -1 }
}

/// The page paints after each call by itself.
private struct PageView: LifeView {
  mutating func show(_ board: TorusBoard, isRunning: Bool) {}
}

/// The board of the Life screen and its runner.
private final class Boards {
  var runner = LifeRunner(
    board: TorusBoard(size: Boards.size(96, 60)), clock: PageClock(), view: PageView(), interval: 100_000)

  var board: TorusBoard { runner.board }

  /// Another board runs on where the last one ran.
  func load(_ board: TorusBoard) {
    let wasRunning = runner.isRunning
    runner.load(board)
    if wasRunning { runner.start() }
  }

  /// The page says what time it is, in milliseconds.
  func set(_ now: Double) { runner.clock.now = Int64(now * 1000) }

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
  boards.load(TorusBoard(size: Boards.size(width, height), rule: boards.board.rule))
}

/// The cells, row by row, a byte each.
@_expose(wasm, "app_life_cells") @_cdecl("app_life_cells")
public func lifeCells() -> UnsafePointer<UInt8>? {
  var cells = [UInt8](repeating: 0, count: Int(boards.board.size.width) * Int(boards.board.size.height))
  cells.withUnsafeMutableBufferPointer { boards.board.draw(into: $0) }
  return app.give(cells)
}

/// Generations since the beginning.
@_expose(wasm, "app_life_generation") @_cdecl("app_life_generation")
public func lifeGeneration() -> Double { Double(boards.board.generation) }

/// Counts generations from this one on.
@_expose(wasm, "app_life_set_generation") @_cdecl("app_life_set_generation")
public func lifeSetGeneration(_ generation: Double) {
  var board = boards.board
  board.generation = generation >= 0 && generation < 9e15 ? UInt64(generation) : 0
  boards.load(board)
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
  _ = trying { () throws(LifeError) in try boards.runner.set(x: Int64(x), y: Int64(y), alive: alive != 0) }
}

/// Takes a rule; 0, or 1 when it was refused.
@_expose(wasm, "app_life_rule") @_cdecl("app_life_rule")
public func lifeRule(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  trying { () throws(LifeError) in boards.runner.setRule(try LifeRule.read(lent(place, count)) as LifeRule) }
}

/// Puts a pattern into the middle of an empty board; 0, or 1 when it was refused. The rule stays.
@_expose(wasm, "app_life_load") @_cdecl("app_life_load")
public func lifeLoad(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  trying { () throws(LifeError) in
    var pattern = try LifePattern.read(lent(place, count), most: 1 << 16)
    pattern.heading = LifeHeading()
    boards.load(try TorusBoard(pattern, size: boards.board.size, rule: boards.board.rule))
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
  var board = TorusBoard(size: boards.board.size, rule: boards.board.rule)
  let width = Int(board.size.width)
  guard cells.count == width * Int(board.size.height) else {
    app.problem = text("a board of another size")
    return 1
  }
  for (at, cell) in cells.enumerated() where cell == UInt8(ascii: "O") {
    board.set(x: Int64(at % width), y: Int64(at / width), alive: true)
  }
  boards.load(board)
  return 0
}

// MARK: - Running

/// Kills all cells and stands still.
@_expose(wasm, "app_life_clear") @_cdecl("app_life_clear")
public func lifeClear() { boards.runner.clear() }

/// Fills a third of the board at random.
@_expose(wasm, "app_life_random") @_cdecl("app_life_random")
public func lifeRandom(_ seed: Int32) {
  _ = trying { () throws(LifeError) in
    try boards.runner.random(boards.board.box, density: 80, seed: UInt64(UInt32(bitPattern: seed)))
  }
}

/// Goes on by one generation.
@_expose(wasm, "app_life_advance") @_cdecl("app_life_advance")
public func lifeAdvance() { _ = trying { () throws(LifeError) in try boards.runner.advance() } }

/// Starts; how many milliseconds to sleep.
@_expose(wasm, "app_life_start") @_cdecl("app_life_start")
public func lifeStart(_ now: Double) -> Double {
  boards.set(now)
  boards.runner.start()
  return boards.runner.clock.wait
}

/// Stops.
@_expose(wasm, "app_life_stop") @_cdecl("app_life_stop")
public func lifeStop() { boards.runner.stop() }

/// Takes another interval; how many milliseconds to sleep, -1 for ever.
@_expose(wasm, "app_life_interval") @_cdecl("app_life_interval")
public func lifeInterval(_ milliseconds: Double, _ now: Double) -> Double {
  boards.set(now)
  boards.runner.setInterval(Int64(milliseconds * 1000))
  return boards.runner.clock.wait
}

/// The page has woken up; how many milliseconds to sleep, -1 for ever.
@_expose(wasm, "app_life_turn") @_cdecl("app_life_turn")
public func lifeTurn(_ now: Double) -> Double {
  boards.set(now)
  _ = trying { () throws(LifeError) in try boards.runner.turn() }
  return boards.runner.clock.wait
}
