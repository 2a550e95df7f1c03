// What a user can choose when reports are read and merged.

/// What to do with a file when inputs disagree about which of its lines can be covered.
public enum ShapePolicy: String, CaseIterable, Sendable {
  /// Keep every line that some input has, and say so.
  case union
  /// Keep the lines that all inputs have.
  case intersect
  /// Keep the lines that the newest input has, by the time of the files' last change.
  case newest
  /// Refuse.
  case error
}

/// How reports are read and merged.
public struct MergeOptions: Sendable {
  /// How paths are rewritten and which are left out.
  public var paths = PathRules()
  /// Whether sections of different tests are kept apart.
  public var keepTests = false
  /// Whether inputs below different roots whose relative paths mostly agree are checkouts of one tree.
  public var detectRoots = false
  /// Whether the root that all absolute paths share is left out of them (`CoverageReport.root`).
  public var stripRoot = false
  /// What to do where inputs disagree about a file's lines.
  public var onShapeConflict = ShapePolicy.union
  /// Whether damaged records are passed over with a warning instead of stopping the run.
  public var keepGoing = false
  /// Whether inputs of the same content are all counted.
  public var keepDuplicates = false

  /// Whether paths are known only when all inputs have been read.
  var settlesPaths: Bool { detectRoots || paths.tree != nil }

  /// The default: fold tests, union, stop at damage, count copies once.
  public init() {}
}
