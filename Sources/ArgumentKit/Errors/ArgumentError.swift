// Everything that can be wrong with a command line. The cases carry facts; `ArgumentError+Message.swift` is the one
// place that puts them into words.

/// What is wrong with the arguments.
public enum ArgumentError: Error, Equatable, Sendable {
  /// An option that no command on the path declares.
  case unknownOption(String, suggestion: String?)
  /// A word where a subcommand belongs.
  case unknownSubcommand(String, expected: [String], suggestion: String?)
  /// A command that only groups others was called without one of them.
  case missingSubcommand(expected: [String])
  /// An argument too many.
  case unexpectedArgument(String)
  /// An option stands at the end, or before another option.
  case missingValue(option: String, valueName: String)
  /// A flag was given a value.
  case unexpectedValue(flag: String, value: String)
  /// A value that its type cannot be made from.
  case invalidValue(String, parameter: String, expectation: String, allowed: [String], suggestion: String?)
  /// A value that a transform or initializer refused, with its reason.
  case refusedValue(String, parameter: String, reason: String)
  /// A required option is not there.
  case missingOption(String, valueName: String)
  /// A required argument is not there.
  case missingArgument(valueName: String)
  /// Exactly one of several flags is required and none is there.
  case missingFlag(expected: [String])
  /// An option with one value was given twice.
  case repeatedOption(String, earlier: String)
  /// Two flags that exclude each other.
  case conflictingFlags(String, String)
  /// A rule between parameters is broken.
  case validation(String)
}

/// An error for the user, thrown from `validate()`, from a transform or from `run()`: it counts as wrong usage.
public struct ValidationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The words for the user: lower case, no full stop, what was expected.
  public let message: String

  /// Creates an error from its message.
  public init(_ message: String) {
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
