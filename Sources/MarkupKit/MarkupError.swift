// What can be wrong with a document, as facts: where in the text, and what was expected. Who knows the file adds its name.

/// A place in a text document, counted from 1.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 when it is not known.
  public var line: Int
  /// The column in bytes, from 1; 0 when it is not known.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int = 0) {
    self.line = line
    self.column = column
  }

  /// `line` or `line:column`.
  public var description: String { column > 0 ? "\(line):\(column)" : "\(line)" }
}

/// A document that could not be read.
public struct MarkupError: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Kind: Equatable, Sendable {
    /// The XML is not well formed; the text is libxml2's.
    case malformedXML(String)
    /// The JSON breaks the grammar: what was expected and what stands there.
    case malformedJSON(expected: String, found: String)
    /// A value is of another kind than the reader asked for.
    case wrongType(expected: String, found: String)
    /// Values are nested more deeply than the limit.
    case tooDeep(limit: Int)
    /// The reader of the events refused one: its reason.
    case rejected(String)
  }

  /// What was wrong.
  public let kind: Kind
  /// Where.
  public let position: TextPosition

  /// Creates an error.
  public init(_ kind: Kind, at position: TextPosition) {
    self.kind = kind
    self.position = position
  }
}

extension MarkupError: CustomStringConvertible {
  /// One line, without the place: what is wrong and what was expected.
  public var description: String {
    switch kind {
    case .malformedXML(let message): "the XML is not well formed: \(message)"
    case .malformedJSON(let expected, let found): "\(expected) expected, found \(found)"
    case .wrongType(let expected, let found): "\(expected) expected, found \(found)"
    case .tooDeep(let limit): "values are nested more than \(limit) deep"
    case .rejected(let reason): reason
    }
  }
}
