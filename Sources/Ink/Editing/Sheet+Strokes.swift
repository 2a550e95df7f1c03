// The stroke under the pen.

/// A stroke while it is made.
struct LiveStroke {
  var stroke: Stroke
  var shaper: StrokeShaper
  /// The pixels of the last tail, which the next one has to clean up.
  var tail = PixelRect.empty
}

extension Sheet {
  /// Whether a stroke is under the pen.
  public var isDrawing: Bool { live != nil }

  /// Whether an eraser is on its way.
  public var isErasing: Bool { erasing != nil }

  /// The channels of the stroke under the pen, and its last samples; without them none.
  func lastSamples(_ count: Int) -> (channels: Channels, samples: [Sample]) {
    guard let live else { return ([], []) }
    return (live.stroke.channels, Array(live.stroke.samples.suffix(count)))
  }

  /// Begins a stroke; one that is under the pen is cancelled.
  public func beginStroke(brush: Brush, device: Device, channels: Channels) {
    giveUp()
    let stroke = Stroke(brush: brush, device: device, channels: channels)
    live = LiveStroke(stroke: stroke, shaper: StrokeShaper(stroke))
  }

  /// Adds samples to the stroke under the pen and shows it.
  ///
  /// - Parameters:
  ///   - samples: What the device said since the last call.
  ///   - predicted: Where the pen will probably be when the screen shows this. Shown only, never part of the stroke.
  /// - Complexity: O(new samples and the pixels around the tail), however long the stroke is.
  public func extendStroke(_ samples: [Sample], predicted: [Sample] = []) {
    guard var current = live else { return }
    live = nil
    for sample in samples {
      current.stroke.samples.append(sample)
      current.shaper.add(sample, into: &sink)
    }
    sink.flush()
    let final = sink.dirty.union(current.tail)
    sink.dirty = .empty
    tail(current.shaper, predicted, sign: 1)
    current.tail = sink.dirty
    sink.dirty = .empty
    let changes = final.union(current.tail)
    committed.pixels.withUnsafeBufferPointer { from in
      shown.pixels.withUnsafeMutableBufferPointer { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        Blending.blend(
          sink.mask, current.stroke.brush.paint, in: changes, source: from, paper: paper, target: to)
      }
    }
    changed = changed.union(changes)
    tail(current.shaper, predicted, sign: -1)
    sink.dirty = .empty
    live = current
  }

  private func tail(_ shaper: StrokeShaper, _ predicted: [Sample], sign: Int32) {
    var copy = shaper
    sink.sign = sign
    for sample in predicted { copy.add(sample, into: &sink) }
    copy.finish(into: &sink)
    sink.flush()
    sink.sign = 1
  }

  /// Ends the stroke under the pen and adds it to the drawing. One without samples leaves nothing.
  ///
  /// - Returns: Its id.
  @discardableResult
  public func endStroke() -> StrokeID? {
    guard let current = live else { return nil }
    guard !current.stroke.samples.isEmpty else {
      cancelStroke()
      return nil
    }
    live = nil
    current.shaper.finish(into: &sink)
    sink.flush()
    // Tiles that only a predicted tail has touched are shown again as they were.
    let touched = sink.takeTouched()
    dropRedo()
    let position = drawing.position
    let command = Command.add(current.stroke)
    index.register(command)
    drawing.commands.append(command)
    var patch = History.Patch()
    let id = index.starts[position]
    finish(current.stroke, id, touched, &patch)
    keep(patch, at: position)
    return id
  }

  /// Gives up what is under way: a stroke or an eraser's.
  func giveUp() {
    cancelStroke()
    cancelErasing()
  }

  /// Takes the stroke under the pen away, as if it had never been begun.
  public func cancelStroke() {
    guard live != nil else { return }
    live = nil
    let touched = sink.takeTouched()
    sink.clear(touched)
    show(touched)
  }
}
