// The options that every program has without declaring them. A command's own declaration of such a name wins, and
// then help and completions no longer list the built-in one.

/// An option of the library itself.
enum BuiltInOption: CaseIterable {
  case version, generateCompletion, help

  var names: [OptionName] {
    switch self {
    case .version: [.long("version")]
    case .generateCompletion: [.long("generate-completion")]
    case .help: [.short("h"), .long("help")]
    }
  }

  /// The names which are not taken by the command, and the description under them.
  struct Available {
    let option: BuiltInOption
    let reference: ParameterReference
  }

  static func available(
    in command: any ParsableCommand.Type, isRoot: Bool, declared: DeclaredArguments
  ) -> [Available] {
    allCases.compactMap { option in
      let names = option.names.filter { declared[$0.description] == nil }
      guard !names.isEmpty, option.applies(to: command, isRoot: isRoot) else { return nil }
      return Available(option: option, reference: option.reference(names: names))
    }
  }

  private func applies(to command: any ParsableCommand.Type, isRoot: Bool) -> Bool {
    switch self {
    case .version: !command.configuration.version.isEmpty
    case .generateCompletion: isRoot
    case .help: true
    }
  }

  private func reference(names: [OptionName]) -> ParameterReference {
    let label = names.last?.bare ?? ""
    switch self {
    case .version: return ParameterReference(kind: .flag, names: names, label: label, help: "Print the version.")
    case .help: return ParameterReference(kind: .flag, names: names, label: label, help: "Show this help.")
    case .generateCompletion:
      return ParameterReference(
        kind: .option, names: names, label: label,
        help: ArgumentHelp("Print a completion script for a shell.", valueName: "shell"),
        allowedValues: CompletionShell.allValueStrings, completion: .list(CompletionShell.allValueStrings))
    }
  }
}
