// The completion script for zsh: one function for each command, built on `_arguments` of zsh's completion system, which
// knows option bundles, `--name=value`, the terminator and repeated options by itself.

/// Makes the zsh completion script of a program.
struct ZshCompletion {
  let root: CommandReference

  var script: String {
    """
    #compdef \(root.name)
    # zsh completion for \(root.name), made by '\(root.name) --generate-completion zsh'

    \(root.visibleTree.map(function).joined(separator: "\n"))
    # Loaded by the completion system, the file is the function; sourced by hand, it registers it.
    if [[ "${funcstack[1]}" = \(shellQuoted("_" + root.name)) ]]; then
      \(name(of: root)) "$@"
    else
      compdef \(name(of: root)) \(shellQuoted(root.name))
    fi

    """
  }

  private func name(of command: CommandReference) -> String {
    "_"
      + command.path.map { String($0.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) }
      .joined(separator: "_")
  }

  private func function(of command: CommandReference) -> String {
    var specifications = command.completableOptions.flatMap(optionSpecifications)
    if command.visibleSubcommands.isEmpty {
      specifications += command.completableArguments.map(argumentSpecification)
    } else {
      // `(-)` ends the options of this command at the subcommand's name; `*::` hands on the rest of the line.
      specifications += ["'(-): :->command'", "'(-)*:: :->rest'"]
    }
    return """
      \(name(of: command))() {
        local context state state_descr line ret=1
        local -A opt_args
        _arguments -s -S -C \\
          \(specifications.joined(separator: " \\\n    ")) && ret=0
      \(command.visibleSubcommands.isEmpty ? "" : dispatch(of: command))  return ret
      }

      """
  }

  private func dispatch(of command: CommandReference) -> String {
    let entries = command.visibleSubcommands.map { described($0.name, $0.abstract) }
    let calls = command.visibleSubcommands.map {
      "        (\($0.callNames.map(shellQuoted).joined(separator: "|"))) \(name(of: $0)) && ret=0 ;;"
    }
    return """
        local -a commands=(
          \((entries + [described("help", "Show the help of a command.")]).joined(separator: "\n      "))
        )
        case $state in
          (command)
            _describe -t commands command commands && ret=0
            \(command.completableArguments.first.map { actionStatement($0.completion) } ?? "")
            ;;
          (rest)
            case $words[1] in
      \(calls.joined(separator: "\n"))
              ('help') \(name(of: command)) && ret=0 ;;
            esac
            ;;
        esac

      """
  }

  /// A command that has subcommands and arguments as well offers both at the first word.
  private func actionStatement(_ completion: CompletionKind) -> String {
    switch completion {
    case .file: "_files && ret=0"
    case .directory: "_files -/ && ret=0"
    case .list(let words): "compadd -- " + words.map(shellQuoted).joined(separator: " ") + " && ret=0"
    case .default, .shellCommand: ""
    }
  }

  private func described(_ word: String, _ text: String) -> String {
    shellQuoted(escaped(word) + ":" + text)
  }

  /// Option names exclude each other unless the option repeats: `'(-o --output)-o+[…]:file:_files'`.
  private func optionSpecifications(of parameter: ParameterReference) -> [String] {
    let names = parameter.allNames
    let guardian = parameter.isRepeating ? "*" : "(" + names.joined(separator: " ") + ")"
    let text = parameter.abstract.isEmpty ? "" : "[" + bracketed(parameter.abstract) + "]"
    return names.map { name in
      guard parameter.kind == .option else { return shellQuoted(guardian + name + text) }
      // `+`: the value may be joined to the letter; `=`: or follow the sign.
      let sign = name.hasPrefix("--") ? "=" : "+"
      return shellQuoted(guardian + name + sign + text + ":" + escaped(parameter.valueName) + ":" + action(parameter))
    }
  }

  private func argumentSpecification(of argument: ParameterReference) -> String {
    let place = argument.isRepeating ? "*" : argument.isRequired ? "" : ":"
    return shellQuoted(place + ":" + escaped(argument.valueName) + ":" + action(argument))
  }

  private func action(_ parameter: ParameterReference) -> String {
    switch parameter.completion {
    case .default: " "
    case .list(let words): "(" + words.map(listed).joined(separator: " ") + ")"
    case .file(let extensions) where extensions.isEmpty: "_files"
    case .file(let extensions): "_files -g \"*.(" + extensions.map(listed).joined(separator: "|") + ")\""
    case .directory: "_files -/"
    case .shellCommand(let line): "{local -a list=(${(f)\"$(\(backslashed(line, before: ":")))\"}); compadd -a list}"
    }
  }

  private func escaped(_ text: String) -> String { backslashed(text, before: ":\\") }
  private func bracketed(_ text: String) -> String { backslashed(text, before: "[]:\\") }
  private func listed(_ text: String) -> String { backslashed(text, before: " ()[]{}|:\\\"'`$&;<>*?~#!^") }

  private func backslashed(_ text: String, before special: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
