// The texts of one option, flag or argument, and who gets to see them.

/// The help of one option, flag or argument; a string literal gives just the short line.
public struct ArgumentHelp: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// One line that says what the value is for.
  public var abstract: String
  /// Longer text, shown below the short line.
  public var discussion: String
  /// The name of the value in `<…>`; without one, the property's name in kebab case.
  public var valueName: String?
  /// Whether the help shows the parameter.
  public var visibility: ArgumentVisibility

  /// Creates help from its parts.
  public init(
    _ abstract: String = "", discussion: String = "", valueName: String? = nil,
    visibility: ArgumentVisibility = .default
  ) {
    self.abstract = abstract
    self.discussion = discussion
    self.valueName = valueName
    self.visibility = visibility
  }

  /// Creates help that is one line and nothing more.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Help for a parameter that works but is not shown.
  public static var hidden: ArgumentHelp { ArgumentHelp(visibility: .hidden) }
}

/// Who gets to see a parameter.
public enum ArgumentVisibility: Sendable, Equatable {
  /// Shown in help, completions and the reference.
  case `default`
  /// Kept out of help and completions; accepted and kept in the reference tree.
  case hidden
  /// Kept out of everything that is shown, the reference tree too.
  case `private`
}

/// How a shell completes the value of an option or argument.
public enum CompletionKind: Sendable, Equatable {
  /// No proposals of our own.
  case `default`
  /// One of these words.
  case list([String])
  /// A file, with one of these extensions if there are any.
  case file(extensions: [String] = [])
  /// A folder.
  case directory
  /// The lines which this shell command prints.
  case shellCommand(String)
}
