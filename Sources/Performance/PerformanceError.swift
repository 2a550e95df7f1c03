// What is wrong with a report of benchmarks, as facts.

public import MarkupKit

/// A report that could not be read.
public struct PerformanceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// It is no JSON: the reader's words.
    case notJSON(String)
    /// A member is missing.
    case missing(String, in: String)
    /// A member is of another kind.
    case wrongKind(String, expected: String, found: String)
    /// A time that is none.
    case wrongTime(Double, benchmark: String)
    /// A unit that is not known.
    case unknownUnit(String, benchmark: String)
  }

  /// What is wrong.
  public let kind: Kind
  /// Where.
  public let position: TextPosition

  /// Creates an error.
  public init(_ kind: Kind, at position: TextPosition) {
    self.kind = kind
    self.position = position
  }

  /// One line, with the place.
  public var description: String {
    let words =
      switch kind {
      case .notJSON(let text): text
      case .missing(let member, let place): "'\(member)' is missing in \(place)"
      case .wrongKind(let member, let expected, let found): "'\(member)' is \(found), expected \(expected)"
      case .wrongTime(let time, let benchmark): "benchmark '\(benchmark)' has the time \(time)"
      case .unknownUnit(let unit, let benchmark):
        "benchmark '\(benchmark)' has the unit '\(unit)' (known: ns, us, ms, s)"
      }
    return "line \(position): \(words)"
  }
}
