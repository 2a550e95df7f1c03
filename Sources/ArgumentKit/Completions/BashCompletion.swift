// The completion script for bash. It needs neither the bash-completion package nor bash 4: macOS still ships 3.2, which
// has no `mapfile`, no `compopt` and no associative arrays, so the tables are `case` statements.
//
// The script walks the words before the cursor as the parser would: it knows which words are subcommands, which options
// take the next word, and how many arguments have passed. readline splits words at `=` (COMP_WORDBREAKS), which makes
// `--format=j` the three words `--format`, `=` and `j`; users who take `=` out of that list get one word. Both work.

/// Makes the bash completion script of a program.
struct BashCompletion {
  let root: CommandReference

  /// The name of the shell functions: a command name may hold characters that a function name may not.
  private var function: String {
    "_" + String(root.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  var script: String {
    """
    # bash completion for \(root.name), made by '\(root.name) --generate-completion bash'

    \(function)_candidates() {
      local candidate
      for candidate in "$@"; do
        case "$candidate" in "$cur"*) COMPREPLY+=("$candidate") ;; esac
      done
    }

    \(function)_lines() {
      local line
      while IFS= read -r line; do COMPREPLY+=("$line"); done
    }

    # Not 'compgen -W', which would expand what a command prints once more, '$(…)' included.
    \(function)_matching() {
      local line
      while IFS= read -r line; do \(function)_candidates "$line"; done
    }

    \(function)_files() {
      local extension
      type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
      if [ $# -eq 0 ]; then
        \(function)_lines < <(compgen -f -- "$cur")
      else
        \(function)_lines < <(compgen -d -- "$cur")
        for extension in "$@"; do \(function)_lines < <(compgen -f -X "!*.$extension" -- "$cur"); done
      fi
    }

    \(function)_folders() {
      type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
      \(function)_lines < <(compgen -d -- "$cur")
    }

    \(function)_value() {
      case "$1" in
    \(valueCases)
        *) return 1 ;;
      esac
    }

    \(function)_argument() {
      case "$1" in
    \(argumentCases)
      esac
    }

    \(function)_words() {
      case "$1" in
    \(wordCases)
      esac
    }

    \(function)_options() {
      case "$1" in
    \(optionCases)
      esac
    }

    \(function)() {
      local cur="${COMP_WORDS[COMP_CWORD]}" path=\(shellQuoted(root.name))
      local word= option= ended= attached= index=1 arguments=0 total=
      COMPREPLY=()
      while [ "$index" -lt "$COMP_CWORD" ]; do
        word="${COMP_WORDS[index]}"
        index=$((index + 1))
        if [ -n "$option" ]; then
          [ "$word" = "=" ] || option=
          continue
        fi
        if [ -n "$ended" ]; then
          arguments=$((arguments + 1))
          continue
        fi
        case "$path $word" in
          *" --") ended=1 ;;
    \(transitionCases)
          *" -"*) \(function)_takes_value "$path $word" && option="$word" ;;
          *) arguments=$((arguments + 1)) ;;
        esac
      done
      if [ -n "$option" ]; then
        [ "$cur" = "=" ] && cur=
        \(function)_value "$path $option"
        return 0
      fi
      if [ -z "$ended" ]; then
        case "$cur" in
          --*=*)
            option="${cur%%=*}"
            attached="$option="
            cur="${cur#*=}"
            \(function)_value "$path $option"
            total=${#COMPREPLY[@]}
            for ((index = 0; index < total; index++)); do COMPREPLY[index]="$attached${COMPREPLY[index]}"; done
            return 0
            ;;
          -?*)
            \(function)_options "$path"
            return 0
            ;;
        esac
        [ "$arguments" -eq 0 ] && \(function)_words "$path"
      fi
      \(function)_argument "$path $arguments"
      return 0
    }

    \(function)_takes_value() {
      case "$1" in
    \(takesValueCases)
      esac
      return 1
    }

    complete -F \(function) \(shellQuoted(root.name))

    """
  }

  // MARK: - Tables

  private var commands: [CommandReference] { root.visibleTree }

  private func key(_ command: CommandReference) -> String { command.path.joined(separator: "/") }

  private func cases(_ lines: [String]) -> String {
    lines.isEmpty ? "    '') ;;" : lines.map { "    " + $0 }.joined(separator: "\n")
  }

  /// From a command and a word to the subcommand; `help` stays where it is, so that the commands below are offered.
  private var transitionCases: String {
    let lines = commands.flatMap { command in
      command.visibleSubcommands.map { subcommand in
        let patterns = subcommand.callNames.map { shellQuoted(key(command) + " " + $0) }.joined(separator: "|")
        return "  \(patterns)) path=\(shellQuoted(key(subcommand))) arguments=0 ;;"
      } + (command.visibleSubcommands.isEmpty ? [] : ["  \(shellQuoted(key(command) + " help"))) ;;"])
    }
    return cases(lines)
  }

  private func valueOptions(of command: CommandReference) -> [ParameterReference] {
    command.completableOptions.filter { $0.kind == .option }
  }

  private func patterns(of option: ParameterReference, in command: CommandReference) -> String {
    option.allNames.map { shellQuoted(key(command) + " " + $0) }.joined(separator: "|")
  }

  private var valueCases: String {
    cases(
      commands.flatMap { command in
        valueOptions(of: command).map { "\(patterns(of: $0, in: command))) \(action($0.completion)) ;;" }
      })
  }

  private var takesValueCases: String {
    cases(
      commands.flatMap { command in
        valueOptions(of: command).map { "\(patterns(of: $0, in: command))) return 0 ;;" }
      })
  }

  private var argumentCases: String {
    cases(
      commands.flatMap { command in
        command.completableArguments.enumerated().map { index, argument in
          // A list takes every argument from its place on.
          let pattern = shellQuoted(key(command) + " ") + (argument.isRepeating ? "*" : String(index))
          return "\(pattern)) \(action(argument.completion)) ;;"
        }
      })
  }

  private var wordCases: String {
    cases(
      commands.filter { !$0.visibleSubcommands.isEmpty }.map { command in
        "\(shellQuoted(key(command)))) \(candidates(command.visibleSubcommands.map(\.name) + ["help"])) ;;"
      })
  }

  private var optionCases: String {
    cases(
      commands.map { command in
        "\(shellQuoted(key(command)))) \(candidates(command.completableOptions.flatMap(\.allNames))) ;;"
      })
  }

  private func candidates(_ words: [String]) -> String {
    "\(function)_candidates " + words.map(shellQuoted).joined(separator: " ")
  }

  private func action(_ completion: CompletionKind) -> String {
    switch completion {
    case .default: ":"
    case .list(let words): candidates(words)
    case .file(let extensions): "\(function)_files " + extensions.map(shellQuoted).joined(separator: " ")
    case .directory: "\(function)_folders"
    case .shellCommand(let line): "\(function)_matching < <(\(line))"
    }
  }
}
