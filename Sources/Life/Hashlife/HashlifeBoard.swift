// The unbounded board: a tree of squares in which equal squares are one and each knows what its middle becomes. What repeats in space or
// time costs nothing further, so that a gun's 2^40 generations take milliseconds.
//
// The root is a square around the origin. Nothing lies outside of it; it grows before a step and shrinks after it.

/// An unbounded board.
///
/// With a rule of `B0` the cells kept are those that differ from the background (see ``hasLiveBackground``), as in Golly.
public final class HashlifeBoard: LifeBoard {
  let store: LifeNodeStore
  var root: UInt32
  /// The level of the root: it has `2^level` cells a side, from `-2^(level-1)`.
  var level: Int
  /// Generations since the beginning.
  public var generation: UInt64 = 0
  /// The rule; a change forgets what was remembered.
  public var rule: LifeRule {
    didSet {
      guard rule != oldValue else { return }
      rules = LifePlaneRules(rule)
      leafStep = LifeLeafStep(rules)
      store.forgetResults(above: 0)
    }
  }
  var rules: LifePlaneRules
  var leafStep: LifeLeafStep
  /// The step that results are remembered for: `2^exponent` generations, and whether the first is odd.
  var exponent = 0
  var startsOdd = false
  /// The level of an empty board.
  static let lowestLevel = 5
  /// The level of the whole plane.
  static let planeLevel = 63

  /// The memory limit of ``init(rule:memoryLimit:)`` unless one is given: 1 GiB.
  public static let usualMemoryLimit: UInt64 = 1 << 30

  /// An empty board.
  ///
  /// - Parameter memoryLimit: The most bytes for nodes and their table, at least 1.4 MB; less is taken while less is needed. Beyond it
  ///   garbage is collected, and what does not fit then is an error.
  public init(rule: LifeRule = .conway, memoryLimit: UInt64 = HashlifeBoard.usualMemoryLimit) {
    store = LifeNodeStore(memoryLimit: memoryLimit)
    self.rule = rule
    rules = LifePlaneRules(rule)
    leafStep = LifeLeafStep(rules)
    level = Self.lowestLevel
    root = store.empty(Self.lowestLevel)
  }

  /// Whether the background is alive in this generation and the cells kept are dead ones: with `B0` and `S8` always, with `B0` alone in odd
  /// generations.
  public var hasLiveBackground: Bool {
    rule.hasBirthOnNothing && (!rules.alternates || generation & 1 != 0)
  }

  /// Bytes for nodes and their table.
  public var memory: UInt64 { store.memory }
  /// Nodes that are kept, garbage included.
  public var nodeCount: Int { store.count }

  /// Kills all cells and forgets all; the generation becomes 0.
  public func clear() {
    store.removeAll()
    level = Self.lowestLevel
    root = store.empty(level)
    generation = 0
  }

  // MARK: - Counting

  /// Live cells; saturates.
  ///
  /// - Complexity: O(nodes of the pattern).
  public var population: UInt64 {
    var known = LifeNodeMap()
    return population(of: root, &known)
  }

  private func population(of number: UInt32, _ known: inout LifeNodeMap) -> UInt64 {
    let node = store.nodes[Int(number)]
    if node.info == LifeNodeStore.leafLevel { return UInt64(node.upper.nonzeroBitCount) }
    if let count = known[number] { return count }
    var sum: UInt64 = 0
    for corner in 0..<4 {
      let (next, over) = sum.addingReportingOverflow(population(of: node.corner(corner), &known))
      sum = over ? .max : next
    }
    known[number] = sum
    return sum
  }

  /// The least box that holds all live cells; `nil` without cells.
  ///
  /// - Complexity: O(nodes along the four edges).
  public var boundingBox: LifeBox? {
    guard root != store.empty(level) else { return nil }
    let half = Int64(1) << Int64(level - 1)
    // Each edge from its side: 0 to the side length, then counted from the middle.
    return LifeBox(
      left: first(.left) - half, top: first(.top) - half, right: half - 1 - first(.right),
      bottom: half - 1 - first(.bottom))
  }

  private enum Side { case left, top, right, bottom }

  /// The distance from a side of the root to the first live cell.
  private func first(_ side: Side) -> Int64 {
    var known = LifeNodeMap()
    return first(side, root, level, &known)
  }

  /// The root is not empty.
  private func first(_ side: Side, _ number: UInt32, _ level: Int, _ known: inout LifeNodeMap) -> Int64 {
    let node = store.nodes[Int(number)]
    if level == LifeNodeStore.leafLevel {
      let cells = node.upper
      switch side {
      case .top: return Int64(cells.trailingZeroBitCount / 8)
      case .bottom: return Int64(cells.leadingZeroBitCount / 8)
      case .left, .right:
        var columns = cells | cells >> 32
        columns |= columns >> 16
        columns = (columns | columns >> 8) & 0xff
        return Int64(side == .left ? columns.trailingZeroBitCount : columns.leadingZeroBitCount - 56)
      }
    }
    if let distance = known[number] { return Int64(bitPattern: distance) }
    let empty = store.empty(level - 1)
    let (near, far): ((UInt32, UInt32), (UInt32, UInt32)) =
      switch side {
      case .left: ((node.nw, node.sw), (node.ne, node.se))
      case .right: ((node.ne, node.se), (node.nw, node.sw))
      case .top: ((node.nw, node.ne), (node.sw, node.se))
      case .bottom: ((node.sw, node.se), (node.nw, node.ne))
      }
    let isFar = near.0 == empty && near.1 == empty
    let (one, other) = isFar ? far : near
    var best = Int64.max
    if one != empty { best = first(side, one, level - 1, &known) }
    if other != empty, other != one { best = min(best, first(side, other, level - 1, &known)) }
    if isFar { best += Int64(1) << Int64(level - 1) }
    known[number] = UInt64(bitPattern: best)
    return best
  }
}

extension LifeNode {
  /// A corner: 0 nw, 1 ne, 2 sw, 3 se.
  @inline(__always)
  func corner(_ index: Int) -> UInt32 {
    switch index {
    case 0: nw
    case 1: ne
    case 2: sw
    default: se
    }
  }
}
