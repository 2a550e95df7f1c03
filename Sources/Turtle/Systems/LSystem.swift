// Lindenmayer systems: a word in which every letter is replaced by its own word, again and again, and then read as a turtle's orders
// (Prusinkiewicz and Lindenmayer, "The Algorithmic Beauty of Plants", 1990, chapter 1). Deterministic and without context: D0L-systems.
//
// Words are kept as instructions. Turns that follow one another are one number before the next letter, and letters that do nothing are
// left out, so that F-F++F-F is four instructions.

/// A Lindenmayer system whose letters are a turtle's orders.
///
///     let system = try LSystem(file: bytes)
///     var walk = try system.walk(level: 4)
///     while let step = walk.next() { ... }
public struct LSystem: Sendable {
  /// The highest level.
  public static let deepest: Int32 = 1000
  /// The most steps, drawn or not, of a walk: 268,435,456. A Koch snowflake of level 13 has 201,326,592.
  public static let mostSteps: UInt64 = 1 << 28
  /// The most instructions that a walk may read: letters that draw nothing take time as well.
  static let mostInstructions: UInt64 = 1 << 32
  /// The most brackets that are open at once: 48 MiB of places that a walk remembers.
  static let mostBrackets: UInt64 = 1 << 20

  /// What it is called, as UTF-8; may be empty.
  public var name: [UInt8] = []
  /// By how much `+` turns to the left and `-` to the right.
  public internal(set) var angle = TurtleAngle.zero
  /// Where the turtle looks at first; 0 is to the right, 90 up.
  public internal(set) var heading = TurtleAngle.zero
  /// The level that is drawn when nobody names one.
  public internal(set) var level: Int32 = 4
  /// How long a step is, in points; `nil` when the file leaves it to whoever draws.
  public internal(set) var step: Double?
  /// What `!` multiplies the width with.
  public internal(set) var taper = 0.7
  /// The colours that `'` and the digits choose from; may be empty.
  public internal(set) var colors: [TurtleColor] = []

  /// The word of each rule, the axiom's last; one after another.
  var instructions: [LSystemInstruction] = []
  /// Where each word ends; it begins where the one before ends.
  var ends: [Int32] = []
  var compass = TurtleCompass(heading: .zero, turn: .zero, hasHalfTurns: false)

  /// How many rules there are.
  public var ruleCount: Int { ends.count - 1 }

  /// The instructions of a word.
  func word(_ rule: Int) -> Range<Int> { (rule == 0 ? 0 : Int(ends[rule - 1]))..<Int(ends[rule]) }
}

/// One order with the turns that stand before it.
struct LSystemInstruction: Equatable, BitwiseCopyable {
  enum Order: UInt8 {
    /// Turns alone, at a word's end.
    case none
    /// A step with a line.
    case draw
    /// A step without one.
    case move
    case push
    case pop
    /// Multiplies the width.
    case taper
    /// The next colour.
    case nextColor
    /// The colour of ``LSystemInstruction/argument``.
    case color
  }

  /// By how many directions to turn first.
  var turn: Int32 = 0
  /// The rule that replaces the letter on all levels but the last; -1 for none.
  var rule: Int16 = -1
  /// What the letter does where nothing replaces it.
  var order: Order
  /// A colour's number.
  var argument: UInt8 = 0
}

/// How much a system has on a level.
public struct LSystemSize: Equatable, Sendable {
  /// Lines; `UInt64.max` when there are more than that.
  public var segments: UInt64
  /// Steps without a line.
  public var moves: UInt64
  /// Instructions that are read.
  var instructions: UInt64
  /// The most brackets that are open at once; does not overflow, as a file's bytes times the levels are far from it.
  var brackets: UInt64 = 0

  static let nothing = LSystemSize(segments: 0, moves: 0, instructions: 0)

  mutating func add(_ other: LSystemSize) {
    segments = LSystemSize.sum(segments, other.segments)
    moves = LSystemSize.sum(moves, other.moves)
    instructions = LSystemSize.sum(instructions, other.instructions)
  }

  private static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, isOver) = a.addingReportingOverflow(b)
    return isOver ? .max : sum
  }

  /// Whether a walk of this size is done.
  var isAllowed: Bool {
    segments <= LSystem.mostSteps && moves <= LSystem.mostSteps && segments + moves <= LSystem.mostSteps
      && instructions <= LSystem.mostInstructions && brackets <= LSystem.mostBrackets
  }
}

extension LSystem {
  /// How many lines a level has, without walking it; sums stay at `UInt64.max` instead of overflowing.
  ///
  /// - Parameter level: From 0 to ``deepest``; others count as the nearest of these.
  /// - Complexity: O(level · length of the rules).
  public func size(level: Int32) -> LSystemSize {
    var below = [LSystemSize](repeating: .nothing, count: ruleCount)
    let level = min(max(level, 0), LSystem.deepest)
    for lower in 0..<level { below = sizes(below, isLowest: lower == 0) }
    return size(of: ruleCount, below, isLowest: level == 0)
  }

  /// The highest level below another that is drawn; 0 if there is none.
  private func highest(below level: Int32) -> Int32 {
    var below = [LSystemSize](repeating: .nothing, count: ruleCount)
    var highest: Int32 = 0
    for lower in 0..<level {
      if size(of: ruleCount, below, isLowest: lower == 0).isAllowed { highest = lower }
      below = sizes(below, isLowest: lower == 0)
    }
    return highest
  }

  /// The size of each rule's word, when those one level below are known.
  private func sizes(_ below: [LSystemSize], isLowest: Bool) -> [LSystemSize] {
    var sizes: [LSystemSize] = []
    sizes.reserveCapacity(ruleCount)
    for rule in 0..<ruleCount { sizes.append(size(of: rule, below, isLowest: isLowest)) }
    return sizes
  }

  /// The size of a word, when that of each rule one level below is known; on the lowest level letters are orders.
  private func size(of rule: Int, _ below: [LSystemSize], isLowest: Bool) -> LSystemSize {
    var size = LSystemSize.nothing
    var open: UInt64 = 0
    for index in word(rule) {
      let instruction = instructions[index]
      if instruction.rule >= 0, !isLowest {
        let part = below[Int(instruction.rule)]
        size.add(part)
        size.brackets = max(size.brackets, open + part.brackets)
      } else if instruction.order == .push {
        open += 1
        size.brackets = max(size.brackets, open)
      } else if instruction.order == .pop {
        // Brackets are pairs within each word.
        open -= min(open, 1)
      } else if instruction.order == .draw {
        size.add(LSystemSize(segments: 1, moves: 0, instructions: 0))
      } else if instruction.order == .move {
        size.add(LSystemSize(segments: 0, moves: 1, instructions: 0))
      }
      size.add(LSystemSize(segments: 0, moves: 0, instructions: 1))
    }
    return size
  }

  /// Refuses a level that would take too long.
  func check(_ level: Int32) throws(LSystemError) {
    guard level >= 0, level <= LSystem.deepest else {
      throw LSystemError(.levelRange, value: Int64(level))
    }
    let size = size(level: level)
    guard !size.isAllowed else { return }
    throw LSystemError(.tooMany, value: Int64(level), count: size.segments, possible: highest(below: level))
  }
}
