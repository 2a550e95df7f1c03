// One walk over the arguments, left to right. A frame stands for each command on the path; words descend to
// subcommands or fill arguments, options are looked up in the innermost command first and then outwards, so that a
// parent's options may stand behind the subcommand's name. Conventions are GNU's (libc manual, section 25.1.1).

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
  private let words: [String]
  private var index = 0
  /// Whether `--` was seen: what follows are arguments, whatever they look like.
  private var isTerminated = false

  init(root: any ParsableCommand.Type, words: [String]) {
    self.words = words
    enter(root)
  }

  /// The commands from the root to the one being read.
  var path: [any ParsableCommand.Type] { frames.map(\.type) }

  private var current: Frame { frames[frames.count - 1] }

  private mutating func enter(_ type: any ParsableCommand.Type) {
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
  private func looksLikeOption(_ word: String, numbersAreValues: Bool) -> Bool {
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

  private var nextArgument: ParameterDeclaration? {
    let frame = current
    guard frame.nextArgument < frame.declared.arguments.count else { return nil }
    return frame.declared.arguments[frame.nextArgument]
  }

  private var capturesEverything: Bool {
    if case .arguments(.captureForPassthrough) = nextArgument?.arity { true } else { false }
  }

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

  private mutating func captureRest() throws(ArgumentError) -> Resolution? {
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

  private func unknownSubcommand(_ word: String, of type: any ParsableCommand.Type) -> ArgumentError {
    let names = type.visibleSubcommandNames
    return .unknownSubcommand(word, expected: names, suggestion: nearestName(to: word, among: names + ["help"]))
  }

  // MARK: - Options

  /// Looks an option up in the innermost command first.
  private func find(_ name: String) -> ParameterDeclaration? {
    for frame in frames.reversed() {
      if let declaration = frame.declared[name] { return declaration }
    }
    return nil
  }

  private func builtIn(_ name: String) -> BuiltInOption? {
    current.builtIn.first { $0.reference.allNames.contains(name) }?.option
  }

  private mutating func takeLong(_ word: String) throws(ArgumentError) -> Resolution? {
    let sign = word.firstIndex(of: "=")
    let name = String(word[..<(sign ?? word.endIndex)])
    let attached = sign.map { String(word[word.index(after: $0)...]) }
    if let declaration = find(name) {
      index += 1
      try take(declaration, spelled: name, attached: attached)
      return nil
    }
    if let option = builtIn(name) {
      index += 1
      return try take(option, spelled: name, attached: attached)
    }
    return try takeUnknown(name == "--" ? word : name)
  }

  /// Reads a bundle: letters of flags, and at its end perhaps an option with the rest as its value.
  private mutating func takeShort(_ word: String) throws(ArgumentError) -> Resolution? {
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      let name = "-\(letter)"
      guard let declaration = find(name) else {
        let isFirst = rest.count == word.count - 2
        if let option = builtIn(name) {
          index += 1
          return try take(option, spelled: name, attached: nil)
        }
        if isFirst { return try takeUnknown(word) }
        throw unknownOption(name)
      }
      if case .none = declaration.arity, rest.first != "=" {
        try declaration.accept(nil, name)
        continue
      }
      // `-ofile` and `-o=file` are one word; the sign is not part of the value.
      index += 1
      try take(
        declaration, spelled: name, attached: rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest))
      return nil
    }
    index += 1
    return nil
  }

  /// Hands an unknown option to whoever may know it: an argument list that takes everything, or the default subcommand.
  private mutating func takeUnknown(_ name: String) throws(ArgumentError) -> Resolution? {
    if capturesEverything { return try captureRest() }
    if let standard = current.type.configuration.defaultSubcommand {
      enter(standard)
      return nil
    }
    throw unknownOption(name)
  }

  private func unknownOption(_ name: String) -> ArgumentError {
    let known =
      frames.reversed().flatMap(\.declared.visibleNames) + current.builtIn.flatMap { $0.reference.names }
    let bare = String(name.drop { $0 == "-" })
    // One dash too many or too few (`-output`, `--o`) is no spelling mistake but has one sure answer.
    if let exact = known.first(where: { $0.bare == bare }) {
      return .unknownOption(name, suggestion: exact.description)
    }
    let nearest = nearestName(to: bare, among: known.map(\.bare))
    return .unknownOption(name, suggestion: known.first { $0.bare == nearest }?.description)
  }

  /// Gives a declared option its values; `index` is behind the option's own word.
  private mutating func take(
    _ declaration: ParameterDeclaration, spelled: String, attached: String?
  ) throws(ArgumentError) {
    var taken = 0
    if let attached {
      if case .none = declaration.arity { throw .unexpectedValue(flag: spelled, value: attached) }
      try declaration.accept(attached, spelled)
      taken = 1
    }
    switch declaration.arity {
    case .none: return try declaration.accept(nil, spelled)
    case .one(let unconditional):
      guard attached == nil else { return }
      if index < words.count, unconditional || isValue(words[index], of: declaration) {
        index += 1
        try declaration.accept(words[index - 1], spelled)
        taken = 1
      }
    case .upToNextOption:
      while index < words.count, isValue(words[index], of: declaration) {
        index += 1
        try declaration.accept(words[index - 1], spelled)
        taken += 1
      }
    case .remaining:
      while index < words.count {
        index += 1
        try declaration.accept(words[index - 1], spelled)
        taken += 1
      }
    case .argument, .arguments: return
    }
    if taken == 0 { throw .missingValue(option: spelled, valueName: declaration.reference.valueName) }
  }

  private func isValue(_ word: String, of declaration: ParameterDeclaration) -> Bool {
    !looksLikeOption(word, numbersAreValues: declaration.takesNegativeNumbers)
  }

  private mutating func take(
    _ option: BuiltInOption, spelled: String, attached: String?
  ) throws(ArgumentError) -> Resolution {
    switch option {
    case .generateCompletion:
      let next = index < words.count && !words[index].hasPrefix("-") ? words[index] : nil
      guard let shell = attached ?? next else { throw .missingValue(option: spelled, valueName: "shell") }
      return .completion(try ValueReader<CompletionShell>.argument.read(shell, spelled + " <shell>"))
    case .help, .version:
      if let attached { throw .unexpectedValue(flag: spelled, value: attached) }
      return option == .help ? .help(path: path) : .version(current.type.configuration.version)
    }
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
