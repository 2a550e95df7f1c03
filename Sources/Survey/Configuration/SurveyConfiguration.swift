// What a team says in `plimsoll.json`. Nothing has to be said: without a file the load lines are no failed test and no
// blocker.

public import MarkupKit
public import SystemKit

/// The configuration of a survey.
public struct SurveyConfiguration: Sendable {
  /// A named part of the code with figures of its own.
  public struct CodeArea: Hashable, Sendable {
    /// The name, used as `coverage.lines/<name>`.
    public var name: String
    /// Patterns of its files.
    public var paths: [String]
    /// Whose it is.
    public var owner: String?

    /// Creates an area.
    public init(name: String, paths: [String], owner: String? = nil) {
      self.name = name
      self.paths = paths
      self.owner = owner
    }
  }

  /// Whose files match a pattern; the last match decides.
  public struct Owner: Hashable, Sendable {
    /// A pattern as in .gitignore.
    public var pattern: String
    /// The owner.
    public var owner: String

    /// Creates an owner.
    public init(pattern: String, owner: String) {
      self.pattern = pattern
      self.owner = owner
    }
  }

  /// The project's name; `nil`: the folder's.
  public var project: String?
  /// The load lines.
  public var loadLines: [LoadLine] = SurveyConfiguration.defaultLoadLines
  /// Parts of the code.
  public var codeAreas: [CodeArea] = []
  /// Patterns of files and folders that are not looked at.
  public var excludes: [String] = []
  /// Waivers.
  public var waivers: [Waiver] = []
  /// Owners by path.
  public var owners: [Owner] = []
  /// Patterns of the sources that evidence must not be older than; `nil`: every tracked file; empty: age is not judged.
  public var sources: [String]?
  /// Whether files that git tracks may be evidence. A report in the repository is a test's fixture more often than not.
  public var usesTrackedFiles = false
  /// How paths in coverage reports are rewritten: `from=to`.
  public var coverageMappings: [String] = []
  /// Patterns of source files that are left out of coverage.
  public var coverageExcludes: [String] = []
  /// The release branch; `nil`: none is looked at.
  public var release: ReleaseConfiguration?

  /// The configuration of those who have none.
  public init() {}

  /// What holds without a configuration.
  public static let defaultLoadLines = [
    LoadLine(figure: "tests.failed", comparison: .equal, limit: .absolute(0), text: "== 0")
  ]

  /// Excludes that hold always: other tools' stores, and our own output.
  public static let standingExcludes = [
    ".git/", ".hg/", ".svn/", "node_modules/", ".plimsoll/", "plimsoll-report/", ".gradle/", ".idea/", ".vscode/",
    "Pods/", "Carthage/Checkouts/", "SourcePackages/checkouts/", "DerivedData/ModuleCache*/", ".build/checkouts/",
    ".build/repositories/", ".build/index-build/",
  ]

  /// The name of the file.
  public static let fileName = "plimsoll.json"

  /// Whose a path is; `nil` when no pattern matches.
  public func owner(of path: String) -> String? { PathScopes(self).owner(of: path) }
}

/// A configuration that cannot be used.
public struct ConfigurationError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The file is no JSON5.
    case markup(MarkupError)
    /// A key that means nothing.
    case unknownKey(String, nearest: String?)
    /// A figure that no survey gives.
    case unknownFigure(String, nearest: String?)
    /// A code area that is not declared.
    case unknownArea(String, nearest: String?)
    /// A value that cannot be read.
    case badValue(key: String, found: String, expected: String)
    /// Something that has to be said is not.
    case missing(key: String, of: String)
    /// The file cannot be read.
    case system(SystemError)
  }

  /// What is wrong.
  public let kind: Kind
  /// The file.
  public let source: String
  /// Where in it.
  public let position: TextPosition

  /// Creates an error.
  public init(_ kind: Kind, source: String, at position: TextPosition) {
    self.kind = kind
    self.source = source
    self.position = position
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// One line: where, what is wrong, and the nearest right name.
  public var description: String {
    if case .system(let error) = kind { return error.description }
    return "\(source):\(position): \(text)"
  }

  private var text: String {
    func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    switch kind {
    case .markup(let error): return error.description
    case .unknownKey(let key, let nearest): return "unknown key '\(key)'" + suggestion(nearest)
    case .unknownFigure(let name, let nearest):
      return "no figure has the name '\(name)'" + suggestion(nearest)
        + (nearest == nil ? " (plimsoll survey --figures lists them)" : "")
    case .unknownArea(let name, let nearest): return "no code area has the name '\(name)'" + suggestion(nearest)
    case .badValue(let key, let found, let expected): return "'\(key)' is \(found), \(expected) expected"
    case .missing(let key, let owner): return "\(owner) has no '\(key)'"
    case .system(let error): return error.description
    }
  }
}
