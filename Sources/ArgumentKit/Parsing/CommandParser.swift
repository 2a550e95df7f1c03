// One walk over the arguments, left to right. A frame stands for each command on the path; words descend to
// subcommands or fill arguments, options are looked up in the innermost command first and then outwards, so that a
// parent's options may stand behind the subcommand's name. Conventions are GNU's (libc manual, section 25.1.1).

internal import ByteKit

/// What a walk over the arguments ends in, if it ends well.
enum Resolution {
  case command(any ParsableCommand)
  case help(path: [any ParsableCommand.Type])
  case version(String)
  case completion(CompletionShell)
  /// `validate()` ended the command early without a failure.
  case message(String)
}

/// The state of one walk.
struct CommandParser {
  /// A command on the path, with its parameters.
  struct Frame {
    let type: any ParsableCommand.Type
    var command: any ParsableCommand
    let declared: DeclaredArguments
    let builtIn: [BuiltInOption.Available]
    /// The index of the next argument to fill.
    var nextArgument = 0

    var subcommands: [any ParsableCommand.Type] { type.configuration.subcommands }

    func subcommand(named word: String) -> (any ParsableCommand.Type)? {
      subcommands.first { $0.commandName == word || $0.configuration.aliases.contains(word) }
    }
  }

  private(set) var frames: [Frame] = []
  let words: [String]
  /// The first word that is not read yet.
  var index = 0
  /// Whether `--` was seen: what follows are arguments, whatever they look like.
  var isTerminated = false

  init(root: any ParsableCommand.Type, words: [String]) {
    self.words = words
    enter(root)
  }

  /// The commands from the root to the one being read.
  var path: [any ParsableCommand.Type] { frames.map(\.type) }

  /// The innermost command: there is always one, as the walk starts in the root.
  var current: Frame { frames[frames.count - 1] }

  /// Descends to a command, whose option groups share the values of its parents' groups of the same type.
  mutating func enter(_ type: any ParsableCommand.Type) {
    // A default subcommand that leads back to itself would never end; the arguments cannot cause this.
    precondition(!frames.contains { $0.type == type }, "the subcommands of '\(type.commandName)' contain itself")
    let command = type.init()
    let declared = DeclaredArguments(reflecting: command, sharing: frames.flatMap(\.declared.groups))
    let builtIn = BuiltInOption.available(in: type, isRoot: frames.isEmpty, declared: declared)
    frames.append(Frame(type: type, command: command, declared: declared, builtIn: builtIn))
  }

  // MARK: - The walk

  /// Reads all arguments.
  ///
  /// A request for help is honoured even behind a mistake, since it is the way to learn about the mistake; only an
  /// unknown subcommand goes first, because there the help of another command would be shown.
  mutating func parse() throws(ArgumentError) -> Resolution {
    do {
      while index < words.count {
        if let resolution = try step() { return resolution }
      }
      while let standard = current.type.configuration.defaultSubcommand { enter(standard) }
      return try finish()
    } catch {
      if case .unknownSubcommand = error { throw error }
      let rest = words[min(index, words.count)...].prefix { $0 != "--" }
      if !isTerminated, rest.contains(where: { builtIn($0) == .help }) { return .help(path: path) }
      throw error
    }
  }

  /// Reads one word, and with an option the words that belong to it.
  ///
  /// - Returns: A resolution if the word ends the walk early.
  private mutating func step() throws(ArgumentError) -> Resolution? {
    let word = words[index]
    if isTerminated || !looksLikeOption(word, numbersAreValues: nextArgument?.takesNegativeNumbers ?? false) {
      return try takeWord(word)
    }
    if word == "--" {
      if capturesEverything { return try captureRest() }
      isTerminated = true
      index += 1
      return nil
    }
    return word.hasPrefix("--") ? try takeLong(word) : try takeShort(word)
  }

