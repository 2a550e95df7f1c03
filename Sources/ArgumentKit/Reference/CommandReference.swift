// A command and all below it as a tree of plain values. Help text, completion scripts and a manual page are functions
// of this tree, so that they cannot tell different stories.

/// The description of a command and its subcommands.
public struct CommandReference: Sendable, Equatable {
  /// Options that stand under one heading.
  public struct Section: Sendable, Equatable {
    /// The heading; empty for the command's own options.
    public var title: String
    /// The options and flags, in the order of their declaration.
    public var options: [ParameterReference]
  }

  /// The names of the commands from the root to this one.
  public var path: [String]
  /// Other names of the command.
  public var aliases: [String]
  /// One line that says what the command does.
  public var abstract: String
  /// The usage line of the configuration, if it overrides the one made from the parameters.
  public var customUsage: String?
  /// Longer text.
  public var discussion: String
  /// The version, at the root.
  public var version: String
  /// Whether parents list the command.
  public var isVisible: Bool
  /// The arguments, in order.
  public var arguments: [ParameterReference]
  /// The options: the command's own, with the built-in ones, then each titled group.
  public var sections: [Section]
  /// The commands below this one, without the built-in `help`.
  public var subcommands: [CommandReference]
  /// The name of the subcommand taken if none is named.
  public var defaultSubcommand: String?
  /// Command lines to learn from.
  public var examples: [CommandExample]

  /// The name of the command.
  public var name: String { path.last ?? "" }
  /// All options of all sections.
  public var options: [ParameterReference] { sections.flatMap(\.options) }
}

/// Makes the reference tree of a command and everything below it.
///
/// - Complexity: O(parameters in the tree); each command type is created and reflected once.
public func commandReference(for command: any ParsableCommand.Type) -> CommandReference {
  commandReference(for: command, parents: [])
}

/// Makes the reference of a command whose parents are known; only a command without parents is a root.
func commandReference(
  for command: any ParsableCommand.Type, parents: [any ParsableCommand.Type]
) -> CommandReference {
  precondition(!parents.contains { $0 == command }, "the subcommands of '\(command.commandName)' contain itself")
  let configuration = command.configuration
  let declared = DeclaredArguments(reflecting: command.init())
  let path = (parents + [command]).map { $0.commandName }
  let described = declared.declarations.filter { $0.declaration.reference.visibility != .private }
  var sections = [CommandReference.Section(title: "", options: [])]
  for item in described where item.declaration.reference.kind != .argument {
    let reference = item.declaration.reference
    if let index = sections.firstIndex(where: { $0.title == item.section }) {
      sections[index].options.append(reference)
    } else {
      sections.append(CommandReference.Section(title: item.section, options: [reference]))
    }
  }
  sections[0].options += BuiltInOption.available(in: command, isRoot: parents.isEmpty, declared: declared)
    .map(\.reference)
  return CommandReference(
    path: path, aliases: configuration.aliases, abstract: configuration.abstract, customUsage: configuration.usage,
    discussion: configuration.discussion, version: configuration.version, isVisible: configuration.shouldDisplay,
    arguments: described.map(\.declaration.reference).filter { $0.kind == .argument }, sections: sections,
    subcommands: configuration.subcommands.map { commandReference(for: $0, parents: parents + [command]) },
    defaultSubcommand: configuration.defaultSubcommand?.commandName, examples: configuration.examples)
}
