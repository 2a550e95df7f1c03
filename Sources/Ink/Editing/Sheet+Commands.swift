// Commands on a sheet: do, undo, redo.

extension Sheet {
  /// Whether there is a command to undo.
  public var canUndo: Bool { drawing.position > 0 }
  /// Whether there is a command to redo.
  public var canRedo: Bool { drawing.position < drawing.commands.count }
  /// Bytes kept for undo.
  public var historySize: Int { history.size }

  /// Does a command and drops what could be redone. A stroke under the pen is cancelled.
  public func apply(_ command: Command) {
    giveUp()
    dropRedo()
    index.register(command)
    drawing.commands.append(command)
    perform(drawing.position)
  }

  /// Undoes the last command.
  ///
  /// - Returns: The command; `nil` when there is none.
  /// - Complexity: O(pixels that the command changed); O(samples since the last checkpoint) when its patch has made room.
  @discardableResult
  public func undo() -> Command? {
    giveUp()
    guard canUndo else { return nil }
    let position = drawing.position - 1
    if let patch = history.take(position) {
      for id in patch.removed { index.setVisible(id, true) }
      for id in index.ids(of: position) { index.setVisible(id, false) }
      exchange(patch, at: position)
      drawing.position = position
    } else {
      rebuild(to: position)
    }
    return drawing.commands[position]
  }

  /// Does the next command again.
  ///
  /// - Returns: The command; `nil` when there is none.
  @discardableResult
  public func redo() -> Command? {
    giveUp()
    guard canRedo else { return nil }
    let position = drawing.position
    if let patch = history.take(position) {
      for id in index.ids(of: position) { index.setVisible(id, true) }
      for id in patch.removed { index.setVisible(id, false) }
      exchange(patch, at: position)
      drawing.position = position + 1
    } else {
      perform(position)
    }
    return drawing.commands[position]
  }

  func dropRedo() {
    guard canRedo else { return }
    index.truncate(drawing.position)
    drawing.commands.removeLast(drawing.commands.count - drawing.position)
    history.truncate(drawing.position)
  }

  /// Does the command at `position`, the next one, and keeps the pixels that it replaces.
  func perform(_ position: Int) {
    var patch = History.Patch()
    var next = index.starts[position]
    let command = drawing.commands[position]
    if command.changesBackground {
      // Packed against the paper of the state it belongs to: all of it before the paper changes.
      patch.background = background
      save([committed.bounds], in: &patch)
    }
    perform(command, &next, &patch)
    keep(patch, at: position)
  }

  func keep(_ patch: History.Patch, at position: Int) {
    drawing.position = position + 1
    history.keep(patch, at: position)
    if history.wantsCheckpoint {
      var words: [UInt32] = []
      packing(&words) { PixelCodec.pack(committed.bounds, width: committed.width, sums: nil, into: &$0) }
      history.keep(History.Checkpoint(position: position + 1, words: words))
    }
  }

  private func perform(_ command: Command, _ next: inout StrokeID, _ patch: inout History.Patch) {
    switch command {
    case .add(let stroke):
      let touched = cover(stroke)
      finish(stroke, next, touched, &patch)
      next += 1
    case .erase(let ids): erase(ids, &patch)
    case .clear: erase(index.visible, &patch)
    case .setBackground(let other):
      setPaper(other)
      redraw(allParts)
      show(committed.bounds)
    case .group(let commands):
      for command in commands { perform(command, &next, &patch) }
    }
  }

  /// Commits the stroke that the mask holds.
  func finish(_ stroke: Stroke, _ id: StrokeID, _ touched: [TilePart], _ patch: inout History.Patch) {
    save(touched.map { $0.rect }, in: &patch, covered: true)
    blend(touched, stroke.brush.paint)
    sink.clear(touched)
    index.place(id, touched)
    index.setVisible(id, true)
    show(touched)
  }

  /// Takes strokes away that are there.
  func erase(_ ids: [StrokeID], _ patch: inout History.Patch) {
    var rects = [PixelRect](repeating: .empty, count: Int(sink.tileColumns * sink.tileRows))
    var tiles: [Int32] = []
    for id in ids where id >= 0 && Int(id) < index.records.count && index.records[Int(id)].isVisible {
      index.setVisible(id, false)
      patch.removed.append(id)
      for part in index.records[Int(id)].parts {
        if rects[Int(part.tile)].isEmpty { tiles.append(part.tile) }
        rects[Int(part.tile)] = rects[Int(part.tile)].union(part.rect)
      }
    }
    let parts = tiles.map { TilePart(tile: $0, rect: rects[Int($0)]) }
    save(parts.map { $0.rect }, in: &patch)
    redraw(parts)
    show(parts)
  }

  /// Keeps committed pixels: all, or those that the mask covers.
  private func save(_ rects: [PixelRect], in patch: inout History.Patch, covered: Bool = false) {
    packing(&patch.words) { packer in
      sink.mask.sums.withUnsafeBufferPointer { sums in
        for rect in rects {
          patch.parts.append(History.Patch.Part(rect: rect, start: packer.words.count))
          PixelCodec.pack(rect, width: committed.width, sums: covered ? sums.baseAddress : nil, into: &packer)
        }
      }
    }
  }

  private func packing(_ words: inout [UInt32], _ body: (inout PixelPacker) -> Void) {
    committed.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      var packer = PixelPacker(pixels, paper, words: words)
      words = []
      body(&packer)
      words = packer.words
    }
  }

  func unpack(_ words: [UInt32], from start: Int, _ rect: PixelRect) {
    let width = committed.width
    committed.pixels.withUnsafeMutableBufferPointer { pixels in
      shown.pixels.withUnsafeMutableBufferPointer { others in
        guard let pixels = pixels.baseAddress, let others = others.baseAddress else { return }
        PixelCodec.unpack(words, from: start, to: rect, width: width, pixels, others, paper: paper)
      }
    }
    changed = changed.union(rect)
  }

  func restore(_ patch: History.Patch) {
    for part in patch.parts.reversed() { unpack(patch.words, from: part.start, part.rect) }
  }

  /// Puts a patch's pixels back and keeps those that were there, for the way in the other direction.
  private func exchange(_ patch: History.Patch, at position: Int) {
    var other = History.Patch()
    other.removed = patch.removed
    other.words.reserveCapacity(patch.words.count * 2)
    packing(&other.words) { packer in
      for part in patch.parts {
        other.parts.append(History.Patch.Part(rect: part.rect, start: packer.words.count))
        PixelCodec.repack(patch.words, from: part.start, part.rect, width: committed.width, into: &packer)
      }
    }
    if let before = patch.background {
      other.background = background
      setPaper(before)
    }
    restore(patch)
    history.exchange(other, at: position)
  }

  /// Draws the state after the first `position` commands from the checkpoint before it.
  func rebuild(to position: Int) {
    if let checkpoint = history.checkpoint(before: position) {
      var before = drawing
      before.position = checkpoint.position
      let ink = VisibleInk(before)
      for id in index.records.indices {
        index.setVisible(StrokeID(id), id < ink.isVisible.count && ink.isVisible[id])
      }
      setPaper(ink.background)
      unpack(checkpoint.words, from: 0, committed.bounds)
      drawing.position = checkpoint.position
    } else {
      resetPixels()
    }
    while drawing.position < position { perform(drawing.position) }
  }
}

extension Command {
  /// Whether the background may be another one afterwards.
  var changesBackground: Bool {
    switch self {
    case .add, .erase, .clear: false
    case .setBackground: true
    case .group(let commands): commands.contains { $0.changesBackground }
    }
  }
}
