// What a runner asks of a clock and of a view. A page gives it the browser's timers and canvas, a test a clock that is turned by hand.

/// A clock that can be told to ring once.
public protocol LifeClock {
  /// Microseconds since any fixed moment; never goes back.
  var now: Int64 { get }
  /// Asks for one call of ``LifeRunner/turn()`` at a time, in place of any that was asked for.
  mutating func ring(at time: Int64)
  /// Takes the call back that was asked for.
  mutating func silence()
}

/// Something that shows a board.
public protocol LifeView {
  /// The boards it shows.
  associatedtype Board: LifeBoard
  /// Shows a board; called once for each change of cells, rule or running.
  mutating func show(_ board: Board, isRunning: Bool)
}
