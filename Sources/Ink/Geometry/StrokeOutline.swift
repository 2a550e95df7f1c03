// The outline of a whole stroke.

extension Stroke {
  /// The shape to be filled, by the rules of a model.
  ///
  /// - Complexity: O(samples).
  public func outline(_ model: ModelVersion = .current) -> Outline {
    Outline()
  }
}
