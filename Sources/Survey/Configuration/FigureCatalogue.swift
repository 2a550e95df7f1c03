// Every figure that load lines can name. Inspectors declare theirs; figures of areas that no inspector reads yet are listed
// too, so that a load line for them says "cannot tell" and why, rather than being refused or holding.

/// The figures that are known.
public struct FigureCatalogue: Sendable {
  /// All kinds, ordered by name.
  public let kinds: [FigureKind]
  private let byName: [String: FigureKind]

  /// Creates a catalogue.
  public init(_ kinds: [FigureKind]) {
    self.kinds = kinds.sorted { $0.name < $1.name }
    byName = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The kind of a name; `nil` when there is none.
  public subscript(_ name: String) -> FigureKind? { byName[name] }

  /// All names.
  public var names: [String] { kinds.map(\.name) }

  /// The figures of all inspectors, and those that are still to come.
  public static let standard = FigureCatalogue(of: Inspectors.all)

  /// The figures of some inspectors, and those that are still to come.
  public init(of inspectors: [any Inspector]) {
    self.init(inspectors.flatMap { $0.figures } + Self.planned)
  }

  private static let planned = [
    FigureKind(
      "bundle.size", "size of the app bundle", .bytes, .lower,
      notGiven: "app bundles are not surveyed by this version")
  ]
}

/// The rules that findings can have, for waivers.
public enum FindingRules {
  /// Evidence rules: what makes a piece of evidence no good.
  public static let evidence = [
    "evidence.empty", "evidence.unreadable", "evidence.stale", "evidence.other-commit", "evidence.age-unknown",
  ]
  /// All rules.
  public static var names: [String] { names(of: Inspectors.all) }

  /// All rules where some inspectors are at work.
  public static func names(of inspectors: [any Inspector]) -> [String] {
    evidence + ["waiver.expired", "waiver.unused", "load-line.direction"] + inspectors.flatMap { $0.rules }
  }
}
