// The runner by a clock that is turned by hand.

import Life
import TestSupport
import Testing

/// A clock that goes only where it is set.
final class HandClock: LifeClock {
  var now: Int64 = 1_000_000
  private(set) var alarm: Int64?
  private(set) var rings = 0
  func ring(at time: Int64) {
    alarm = time
    rings += 1
  }
  func silence() { alarm = nil }
}

/// A view that remembers what it was shown.
final class RecordingView: LifeView {
  private(set) var shown: [(generation: UInt64, isRunning: Bool)] = []
  func show(_ board: TorusBoard, isRunning: Bool) { shown.append((board.generation, isRunning)) }
}

/// A board that fails when it is told to.
struct FailingBoard: LifeBoard {
  var rule = LifeRule.conway
  var generation: UInt64 = 0
  var population: UInt64 { 0 }
  mutating func advance(by generations: UInt64) throws(LifeError) {
    guard generation < 2 else { throw LifeError(.memory) }
    generation += generations
  }
  mutating func clear() { generation = 0 }
  func isAlive(x: Int64, y: Int64) -> Bool { false }
  mutating func set(x: Int64, y: Int64, alive: Bool) throws(LifeError) { throw LifeError(.plane) }
  mutating func fill(_ box: LifeBox, density: Int32, generator: inout LifeGenerator) throws(LifeError) {
    throw LifeError(.memory)
  }
}

struct BlindView: LifeView {
  func show(_ board: FailingBoard, isRunning: Bool) {}
}

@Suite struct RunnerTests {
  let clock = HandClock()
  let view = RecordingView()

  private func runner(interval: Int64 = 100_000) throws -> LifeRunner<TorusBoard, HandClock, RecordingView> {
    let size = try #require(LifeTorusSize(width: 16, height: 16))
    let board = try TorusBoard(try pattern(Known.glider), size: size)
    return LifeRunner(board: board, clock: clock, view: view, interval: interval)
  }

  @Test("it stands still until it is started, then steps once an interval")
  func steps() throws {
    var runner = try runner()
    #expect(clock.alarm == nil && view.shown.count == 1)
    try runner.turn()
    #expect(runner.board.generation == 0)
    runner.start()
    #expect(clock.alarm == 1_100_000 && runner.isRunning)
    for step in UInt64(1)...5 {
      clock.now = try #require(clock.alarm)
      try runner.turn()
      #expect(runner.board.generation == step)
    }
    #expect(clock.alarm == 1_600_000)
    // Once at first, once for the start, once a step.
    #expect(view.shown.map(\.generation) == [0, 0, 1, 2, 3, 4, 5])
  }

  @Test("an early call waits on, a late one steps once and skips the beats that were missed")
  func lateness() throws {
    var runner = try runner()
    runner.start()
    clock.now = 1_099_999
    try runner.turn()
    #expect(runner.board.generation == 0 && clock.alarm == 1_100_000)
    clock.now = 1_450_000
    try runner.turn()
    #expect(runner.board.generation == 1 && clock.alarm == 1_500_000)
    clock.now = 1_500_000
    try runner.turn()
    #expect(runner.board.generation == 2 && clock.alarm == 1_600_000)
    // A page that slept for a year.
    clock.now += 31_536_000_000_000
    try runner.turn()
    #expect(runner.board.generation == 3)
    let next = try #require(clock.alarm)
    #expect(next > clock.now && next <= clock.now + 100_000)
  }

  @Test("starting twice and stopping twice is as once, and the view is told once")
  func twice() throws {
    var runner = try runner()
    runner.start()
    clock.now += 30_000
    runner.start()
    #expect(clock.alarm == 1_100_000 && clock.rings == 1)
    runner.stop()
    runner.stop()
    #expect(clock.alarm == nil && !runner.isRunning)
    #expect(view.shown.map(\.isRunning) == [false, true, false])
    try runner.turn()
    #expect(runner.board.generation == 0)
    runner.start()
    #expect(clock.alarm == clock.now + 100_000)
  }

  @Test("stepping by hand while it runs moves no beat")
  func advanceWhileRunning() throws {
    var runner = try runner()
    try runner.advance()
    #expect(runner.board.generation == 1 && !runner.isRunning && clock.alarm == nil)
    runner.start()
    clock.now += 50_000
    try runner.advance(by: 10)
    #expect(runner.board.generation == 11 && clock.alarm == 1_100_000 && runner.isRunning)
    let told = view.shown.count
    try runner.advance(by: 0)
    #expect(view.shown.count == told)
  }

  @Test("the speed changes while it runs, counted from the last beat")
  func speed() throws {
    var runner = try runner()
    runner.start()
    clock.now = 1_040_000
    runner.setInterval(50_000)
    #expect(clock.alarm == 1_050_000)
    clock.now = 1_050_000
    try runner.turn()
    #expect(runner.board.generation == 1 && clock.alarm == 1_100_000)
    clock.now = 1_090_000
    runner.setInterval(10_000)
    #expect(clock.alarm == 1_090_000, "a beat that is past is due at once")
    try runner.turn()
    #expect(runner.board.generation == 2 && clock.alarm == 1_100_000)
    runner.setInterval(0)
    #expect(runner.interval == 1_000)
    runner.setInterval(.max)
    #expect(runner.interval == 3_600_000_000)
    runner.stop()
    runner.setInterval(5_000)
    #expect(clock.alarm == nil)
    runner.setStride(8)
    runner.start()
    clock.now = try #require(clock.alarm)
    try runner.turn()
    #expect(runner.board.generation == 10)
  }

  @Test("clear stops and empties, random fills and lets run, each told once")
  func clearAndRandom() throws {
    var runner = try runner()
    runner.start()
    try runner.advance(by: 3)
    var told = view.shown.count
    runner.clear()
    #expect(view.shown.count == told + 1)
    #expect(!runner.isRunning && clock.alarm == nil && runner.board.population == 0 && runner.board.generation == 0)
    runner.start()
    told = view.shown.count
    try runner.random(runner.board.box, density: 128, seed: 3)
    #expect(view.shown.count == told + 1 && runner.isRunning)
    #expect(runner.board.population > 80 && runner.board.population < 176)
    try runner.set(x: 3, y: 3, alive: !runner.board.isAlive(x: 3, y: 3))
    #expect(view.shown.count == told + 2)
    try runner.set(x: 3, y: 3, alive: runner.board.isAlive(x: 3, y: 3))
    #expect(view.shown.count == told + 2, "nothing changed, nothing is told")
    runner.setRule(try rule("B36/S23"))
    runner.setRule(try rule("B36/S23"))
    #expect(view.shown.count == told + 3)
    runner.load(TorusBoard(size: runner.board.size))
    #expect(view.shown.count == told + 4 && !runner.isRunning && clock.alarm == nil)
  }

  @Test("a board that cannot go on stops the runner, and the error comes out")
  func failure() throws {
    var runner = LifeRunner(board: FailingBoard(), clock: clock, view: BlindView(), interval: 1_000)
    runner.start()
    for _ in 0..<2 {
      clock.now = try #require(clock.alarm)
      try runner.turn()
    }
    clock.now = try #require(clock.alarm)
    #expect(throws: LifeError(.memory)) { try runner.turn() }
    #expect(!runner.isRunning && clock.alarm == nil && runner.board.generation == 2)
  }
}
