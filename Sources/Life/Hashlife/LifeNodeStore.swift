// The nodes of the unbounded board: squares of 2^level cells a side, each kept once (Gosper, "Exploiting Regularities in Large Cellular
// Spaces", 1984). Two equal squares are one node, so that comparing them is comparing numbers, and what one becomes is computed once.
//
// A node is 24 bytes, found by an open table of numbers:
//
//   corners  4 x 32 bits   numbers of the four squares of the level below: nw, ne, sw, se;
//                          of a leaf (level 3): 64 cells, then 64 set bits, which no inner node has
//   result   32 bits       the number of its middle after the step at hand; 0 not known. In a free node: the next free one
//   level    8 bits, mark  0 in a free node
//
// Number 0 is no node. Growing doubles the nodes, and the table has two places for each; so the limit in bytes divided by 44 is the most
// nodes that can be kept at any time, the moment of growth included.

struct LifeNode {
  /// nw in the low half, ne in the high; the cells of a leaf.
  var upper: UInt64
  /// sw in the low half, se in the high.
  var lower: UInt64
  var result: UInt32
  /// The level, and a mark in the highest bit while garbage is collected.
  var info: UInt32

  static let mark: UInt32 = 1 << 31

  @inline(__always) var nw: UInt32 { UInt32(truncatingIfNeeded: upper) }
  @inline(__always) var ne: UInt32 { UInt32(truncatingIfNeeded: upper >> 32) }
  @inline(__always) var sw: UInt32 { UInt32(truncatingIfNeeded: lower) }
  @inline(__always) var se: UInt32 { UInt32(truncatingIfNeeded: lower >> 32) }
}

final class LifeNodeStore {
  /// The level of leaves: 8 cells a side.
  static let leafLevel = 3
  /// Above the level of the plane, so that the longest step has room.
  static let topLevel = 68
  private static let bytesPerNode: UInt64 = 44
  /// More nodes than are made between two checks: a square of level 5 makes 23 at most, one of 6 makes 309, one of 7 makes 4,027.
  static let reserve = 8192

  private(set) var nodes: UnsafeMutablePointer<LifeNode>
  private var capacity: Int
  private let mostNodes: Int
  /// Numbers below this have been given.
  private var used = 1
  private var firstFree: UInt32 = 0
  private var freeCount = 0
  private var table: UnsafeMutablePointer<UInt32>
  private var tableMask: Int
  /// The empty node of each level.
  private var empties: UnsafeMutablePointer<UInt32>
  private var emptyCount = LifeNodeStore.leafLevel
  /// Nodes that must stay.
  private var roots: UnsafeMutablePointer<UInt32>
  private(set) var rootCount = 0
  private static let mostRoots = 4096
  /// How often garbage was collected.
  private(set) var collections = 0
  /// The limit was met outside of a step: what was made since is not to be used.
  var isExhausted = false

  init(memoryLimit: UInt64) {
    let most = max(memoryLimit / Self.bytesPerNode, 1 << 15)
    // Numbers have 32 bits; in the browser an address has, too.
    mostNodes = Int(min(most, Int.bitWidth == 32 ? 1 << 26 : 1 << 30))
    capacity = min(1 << 14, mostNodes)
    tableMask = Self.tableSize(capacity) - 1
    nodes = .allocate(capacity: capacity)
    table = .allocate(capacity: tableMask + 1)
    table.initialize(repeating: 0, count: tableMask + 1)
    empties = .allocate(capacity: Self.topLevel + 1)
    roots = .allocate(capacity: Self.mostRoots)
    nodes[0] = LifeNode(upper: 0, lower: 0, result: 0, info: 0)
  }

  deinit {
    nodes.deallocate()
    table.deallocate()
    empties.deallocate()
    roots.deallocate()
  }

  /// A power of two from 1.33 to 2.67 times the nodes.
  private static func tableSize(_ capacity: Int) -> Int {
    var size = 1 << 10
    while size < capacity + capacity / 3 { size *= 2 }
    return size
  }

  /// Nodes that are kept.
  var count: Int { used - 1 - freeCount }
  /// Bytes for nodes and table.
  var memory: UInt64 { UInt64(capacity) * 24 + UInt64(tableMask + 1) * 4 }
  /// Whether there is no room for what can be made until the next check.
  @inline(__always) var isNearlyFull: Bool { mostNodes - used + freeCount < Self.reserve }

  // MARK: - Finding and making

  @inline(__always)
  private func place(_ upper: UInt64, _ lower: UInt64) -> Int {
    let mixed = (upper &* 0x9e37_79b9_7f4a_7c15) ^ ((lower &+ 0x632b_e59b_d9b4_e019) &* 0xc2b2_ae3d_27d4_eb4f)
    let folded = (mixed ^ mixed >> 32) &* 0xd6e8_feb8_6659_fd93
    return Int(truncatingIfNeeded: folded >> 32) & tableMask
  }

  /// The leaf of 64 cells: bit `8 * row + column`.
  @inline(__always)
  func leaf(_ cells: UInt64) -> UInt32 { find(cells, .max, UInt32(Self.leafLevel)) }

  /// The node of four corners of the level below.
  @inline(__always)
  func node(_ nw: UInt32, _ ne: UInt32, _ sw: UInt32, _ se: UInt32, level: Int) -> UInt32 {
    find(UInt64(nw) | UInt64(ne) << 32, UInt64(sw) | UInt64(se) << 32, UInt32(truncatingIfNeeded: level))
  }

