// Sizes within sizes, for a drawing in which areas are proportional to them. The drawing is for the eye; who makes one puts the
// same rows into a tree or table beside it.

/// A treemap: what is large, and what is large within it.
public struct ReportTreemap: Sendable {
  /// An area.
  public struct Tile: Sendable {
    /// What it is; shown whole where the pointer rests.
    public var name: String
    /// A short form of the name to write on it.
    public var label: String
    /// Its size.
    public var value: UInt64
    /// More to say where the pointer rests.
    public var detail: String?
    /// A word that sets it off, such as "leak".
    public var mark: String?
    /// What lies within it. What they leave of its size is its own.
    public var children: [Tile]

    /// Creates an area.
    public init(
      name: String, label: String? = nil, value: UInt64, detail: String? = nil, mark: String? = nil,
      children: [Tile] = []
    ) {
      self.name = name
      self.label = label ?? name
      self.value = value
      self.detail = detail
      self.mark = mark
      self.children = children
    }
  }

  /// What the treemap shows.
  public var caption: String
  /// What the sizes are measured in.
  public var unit: FigureUnit
  /// The areas at the top.
  public var tiles: [Tile]

  /// Creates a treemap.
  public init(caption: String, unit: FigureUnit, tiles: [Tile]) {
    self.caption = caption
    self.unit = unit
    self.tiles = tiles
  }

  /// All sizes at the top together.
  public var total: UInt64 {
    tiles.reduce(0) { sum, tile in
      let (next, overflow) = sum.addingReportingOverflow(tile.value)
      return overflow ? .max : next
    }
  }
}
