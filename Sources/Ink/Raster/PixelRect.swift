// A part of a bitmap.

/// A rectangle of pixels; one without width or height is empty.
public struct PixelRect: Equatable, Sendable, BitwiseCopyable {
  /// The first column.
  public var left: Int32
  /// The first row.
  public var top: Int32
  /// The column after the last.
  public var right: Int32
  /// The row after the last.
  public var bottom: Int32

  /// A rectangle.
  public init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// No pixel.
  public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// Whether it has no pixel.
  public var isEmpty: Bool { right <= left || bottom <= top }

  /// The smallest rectangle around both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// What both have.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
    return both.isEmpty ? .empty : both
  }
}
