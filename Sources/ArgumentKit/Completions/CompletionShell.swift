// The shells a completion script can be made for. Each script is a function of the reference tree.

/// A shell that completes command lines.
public enum CompletionShell: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// GNU bash, 3.2 or later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

/// Makes the completion script of a program.
///
/// - Parameter command: The tree from `commandReference(for:)` of the root command.
/// - Returns: The text of a script to be sourced by the shell, or put where it looks for completions.
public func completionScript(for command: CommandReference, shell: CompletionShell) -> String {
  switch shell {
  case .bash: BashCompletion(root: command).script
  case .zsh: ZshCompletion(root: command).script
  case .fish: FishCompletion(root: command).script
  }
}

extension CommandReference {
  /// The commands of the tree that completions offer, parents first.
  var visibleTree: [CommandReference] {
    [self] + visibleSubcommands.flatMap(\.visibleTree)
  }

  /// The options that completions offer: a default subcommand's too, since its name may be left out.
  var completableOptions: [ParameterReference] {
    let own = options.filter(\.isVisible)
    let taken = Set(own.flatMap(\.allNames))
    return own + (standard?.completableOptions.filter { taken.isDisjoint(with: $0.allNames) } ?? [])
  }

  /// The arguments that completions offer.
  var completableArguments: [ParameterReference] {
    let own = arguments.filter(\.isVisible)
    return own.isEmpty ? standard?.completableArguments ?? [] : own
  }

  private var standard: CommandReference? { subcommands.first { $0.name == defaultSubcommand } }

  var visibleSubcommands: [CommandReference] { subcommands.filter(\.isVisible) }

  /// The words which lead from this command to a subcommand.
  var callNames: [String] { [name] + aliases }
}

/// Quotes text for a POSIX-like shell: nothing inside single quotes is ever expanded.
func shellQuoted(_ text: String) -> String {
  var result = "'"
  // By scalars, not characters: a quote with a combining mark is one character, and the shell still sees the quote.
  for scalar in text.unicodeScalars {
    switch scalar {
    case "'": result += "'\\''"
    // A line end would be legal in quotes but break the one-line tables of the scripts.
    case "\n", "\r": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}
