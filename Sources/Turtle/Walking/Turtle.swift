// The turtle of Logo (Papert, "Mindstorms", 1980): it has a place and a heading, walks and turns, and draws where its pen is down.
//
// What makes walks right after millions of steps: a place is kept as two numbers whose sum is the exact one to 106 bits, and a heading
// stays from 0 to below 360 degrees, where turns by multiples of 1/2^40 degree add up without any rounding.

/// A turtle.
///
///     var turtle = Turtle(at: TurtlePoint(x: 50, y: 150))
///     try turtle.forward(10, on: &sink)         // 60, 150
///     try turtle.left(45)
///
/// Heading 0 is to the right. A turn to the left is counter-clockwise as one sees it; y grows downwards, so that heading 90 is up the
/// screen.
public struct Turtle: Sendable {
  private struct State: BitwiseCopyable {
    var x: Double
    var y: Double
    /// What the sums lost to rounding so far.
    var lostX = 0.0
    var lostY = 0.0
    var heading: Double
    var isPenDown = true
    var style: TurtleStyle
  }

  private var state: State
  private let start: State
  private var saved: [State] = []
  private var cosine: Double
  private var sine: Double
  /// What the sink was told, and whether it was told at all.
  private var toldStyle: TurtleStyle?
  private var isPlaceTold = false

  /// A turtle with its pen down.
  ///
  /// - Parameters:
  ///   - point: Where it starts, and where home is.
  ///   - heading: In degrees; what is not finite counts as 0.
  ///   - style: How its lines look.
  public init(at point: TurtlePoint, heading: Double = 0, style: TurtleStyle = TurtleStyle()) {
    let reduced = heading.isFinite ? TurtleTrigonometry.reduced(heading) : 0
    start = State(x: point.x, y: point.y, heading: reduced, style: style)
    state = start
    (cosine, sine) = TurtleTrigonometry.direction(reduced)
  }

  /// Where it is.
  public var position: TurtlePoint { TurtlePoint(x: state.x + state.lostX, y: state.y + state.lostY) }
  /// Where it looks, from 0 to below 360 degrees.
  public var heading: Double { state.heading }
  /// Whether it draws as it walks.
  public var isPenDown: Bool { state.isPenDown }
  /// How its lines look.
  public var style: TurtleStyle { state.style }
  /// How many states it has pushed.
  public var depth: Int { saved.count }

  // MARK: - Walking

  /// Walks straight on, and draws where the pen is down.
  ///
  /// - Throws: ``TurtleError/notFinite`` when the distance is no number, or leads beyond all numbers.
  public mutating func forward<Sink: TurtleSink>(_ distance: Double, on sink: inout Sink) throws(TurtleError) {
    var next = state
    Turtle.add(distance * cosine, to: &next.x, &next.lostX)
    Turtle.add(0 - distance * sine, to: &next.y, &next.lostY)
    guard next.x.isFinite, next.y.isFinite, distance.isFinite else { throw .notFinite }
    let from = position
    state = next
    draw(from: from, on: &sink)
  }

  /// Walks backwards, and draws where the pen is down.
  ///
  /// - Throws: ``TurtleError/notFinite`` when the distance is no number, or leads beyond all numbers.
  public mutating func back<Sink: TurtleSink>(_ distance: Double, on sink: inout Sink) throws(TurtleError) {
    try forward(0 - distance, on: &sink)
  }

  /// Walks to where it started and looks where it looked then; draws where the pen is down.
  public mutating func home<Sink: TurtleSink>(on sink: inout Sink) {
    let from = position
    (state.x, state.y, state.lostX, state.lostY) = (start.x, start.y, 0, 0)
    face(start.heading)
    draw(from: from, on: &sink)
  }

  /// Adds so that what rounding takes away is kept (Knuth, "The Art of Computer Programming" 2, 4.2.2, theorem B).
  private static func add(_ value: Double, to sum: inout Double, _ lost: inout Double) {
    let total = sum + value
    let part = total - sum
    lost += (sum - (total - part)) + (value - part)
    sum = total
  }

  private mutating func draw<Sink: TurtleSink>(from: TurtlePoint, on sink: inout Sink) {
    guard state.isPenDown else {
      isPlaceTold = false
      return
    }
    if toldStyle != state.style {
      sink.style(state.style)
      toldStyle = state.style
    }
    if !isPlaceTold {
      sink.move(to: from)
      isPlaceTold = true
    }
    sink.line(to: position)
  }

  // MARK: - Turning

  /// Turns counter-clockwise, as one sees it.
  ///
  /// - Throws: ``TurtleError/notFinite`` when the angle is no number.
  public mutating func left(_ degrees: Double) throws(TurtleError) {
    guard degrees.isFinite else { throw .notFinite }
    face(TurtleTrigonometry.reduced(state.heading + TurtleTrigonometry.reduced(degrees)))
  }

  /// Turns clockwise, as one sees it.
  ///
  /// - Throws: ``TurtleError/notFinite`` when the angle is no number.
  public mutating func right(_ degrees: Double) throws(TurtleError) { try left(0 - degrees) }

  private mutating func face(_ heading: Double) {
    state.heading = heading
    (cosine, sine) = TurtleTrigonometry.direction(heading)
  }

  // MARK: - Pen and memory

  /// Draws from now on.
  public mutating func penDown() { state.isPenDown = true }

  /// Draws no longer.
  public mutating func penUp() { state.isPenDown = false }

  /// Draws in a colour from now on.
  public mutating func setColor(_ color: TurtleColor) { state.style.color = color }

  /// Draws lines of a width from now on, in points.
  public mutating func setWidth(_ width: Double) { state.style.width = width }

  /// Remembers place, heading, pen, colour and width.
  public mutating func push() { saved.append(state) }

  /// Takes up what was last remembered and forgets it; draws nothing.
  ///
  /// - Throws: ``TurtleError/emptyStack`` when nothing was.
  public mutating func pop() throws(TurtleError) {
    guard let last = saved.popLast() else { throw .emptyStack }
    state = last
    isPlaceTold = false
    face(last.heading)
  }
}

/// What a turtle cannot do.
public enum TurtleError: Error, Equatable, Sendable {
  /// Nothing was pushed that could be popped.
  case emptyStack
  /// A distance or angle that is no number, or a walk beyond all numbers.
  case notFinite

  /// What is wrong, as a sentence.
  public var words: StaticString {
    switch self {
    case .emptyStack: "the turtle has nothing to pop (expected a push before)"
    case .notFinite: "the turtle cannot walk or turn so far (expected a finite number)"
    }
  }
}
