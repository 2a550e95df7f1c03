// Runs a board by a clock. The host calls `turn()` when its clock rings; nothing here waits.
//
// The rule for late calls: beats lie on a grid from the moment of starting. A call does one step, however late it comes; beats that were
// missed are skipped and not made up for, and the next beat is the next of the grid. So a page that slept does not freeze, and a slow board
// runs as fast as it can.

/// Runs a board by a clock, and shows it.
public struct LifeRunner<Board: LifeBoard, Clock: LifeClock, View: LifeView> where View.Board == Board {
  /// The board; changes go through the runner, so that the view sees them.
  public private(set) var board: Board
  /// The clock.
  public var clock: Clock
  /// The view.
  public var view: View
  /// Whether the board goes on by itself.
  public private(set) var isRunning = false
  /// Microseconds between two steps.
  public private(set) var interval: Int64
  /// Generations of a step.
  public private(set) var stride: UInt64 = 1
  /// When the next step is due; while running.
  private var due: Int64 = 0

  /// The shortest interval: a millisecond.
  public static var shortestInterval: Int64 { 1_000 }
  /// The longest interval: an hour.
  public static var longestInterval: Int64 { 3_600_000_000 }

  /// A runner that stands still. The view is shown the board.
  ///
  /// - Parameter interval: Microseconds between two steps, brought into the range from the shortest to the longest.
  public init(board: Board, clock: Clock, view: View, interval: Int64) {
    self.board = board
    self.clock = clock
    self.view = view
    self.interval = Self.allowed(interval)
    show()
  }

  private static func allowed(_ interval: Int64) -> Int64 {
    min(max(interval, shortestInterval), longestInterval)
  }

  private mutating func show() { view.show(board, isRunning: isRunning) }

  /// Begins to run: the first step is due one interval from now. Does nothing while running.
  public mutating func start() {
    guard !isRunning else { return }
    isRunning = true
    due = clock.now + interval
    clock.ring(at: due)
    show()
  }

  /// Stands still. Does nothing while standing.
  public mutating func stop() {
    guard isRunning else { return }
    halt()
    show()
  }

  private mutating func halt() {
    isRunning = false
    clock.silence()
  }

  /// The clock rang: does one step if one is due, and asks for the next call.
  ///
  /// - Throws: What the board throws; the runner then stands still and shows the board as it was before.
  public mutating func turn() throws(LifeError) {
    guard isRunning else { return }
    let now = clock.now
    guard now >= due else { return clock.ring(at: due) }
    do throws(LifeError) {
      try board.advance(by: stride)
    } catch {
      stop()
      throw error
    }
    due += ((now - due) / interval + 1) * interval
    clock.ring(at: due)
    show()
  }

  /// Goes on by hand, running or not; beats stay where they are.
  ///
  /// - Throws: What the board throws; nothing has changed then.
  public mutating func advance(by generations: UInt64 = 1) throws(LifeError) {
    guard generations > 0 else { return }
    try board.advance(by: generations)
    show()
  }

  /// Changes the interval. While running the next step is due one new interval after the last beat, or now if that is past.
  ///
  /// - Parameter interval: Microseconds, brought into the range from the shortest to the longest.
  public mutating func setInterval(_ interval: Int64) {
    let last = due - self.interval
    self.interval = Self.allowed(interval)
    guard isRunning else { return }
    due = max(last + self.interval, clock.now)
    clock.ring(at: due)
  }

  /// Changes the generations of a step; 0 counts as 1.
  public mutating func setStride(_ generations: UInt64) { stride = max(generations, 1) }

  /// Kills all cells and stands still.
  public mutating func clear() {
    if isRunning { halt() }
    board.clear()
    show()
  }

  /// Fills a rectangle at random, running or not; the generation begins at 0.
  ///
  /// - Parameter density: 256ths of the cells that live, from 0 to 256.
  /// - Throws: What the board throws.
  public mutating func random(_ box: LifeBox, density: Int32, seed: UInt64) throws(LifeError) {
    var generator = LifeGenerator(seed: seed)
    try board.fill(box, density: density, generator: &generator)
    board.generation = 0
    show()
  }

  /// Makes a cell alive or dead.
  ///
  /// - Throws: What the board throws.
  public mutating func set(x: Int64, y: Int64, alive: Bool) throws(LifeError) {
    guard board.isAlive(x: x, y: y) != alive else { return }
    try board.set(x: x, y: y, alive: alive)
    show()
  }

  /// Changes the rule.
  public mutating func setRule(_ rule: LifeRule) {
    guard board.rule != rule else { return }
    board.rule = rule
    show()
  }

  /// Puts another board in the place of this one, such as one with a pattern that was read; stands still.
  public mutating func load(_ board: Board) {
    if isRunning { halt() }
    self.board = board
    show()
  }
}
