// Rectangles of layout, and how they meet a screen's pixels.

/// A rectangle in points, its corner at the upper left.
public struct LayoutRect: Equatable, Sendable, BitwiseCopyable {
  /// From the left of what it lies in.
  public var x: Double
  /// From the top of what it lies in.
  public var y: Double
  /// In points.
  public var width: Double
  /// In points.
  public var height: Double

  /// A rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle on whole pixels of a screen.
  ///
  /// Each edge goes to the nearest pixel by itself, halves towards the right and the bottom: what touches still touches, what is equally
  /// wide differs by one pixel at most, and nothing drifts however many there are. Browsers paint by the same rule.
  ///
  /// - Parameter ratio: Pixels for a point, above 0.
  public func snapped(ratio: Double) -> LayoutRect {
    guard ratio > 0, ratio.isFinite else { return self }
    let left = LayoutRect.edge(x, ratio)
    let top = LayoutRect.edge(y, ratio)
    return LayoutRect(
      x: left, y: top, width: LayoutRect.edge(x + width, ratio) - left, height: LayoutRect.edge(y + height, ratio) - top
    )
  }

  private static func edge(_ value: Double, _ ratio: Double) -> Double { (value * ratio + 0.5).rounded(.down) / ratio }

  /// The rectangle as it lies from right to left.
  func mirrored(in width: Double) -> LayoutRect {
    LayoutRect(x: width - x - self.width, y: y, width: self.width, height: height)
  }
}

/// Where lines begin.
public enum LayoutDirection: UInt8, Sendable {
  /// At the left.
  case leftToRight
  /// At the right.
  case rightToLeft
}

/// A measure that no layout can have.
public struct LayoutError: Error, Equatable, Sendable {
  /// Which measure it is.
  public enum Measure: UInt8, Sendable {
    /// The width of what is laid out.
    case width
    /// The side of a cell.
    case cell
    /// The space between cells.
    case gap
    /// The number of items.
    case count
    /// The size of type.
    case typeSize
    /// A picture's side.
    case picture
    /// A padding or a spacing.
    case spacing
    /// The least height of a row.
    case minimumHeight
    /// The lines of text.
    case lines
    /// The height of a line.
    case lineHeight

    /// What it is called, and what was expected.
    public var words: StaticString {
      switch self {
      case .width: "the width is from 0 to 1,000,000 points"
      case .cell: "a cell is from 0.001 to 1,000,000 points"
      case .gap: "the gap is from 0 to 1,000,000 points"
      case .count: "the number of items is from 0 to 1,000,000,000"
      case .typeSize: "the type size is above 0, at most 1,000 points"
      case .picture: "a picture's side is above 0, at most 1,000,000 points"
      case .spacing: "paddings and spacings are from 0 to 1,000,000 points"
      case .minimumHeight: "the least height is from 0 to 1,000,000 points"
      case .lines: "the number of lines is from 0 to 1,000,000"
      case .lineHeight: "the line height is above 0, at most 1,000 times the type size"
      }
    }
  }

  /// Which measure it is.
  public var measure: Measure
  /// What was given.
  public var value: Double

  init(_ measure: Measure, _ value: Double) {
    self.measure = measure
    self.value = value
  }

  /// The longest length, in points.
  static let longest = 1_000_000.0

  /// Refuses what is no number or out of its range.
  static func check(
    _ measure: Measure, _ value: Double, from least: Double = 0, isOpen: Bool = false, to most: Double = longest
  ) throws(LayoutError) {
    guard value <= most, isOpen ? value > least : value >= least else { throw LayoutError(measure, value) }
  }
}
