// What can be wrong with a file of ink, as facts; the one rendering is here.

public import Ink
public import MarkupKit
public import SystemKit

/// A file of ink that cannot be read.
public struct InkFormatError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Kind: Equatable, Sendable {
    /// The content is of no format that is known here.
    case unrecognised
    /// The content is of a format that is known but not read: its name.
    case notRead(String)
    /// A saved drawing that is refused.
    case drawing(DrawingError.Problem)
    /// A value is not what its place asks for.
    case malformed(value: String, expected: String)
    /// A reference leads nowhere: what it should name, and the name.
    case undefined(what: String, name: String)
    /// There is more of something than is read.
    case tooMany(String, limit: Int)
    /// The document is no well-formed XML or JSON, or holds another kind of value.
    case markup(MarkupError)
    /// The file, or the archive around it, cannot be read.
    case system(SystemError)
    /// The archive holds no ink: the entry that was looked for.
    case missingEntry(String)
    /// There is no such page: what was asked for, and how many there are.
    case noSuchPage(String, count: Int)
  }

  /// Where in the input.
  public enum Place: Equatable, Sendable {
    /// It is not known, or it is the whole input.
    case whole
    /// A line, from 1.
    case line(Int)
    /// A byte, from 0.
    case byte(Int)
  }

  /// What went wrong.
  public let kind: Kind
  /// The input.
  public let source: String
  /// Where in it.
  public let place: Place

  /// Creates an error.
  public init(_ kind: Kind, source: String, at place: Place = .whole) {
    self.kind = kind
    self.source = source
    self.place = place
  }
}

extension InkFormatError: CustomStringConvertible {
  /// One line: where, what was wrong, what was expected.
  public var description: String {
    switch (kind, place) {
    case (.system(let error), _): error.description
    case (.markup(let error), _) where error.position.line > 0: "\(source):\(error.position): \(error.description)"
    case (_, .line(let line)): "\(source):\(line): \(text)"
    case (_, .byte(let offset)): "\(source): byte \(offset): \(text)"
    default: "\(source): \(text)"
    }
  }

  private static var readable: String { InkFormat.allCases.map(\.title).joined(separator: ", ") }

  private var text: String {
    switch kind {
    case .unrecognised: "not ink of a known format (\(Self.readable))"
    case .notRead(let name): "\(name) is not read (read: \(Self.readable))"
    case .drawing(let problem): "\(problem.words)"
    case .malformed(let value, let expected): "'\(value)' cannot be read (\(expected) expected)"
    case .undefined(let what, let name): "\(what) '\(name)' is not defined before this place"
    case .tooMany(let what, let limit): "it has more than \(limit) \(what)"
    case .markup(let error): error.description
    case .system(let error): error.description
    case .missingEntry(let name): "the archive has no '\(name)'"
    case .noSuchPage(let name, let count):
      count == 1 ? "no page '\(name)'; it has one page" : "no page '\(name)'; it has \(count) pages, counted from 1"
    }
  }
}
