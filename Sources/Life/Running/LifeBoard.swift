// What a runner asks of a board.

/// Cells and their rule. Boards are used as generic constraints, since the browser's module has no existentials.
public protocol LifeBoard {
  /// The rule; a change counts from the next generation on.
  var rule: LifeRule { get set }
  /// Generations since the beginning.
  var generation: UInt64 { get set }
  /// Live cells; saturates.
  var population: UInt64 { get }
  /// Goes on by some generations; whole or not at all.
  ///
  /// - Throws: ``LifeError`` if the pattern would leave the plane or the memory limit, or generations can no longer be counted.
  mutating func advance(by generations: UInt64) throws(LifeError)
  /// Kills all cells; the generation becomes 0.
  mutating func clear()
  /// Whether a cell is alive.
  func isAlive(x: Int64, y: Int64) -> Bool
  /// Makes a cell alive or dead.
  ///
  /// - Throws: ``LifeError`` if the cell is not on the board.
  mutating func set(x: Int64, y: Int64, alive: Bool) throws(LifeError)
  /// Fills a rectangle at random, whatever was there.
  ///
  /// - Parameter density: 256ths of the cells that live, from 0 to 256.
  /// - Throws: ``LifeError`` if the rectangle is not on the board or too large.
  mutating func fill(_ box: LifeBox, density: Int32, generator: inout LifeGenerator) throws(LifeError)
}
