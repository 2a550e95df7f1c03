// The walk through a level, one step at a time. Nothing is expanded: for each level there is a place in a word, so that memory grows with
// the level and not with the number of steps. Positions are whole numbers of 1/2^32 step: sums are exact in any order, a closed curve
// ends where it began, and the browser comes to the same bits.

/// A place of a walk: whole numbers of 1/2^32 step from the start, y downwards.
public struct LatticePoint: Equatable, Sendable, BitwiseCopyable {
  /// To the right.
  public var x: Int64
  /// Downwards.
  public var y: Int64

  /// A place.
  public init(x: Int64, y: Int64) {
    self.x = x
    self.y = y
  }

  /// Where walks start.
  public static let start = LatticePoint(x: 0, y: 0)
  /// What one step has of ``x`` or ``y``.
  public static let step = 4_294_967_296.0
}

/// How lines look, as a system says it.
public struct LSystemStyle: Equatable, Sendable, BitwiseCopyable {
  /// The place in ``LSystem/colors``; -1 before any was chosen.
  public var color: Int32
  /// Times the width that was asked for.
  public var width: Double

  /// What a walk begins with.
  public static let first = LSystemStyle(color: -1, width: 1)
}

/// What a walk does next.
public enum LSystemStep: Equatable, Sendable {
  /// A line to a place.
  case line(LatticePoint)
  /// To a place, without a line.
  case jump(LatticePoint)
  /// Lines look otherwise from now on.
  case style(LSystemStyle)
}

extension LSystem {
  /// A walk through a level.
  ///
  /// - Throws: ``LSystemError`` when there is no such level, or it has more than ``mostSteps`` steps.
  public func walk(level: Int32) throws(LSystemError) -> LSystemWalk {
    try check(level)
    return LSystemWalk(self, level: level)
  }
}

/// A walk that can be stopped after each step and gone on with.
///
/// Its memory: 8 bytes for each level and 40 for each bracket that is open.
public struct LSystemWalk: Sendable {
  private struct Saved: BitwiseCopyable {
    var x: Int64
    var y: Int64
    var direction: Int32
    var style: LSystemStyle
  }

  private let instructions: [LSystemInstruction]
  private let ends: [Int32]
  private let across: [Int64]
  private let down: [Int64]
  private let directions: Int32
  private let taper: Double
  private let colorCount: Int32

  /// The next instruction and the end of its word, of each level that is open but the innermost.
  private var nexts: [Int32] = []
  private var lasts: [Int32] = []
  /// The same of the innermost.
  private var cursor: Int32
  private var wordEnd: Int32
  /// How many levels are still below the innermost.
  private var below: Int32

  private var x: Int64 = 0
  private var y: Int64 = 0
  private var direction: Int32 = 0
  private var style = LSystemStyle.first
  private var toldStyle = LSystemStyle.first
  /// A line that waits until its style was told.
  private var waits = false
  private var saved: [Saved] = []

  init(_ system: LSystem, level: Int32) {
    instructions = system.instructions
    ends = system.ends
    across = system.compass.across
    down = system.compass.down
    directions = system.compass.count
    taper = system.taper
    colorCount = Int32(system.colors.count)
    let axiom = system.word(system.ruleCount)
    cursor = Int32(axiom.lowerBound)
    wordEnd = Int32(axiom.upperBound)
    below = level
    nexts.reserveCapacity(Int(level))
    lasts.reserveCapacity(Int(level))
  }

  /// Where the turtle is.
  public var place: LatticePoint { LatticePoint(x: x, y: y) }

  /// How many places of words and open brackets it remembers: at most the level, and the brackets of one word a level.
  var memory: Int { nexts.count + saved.count }

