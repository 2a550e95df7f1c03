// How an option or argument takes its values from the words that follow it. Names as in swift-argument-parser.

/// How an option with one value takes it.
public enum SingleValueParsingStrategy: Sendable {
  /// The next word, if it does not look like an option.
  case next
  /// The next word whatever it looks like.
  case unconditional
}

/// How an option with many values takes them.
public enum ArrayParsingStrategy: Sendable {
  /// One value for each time the option is given.
  case singleValue
  /// One value for each time the option is given, whatever it looks like.
  case unconditionalSingleValue
  /// All words up to the next one that looks like an option.
  case upToNextOption
  /// All words that remain, options among them.
  case remaining
}

/// How a list of arguments takes its values.
public enum ArgumentArrayParsingStrategy: Sendable {
  /// All remaining arguments; options between them are still read as options.
  case remaining
  /// Only what stands behind the `--` terminator.
  case postTerminator
  /// Everything from the first argument or unknown option on, as it stands, to be handed to another program.
  case captureForPassthrough
}

/// What a declared parameter does with the words behind it; the parser knows only this.
enum Arity: Sendable {
  case none
  case one(unconditional: Bool)
  case upToNextOption
  case remaining
  case argument
  case arguments(ArgumentArrayParsingStrategy)

  init(_ strategy: SingleValueParsingStrategy) {
    switch strategy {
    case .next: self = .one(unconditional: false)
    case .unconditional: self = .one(unconditional: true)
    }
  }

  init(_ strategy: ArrayParsingStrategy) {
    switch strategy {
    case .singleValue: self = .one(unconditional: false)
    case .unconditionalSingleValue: self = .one(unconditional: true)
    case .upToNextOption: self = .upToNextOption
    case .remaining: self = .remaining
    }
  }

  /// Whether a list of arguments swallows all that follow it.
  var isOpenEnded: Bool {
    if case .arguments = self { true } else { false }
  }
}
