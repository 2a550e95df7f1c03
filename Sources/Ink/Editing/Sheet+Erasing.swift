// Taking whole strokes away with a moving eraser: what it touches goes at once, the gesture is one command.

/// An eraser on its way.
struct LiveErasing {
  var patch = History.Patch()
}

extension Sheet {
  /// The visible strokes that an eraser of some radius touches on its way from one point to another, from the bottom up. A radius below 0
  /// counts as 0.
  ///
  /// - Complexity: O(samples of the strokes in the tiles on the way).
  public func strokes(near from: Point, _ to: Point, radius: Double) -> [StrokeID] {
    guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite, radius.isFinite else { return [] }
    let radius = max(0, radius)
    let side = Double(MaskSink.tileSide)
    let limit = Double(Bitmap.largest)
    func tile(_ value: Double, _ count: Int32) -> Int32 {
      min(count - 1, Int32((min(max(value * scale, 0), limit) / side).rounded(.down)))
    }
    let left = tile(min(from.x, to.x) - radius, sink.tileColumns)
    let right = tile(max(from.x, to.x) + radius, sink.tileColumns)
    let top = tile(min(from.y, to.y) - radius, sink.tileRows)
    let bottom = tile(max(from.y, to.y) + radius, sink.tileRows)
    var tiles: [Int32] = []
    for row in top...bottom {
      for column in left...right { tiles.append(row * sink.tileColumns + column) }
    }
    return index.visible(in: tiles).filter { id in
      let stroke = index.records[Int(id)].stroke
      guard stroke.brush.tool != .eraser else { return false }
      return stroke.outline(drawing.model).isReached(from: from, to: to, reach: radius)
    }
  }

  /// Begins to take whole strokes away.
  public func beginErasing() {
    giveUp()
    erasing = LiveErasing()
  }

  /// Takes away what the eraser touches on its way.
  public func erase(from: Point, to: Point, radius: Double) {
    guard var current = erasing else { return }
    erasing = nil
    let touched = strokes(near: from, to, radius: radius)
    if !touched.isEmpty { erase(touched, &current.patch) }
    erasing = current
  }

  /// Ends the eraser's way; what it took is one command.
  ///
  /// - Returns: The strokes that are gone.
  @discardableResult
  public func endErasing() -> [StrokeID] {
    guard let current = erasing else { return [] }
    erasing = nil
    guard !current.patch.removed.isEmpty else { return [] }
    dropRedo()
    let command = Command.erase(current.patch.removed)
    index.register(command)
    drawing.commands.append(command)
    keep(current.patch, at: drawing.position)
    return current.patch.removed
  }

  /// Brings back what an unfinished eraser has taken.
  public func cancelErasing() {
    guard let current = erasing else { return }
    erasing = nil
    for id in current.patch.removed { index.setVisible(id, true) }
    restore(current.patch)
  }
}