  /// The next step; `nil` at the end.
  ///
  /// - Complexity: O(1) on the average for systems whose rules have no chains of empty letters.
  public mutating func next() -> LSystemStep? {
    if waits {
      waits = false
      return .line(LatticePoint(x: x, y: y))
    }
    while true {
      if cursor == wordEnd {
        guard let open = nexts.popLast(), let end = lasts.popLast() else { return nil }
        cursor = open
        wordEnd = end
        below &+= 1
        continue
      }
      let instruction = instructions[Int(cursor)]
      cursor &+= 1
      direction &+= instruction.turn
      if direction >= directions { direction &-= directions }
      if instruction.rule >= 0, below > 0 {
        nexts.append(cursor)
        lasts.append(wordEnd)
        cursor = instruction.rule == 0 ? 0 : ends[Int(instruction.rule) &- 1]
        wordEnd = ends[Int(instruction.rule)]
        below &-= 1
        continue
      }
      switch instruction.order {
      case .none: continue
      case .draw:
        // No overflow: at most 2^28 steps of 2^32.
        x &+= across[Int(direction)]
        y &+= down[Int(direction)]
        guard style == toldStyle else {
          toldStyle = style
          waits = true
          return .style(style)
        }
        return .line(LatticePoint(x: x, y: y))
      case .move:
        x &+= across[Int(direction)]
        y &+= down[Int(direction)]
        return .jump(LatticePoint(x: x, y: y))
      case .push: saved.append(Saved(x: x, y: y, direction: direction, style: style))
      case .pop:
        // Words without pairs of brackets are refused when they are read.
        guard let state = saved.popLast() else { continue }
        let isElsewhere = x != state.x || y != state.y
        x = state.x
        y = state.y
        direction = state.direction
        style = state.style
        if isElsewhere { return .jump(LatticePoint(x: x, y: y)) }
      case .taper: style.width *= taper
      case .nextColor:
        if colorCount > 0 { style.color = (style.color + 1) % colorCount }
      case .color:
        if Int32(instruction.argument) < colorCount { style.color = Int32(instruction.argument) }
      }
    }
  }

  /// Takes up to `count` steps of lines and jumps, as the page does between two frames: each as x, y and 1 for a line or 0 for a jump,
  /// into `target`, in points.
  ///
  /// - Parameters:
  ///   - count: How many steps `target` has room for; three numbers each.
  ///   - map: Where the places lie in points.
  /// - Returns: How many steps were taken; 0 at the end.
  public mutating func take(
    _ count: Int, _ map: LatticeMap, into target: UnsafeMutablePointer<Double>
  ) -> Int {
    var taken = 0
    while taken < count, let step = next() {
      let place: LatticePoint
      let isLine: Bool
      switch step {
      case .line(let point): (place, isLine) = (point, true)
      case .jump(let point): (place, isLine) = (point, false)
      case .style: continue
      }
      let point = map.point(place)
      target[3 * taken] = point.x
      target[3 * taken + 1] = point.y
      target[3 * taken + 2] = isLine ? 1 : 0
      taken += 1
    }
    return taken
  }

  /// Walks to the end. Inlinable, so that the calls of a sink in another module are direct ones.
  ///
  /// - Parameters:
  ///   - map: Where the places lie in points.
  ///   - base: How lines look where the system does not say otherwise; its width is what the system's is measured by.
  ///   - colors: The system's.
  @inlinable
  public mutating func run<Sink: TurtleSink>(
    _ map: LatticeMap, base: TurtleStyle, colors: [TurtleColor], on sink: inout Sink
  ) {
    sink.style(base)
    sink.move(to: map.point(place))
    while let step = next() {
      switch step {
      case .line(let place): sink.line(to: map.point(place))
      case .jump(let place): sink.move(to: map.point(place))
      case .style(let style):
        let color = style.color >= 0 && Int(style.color) < colors.count ? colors[Int(style.color)] : base.color
        sink.style(TurtleStyle(color: color, width: base.width * style.width))
      }
    }
  }
}

/// Where a walk's places lie in points: scaled and moved.
public struct LatticeMap: Equatable, Sendable, BitwiseCopyable {
  /// Points for one step.
  public let step: Double
  /// Where the walk starts.
  public let origin: TurtlePoint
  @usableFromInline let factor: Double

  /// A map.
  public init(step: Double, origin: TurtlePoint) {
    self.step = step
    self.origin = origin
    factor = step / LatticePoint.step
  }

  /// A place in points.
  @inlinable
  @inline(__always)
  public func point(_ place: LatticePoint) -> TurtlePoint {
    TurtlePoint(x: origin.x + Double(place.x) * factor, y: origin.y + Double(place.y) * factor)
  }
}
