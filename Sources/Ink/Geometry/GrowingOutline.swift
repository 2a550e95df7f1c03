// The outline of a stroke while it grows: the final part is kept, a sample changes only the end. For canvases that draw shapes and not
// pixels; the sheet has its own way, which never needs the shape as a whole.

/// An outline that grows by samples.
public struct GrowingOutline {
  private var shaper: StrokeShaper
  private var sink = OutlineSink()

  /// The outline of a stroke, of which brush, device and channels count and no samples.
  public init(_ stroke: Stroke) { shaper = StrokeShaper(stroke) }

  /// Adds a sample.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ sample: Sample) { shaper.add(sample, into: &sink) }

  /// How many corners are final.
  public var cornerCount: Int { sink.outline.points.count }

  /// The outline so far with its end, as ``Stroke/outline(_:)`` gives it.
  ///
  /// - Complexity: O(corners): the final part is copied.
  public var outline: Outline {
    var whole = sink
    let tail = shaper
    tail.finish(into: &whole)
    return whole.outline
  }
}
