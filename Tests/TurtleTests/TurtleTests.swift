// The turtle: where it is and where it looks, to the last digit.

import Testing
import Turtle

/// A sink that keeps what it gets.
struct TurtleTrace: TurtleSink {
  enum Event: Equatable {
    case style(TurtleStyle)
    case move(Double, Double)
    case line(Double, Double)
  }
  var events: [Event] = []
  mutating func style(_ style: TurtleStyle) { events.append(.style(style)) }
  mutating func move(to point: TurtlePoint) { events.append(.move(point.x, point.y)) }
  mutating func line(to point: TurtlePoint) { events.append(.line(point.x, point.y)) }
}

@Suite struct TurtleTests {
  private func turtle() -> Turtle { Turtle(at: TurtlePoint(x: 50, y: 150)) }

  @Test("from 50, 150 it comes to 60, 150 by ten steps, and to 10 times half the root of 2 by 45 degrees")
  func steps() throws {
    var turtle = turtle()
    var sink = TurtleNothing()
    #expect(turtle.position == TurtlePoint(x: 50, y: 150) && turtle.heading == 0 && turtle.isPenDown)
    try turtle.forward(10, on: &sink)
    #expect(turtle.position == TurtlePoint(x: 60, y: 150))
    try turtle.left(45)
    #expect(turtle.heading == 45)
    try turtle.forward(10, on: &sink)
    let step = 10 * 2.0.squareRoot() / 2
    #expect(turtle.position == TurtlePoint(x: 60 + step, y: 150 - step), "left is up the screen")
    try turtle.back(10, on: &sink)
    #expect(turtle.position == TurtlePoint(x: 60, y: 150))
    try turtle.right(135)
    #expect(turtle.heading == 270)
    try turtle.forward(10, on: &sink)
    #expect(turtle.position == TurtlePoint(x: 60, y: 160), "right is down the screen")
  }

  /// Multiples of 30 and 45 degrees: what the tables of school say.
  @Test("directions of multiples of 30 and 45 degrees are the nearest numbers", arguments: Array(0..<24))
  func exactDirections(_ index: Int) throws {
    let root3 = 0.75.squareRoot()
    let root2 = 0.5.squareRoot()
    let quarter: [(degrees: Double, x: Double, y: Double)] = [
      (0, 1, 0), (30, root3, 0.5), (45, root2, root2), (60, 0.5, root3),
    ]
    let expected = quarter[index % 4]
    var turtle = Turtle(at: TurtlePoint(x: 0, y: 0))
    var sink = TurtleNothing()
    // Six quarters: more than one turn round.
    try turtle.left(expected.degrees + 90 * Double(index / 4))
    #expect(turtle.heading == (expected.degrees + 90 * Double(index / 4)).truncatingRemainder(dividingBy: 360))
    try turtle.forward(1, on: &sink)
    let turned: [(Double, Double)] = [
      (expected.x, expected.y), (-expected.y, expected.x), (-expected.x, -expected.y), (expected.y, -expected.x),
    ]
    let (x, y) = turned[index / 4 % 4]
    #expect(turtle.position == TurtlePoint(x: x, y: -y))
  }

  @Test("a heading stays from 0 to below 360 and is exact after a million turns")
  func headings() throws {
    var turtle = turtle()
    for _ in 0..<1_000_000 { try turtle.right(22.5) }
    #expect(turtle.heading == 0, "62,500 times round")
    try turtle.left(-90)
    #expect(turtle.heading == 270)
    try turtle.left(36_000_000_090)
    #expect(turtle.heading == 0)
    try turtle.right(1e-300)
    #expect(turtle.heading == 0, "what rounds to 360 is 0")
    #expect(Turtle(at: TurtlePoint(x: 0, y: 0), heading: .nan).heading == 0)
  }

  @Test("a walk of 786,432 steps round a snowflake of level 9 ends exactly where it began")
  func closes() async throws {
    var turtle = turtle()
    var sink = TurtleNothing()
    var walk = try LSystem.kochSnowflake.walk(level: 9)
    var before = walk.place
    var heading = 0
    var count = 0
    while let step = walk.next() {
      guard case .line(let place) = step else { continue }
      // The direction of the walk's step, in sixths of a circle, by its signs.
      let (dx, dy) = (place.x - before.x, place.y - before.y)
      before = place
      let wanted = dy == 0 ? (dx > 0 ? 0 : 3) : dy < 0 ? (dx > 0 ? 1 : 2) : (dx > 0 ? 5 : 4)
      try turtle.left(Double((wanted - heading + 6) % 6) * 60)
      heading = wanted
      try turtle.forward(0.1, on: &sink)
      count += 1
      if count % 65_536 == 0 { await Task.yield() }
    }
    #expect(count == 786_432)
    // Plain sums are 1.8e-13 off after as many steps of 0.1.
    #expect(turtle.position == TurtlePoint(x: 50, y: 150))
  }

  @Test("the pen decides what is drawn, and styles are told once")
  func pen() throws {
    var turtle = turtle()
    var trace = TurtleTrace()
    try turtle.forward(10, on: &trace)
    turtle.penUp()
    #expect(!turtle.isPenDown)
    try turtle.forward(10, on: &trace)
    turtle.penDown()
    turtle.setColor(TurtleColor(rgba: 0xff00_00ff))
    turtle.setWidth(3)
    try turtle.forward(10, on: &trace)
    try turtle.forward(10, on: &trace)
    turtle.home(on: &trace)
    let red = TurtleStyle(color: TurtleColor(rgba: 0xff00_00ff), width: 3)
    #expect(turtle.style == red && turtle.heading == 0)
    #expect(
      trace.events == [
        .style(TurtleStyle()), .move(50, 150), .line(60, 150), .style(red), .move(70, 150), .line(80, 150),
        .line(90, 150), .line(50, 150),
      ])
  }

  @Test("push and pop bring place, heading, pen and style back; pop of nothing is an error")
  func stack() throws {
    var turtle = turtle()
    var trace = TurtleTrace()
    #expect(throws: TurtleError.emptyStack) { try turtle.pop() }
    turtle.push()
    try turtle.left(90)
    try turtle.forward(10, on: &trace)
    turtle.penUp()
    turtle.setWidth(2)
    #expect(turtle.depth == 1 && turtle.position == TurtlePoint(x: 50, y: 140))
    try turtle.pop()
    #expect(turtle.position == TurtlePoint(x: 50, y: 150) && turtle.heading == 0 && turtle.isPenDown)
    #expect(turtle.style == TurtleStyle() && turtle.depth == 0)
    try turtle.forward(1, on: &trace)
    #expect(trace.events.suffix(2) == [.move(50, 150), .line(51, 150)])
    #expect(throws: TurtleError.emptyStack) { try turtle.pop() }
    #expect("\(TurtleError.emptyStack.words)".contains("push"))
  }

  @Test("what is no number moves nothing", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(_ value: Double) throws {
    var turtle = turtle()
    var trace = TurtleTrace()
    #expect(throws: TurtleError.notFinite) { try turtle.forward(value, on: &trace) }
    #expect(throws: TurtleError.notFinite) { try turtle.left(value) }
    try turtle.forward(1e308, on: &trace)
    #expect(throws: TurtleError.notFinite) { try turtle.forward(1e308, on: &trace) }
    #expect(turtle.position.x == 1e308 && trace.events.count == 3)
  }
}
