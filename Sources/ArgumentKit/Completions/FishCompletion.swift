// The completion script for fish: one function that finds the command on the line, and one `complete` line for each
// thing that can be typed there. fish offers descriptions beside the candidates, so the abstracts go in.

/// Makes the fish completion script of a program.
struct FishCompletion {
  let root: CommandReference

  private var function: String {
    "__" + String(root.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  var script: String {
    let lines = root.visibleTree.flatMap(completions)
    return """
      # fish completion for \(root.name), made by '\(root.name) --generate-completion fish'

      # Prints the commands up to the cursor, joined by slashes, and how many arguments follow them.
      function \(function)_place
        set -l path \(fishQuoted(root.name))
        set -l arguments 0
        set -l skip 0
        set -l ended 0
        set -l words (commandline -opc)
        for word in $words[2..-1]
          if test $skip = 1
            set skip 0
            continue
          end
          if test $ended = 1
            set arguments (math $arguments + 1)
            continue
          end
          switch "$path $word"
            case '* --'
              set ended 1
      \(transitions)
            case '* -*'
              set arguments $arguments
            case '*'
              set arguments (math $arguments + 1)
          end
        end
        echo "$path $arguments"
      end

      # Whether the cursor is in this command; with a number, whether it is at that argument.
      function \(function)_in
        set -l place (string split ' ' -- (\(function)_place))
        test "$argv[1]" = "$place[1]"; or return 1
        test (count $argv) -eq 1; or test "$argv[2]" = "$place[2]"
      end

      complete -c \(fishQuoted(root.name)) -f
      \(lines.joined(separator: "\n"))

      """
  }

  private func key(_ command: CommandReference) -> String { command.path.joined(separator: "/") }

  private var transitions: String {
    root.visibleTree.flatMap { command -> [String] in
      let valued = command.completableOptions.filter { $0.kind == .option }.flatMap(\.allNames)
      let skipped =
        valued.isEmpty
        ? []
        : [
          "      case " + valued.map { fishQuoted(key(command) + " " + $0) }.joined(separator: " "),
          "        set skip 1",
        ]
      let entered = command.visibleSubcommands.flatMap { subcommand in
        [
          "      case " + subcommand.callNames.map { fishQuoted(key(command) + " " + $0) }.joined(separator: " "),
          "        set path " + fishQuoted(key(subcommand)), "        set arguments 0",
        ]
      }
      let help =
        command.visibleSubcommands.isEmpty
        ? [] : ["      case " + fishQuoted(key(command) + " help"), "        set arguments 0"]
      return entered + help + skipped
    }.joined(separator: "\n")
  }

  private func completions(of command: CommandReference) -> [String] {
    let start = "complete -c \(fishQuoted(root.name))"
    func condition(_ argument: Int? = nil) -> String {
      let place = [function + "_in", key(command)] + (argument.map { [String($0)] } ?? [])
      return " -n " + fishQuoted(place.joined(separator: " "))
    }
    let subcommands = command.visibleSubcommands.map {
      start + condition(0) + " -a " + fishQuoted($0.name) + description($0.abstract)
    }
    let help =
      command.visibleSubcommands.isEmpty
      ? [] : [start + condition(0) + " -a help" + description("Show the help of a command.")]
    let options = command.completableOptions.flatMap { option -> [String] in
      let value = option.kind == .option ? argumentFlag(option.completion) + action(option.completion) : ""
      let main = option.names.map { name in
        switch name {
        case .short(let letter): " -s " + fishQuoted(String(letter))
        case .long(let long): " -l " + fishQuoted(long)
        }
      }
      let inverse = option.inverseNames.map { " -l " + fishQuoted($0.bare) }
      let text = description(option.abstract)
      return [start + condition() + main.joined() + value + text] + inverse.map { start + condition() + $0 + text }
    }
    let arguments = command.completableArguments.enumerated().compactMap { index, argument -> String? in
      let proposals = action(argument.completion)
      // A list takes every argument from its place on; the first place is good enough a condition for the others.
      return proposals.isEmpty ? nil : start + condition(argument.isRepeating ? nil : index) + proposals
    }
    return subcommands + help + options + arguments
  }

  private func description(_ abstract: String) -> String {
    abstract.isEmpty ? "" : " -d " + fishQuoted(abstract)
  }

  /// `-r`: an argument is required; `-x`: and it is not any file. With `-r` alone fish offers files unasked.
  private func argumentFlag(_ completion: CompletionKind) -> String {
    if case .file(let extensions) = completion, extensions.isEmpty { " -r" } else { " -x" }
  }

  private func action(_ completion: CompletionKind) -> String {
    switch completion {
    case .default: ""
    case .list(let words): " -a " + fishQuoted(words.map(escapedWord).joined(separator: " "))
    case .file(let extensions) where extensions.isEmpty: " -F"
    case .file(let extensions):
      // `__fish_complete_suffix` puts files of that ending first and still offers folders to descend into.
      " -k -a "
        + fishQuoted(extensions.map { "(__fish_complete_suffix ." + escapedWord($0) + ")" }.joined(separator: " "))
    case .directory: " -a '(__fish_complete_directories)'"
    case .shellCommand(let line): " -a " + fishQuoted("(\(line))")
    }
  }

  /// The argument of `-a` is expanded once more when it is used.
  private func escapedWord(_ word: String) -> String {
    var result = ""
    for scalar in word.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if !isPlain, scalar.isASCII, !"-_.,:/+".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

/// Quotes text for fish, which inside single quotes knows two escapes: `\'` and `\\`.
func fishQuoted(_ text: String) -> String {
  var result = "'"
  for scalar in text.unicodeScalars {
    switch scalar {
    case "'", "\\": result += "\\\(scalar)"
    case "\n", "\r": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}