  private func find(_ upper: UInt64, _ lower: UInt64, _ level: UInt32) -> UInt32 {
    var index = place(upper, lower)
    while true {
      let number = table[index]
      if number == 0 { break }
      let node = nodes + Int(number)
      if node.pointee.upper == upper, node.pointee.lower == lower { return number }
      index = (index + 1) & tableMask
    }
    return make(upper, lower, level, index)
  }

  @inline(never)
  private func make(_ upper: UInt64, _ lower: UInt64, _ level: UInt32, _ free: Int) -> UInt32 {
    var index = free
    let number: UInt32
    if firstFree != 0 {
      number = firstFree
      firstFree = nodes[Int(number)].result
      freeCount -= 1
    } else {
      if used == capacity {
        guard grow() else {
          isExhausted = true
          return 0
        }
        index = place(upper, lower)
        while table[index] != 0 { index = (index + 1) & tableMask }
      }
      number = UInt32(used)
      used += 1
    }
    nodes[Int(number)] = LifeNode(upper: upper, lower: lower, result: 0, info: level)
    table[index] = number
    return number
  }

  /// Doubles the room; `false` at the limit.
  private func grow() -> Bool {
    guard capacity < mostNodes else { return false }
    let larger = min(capacity * 2, mostNodes)
    table.deallocate()
    let moved = UnsafeMutablePointer<LifeNode>.allocate(capacity: larger)
    moved.update(from: nodes, count: used)
    nodes.deallocate()
    nodes = moved
    capacity = larger
    tableMask = Self.tableSize(larger) - 1
    table = .allocate(capacity: tableMask + 1)
    fillTable()
    return true
  }

  private func fillTable() {
    table.update(repeating: 0, count: tableMask + 1)
    for number in 1..<used where nodes[number].info != 0 {
      var index = place(nodes[number].upper, nodes[number].lower)
      while table[index] != 0 { index = (index + 1) & tableMask }
      table[index] = UInt32(number)
    }
  }

  /// The node of a level without a live cell.
  func empty(_ level: Int) -> UInt32 {
    while emptyCount <= level {
      let below = emptyCount == Self.leafLevel ? 0 : empties[emptyCount - 1]
      let number = emptyCount == Self.leafLevel ? leaf(0) : node(below, below, below, below, level: emptyCount)
      // Without room nothing is remembered: the next call tries again.
      if number == 0 { return 0 }
      empties[emptyCount] = number
      emptyCount += 1
    }
    return empties[level]
  }

  // MARK: - Keeping and collecting

  /// Keeps a node until `release`.
  @inline(__always)
  func keep(_ number: UInt32) {
    precondition(rootCount < Self.mostRoots, "nodes are kept that nobody releases")
    roots[rootCount] = number
    rootCount += 1
  }

  /// Keeps no more than the first `count` nodes.
  @inline(__always)
  func release(to count: Int) { rootCount = count }

  /// Forgets all nodes.
  func removeAll() {
    used = 1
    firstFree = 0
    freeCount = 0
    emptyCount = Self.leafLevel
    rootCount = 0
    isExhausted = false
    table.update(repeating: 0, count: tableMask + 1)
  }

  /// Frees what no kept node needs: at first with the results of nodes that stay, and if that is more than half, without.
  ///
  /// - Returns: Whether there is room again: an eighth of all.
  /// - Complexity: O(nodes).
  func collect(_ alsoKept: UInt32) -> Bool {
    collections += 1
    sweep(alsoKept, withResults: true)
    if count > mostNodes / 2 { sweep(alsoKept, withResults: false) }
    return count <= mostNodes - mostNodes / 8 - Self.reserve
  }

  private func sweep(_ alsoKept: UInt32, withResults: Bool) {
    for index in 0..<rootCount { mark(roots[index], withResults) }
    for level in Self.leafLevel..<max(emptyCount, Self.leafLevel) { mark(empties[level], withResults) }
    mark(alsoKept, withResults)
    firstFree = 0
    freeCount = 0
    for number in stride(from: used - 1, to: 0, by: -1) {
      if nodes[number].info & LifeNode.mark != 0 {
        let result = nodes[number].result
        // A result that goes is forgotten. Behind this node marks are taken off already; there 0 tells those that went.
        if result != 0 {
          let info = nodes[Int(result)].info
          let stays = Int(result) > number ? info != 0 : info & LifeNode.mark != 0
          if !stays { nodes[number].result = 0 }
        }
        nodes[number].info &= ~LifeNode.mark
      } else {
        nodes[number] = LifeNode(upper: 0, lower: 0, result: firstFree, info: 0)
        firstFree = UInt32(number)
        freeCount += 1
      }
    }
    fillTable()
  }

  /// Marks a node and what it needs. Corners and results lie a level lower, so that this is never deeper than there are levels.
  private func mark(_ number: UInt32, _ withResults: Bool) {
    guard number != 0 else { return }
    let node = nodes[Int(number)]
    guard node.info & LifeNode.mark == 0, node.info != 0 else { return }
    nodes[Int(number)].info |= LifeNode.mark
    if withResults { mark(node.result, withResults) }
    guard Int(node.info) > Self.leafLevel else { return }
    mark(node.nw, withResults)
    mark(node.ne, withResults)
    mark(node.sw, withResults)
    mark(node.se, withResults)
  }

  /// Forgets the results of all nodes above a level.
  func forgetResults(above level: Int) {
    for number in 1..<used where nodes[number].info > UInt32(level) { nodes[number].result = 0 }
  }
}
