// The ways out of a command. The library never ends the process; these are values for the caller to act upon.

/// A process status, thrown from `run()` to end with it and without a message.
public struct ExitCode: Error, RawRepresentable, Hashable, Sendable {
  /// The status for the operating system.
  public var rawValue: Int32

  /// Creates a code from a status.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Creates a code from a status.
  public init(_ code: Int32) { self.init(rawValue: code) }

  /// All is well: 0.
  public static let success = ExitCode(0)
  /// It failed: 1.
  public static let failure = ExitCode(1)
  /// Wrong usage: 64, `EX_USAGE` of sysexits.h.
  public static let validationFailure = ExitCode(64)

  /// Whether the code says that all is well.
  public var isSuccess: Bool { self == .success }
}

/// An early end that is no failure: the text goes to standard output and the status is 0.
public enum CleanExit: Error, Sendable, CustomStringConvertible {
  /// The help of a command; nil stands for the command that throws this.
  case helpRequest((any ParsableCommand.Type)? = nil)
  /// A text of the command's own.
  case message(String)

  /// The message, if there is one.
  public var description: String {
    switch self {
    case .helpRequest: "--help"
    case .message(let text): text
    }
  }
}

/// Wrong usage, with all that is needed to tell the user.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let error: ArgumentError
  /// The commands up to the one that was being read: `["plimsoll", "coverage", "merge"]`.
  public let commandPath: [String]
  /// The usage of that command on one line, without heading.
  public let usage: String

  /// What is wrong, in words: lower case, no full stop.
  public var message: String { error.description }

  /// The text for standard error: message, usage line and where to read more, with a line end after each.
  public var rendered: String {
    let path = commandPath.joined(separator: " ")
    return """
      \(commandPath.first ?? ""): error: \(message)
      usage: \(usage)
      see '\(path) --help'

      """
  }

  /// The same as `rendered`.
  public var description: String { rendered }
}
