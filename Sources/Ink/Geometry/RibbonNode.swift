// A stroke's centre line with its width, cut into straight steps fine enough for its edges, and who takes them.

/// One place of the centre line.
struct RibbonNode: BitwiseCopyable {
  /// In points.
  var x: Double
  /// In points.
  var y: Double
  /// Half the width there.
  var radius: Double
  /// Unit vector across the line, a quarter turn from its direction.
  var normalX: Double
  /// Unit vector across the line.
  var normalY: Double
  /// Length of the line up to here, in points.
  var along: Double

  @inline(__always) var left: Point { Point(x: x + normalX * radius, y: y + normalY * radius) }
  @inline(__always) var right: Point { Point(x: x - normalX * radius, y: y - normalY * radius) }
}

/// Who takes the pieces of a stroke: runs in which each step goes forward on both edges, with a round cap at both ends. The pieces
/// overlap only between runs, and all of them have the same direction of winding.
protocol RibbonSink {
  /// A run begins with the half disc behind `node`.
  mutating func start(_ node: RibbonNode)
  /// The run goes on from `from` to `to`.
  mutating func advance(from: RibbonNode, to: RibbonNode)
  /// The run ends with the half disc before `node`.
  mutating func end(_ node: RibbonNode)
}

enum Arc {
  /// How far an edge may lie from the true shape, in points. Four times enlarged that is a sixth of a pixel.
  static let tolerance = 0.04

  /// How often a quarter circle has to be halved.
  static func halvings(radius: Double) -> Int {
    var cosine = 0.707_106_781_186_547_5
    var count = 0
    while radius * (1 - cosine) > tolerance, count < 8 {
      cosine = ((1 + cosine) / 2).squareRoot()
      count += 1
    }
    return count
  }

  /// The corners of a half circle, without its ends: from the node's left edge (right edge when `backwards`), round before it
  /// (behind it), to the other edge.
  static func half(around node: RibbonNode, backwards: Bool, _ body: (Point) -> Void) {
    let sign: Double = backwards ? -1 : 1
    let nx = node.normalX * sign
    let ny = node.normalY * sign
    // The direction of the line is the normal turned back by a quarter.
    let dx = ny
    let dy = -nx
    let halvings = halvings(radius: node.radius)
    quarter(node, nx, ny, dx, dy, halvings, body)
    body(Point(x: node.x + dx * node.radius, y: node.y + dy * node.radius))
    quarter(node, dx, dy, -nx, -ny, halvings, body)
  }

  /// The corners between two unit vectors, without both.
  private static func quarter(
    _ node: RibbonNode, _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ halvings: Int, _ body: (Point) -> Void
  ) {
    guard halvings > 0 else { return }
    let x = ax + bx
    let y = ay + by
    let length = Elementary.length(x, y)
    let mx = x / length
    let my = y / length
    quarter(node, ax, ay, mx, my, halvings - 1, body)
    body(Point(x: node.x + mx * node.radius, y: node.y + my * node.radius))
    quarter(node, mx, my, bx, by, halvings - 1, body)
  }
}
