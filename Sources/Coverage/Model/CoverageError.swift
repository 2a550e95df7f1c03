// What can stop coverage from being read, as facts; the one rendering is here.

public import MarkupKit
public import SystemKit

/// Coverage that could not be read, merged or written.
public struct CoverageError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Kind: Equatable, Sendable {
    /// A record breaks its format.
    case malformed(record: String, expected: String)
    /// The file ends inside a record.
    case cutShort(String)
    /// The document is no well-formed XML or JSON, or holds another kind of value.
    case markup(MarkupError)
    /// The content is of no format that is known here.
    case unrecognised
    /// No file below the folder is of a known format.
    case nothingBelow
    /// The content is of a format that is known but not read.
    case notReadHere(format: String, instead: String)
    /// The report holds totals only and names no lines.
    case noLines(String)
    /// The format's version is not one that is read.
    case unsupportedVersion(String, expected: String)
    /// Two parts of the same name contradict each other.
    case inconsistent(String)
    /// Inputs disagree about a file's lines and that was to be an error.
    case shapeConflict(ShapeConflict)
    /// The operating system refused the file.
    case system(SystemError)
  }

  /// What went wrong.
  public let kind: Kind
  /// The input.
  public let source: String
  /// The line in the input; 0 when it is not known.
  public let line: Int

  /// Creates an error.
  public init(_ kind: Kind, source: String, line: Int = 0) {
    self.kind = kind
    self.source = source
    self.line = line
  }
}

extension CoverageError: CustomStringConvertible {
  /// One line: where, what was wrong, what was expected.
  public var description: String {
    if case .system(let error) = kind { return error.description }
    if case .markup(let error) = kind { return "\(source):\(error.position): \(error.description)" }
    return (line > 0 ? "\(source):\(line): " : "\(source): ") + text
  }

  /// The same for those who name the input themselves: the line in it, and what was wrong.
  public var explanation: String {
    if case .markup(let error) = kind { return "line \(error.position): \(error.description)" }
    return line > 0 ? "line \(line): \(text)" : text
  }

  private var text: String {
    switch kind {
    case .malformed(let record, let expected): "'\(record)' cannot be read (\(expected) expected)"
    case .cutShort(let expected): "the file ends too early: \(expected) expected"
    case .unrecognised:
      "not a coverage report of a known format (\(CoverageFormat.readable.map(\.title).joined(separator: ", ")))"
    case .nothingBelow:
      "no file below it is a coverage report of a known format "
        + "(\(CoverageFormat.readable.map(\.title).joined(separator: ", ")))"
    case .notReadHere(let format, let instead): "\(format) is not read: \(instead)"
    case .noLines(let instead): "the report holds totals only and no lines: \(instead)"
    case .unsupportedVersion(let version, let expected): "version '\(version)' is not read (\(expected) expected)"
    case .inconsistent(let what): what
    case .shapeConflict(let conflict): conflict.description
    case .markup(let error): error.description
    case .system(let error): error.description
    }
  }
}
