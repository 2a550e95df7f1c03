// A row of a list: a picture at the beginning, up to five lines of text at the top, one line at the bottom.
//
//     +--------------------------------------------+      slot = W / 3, whenever there is a picture or one is to come
//     | p                                          |      picture: as wide as the slot at most, aspect kept, never enlarged,
//     |   +-------+  s  top line 1                 |        at the slot's upper beginning
//     |   |picture|     top line 2 ... 5           |      line = type size * line height
//     |   +-------+                                |      height = max(minimum, p + lines + v + line + p,
//     |   slot          bottom line                |                   p + picture + p)
//     | p                                          |
//     +--------------------------------------------+
//
// A picture that arrives late: its slot was there before, so no line of text gets another width or wraps anew, and the top lines stay where
// they are. The row can only grow, by what the picture is higher than the room that the row had; the bottom line goes down by as much.
// A row whose picture's size is known beforehand never moves.

/// What a row knows of its picture.
public enum ListPicture: Equatable, Sendable {
  /// There is none: text has the whole width.
  case none
  /// One will arrive, of unknown size.
  case expected
  /// Its size in points, whether it has arrived or only its size is known.
  case size(width: Double, height: Double)
}

/// Where the parts of a row lie.
public struct ListRow: Equatable, Sendable {
  /// The most lines at the top.
  public static let mostLines = 5

  /// What all rows of a list share; in points.
  public struct Style: Equatable, Sendable {
    /// Of text.
    public var typeSize: Double
    /// Of a line, times the type size.
    public var lineHeight: Double
    /// Around the row's parts.
    public var padding: Double
    /// Between slot and text.
    public var spacing: Double
    /// Between the top lines and the bottom line, at least.
    public var lineSpacing: Double
    /// The least height of a row.
    public var minimumHeight: Double
    /// Where lines begin.
    public var direction: LayoutDirection

    /// A style.
    public init(
      typeSize: Double = 16, lineHeight: Double = 1.25, padding: Double = 12, spacing: Double = 12,
      lineSpacing: Double = 4, minimumHeight: Double = 64, direction: LayoutDirection = .leftToRight
    ) {
      self.typeSize = typeSize
      self.lineHeight = lineHeight
      self.padding = padding
      self.spacing = spacing
      self.lineSpacing = lineSpacing
      self.minimumHeight = minimumHeight
      self.direction = direction
    }
  }

  /// In points.
  public let width: Double
  /// What all rows share.
  public let style: Style
  /// What is known of the picture.
  public let picture: ListPicture
  /// The lines at the top that are shown.
  public let lines: Int

  /// A row.
  ///
  /// - Parameters:
  ///   - width: In points.
  ///   - picture: What is known of the picture.
  ///   - lines: How many lines the top text needs at ``textWidth``, as the platform measures it; more than ``mostLines`` are cut.
  ///   - style: What all rows share.
  /// - Throws: ``LayoutError`` for what is no number or out of its range.
  public init(
    width: Double, picture: ListPicture = .none, lines: Int = 1, style: Style = Style()
  ) throws(LayoutError) {
    try LayoutError.check(.width, width)
    try LayoutError.check(.lines, Double(lines))
    try LayoutError.check(.typeSize, style.typeSize, isOpen: true, to: 1000)
    try LayoutError.check(.lineHeight, style.lineHeight, isOpen: true, to: 1000)
    try LayoutError.check(.spacing, style.padding)
    try LayoutError.check(.spacing, style.spacing)
    try LayoutError.check(.spacing, style.lineSpacing)
    try LayoutError.check(.minimumHeight, style.minimumHeight)
    if case .size(let across, let down) = picture {
      try LayoutError.check(.picture, across, isOpen: true)
      try LayoutError.check(.picture, down, isOpen: true)
    }
    self.width = width
    self.picture = picture
    self.lines = min(lines, ListRow.mostLines)
    self.style = style
  }

  /// How high a line is, in points.
  public var line: Double { style.typeSize * style.lineHeight }

  /// How wide the slot of the picture is; 0 without one.
  public var slot: Double { picture == .none ? 0 : width / 3 }

  /// How wide text is. It depends on the width and on whether there is a picture, not on the picture's size: text that was measured before
  /// a picture arrived is right afterwards.
  public var textWidth: Double { max(0, width - 2 * style.padding - (picture == .none ? 0 : slot + style.spacing)) }

  /// The picture's size as it is shown.
  private var shown: (width: Double, height: Double) {
    guard case .size(let across, let down) = picture else { return (0, 0) }
    return across <= slot ? (across, down) : (slot, down * (slot / across))
  }

  /// How high the row is, in points.
  public var height: Double {
    let text = Double(lines) * line + style.lineSpacing + line
    return max(style.minimumHeight, max(text, shown.height) + 2 * style.padding)
  }

  /// Where the picture lies; `nil` while there is none.
  public var pictureFrame: LayoutRect? {
    guard case .size = picture else { return nil }
    return placed(LayoutRect(x: style.padding, y: style.padding, width: shown.width, height: shown.height))
  }

  /// Where the lines at the top lie.
  public var topFrame: LayoutRect {
    placed(LayoutRect(x: textStart, y: style.padding, width: textWidth, height: Double(lines) * line))
  }

  /// Where the line at the bottom lies.
  public var bottomFrame: LayoutRect {
    placed(LayoutRect(x: textStart, y: height - style.padding - line, width: textWidth, height: line))
  }

  private var textStart: Double { style.padding + (picture == .none ? 0 : slot + style.spacing) }

  private func placed(_ frame: LayoutRect) -> LayoutRect {
    style.direction == .rightToLeft ? frame.mirrored(in: width) : frame
  }

  /// By how much the row grows when its expected picture turns out to have a size; never below 0.
  public func growth(pictureWidth: Double, pictureHeight: Double) throws(LayoutError) -> Double {
    let after = try ListRow(
      width: width, picture: .size(width: pictureWidth, height: pictureHeight), lines: lines, style: style)
    return after.height - height
  }
}
