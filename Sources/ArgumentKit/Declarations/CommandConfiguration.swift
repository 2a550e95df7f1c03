// What a command says about itself. Everything here is plain text and types: help, completions and the reference tree
// are all made from it, so a fact is written once.

/// The name, texts and subcommands of a command.
public struct CommandConfiguration: Sendable {
  /// The name to call the command by; without one, the type's name in kebab case.
  public var commandName: String?
  /// One line that says what the command does.
  public var abstract: String
  /// A usage line to show instead of the one made from the declarations.
  public var usage: String?
  /// Longer text, shown below the options; blank lines part paragraphs, indented lines are kept as they are.
  public var discussion: String
  /// The text of `--version`; without one, the command has no such option.
  public var version: String
  /// Whether parent commands list this one in their help.
  public var shouldDisplay: Bool
  /// The commands below this one.
  public var subcommands: [any ParsableCommand.Type]
  /// The subcommand taken when the arguments name none.
  public var defaultSubcommand: (any ParsableCommand.Type)?
  /// Other names for the command, accepted but not advertised in lists.
  public var aliases: [String]
  /// Command lines to learn from, shown last in the help.
  public var examples: [CommandExample]

  /// Creates a configuration; every part may be left out.
  public init(
    commandName: String? = nil,
    abstract: String = "",
    usage: String? = nil,
    discussion: String = "",
    version: String = "",
    shouldDisplay: Bool = true,
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil,
    aliases: [String] = [],
    examples: [CommandExample] = []
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.usage = usage
    self.discussion = discussion
    self.version = version
    self.shouldDisplay = shouldDisplay
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
    self.aliases = aliases
    self.examples = examples
  }
}

/// A command line worth showing, with a sentence on what it does.
///
/// This has no counterpart in swift-argument-parser, where examples hide in the discussion and cannot stand last.
public struct CommandExample: Sendable, Equatable {
  /// The line as a user types it.
  public var line: String
  /// What the line does.
  public var explanation: String

  /// Creates an example.
  public init(_ line: String, _ explanation: String = "") {
    self.line = line
    self.explanation = explanation
  }
}
