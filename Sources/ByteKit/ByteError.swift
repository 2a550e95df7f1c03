// What can be wrong with bytes, as facts. The offset is counted from the start of the bytes that the reader was given;
// who knows the file adds its name.

/// A place in bytes that could not be read as what was asked for.
public struct ByteError: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Kind: Equatable, Sendable {
    /// The bytes end before the value does.
    case truncated(needed: Int, available: Int)
    /// A variable-length integer goes on for longer than its type holds.
    case varintTooLong(maximumBytes: Int)
    /// A length or an offset points outside the bytes.
    case outOfBounds(offset: UInt64, length: UInt64, count: Int)
  }

  /// What was wrong.
  public let kind: Kind
  /// Where, in bytes from the start of what the reader was given.
  public let offset: Int

  /// Creates an error at a byte offset.
  @inlinable
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension ByteError: CustomStringConvertible {
  /// One line: what was expected and what was there.
  public var description: String {
    switch kind {
    case .truncated(let needed, let available):
      "the data ends too early: \(needed) bytes expected, \(available) left"
    case .varintTooLong(let maximumBytes):
      "a variable-length integer is longer than \(maximumBytes) bytes"
    case .outOfBounds(let offset, let length, let count):
      "a range of \(length) bytes at \(offset) lies outside the data (\(count) bytes)"
    }
  }
}
