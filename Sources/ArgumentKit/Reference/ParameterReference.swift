// A parameter as it is described: the one source of help, completions and a manual page.

/// The description of one option, flag or argument.
public struct ParameterReference: Sendable, Equatable {
  /// The three kinds of parameter.
  public enum Kind: Sendable, Equatable {
    /// A value by its place.
    case argument
    /// A value by its name.
    case option
    /// A name without a value.
    case flag
  }

  /// Which kind of parameter this is.
  public var kind: Kind
  /// The names, short ones first; empty for arguments.
  public var names: [OptionName]
  /// The names which switch a flag off.
  public var inverseNames: [OptionName] = []
  /// The name of the value in help, without the angle brackets.
  public var valueName: String
  /// One line that says what it is for.
  public var abstract: String
  /// Longer text, possibly empty.
  public var discussion: String
  /// The default as help shows it, if there is one worth showing.
  public var defaultValue: String?
  /// Every spelling of the value that is accepted, if they can be listed.
  public var allowedValues: [String]
  /// How shells complete the value.
  public var completion: CompletionKind
  /// Whether leaving it out is an error.
  public var isRequired: Bool
  /// Whether it may be given several times.
  public var isRepeating: Bool
  /// Whether help shows it.
  public var visibility: ArgumentVisibility

  init(
    kind: Kind, names: [OptionName], label: String, help: ArgumentHelp, defaultValue: String? = nil,
    allowedValues: [String] = [], completion: CompletionKind = .default, isRequired: Bool = false,
    isRepeating: Bool = false
  ) {
    self.kind = kind
    self.names = names
    self.valueName = help.valueName ?? names.last { !$0.isShort }?.bare ?? kebabCase(label)
    self.abstract = help.abstract
    self.discussion = help.discussion
    self.defaultValue = defaultValue.flatMap { $0.isEmpty ? nil : $0 }
    self.allowedValues = allowedValues
    self.completion = completion
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.visibility = help.visibility
  }

  /// The name to use where there is room for one: the long one, with dashes.
  public var preferredName: String {
    (names.last ?? inverseNames.last)?.description ?? "<\(valueName)>"
  }

  /// All names that can be typed, with dashes.
  public var allNames: [String] { (names + inverseNames).map(\.description) }

  var isVisible: Bool { visibility == .default }
}
