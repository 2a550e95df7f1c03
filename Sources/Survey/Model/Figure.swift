// Figures: what load lines are held against. Every figure that any part can give is declared in the catalogue, so that a
// wrong name in a load line is told with the nearest right one.

/// A part of the survey: one kind of evidence and what is made of it.
public struct Area: Hashable, Sendable {
  /// The name in figures and in machine output, such as `coverage`.
  public let name: String
  /// The heading.
  public let title: String

  /// Creates an area.
  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}

/// What a figure is measured in.
public enum FigureUnit: String, Sendable {
  /// A share in percent, 0 to 100.
  case percent = "%"
  /// A number of things.
  case count = ""
  /// Seconds.
  case seconds = "s"
  /// Bytes.
  case bytes = "B"
}

/// Which way a figure gets better.
public enum FigureDirection: String, Sendable {
  /// More is better.
  case higher
  /// Less is better.
  case lower
  /// Neither: the figure only informs.
  case neutral
}

/// A figure that the survey knows how to give.
public struct FigureKind: Hashable, Sendable {
  /// The name, such as `coverage.lines`.
  public let name: String
  /// What it says, for people.
  public let title: String
  /// The unit.
  public let unit: FigureUnit
  /// Which way it gets better.
  public let direction: FigureDirection
  /// Whether more evidence can only make it larger: a broken upper limit then stays broken whatever else turns up.
  public let onlyGrows: Bool
  /// Why no survey gives it yet; `nil` for figures that are given.
  public let notGiven: String?

  /// Declares a figure.
  public init(
    _ name: String, _ title: String, _ unit: FigureUnit, _ direction: FigureDirection, onlyGrows: Bool = false,
    notGiven: String? = nil
  ) {
    self.name = name
    self.title = title
    self.unit = unit
    self.direction = direction
    self.onlyGrows = onlyGrows
    self.notGiven = notGiven
  }

  /// The area that gives it: the part before the first dot.
  public var area: String { String(name.prefix { $0 != "." }) }
}

/// A figure with its value.
public struct Figure: Hashable, Sendable {
  /// The name: a catalogue name, followed by `/` and the name of a code area where the figure is of that area only.
  public var name: String
  /// The value, in the kind's unit. Where evidence only gives an interval, its lower end.
  public var value: Double
  /// The upper end of the interval; equal to `value` where the figure is exact.
  public var atMost: Double
  /// What it is.
  public var kind: FigureKind
  /// The evidence that it comes from, by path.
  public var evidence: [String]
  /// The parts that it was worked out from, such as "3,120 of 3,900 lines".
  public var detail: String?

  /// Creates a figure.
  public init(
    _ kind: FigureKind, value: Double, atMost: Double? = nil, evidence: [String], detail: String? = nil,
    codeArea: String? = nil
  ) {
    name = codeArea.map { "\(kind.name)/\($0)" } ?? kind.name
    self.kind = kind
    self.value = value
    self.atMost = atMost ?? value
    self.evidence = evidence
    self.detail = detail
  }

  /// What it says, for people: the kind's title, and the code area where it is of one.
  public var title: String {
    guard let slash = name.firstIndex(of: "/") else { return kind.title }
    return "\(kind.title) in \(name[name.index(after: slash)...])"
  }

  /// Whether the value is known exactly.
  public var isExact: Bool { value == atMost }
}
