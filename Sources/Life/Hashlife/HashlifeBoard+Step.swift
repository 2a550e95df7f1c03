// The step of the unbounded board.
//
// A node of level n knows its middle (level n-1) after min(2^k, 2^(n-2)) generations, where 2^k is the step at hand. A number of generations
// is made of its powers of two, the lowest first: while the pattern is small, and what low levels know stays known when k grows.

extension HashlifeBoard {
  /// From this level on the limit of memory is checked, and what a call holds is kept from the collector.
  private static let safeLevel = 7

  /// Goes on by some generations; whole or not at all.
  ///
  /// - Throws: ``LifeError``: `plane` if cells would leave the plane, `memory` if the limit does not hold what is needed, `generations` if
  ///   they cannot be counted or are more than 2^62.
  public func advance(by generations: UInt64) throws(LifeError) {
    let (target, over) = generation.addingReportingOverflow(generations)
    guard !over, generations <= 1 << 62 else { throw LifeError(.generations, value: generations) }
    let before = (root: root, level: level, generation: generation)
    let kept = store.rootCount
    store.keep(root)
    defer { store.release(to: kept) }
    do throws(LifeError) {
      var rest = generations
      if rules.alternates, generation & 1 != 0, rest > 0 {
        try step(0)
        rest -= 1
      }
      // With two rules in turn, longer steps begin in an even generation: the odd one comes last.
      let isLast = rules.alternates && rest & 1 != 0
      if isLast { rest -= 1 }
      while rest != 0 {
        let lowest = rest.trailingZeroBitCount
        try step(lowest)
        rest &= rest - 1
      }
      if isLast { try step(0) }
      generation = target
    } catch {
      (root, level, generation) = before
      store.isExhausted = false
      throw error
    }
  }

  /// Goes on by `1 << exponent` generations.
  private func step(_ exponent: Int) throws(LifeError) {
    prepare(exponent)
    if store.isNearlyFull, !store.collect(root) { throw LifeError(.memory, value: store.memory) }
    while level < exponent + 3 || !isInMiddle {
      root = expanded(root, level)
      level += 1
    }
    guard !store.isExhausted else { throw LifeError(.memory, value: store.memory) }
    root = try result(root, level)
    level -= 1
    shrink()
    guard !store.isExhausted else { throw LifeError(.memory, value: store.memory) }
    guard level <= Self.planeLevel else { throw LifeError(.plane) }
    generation += 1 << UInt64(exponent)
  }

  /// Makes remembered results be those of a step.
  private func prepare(_ exponent: Int) {
    let startsOdd = rules.alternates && generation & 1 != 0
    if startsOdd != self.startsOdd {
      store.forgetResults(above: 0)
    } else if exponent != self.exponent {
      store.forgetResults(above: min(exponent, self.exponent) + 2)
    }
    self.startsOdd = startsOdd
    self.exponent = exponent
  }

  /// Whether all cells lie in the middle quarter of a side around the origin.
  private var isInMiddle: Bool {
    guard level >= 6 else { return false }
    let node = store.nodes[Int(root)]
    let empty = store.empty(level - 3)
    for corner in 0..<4 {
      // The corner of the corner that touches the origin: se of nw, sw of ne …
      let number = node.corner(corner)
      guard !isEmptyBut(3 - corner, number, level - 1) else {
        let inner = store.nodes[Int(store.nodes[Int(number)].corner(3 - corner))]
        for piece in 0..<4 where piece != 3 - corner && inner.corner(piece) != empty { return false }
        continue
      }
      return false
    }
    return true
  }

  /// Whether a node has cells in one corner at most.
  private func isEmptyBut(_ corner: Int, _ number: UInt32, _ level: Int) -> Bool {
    let node = store.nodes[Int(number)]
    let empty = store.empty(level - 1)
    for other in 0..<4 where other != corner && node.corner(other) != empty { return false }
    return true
  }

  /// The node twice as large around the same middle.
  func expanded(_ number: UInt32, _ level: Int) -> UInt32 {
    let node = store.nodes[Int(number)]
    let empty = store.empty(level - 1)
    let nw = store.node(empty, empty, empty, node.nw, level: level)
    let ne = store.node(empty, empty, node.ne, empty, level: level)
    let sw = store.node(empty, node.sw, empty, empty, level: level)
    let se = store.node(node.se, empty, empty, empty, level: level)
    return store.node(nw, ne, sw, se, level: level + 1)
  }

