// The geometry of treemaps: squarified, after Bruls, Huizing and van Wijk ("Squarified Treemaps", 2000). Areas are laid in rows along
// the shorter side of what is left, and a row is closed when one more area would make its worst one longer.

/// A rectangle of a drawing.
struct TreemapRectangle: Hashable {
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0

  var area: Double { width * height }

  /// The rectangle without a border and without a strip at its top.
  func inset(by border: Double, top: Double) -> TreemapRectangle {
    TreemapRectangle(
      x: x + border, y: y + top, width: max(0, width - 2 * border), height: max(0, height - top - border))
  }
}

enum TreemapLayout {
  /// Divides a frame in proportion to weights.
  ///
  /// - Parameter weights: in any order; what is not finite or not above zero gets no area.
  /// - Returns: a rectangle for each weight, in their order. They do not overlap and fill the frame.
  /// - Complexity: O(n log n).
  static func divide(_ frame: TreemapRectangle, by weights: [Double]) -> [TreemapRectangle] {
    var result = [TreemapRectangle](repeating: TreemapRectangle(x: frame.x, y: frame.y), count: weights.count)
    let order = weights.indices.filter { weights[$0].isFinite && weights[$0] > 0 }
      .sorted { (weights[$0], $1) > (weights[$1], $0) }
    var left = order.reduce(0.0) { $0 + weights[$1] }
    guard frame.width > 0, frame.height > 0, left > 0, left.isFinite else { return result }
    var rest = frame
    var start = 0
    while start < order.count {
      let scale = rest.area / left
      let side = min(rest.width, rest.height)
      guard scale > 0, scale.isFinite, side > 0 else { break }
      var end = start
      var sum = 0.0
      var worst = Double.infinity
      while end < order.count {
        let next = sum + weights[order[end]]
        let length = next * scale / side
        // The first of a row is its largest, the last its smallest.
        let shortest = weights[order[end]] * scale / length
        let longest = weights[order[start]] * scale / length
        let ratio = max(longest / length, length / shortest)
        guard ratio <= worst || end == start else { break }
        worst = ratio
        sum = next
        end += 1
      }
      place(order[start..<end], weights, sum, isLast: end == order.count, left, &rest, &result)
      left -= sum
      start = end
    }
    return result
  }

  /// Lays a row along the shorter side of `rest` and takes it off.
  private static func place(
    _ row: ArraySlice<Int>, _ weights: [Double], _ sum: Double, isLast: Bool, _ left: Double,
    _ rest: inout TreemapRectangle, _ result: inout [TreemapRectangle]
  ) {
    let isColumn = rest.width >= rest.height
    let side = isColumn ? rest.height : rest.width
    let depth = isColumn ? rest.width : rest.height
    // The last row takes what is left, whatever rounding did.
    let thickness = isLast ? depth : min(depth, depth * (sum / left))
    var at = 0.0
    for (position, index) in row.enumerated() {
      let length = position == row.count - 1 ? side - at : min(side - at, side * (weights[index] / sum))
      result[index] =
        isColumn
        ? TreemapRectangle(x: rest.x, y: rest.y + at, width: thickness, height: length)
        : TreemapRectangle(x: rest.x + at, y: rest.y, width: length, height: thickness)
      at += length
    }
    if isColumn {
      rest.x += thickness
      rest.width -= thickness
    } else {
      rest.y += thickness
      rest.height -= thickness
    }
  }

  // MARK: - Tiles

  /// A tile with its place.
  struct Placed {
    let tile: ReportTreemap.Tile
    let rectangle: TreemapRectangle
    /// How many tiles it lies within.
    let depth: Int
    /// Whether tiles are drawn within it.
    var isOpen = false
  }

  /// So much of a tile's top is kept for its label when tiles lie within it.
  static let header = 18.0
  /// So many levels are drawn.
  static let levels = 4

  /// Places the tiles of a treemap, each before those within it. Those too small to see are left out; their place stays free.
  static func place(_ map: ReportTreemap, width: Double, height: Double, limit: Int) -> [Placed] {
    var placed: [Placed] = []
    // Level by level, so that where there are too many the innermost are left out.
    var level: [(tiles: [ReportTreemap.Tile], own: Double, frame: TreemapRectangle, parent: Int?)] = [
      (map.tiles, 0, TreemapRectangle(width: width, height: height), nil)
    ]
    var below: [[Int]] = []
    var tops: [Int] = []
    for depth in 0..<levels {
      var next: [(tiles: [ReportTreemap.Tile], own: Double, frame: TreemapRectangle, parent: Int?)] = []
      for group in level {
        let places = divide(group.frame, by: group.tiles.map { Double($0.value) } + [group.own])
        for (tile, rectangle) in zip(group.tiles, places) {
          guard rectangle.width >= 4, rectangle.height >= 4, placed.count < limit else { continue }
          let index = placed.count
          placed.append(Placed(tile: tile, rectangle: rectangle, depth: depth))
          below.append([])
          if let parent = group.parent {
            placed[parent].isOpen = true
            below[parent].append(index)
          } else {
            tops.append(index)
          }
          let inner = rectangle.inset(by: 2, top: header)
          guard !tile.children.isEmpty, inner.width >= 24, inner.height >= 14 else { continue }
          let held = tile.children.reduce(0.0) { $0 + Double($1.value) }
          next.append((tile.children, max(0, Double(tile.value) - held), inner, index))
        }
      }
      level = next
    }
    var order: [Int] = []
    var open = Array(tops.reversed())
    while let index = open.popLast() {
      order.append(index)
      open.append(contentsOf: below[index].reversed())
    }
    return order.map { placed[$0] }
  }
}
