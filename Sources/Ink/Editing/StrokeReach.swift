// Whether an eraser's way touches a stroke: its shape, not only its centre line.

extension Outline {
  /// Whether the shape comes within `reach` of a segment: an edge does, or the segment begins inside.
  ///
  /// - Complexity: O(corners).
  func isReached(from: Point, to: Point, reach: Double) -> Bool {
    let limit = reach * reach
    var winding = 0
    var start = 0
    for end in ends {
      var a = points[Int(end) - 1]
      for index in start..<Int(end) {
        let b = points[index]
        if Segments.squaredDistance(from, to, a, b) <= limit { return true }
        if (a.y <= from.y) != (b.y <= from.y) {
          let isLeft = Segments.side(a, b, from) > 0
          if b.y > a.y, !isLeft { winding += 1 }
          if b.y < a.y, isLeft { winding -= 1 }
        }
        a = b
      }
      start = Int(end)
    }
    return winding != 0
  }
}

enum Segments {
  /// The square of the least distance between two segments, either of which may be a point.
  static func squaredDistance(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
    if crosses(a, b, c, d) { return 0 }
    return min(
      min(squaredDistance(a, c, d), squaredDistance(b, c, d)), min(squaredDistance(c, a, b), squaredDistance(d, a, b)))
  }

  @inline(never)
  private static func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let length = dx * dx + dy * dy
    let t = length > 0 ? min(1, max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length)) : 0
    let x = a.x + dx * t - p.x
    let y = a.y + dy * t - p.y
    return x * x + y * y
  }

  private static func crosses(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }

  /// Positive on one side of the line through `a` and `b`, negative on the other.
  @inline(never)
  static func side(_ a: Point, _ b: Point, _ p: Point) -> Double {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }
}
