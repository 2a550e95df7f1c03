// The filled shape of a stroke. Everything that shows ink fills this: the screen, PNG, SVG, PDF and replay.

/// A place in points.
public struct Point: Equatable, Sendable, BitwiseCopyable {
  /// From the left.
  public var x: Double
  /// From the top.
  public var y: Double
  /// A place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// Closed contours to be filled by the nonzero rule. All run in the same direction and no contour crosses itself against it: the
/// winding number is nowhere negative, so that no overlap can cancel to a hole.
public struct Outline: Equatable, Sendable {
  /// The corners of all contours, one contour after another, in points. The last corner of a contour joins its first.
  public private(set) var points: [Point] = []
  /// Where each contour ends in ``points`` (exclusive).
  public private(set) var ends: [Int32] = []

  /// No contour.
  public init() {}

  /// Adds a corner to the contour that is open.
  @inline(__always)
  public mutating func add(_ point: Point) { points.append(point) }

  /// Closes the open contour; one of no corner is none.
  public mutating func close() {
    if Int32(points.count) > (ends.last ?? 0) { ends.append(Int32(points.count)) }
  }

  /// Removes all contours and keeps the room they had.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}
