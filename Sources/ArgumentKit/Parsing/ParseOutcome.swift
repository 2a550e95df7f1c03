// The door of the library: arguments in, an outcome out. Nothing here prints or ends the process; exit codes and
// streams are the caller's business.

/// What the arguments ask for.
public enum ParseOutcome {
  /// A command, filled and validated, to be run.
  case command(any ParsableCommand)
  /// A help text for standard output.
  case help(String)
  /// The version, for standard output.
  case version(String)
  /// A completion script for standard output.
  case completion(String)
  /// Wrong usage; `rendered` is the text for standard error.
  case usageError(UsageError)
}

/// An outcome other than a command, thrown by `parseAsRoot(_:)`.
public enum ParseInterruption: Error, Equatable, Sendable {
  /// A text for standard output, with status 0.
  case output(String)
  /// Wrong usage, with status 64.
  case usage(UsageError)
}

extension ParsableCommand {
  /// Reads the arguments of a program whose root command this is.
  ///
  /// ```swift
  /// switch Plimsoll.parse(Array(CommandLine.arguments.dropFirst())) {
  /// case .command(var command): try command.run()
  /// case .help(let text), .version(let text), .completion(let text): print(text, terminator: "")
  /// case .usageError(let error): complain(error.rendered)
  /// }
  /// ```
  ///
  /// - Parameter arguments: The arguments without the program's name.
  public static func parse(_ arguments: [String]) -> ParseOutcome {
    var parser = CommandParser(root: Self.self, words: arguments)
    do {
      switch try parser.parse() {
      case .command(let command): return .command(command)
      case .help(let path): return .help(helpText(for: reference(ofPath: path)))
      case .version(let version): return .version(version + "\n")
      case .completion(let shell):
        return .completion(completionScript(for: commandReference(for: Self.self), shell: shell))
      case .message(let text): return .help(text + "\n")
      }
    } catch {
      return .usageError(usageError(error, path: parser.path))
    }
  }

  /// Reads the arguments as `parse(_:)` does, in the manner of swift-argument-parser.
  ///
  /// - Returns: The command to run.
  /// - Throws: `ParseInterruption` when there is none.
  public static func parseAsRoot(_ arguments: [String]) throws(ParseInterruption) -> any ParsableCommand {
    switch parse(arguments) {
    case .command(let command): return command
    case .help(let text), .version(let text), .completion(let text): throw .output(text)
    case .usageError(let error): throw .usage(error)
    }
  }

  /// Finds out whether an error thrown by a command's `run()` is the library's business.
  ///
  /// - Returns: The outcome for `CleanExit`, `ValidationError` and `ArgumentError`; nil for every other error.
  public static func outcome(for error: any Error, from command: any ParsableCommand) -> ParseOutcome? {
    let path = path(to: type(of: command)) ?? [Self.self]
    switch error {
    case let exit as CleanExit:
      switch exit {
      case .message(let text): return .help(text + "\n")
      case .helpRequest(nil): return .help(helpText(for: reference(ofPath: path)))
      case .helpRequest(let type?):
        return .help(helpText(for: reference(ofPath: Self.path(to: type) ?? [type])))
      }
    case let error as ValidationError: return .usageError(usageError(.validation(error.message), path: path))
    case let error as ArgumentError: return .usageError(usageError(error, path: path))
    default: return nil
    }
  }

  /// The help text of a command of this tree, or of this command itself.
  public static func helpMessage(for command: (any ParsableCommand.Type)? = nil) -> String {
    let command = command ?? Self.self
    return helpText(for: reference(ofPath: path(to: command) ?? [command]))
  }

  /// The types from this command down to another one, found by a search of the tree.
  private static func path(to wanted: any ParsableCommand.Type) -> [any ParsableCommand.Type]? {
    func search(_ type: any ParsableCommand.Type) -> [any ParsableCommand.Type]? {
      if type == wanted { return [type] }
      for subcommand in type.configuration.subcommands {
        if let rest = search(subcommand) { return [type] + rest }
      }
      return nil
    }
    return search(Self.self)
  }
}

private func reference(ofPath path: [any ParsableCommand.Type]) -> CommandReference {
  precondition(!path.isEmpty, "a command path starts with its root")
  return commandReference(for: path[path.count - 1], parents: Array(path.dropLast()))
}

private func usageError(_ error: ArgumentError, path: [any ParsableCommand.Type]) -> UsageError {
  UsageError(error: error, commandPath: path.map { $0.commandName }, usage: usageLine(for: reference(ofPath: path)))
}
