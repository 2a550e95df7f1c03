// What an inspector has to show, in parts that every output can draw: an inspector knows nothing of HTML.

/// The part of the report that an area fills.
public struct ReportSection: Sendable {
  /// The area.
  public var area: Area
  /// One line under the heading.
  public var summary: String
  /// What is shown.
  public var blocks: [ReportBlock]

  /// Creates a section.
  public init(area: Area, summary: String, blocks: [ReportBlock] = []) {
    self.area = area
    self.summary = summary
    self.blocks = blocks
  }
}

/// One part of a section.
public indirect enum ReportBlock: Sendable {
  /// Running text.
  case paragraph(String)
  /// Text in the form it came, such as a stack trace.
  case preformatted(String)
  /// A table.
  case table(ReportTable)
  /// Rows below rows, such as folders and files.
  case tree(ReportTree)
  /// Sizes within sizes as areas; its rows stand in a tree or table beside it.
  case treemap(ReportTreemap)
  /// A branch as the line of its commits; its rows stand in a table beside it.
  case branchGraph(ReportBranchGraph)
  /// Pictures side by side, each of which can be marked up.
  case pictures(ReportGallery)
  /// Something that is opened on demand.
  case details(title: String, blocks: [ReportBlock])
  /// The lines of a source file with how often each ran.
  case source(ReportSource)
}

/// A value in a table.
public enum ReportCell: Hashable, Sendable {
  /// Text.
  case text(String)
  /// A path, name or command.
  case code(String)
  /// A name that leads to another page beside this one.
  case link(String, target: String)
  /// A whole number.
  case count(UInt64)
  /// Seconds.
  case seconds(Double)
  /// A size in bytes.
  case bytes(UInt64)
  /// A share of something, drawn as a bar: covered (at least), at most, total.
  case share(covered: UInt64, atMost: UInt64, total: UInt64)
  /// A part of a whole, drawn as a bar with its percentage.
  case part(UInt64, of: UInt64)
  /// Nothing.
  case empty
}

/// A table whose columns can be sorted by.
public struct ReportTable: Sendable {
  /// What the table shows; read out by screen readers.
  public var caption: String
  /// The headings.
  public var columns: [String]
  /// The rows; each has as many cells as there are columns.
  public var rows: [[ReportCell]]
  /// How many rows were left out for the sake of size.
  public var omitted: Int

  /// Creates a table.
  public init(caption: String, columns: [String], rows: [[ReportCell]], omitted: Int = 0) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
    self.omitted = omitted
  }
}

/// Rows below rows with the same columns; a row's cells hold the totals of the rows below it.
public struct ReportTree: Sendable {
  /// A row.
  public struct Node: Sendable {
    /// The name in the first column.
    public var name: String
    /// The page beside this one that the name leads to.
    public var target: String?
    /// The other cells.
    public var cells: [ReportCell]
    /// The rows below.
    public var children: [Node]

    /// Creates a row.
    public init(name: String, target: String? = nil, cells: [ReportCell], children: [Node] = []) {
      self.name = name
      self.target = target
      self.cells = cells
      self.children = children
    }
  }

  /// What the tree shows.
  public var caption: String
  /// The headings, the first for the names.
  public var columns: [String]
  /// The top row: the totals of all.
  public var root: Node

  /// Creates a tree.
  public init(caption: String, columns: [String], root: Node) {
    self.caption = caption
    self.columns = columns
    self.root = root
  }
}

/// Source lines with their counts.
public struct ReportSource: Sendable {
  /// A line.
  public struct Line: Sendable, Hashable {
    /// Its number.
    public var number: Int
    /// How often it ran; `nil` where it cannot be covered.
    public var count: UInt64?
    /// Whether a branch of it was never taken.
    public var isPartial: Bool
    /// Its text.
    public var text: String

    /// Creates a line.
    public init(number: Int, count: UInt64?, isPartial: Bool = false, text: String) {
      self.number = number
      self.count = count
      self.isPartial = isPartial
      self.text = text
    }
  }

  /// The file.
  public var path: String
  /// The lines that are shown, in order; numbers may have gaps.
  public var lines: [Line]
  /// How many lines were left out for the sake of size.
  public var omitted: Int

  /// Creates a source listing.
  public init(path: String, lines: [Line], omitted: Int = 0) {
    self.path = path
    self.lines = lines
    self.omitted = omitted
  }
}
