// The rules of the pad: palms, taps, and what a pointer that draws does.

extension DrawingPad {
  /// A pen has come: touches that began just before it were a palm, and none goes on.
  func rejectPalms(_ time: Double) -> PadOutcome {
    var outcome: PadOutcome = []
    for at in pointers.indices where pointers[at].device == .touch && pointers[at].isDrawing {
      let isPalm = time - pointers[at].start.time <= DrawingPad.palmWindow
      outcome.formUnion(finish(at, commits: !isPalm))
      if isPalm { outcome.insert(.rolledBack) }
      pointers[at].isDrawing = false
    }
    // A palm that touched for a moment has left a dot.
    if let last = lastTouch, time - last.began <= DrawingPad.palmWindow, last.position == sheet.drawing.position,
      isTouch(sheet.drawing.commands[last.position - 1])
    {
      sheet.undo()
      sheet.dropRedo()
      outcome.insert(.rolledBack)
    }
    lastTouch = nil
    tapFailed = true
    return outcome
  }

  /// Whether a command is a finger's stroke: since it was made, another can have come to its place.
  private func isTouch(_ command: Command) -> Bool {
    if case .add(let stroke) = command { stroke.device == .touch } else { false }
  }

  /// A further finger has come down.
  func joinTap(_ first: Pointer, _ fingers: Int, _ sample: PointerSample) -> PadOutcome {
    guard !first.hasMoved, sample.time - first.start.time <= DrawingPad.tapStart else {
      tapFailed = true
      return []
    }
    tapping = fingers + 1
    var outcome: PadOutcome = []
    for at in pointers.indices where pointers[at].device == .touch && pointers[at].isDrawing {
      _ = finish(at, commits: false)
      pointers[at].isDrawing = false
      outcome.insert(.rolledBack)
    }
    return outcome
  }

  func begin(_ device: Device, _ sample: PointerSample, isEraser: Bool) {
    switch isEraser ? eraser : tool {
    case .brush(let brush):
      sheet.beginStroke(brush: brush, device: device, channels: device == .pen ? [.time, .pressure, .tilt] : .time)
      extend(pointers[pointers.count - 1], [sample], [])
    case .strokeEraser(let radius):
      sheet.beginErasing()
      let point = Point(x: sample.x, y: sample.y)
      erasingRadius = radius
      sheet.erase(from: point, to: point, radius: radius)
    }
  }

  func extend(_ pointer: Pointer, _ samples: [PointerSample], _ predicted: [PointerSample]) {
    if sheet.isErasing {
      var from = Point(x: pointer.last.x, y: pointer.last.y)
      for sample in samples {
        let to = Point(x: sample.x, y: sample.y)
        sheet.erase(from: from, to: to, radius: erasingRadius)
        from = to
      }
      return
    }
    guard sheet.isDrawing else { return }
    let start = pointer.start.time
    let (channels, last) = sheet.lastSamples(8)
    let new = samples.compactMap { ink($0, start, channels) }
    var ahead: [Sample] = []
    if predicts {
      ahead = predicted.compactMap { ink($0, start, channels) }
      if ahead.isEmpty, !new.isEmpty { ahead = Prediction.next(after: last + new.suffix(8), channels) }
    }
    sheet.extendStroke(new, predicted: ahead)
  }

  /// A sample with what the stroke's channels hold: browsers make up a pressure for mice and fingers.
  private func ink(_ sample: PointerSample, _ start: Double, _ channels: Channels) -> Sample? {
    let hasTilt = channels.contains(.tilt)
    return Sample(
      x: sample.x, y: sample.y, time: sample.time - start,
      pressure: channels.contains(.pressure) ? sample.pressure : 0, tiltX: hasTilt ? sample.tiltX : 0,
      tiltY: hasTilt ? sample.tiltY : 0)
  }

  /// Ends a pointer and forgets it.
  func end(_ at: Int, commits: Bool) -> PadOutcome {
    let outcome = pointers[at].isDrawing ? finish(at, commits: commits) : []
    pointers.remove(at: at)
    return outcome
  }

  /// Ends what a pointer was making.
  func finish(_ at: Int, commits: Bool) -> PadOutcome {
    if sheet.isErasing {
      guard commits else {
        sheet.cancelErasing()
        return []
      }
      return sheet.endErasing().isEmpty ? [] : .erased
    }
    guard sheet.isDrawing else { return [] }
    guard commits else {
      sheet.cancelStroke()
      return []
    }
    guard sheet.endStroke() != nil else { return [] }
    lastTouch =
      pointers[at].device == .touch ? (began: pointers[at].start.time, position: sheet.drawing.position) : nil
    return .added
  }
}
