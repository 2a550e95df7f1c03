// Figures of which a dump may no longer have the data: a crunched dump has no array contents, and nothing to count is not zero.

/// A figure that a dump may no longer have.
public enum Known<Value: Sendable>: Sendable {
  case known(Value)
  /// Why it is not known.
  case unknown(String)

  /// The value, or `nil`.
  public var value: Value? {
    if case .known(let value) = self { return value }
    return nil
  }
}

extension Known: Equatable where Value: Equatable {}
