// What ink is drawn on. The engine knows nothing else of a picture, a page or a file.

/// How a shape changes what lies below it.
public struct Paint: Equatable, Sendable {
  /// What happens to the pixels.
  public enum Effect: UInt8, Sendable {
    /// The colour covers them.
    case cover
    /// They are multiplied with the colour.
    case multiply
    /// The background comes back.
    case restore
  }
  /// The colour, with its alpha.
  public var color: InkColor
  /// What it does.
  public var effect: Effect

  /// A paint.
  public init(color: InkColor, effect: Effect) {
    self.color = color
    self.effect = effect
  }
}

/// Something that outlines can be filled on.
public protocol Canvas {
  /// Starts with this below all ink; called once, before anything is filled.
  mutating func begin(_ background: Background, of drawing: Drawing)
  /// Fills an outline, whose coordinates are points of the drawing, by the nonzero rule.
  mutating func fill(_ outline: Outline, with paint: Paint)
}

extension Brush {
  /// What the brush's ink does to the pixels below it.
  public var paint: Paint {
    switch tool {
    case .pen: Paint(color: color, effect: .cover)
    case .highlighter: Paint(color: color, effect: .multiply)
    case .eraser: Paint(color: color, effect: .restore)
    }
  }
}

extension Drawing {
  /// Draws what can be seen, from the bottom up.
  ///
  /// - Complexity: O(samples of the visible strokes).
  public func draw<C: Canvas>(on canvas: inout C) {
    let ink = VisibleInk(self)
    canvas.begin(ink.background, of: self)
    for (index, stroke) in ink.strokes.enumerated() where ink.isVisible[index] {
      canvas.fill(stroke.outline(model), with: stroke.brush.paint)
    }
  }
}
