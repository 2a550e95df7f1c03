// The two protocols a program adopts. They have the names and the shape of swift-argument-parser's, so that a command
// written for one compiles with the other; `import ArgumentKit` is meant to be the only line that differs.
//
// They inherit `SendableMetatype` because command types travel inside `CommandConfiguration`, which is a static
// constant and so must be Sendable. The commands themselves are not: they are made, run and dropped on one thread.

/// A type whose wrapped properties are filled from command-line arguments.
public protocol ParsableArguments: SendableMetatype {
  /// Creates a value whose properties hold their declarations and defaults.
  init()

  /// Checks what the types of the single properties cannot express.
  ///
  /// - Throws: `ValidationError` with a message for the user; it counts as wrong usage.
  mutating func validate() throws
}

extension ParsableArguments {
  /// Accepts every combination; the default for types without rules between their properties.
  public mutating func validate() throws {}
}

/// A command or subcommand of a program.
///
/// ```swift
/// struct Merge: ParsableCommand {
///   static let configuration = CommandConfiguration(abstract: "Merge coverage files.")
///   @Option(name: .shortAndLong, help: "Where to write.") var output = "-"
///   @Argument(help: "Files to merge.") var inputs: [String]
///   mutating func run() throws { … }
/// }
/// ```
public protocol ParsableCommand: ParsableArguments {
  /// The name, texts and subcommands of this command.
  static var configuration: CommandConfiguration { get }

  /// Does the work of the command, once its properties are filled and validated.
  ///
  /// - Throws: Whatever the work throws; the caller of the library chooses the exit code.
  mutating func run() throws
}

extension ParsableCommand {
  /// A configuration without texts: the name is the type's name in kebab case.
  public static var configuration: CommandConfiguration { CommandConfiguration() }

  /// Reports that a subcommand is missing; the default for commands which only group others.
  ///
  /// swift-argument-parser prints the help here and exits with 0. A script whose verb is an empty variable would then
  /// pass for a run that did its work, so this is wrong usage instead.
  ///
  /// - Throws: `ArgumentError.missingSubcommand`, always.
  public mutating func run() throws {
    throw ArgumentError.missingSubcommand(expected: Self.visibleSubcommandNames)
  }

  /// The name under which a user calls this command.
  public static var commandName: String {
    configuration.commandName ?? kebabCase(String(describing: Self.self))
  }

  static var visibleSubcommandNames: [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0.commandName }
  }
}
