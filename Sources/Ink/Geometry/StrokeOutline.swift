// The outline of a whole stroke: each run becomes one contour, along its left edge, round its end, back along its right edge and
// round its beginning.

struct OutlineSink: RibbonSink {
  private(set) var outline = Outline()
  private var right: [Point] = []
  private var first: RibbonNode?

  mutating func start(_ node: RibbonNode) {
    first = node
    outline.add(node.left)
    right.append(node.right)
  }

  mutating func advance(from: RibbonNode, to: RibbonNode) {
    outline.add(to.left)
    right.append(to.right)
  }

  mutating func end(_ node: RibbonNode) {
    Arc.half(around: node, backwards: false) { outline.add($0) }
    for point in right.reversed() { outline.add(point) }
    right.removeAll(keepingCapacity: true)
    if let first { Arc.half(around: first, backwards: true) { outline.add($0) } }
    outline.close()
  }
}

extension Stroke {
  /// The shape to be filled, by the rules of a model.
  ///
  /// A stroke of one place is a dot; the last sample is reached; no sample, no shape. Coordinates are finite whatever the samples are.
  ///
  /// - Complexity: O(samples).
  public func outline(_ model: ModelVersion = .current) -> Outline {
    switch model {
    case .one:
      var sink = OutlineSink()
      var shaper = StrokeShaper(self)
      for sample in samples { shaper.add(sample, into: &sink) }
      shaper.finish(into: &sink)
      return sink.outline
    }
  }
}
