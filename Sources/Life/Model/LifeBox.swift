// A rectangle of the plane.

/// A rectangle of cells; columns grow to the right, rows downwards.
public struct LifeBox: Sendable, Equatable {
  /// The first column.
  public var left: Int64
  /// The first row.
  public var top: Int64
  /// The last column, at least `left`.
  public var right: Int64
  /// The last row, at least `top`.
  public var bottom: Int64

  /// Coordinates are from `-limit` to `limit - 1`: 2^62, so that no distance overflows.
  public static let limit: Int64 = 1 << 62

  /// A box of its outermost cells.
  public init(left: Int64, top: Int64, right: Int64, bottom: Int64) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Cells in a row. Of the whole plane one less, as it has 2^63.
  public var width: Int64 { right - left == .max ? .max : right - left + 1 }
  /// Cells in a column; as `width`.
  public var height: Int64 { bottom - top == .max ? .max : bottom - top + 1 }

  /// Whether a cell lies on the plane that boards keep.
  public static func isOnPlane(_ x: Int64, _ y: Int64) -> Bool {
    x >= -limit && x < limit && y >= -limit && y < limit
  }
}