  /// Takes off empty margins.
  func shrink() {
    while level > Self.lowestLevel {
      let node = store.nodes[Int(root)]
      for corner in 0..<4 where !isEmptyBut(3 - corner, node.corner(corner), level - 1) { return }
      let nodes = store.nodes
      root = store.node(
        nodes[Int(node.nw)].se, nodes[Int(node.ne)].sw, nodes[Int(node.sw)].ne, nodes[Int(node.se)].nw, level: level - 1
      )
      level -= 1
    }
  }

  /// The middle of a node after the step at hand.
  ///
  /// - Returns: A node a level lower.
  private func result(_ number: UInt32, _ level: Int) throws(LifeError) -> UInt32 {
    let node = store.nodes[Int(number)]
    if node.result != 0 { return node.result }
    if level == LifeNodeStore.leafLevel + 1 { return leafResult(number, node) }
    let isSafe = level >= Self.safeLevel
    let kept = store.rootCount
    if isSafe {
      if store.isNearlyFull, !store.collect(number) { throw LifeError(.memory, value: store.memory) }
      store.keep(number)
    }
    let nodes = store.nodes
    let (nw, ne, sw, se) = (nodes[Int(node.nw)], nodes[Int(node.ne)], nodes[Int(node.sw)], nodes[Int(node.se)])
    let below = level - 1
    // Nine squares of half the side, and what their middles become.
    let r00 = try part(node.nw, below, isSafe)
    let r01 = try part(store.node(nw.ne, ne.nw, nw.se, ne.sw, level: below), below, isSafe)
    let r02 = try part(node.ne, below, isSafe)
    let r10 = try part(store.node(nw.sw, nw.se, sw.nw, sw.ne, level: below), below, isSafe)
    let r11 = try part(store.node(nw.se, ne.sw, sw.ne, se.nw, level: below), below, isSafe)
    let r12 = try part(store.node(ne.sw, ne.se, se.nw, se.ne, level: below), below, isSafe)
    let r20 = try part(node.sw, below, isSafe)
    let r21 = try part(store.node(sw.ne, se.nw, sw.se, se.sw, level: below), below, isSafe)
    let r22 = try part(node.se, below, isSafe)
    let (a, b, c, d): (UInt32, UInt32, UInt32, UInt32)
    if exponent >= level - 2 {
      a = try part(store.node(r00, r01, r10, r11, level: below), below, isSafe)
      b = try part(store.node(r01, r02, r11, r12, level: below), below, isSafe)
      c = try part(store.node(r10, r11, r20, r21, level: below), below, isSafe)
      d = try part(store.node(r11, r12, r21, r22, level: below), below, isSafe)
    } else {
      a = middle(r00, r01, r10, r11, below - 1)
      b = middle(r01, r02, r11, r12, below - 1)
      c = middle(r10, r11, r20, r21, below - 1)
      d = middle(r11, r12, r21, r22, below - 1)
    }
    let result = store.node(a, b, c, d, level: below)
    store.nodes[Int(number)].result = result
    store.release(to: kept)
    return result
  }

  /// A result that is kept until its caller is done.
  @inline(__always)
  private func part(_ number: UInt32, _ level: Int, _ isSafe: Bool) throws(LifeError) -> UInt32 {
    let result = try result(number, level)
    if isSafe { store.keep(result) }
    return result
  }

  /// The middle of four nodes of a level that form a square, at the same level.
  @inline(__always)
  private func middle(_ nw: UInt32, _ ne: UInt32, _ sw: UInt32, _ se: UInt32, _ level: Int) -> UInt32 {
    let nodes = store.nodes
    let (a, b, c, d) = (nodes[Int(nw)], nodes[Int(ne)], nodes[Int(sw)], nodes[Int(se)])
    guard level > LifeNodeStore.leafLevel else {
      // Leaves: rows 4 to 7 of the upper, 0 to 3 of the lower; in them columns 4 to 7 of the left, 0 to 3 of the right.
      let left = a.upper >> 32 | c.upper << 32
      let right = b.upper >> 32 | d.upper << 32
      return store.leaf(left >> 4 & 0x0f0f_0f0f_0f0f_0f0f | right << 4 & 0xf0f0_f0f0_f0f0_f0f0)
    }
    return store.node(a.se, b.sw, c.ne, d.nw, level: level)
  }

  private func leafResult(_ number: UInt32, _ node: LifeNode) -> UInt32 {
    let nodes = store.nodes
    let cells = leafStep.advance(
      nodes[Int(node.nw)].upper, nodes[Int(node.ne)].upper, nodes[Int(node.sw)].upper, nodes[Int(node.se)].upper,
      exponent: min(exponent, 2), startsOdd: startsOdd)
    let result = store.leaf(cells)
    store.nodes[Int(number)].result = result
    return result
  }
}