  /// Whether a word would be read as an option; `-` alone is standard input and no option.
  func looksLikeOption(_ word: String, numbersAreValues: Bool) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    return !(numbersAreValues && isNegativeNumber(word))
  }

  /// `-5` and `-.5` are numbers unless a command on the path has an option of that digit.
  private func isNegativeNumber(_ word: String) -> Bool {
    let body = word.utf8.dropFirst()
    guard let first = body.first, (0x30...0x39).contains(first) || first == 0x2E, Double(word) != nil else {
      return false
    }
    return find("-" + String(word.dropFirst().prefix(1))) == nil
  }

  // MARK: - Words

  /// The argument which the next word would fill; a list stays next for ever.
  private var nextArgument: ParameterDeclaration? {
    let frame = current
    guard frame.nextArgument < frame.declared.arguments.count else { return nil }
    return frame.declared.arguments[frame.nextArgument]
  }

  var capturesEverything: Bool {
    if case .arguments(.captureForPassthrough) = nextArgument?.arity { true } else { false }
  }

  /// Reads a word that is no option: the name of a subcommand, else an argument, else one for the default subcommand.
  private mutating func takeWord(_ word: String) throws(ArgumentError) -> Resolution? {
    let frame = current
    if !isTerminated, !frame.subcommands.isEmpty {
      if let subcommand = frame.subcommand(named: word) {
        index += 1
        enter(subcommand)
        return nil
      }
      if word == "help" { return try helpForRest() }
    }
    if let argument = nextArgument {
      switch argument.arity {
      case .arguments(.postTerminator) where !isTerminated:
        throw .unexpectedArgument(word)
      case .arguments(.captureForPassthrough):
        return try captureRest()
      case .arguments: break
      default: frames[frames.count - 1].nextArgument += 1
      }
      index += 1
      try argument.accept(word, "<\(argument.reference.valueName)>")
      return nil
    }
    if let standard = frame.type.configuration.defaultSubcommand {
      enter(standard)
      return nil
    }
    if !isTerminated, !frame.subcommands.isEmpty { throw unknownSubcommand(word, of: frame.type) }
    throw .unexpectedArgument(word)
  }

  /// Gives all remaining words, unread, to a list that passes them on.
  mutating func captureRest() throws(ArgumentError) -> Resolution? {
    guard let argument = nextArgument else { return nil }
    for word in words[index...] { try argument.accept(word, "<\(argument.reference.valueName)>") }
    index = words.count
    return nil
  }

  /// Follows the words behind `help` down the tree.
  private mutating func helpForRest() throws(ArgumentError) -> Resolution {
    var path = path
    for word in words[(index + 1)...] where !word.hasPrefix("-") {
      let type = path[path.count - 1]
      let found = type.configuration.subcommands.first {
        $0.commandName == word || $0.configuration.aliases.contains(word)
      }
      guard let found else { throw unknownSubcommand(word, of: type) }
      path.append(found)
    }
    return .help(path: path)
  }

  /// Hidden subcommands work but are neither listed nor proposed.
  private func unknownSubcommand(_ word: String, of type: any ParsableCommand.Type) -> ArgumentError {
    let names = type.visibleSubcommandNames
    return .unknownSubcommand(word, expected: names, suggestion: nearestName(to: word, among: names + ["help"]))
  }

  // MARK: - The end

  /// Fills in defaults, then validates from the outside in: groups before the commands which hold them.
  private mutating func finish() throws(ArgumentError) -> Resolution {
    for frame in frames {
      for item in frame.declared.declarations { try item.declaration.finish() }
    }
    do {
      for position in frames.indices {
        for group in frames[position].declared.groups { try group.validate() }
        try frames[position].command.validate()
      }
    } catch let error as ArgumentError {
      throw error
    } catch let exit as CleanExit {
      if case .message(let text) = exit { return .message(text) }
      return .help(path: path)
    } catch {
      throw .validation(String(describing: error))
    }
    return .command(current.command)
  }
}
