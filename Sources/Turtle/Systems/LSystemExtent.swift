// How far the lines of a level reach, without walking it: what one letter draws on a level, looking in one direction, is put together of
// what the letters of its word draw one level below. Whole numbers make that the same as a walk would find.

/// A rectangle around lines.
public struct LatticeExtent: Equatable, Sendable, BitwiseCopyable {
  /// The leftmost and uppermost, and the rightmost and lowest places.
  public var least: LatticePoint
  /// The rightmost and lowest places.
  public var most: LatticePoint

  /// No line.
  public static let empty = LatticeExtent(
    least: LatticePoint(x: .max, y: .max), most: LatticePoint(x: .min, y: .min))

  /// Whether there is no line.
  public var isEmpty: Bool { most.x < least.x }

  /// In steps.
  public var width: Double { isEmpty ? 0 : Double(most.x - least.x) / LatticePoint.step }
  /// In steps.
  public var height: Double { isEmpty ? 0 : Double(most.y - least.y) / LatticePoint.step }

  @inline(__always)
  mutating func add(_ x: Int64, _ y: Int64) {
    least = LatticePoint(x: min(least.x, x), y: min(least.y, y))
    most = LatticePoint(x: max(most.x, x), y: max(most.y, y))
  }

  mutating func add(_ other: LatticeExtent, movedBy x: Int64, _ y: Int64) {
    guard !other.isEmpty else { return }
    add(other.least.x &+ x, other.least.y &+ y)
    add(other.most.x &+ x, other.most.y &+ y)
  }
}

extension LSystem {
  /// What a letter does on a level, looking in one direction.
  private struct Effect {
    var x: Int64 = 0
    var y: Int64 = 0
    /// By how many directions it turns.
    var turn: Int32 = 0
    var extent = LatticeExtent.empty
  }

  /// More effects than this on a level (of 64 bytes each) are not kept; the level is walked instead.
  private static let mostEffects = 1 << 17
  /// Work that is done whatever a walk would cost, in instructions.
  private static let smallWork: UInt64 = 1 << 20

  /// The rectangle around all lines of a level.
  ///
  /// - Throws: ``LSystemError`` as ``walk(level:)``.
  /// - Complexity: O(level · length of the rules · directions), or a walk where that is less.
  public func extent(level: Int32) throws(LSystemError) -> LatticeExtent {
    try check(level)
    let directions = Int(compass.count)
    // Each rule is put together for each direction, whether a walk meets it or not: a long rule and fine turns cost more than the walk.
    let work = UInt64(instructions.count) * UInt64(directions) * UInt64(level)
    guard ruleCount * directions <= LSystem.mostEffects,
      work <= max(LSystem.smallWork, size(level: level).instructions)
    else { return walkedExtent(level: level) }
    var below: [Effect] = []
    for _ in 0..<level {
      var next: [Effect] = []
      next.reserveCapacity(ruleCount * directions)
      for rule in 0..<ruleCount {
        for direction in 0..<directions { next.append(effect(of: rule, direction, below)) }
      }
      below = next
    }
    return effect(of: ruleCount, 0, below).extent
  }

  /// The effect of a word; `below` has those of each rule and direction one level below and is empty on the lowest.
  private func effect(of rule: Int, _ from: Int, _ below: [Effect]) -> Effect {
    var effect = Effect()
    var direction = Int32(from)
    var saved: [(x: Int64, y: Int64, direction: Int32)] = []
    for index in word(rule) {
      let instruction = instructions[index]
      direction = wrapped(direction + instruction.turn)
      if instruction.rule >= 0, !below.isEmpty {
        let part = below[Int(instruction.rule) * Int(compass.count) + Int(direction)]
        effect.extent.add(part.extent, movedBy: effect.x, effect.y)
        effect.x &+= part.x
        effect.y &+= part.y
        direction = wrapped(direction + part.turn)
        continue
      }
      switch instruction.order {
      case .draw, .move:
        if instruction.order == .draw { effect.extent.add(effect.x, effect.y) }
        effect.x &+= compass.across[Int(direction)]
        effect.y &+= compass.down[Int(direction)]
        if instruction.order == .draw { effect.extent.add(effect.x, effect.y) }
      case .push: saved.append((effect.x, effect.y, direction))
      case .pop:
        guard let state = saved.popLast() else { continue }
        (effect.x, effect.y, direction) = state
      case .none, .taper, .nextColor, .color: continue
      }
    }
    effect.turn = wrapped(direction - Int32(from) + compass.count)
    return effect
  }

  private func wrapped(_ direction: Int32) -> Int32 {
    direction >= compass.count ? direction - compass.count : direction
  }

  /// The same by a walk.
  func walkedExtent(level: Int32) -> LatticeExtent {
    var walk = LSystemWalk(self, level: level)
    var extent = LatticeExtent.empty
    var from = LatticePoint.start
    while let step = walk.next() {
      switch step {
      case .line(let place):
        extent.add(from.x, from.y)
        extent.add(place.x, place.y)
        from = place
      case .jump(let place): from = place
      case .style: continue
      }
    }
    return extent
  }
}
