// Load lines: the limits that a team has painted on its hull. A limit is absolute (`>= 80 %`) or, with a sign, relative to
// the last shipped survey (`<= +2 %`).

public import MarkupKit
public import SystemKit

/// A limit for a figure.
public struct LoadLine: Hashable, Sendable {
  /// How a figure is compared with the limit.
  public enum Comparison: String, CaseIterable, Sendable {
    /// At most.
    case atMost = "<="
    /// At least.
    case atLeast = ">="
    /// Exactly.
    case equal = "=="
    /// Anything but.
    case notEqual = "!="
    /// Less than.
    case below = "<"
    /// More than.
    case above = ">"

    /// The comparison in words.
    public var words: String {
      switch self {
      case .atMost: "at most"
      case .atLeast: "at least"
      case .equal: "exactly"
      case .notEqual: "anything but"
      case .below: "less than"
      case .above: "more than"
      }
    }

    /// Whether a value keeps to a limit.
    public func holds(_ value: Double, _ limit: Double) -> Bool {
      switch self {
      case .atMost: value <= limit
      case .atLeast: value >= limit
      case .equal: value == limit
      case .notEqual: value != limit
      case .below: value < limit
      case .above: value > limit
      }
    }
  }

  /// The limit.
  public enum Limit: Hashable, Sendable {
    /// A value in the figure's unit.
    case absolute(Double)
    /// So many percent more (or less) than the last shipped survey had.
    case relativePercent(Double)
    /// So much more (or less), in the figure's unit, than the last shipped survey had. For figures that are percentages
    /// themselves, `+2 %` means this: two points.
    case relativeAmount(Double)
  }

  /// The figure's name, perhaps with `/` and a code area.
  public var figure: String
  /// How it is compared.
  public var comparison: Comparison
  /// With what.
  public var limit: Limit
  /// The limit as it was written.
  public var text: String
  /// Where it was written; `nil` for the lines that hold without a configuration.
  public var position: TextPosition?

  /// Creates a load line.
  public init(
    figure: String, comparison: Comparison, limit: Limit, text: String, position: TextPosition? = nil
  ) {
    self.figure = figure
    self.comparison = comparison
    self.limit = limit
    self.text = text
    self.position = position
  }
}

/// A load line held against its figure.
public struct LoadLineResult: Hashable, Sendable {
  /// How it came out.
  public enum Outcome: Hashable, Sendable {
    /// The figure keeps to the limit.
    case held
    /// It does not.
    case broken
    /// It does not, and a waiver lets it pass.
    case waived(Waiver)
    /// It cannot be told; why.
    case unknown(String)

    /// A word for machines.
    public var name: String {
      switch self {
      case .held: "held"
      case .broken: "broken"
      case .waived: "waived"
      case .unknown: "unknown"
      }
    }
  }

  /// The line.
  public var line: LoadLine
  /// What the figure is, when it is known.
  public var figure: Figure?
  /// The limit as a value in the figure's unit: what a relative limit comes to.
  public var limit: Double?
  /// How far the figure is on the good side, in its unit; negative: how far on the bad side.
  public var margin: Double?
  /// How it came out.
  public var outcome: Outcome

  /// Creates a result.
  public init(line: LoadLine, figure: Figure?, limit: Double?, margin: Double?, outcome: Outcome) {
    self.line = line
    self.figure = figure
    self.limit = limit
    self.margin = margin
    self.outcome = outcome
  }
}

/// Someone's word that a rule may be broken for a while.
public struct Waiver: Hashable, Sendable {
  /// The rule or the figure of a load line.
  public var rule: String
  /// Only for places that match this pattern; `nil`: everywhere.
  public var place: String?
  /// Who answers for it.
  public var owner: String
  /// Why.
  public var reason: String
  /// The last day on which it holds (UTC), at midnight of its start.
  public var expires: Timestamp
  /// Where it was written.
  public var position: TextPosition?

  /// Creates a waiver.
  public init(
    rule: String, place: String? = nil, owner: String, reason: String, expires: Timestamp,
    position: TextPosition? = nil
  ) {
    self.rule = rule
    self.place = place
    self.owner = owner
    self.reason = reason
    self.expires = expires
    self.position = position
  }

  /// Whether it still holds: through the whole of its last day.
  public func holds(at now: Timestamp) -> Bool { now.seconds < expires.seconds + 86_400 }
}
