// Patterns to the unbounded board and back. Blocks become leaves, and each level is made from the one below by pairing neighbours in the
// order in which they lie: no sorting, no search.

extension HashlifeBoard {
  /// The most blocks of 8 x 8 cells that a pattern is expanded to: 8 million, 200 MB for a while.
  public static let mostBlocks = 1 << 23

  /// A board with a pattern.
  ///
  /// - Parameters:
  ///   - rule: The rule; by default the pattern's own, else Conway's.
  ///   - memoryLimit: As in ``init(rule:memoryLimit:)``.
  /// - Throws: ``LifeError``: `plane`, `memory`, `tooManyCells`.
  public convenience init(
    _ pattern: LifePattern, rule: LifeRule? = nil, memoryLimit: UInt64 = HashlifeBoard.usualMemoryLimit
  ) throws(LifeError) {
    self.init(rule: rule ?? pattern.heading.rule ?? .conway, memoryLimit: memoryLimit)
    try load(pattern)
  }

  /// Puts a pattern in the place of all cells; the generation becomes the pattern's.
  ///
  /// - Throws: ``LifeError``: `plane`, `memory`, `tooManyCells`; the board is then empty.
  public func load(_ pattern: LifePattern) throws(LifeError) {
    clear()
    if let box = pattern.boundingBox,
      !LifeBox.isOnPlane(box.left, box.top) || !LifeBox.isOnPlane(box.right, box.bottom)
    {
      throw LifeError(.plane)
    }
    var nodes = LifeNodeRows()
    for block in try LifeBlocks(pattern.runs, most: Self.mostBlocks).blocks {
      nodes.append(LifeNodePlace(x: block.x, y: block.y, node: store.leaf(block.cells)))
    }
    try build(&nodes, level: LifeNodeStore.leafLevel)
    generation = pattern.heading.generation
  }

  /// Makes the root of nodes of a level, which are in order.
  private func build(_ nodes: inout LifeNodeRows, level start: Int) throws(LifeError) {
    var level = start
    // Until all that is left meets at the origin.
    while !nodes.isAroundOrigin || level + 1 < Self.lowestLevel {
      nodes = nodes.paired(store, empty: store.empty(level), level: level + 1)
      level += 1
    }
    let empty = store.empty(level)
    var corners = (empty, empty, empty, empty)
    for place in nodes.places {
      switch (place.x, place.y) {
      case (-1, -1): corners.0 = place.node
      case (0, -1): corners.1 = place.node
      case (-1, 0): corners.2 = place.node
      default: corners.3 = place.node
      }
    }
    root = store.node(corners.0, corners.1, corners.2, corners.3, level: level + 1)
    self.level = level + 1
    guard !store.isExhausted else {
      clear()
      throw LifeError(.memory, value: store.memory)
    }
    shrink()
  }

  /// The cells as a pattern.
  ///
  /// - Parameter most: The most live cells; by default 64 million.
  /// - Throws: ``LifeError`` `tooManyCells`.
  /// - Complexity: O(cells log cells).
  public func pattern(most: UInt64 = 1 << 26) throws(LifeError) -> LifePattern {
    let population = population
    guard population <= most else { throw LifeError(.tooManyCells, value: most) }
    var blocks: [LifeBlock] = []
    let half = Int64(1) << Int64(level - 1 - LifeNodeStore.leafLevel)
    collect(root, level, -half, -half, &blocks)
    var heading = LifeHeading()
    heading.rule = rule
    heading.generation = generation
    heading.hasPosition = true
    return LifeBlocks(unsorted: blocks).runs(heading)
  }

  private func collect(_ number: UInt32, _ level: Int, _ x: Int64, _ y: Int64, _ blocks: inout [LifeBlock]) {
    guard number != store.empty(level) else { return }
    let node = store.nodes[Int(number)]
    if level == LifeNodeStore.leafLevel {
      blocks.append(LifeBlock(x: x, y: y, cells: node.upper))
      return
    }
    let half = Int64(1) << Int64(level - 1 - LifeNodeStore.leafLevel)
    collect(node.nw, level - 1, x, y, &blocks)
    collect(node.ne, level - 1, x + half, y, &blocks)
    collect(node.sw, level - 1, x, y + half, &blocks)
    collect(node.se, level - 1, x + half, y + half, &blocks)
  }
}

/// A node and where it lies, in squares of its level.
private struct LifeNodePlace {
  var x: Int64
  var y: Int64
  var node: UInt32
}

/// Nodes of one level in the order of rows, then columns.
private struct LifeNodeRows {
  private(set) var places: [LifeNodePlace] = []

  mutating func append(_ place: LifeNodePlace) { places.append(place) }

  /// Whether none lies elsewhere than at the four corners of the origin.
  var isAroundOrigin: Bool {
    for place in places where place.x < -1 || place.x > 0 || place.y < -1 || place.y > 0 { return false }
    return true
  }

  /// The nodes of the next level.
  func paired(_ store: LifeNodeStore, empty: UInt32, level: Int) -> LifeNodeRows {
    var result = LifeNodeRows()
    var start = 0
    while start < places.count {
      let row = places[start].y >> 1
      var middle = start
      while middle < places.count, places[middle].y == row << 1 { middle += 1 }
      var end = middle
      while end < places.count, places[end].y == row << 1 + 1 { end += 1 }
      var (upper, lower) = (start, middle)
      while upper < middle || lower < end {
        var column = Int64.max
        if upper < middle { column = places[upper].x >> 1 }
        if lower < end { column = min(column, places[lower].x >> 1) }
        let nw = take(&upper, middle, column << 1, empty)
        let ne = take(&upper, middle, column << 1 + 1, empty)
        let sw = take(&lower, end, column << 1, empty)
        let se = take(&lower, end, column << 1 + 1, empty)
        result.append(LifeNodePlace(x: column, y: row, node: store.node(nw, ne, sw, se, level: level)))
      }
      start = end
    }
    return result
  }

  private func take(_ index: inout Int, _ end: Int, _ x: Int64, _ empty: UInt32) -> UInt32 {
    guard index < end, places[index].x == x else { return empty }
    index += 1
    return places[index - 1].node
  }
}
