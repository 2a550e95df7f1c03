// The words that start with a dash: `--name`, `--name=value`, `-n value`, `-nvalue` and bundles such as `-qvn value`.
//
// A value that looks like an option is not taken from the next word (`--output --quiet` is a forgotten value far more
// often than a file of that name); `--output=--quiet` says it without doubt. GNU's getopt would take it.

internal import ByteKit

extension CommandParser {
  /// Looks an option up in the innermost command first.
  func find(_ name: String) -> ParameterDeclaration? {
    for frame in frames.reversed() {
      if let declaration = frame.declared[name] { return declaration }
    }
    return nil
  }

  /// Looks a built-in option up; those of parents do not count, `--version` belongs to the root alone.
  func builtIn(_ name: String) -> BuiltInOption? {
    current.builtIn.first { $0.reference.allNames.contains(name) }?.option
  }

  /// Reads `--name` or `--name=value`; only the first sign parts name and value.
  mutating func takeLong(_ word: String) throws(ArgumentError) -> Resolution? {
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
  mutating func takeShort(_ word: String) throws(ArgumentError) -> Resolution? {
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

  /// Names of parents are proposed too, since they would be understood here.
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

  /// Whether a word can be the value of an option that does not take just anything.
  private func isValue(_ word: String, of declaration: ParameterDeclaration) -> Bool {
    !looksLikeOption(word, numbersAreValues: declaration.takesNegativeNumbers)
  }

  /// Reads a built-in option; each of them ends the walk.
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
}
