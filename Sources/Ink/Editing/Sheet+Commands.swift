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
      save(allTiles, in: &patch)
    }
    perform(command, &next, &patch)
    keep(patch, at: position)
  }

  func keep(_ patch: History.Patch, at position: Int) {
    for tile in patch.tiles { isSaved[Int(tile)] = false }
    drawing.position = position + 1
    history.keep(patch, at: position)
    if history.wantsCheckpoint {
      var words: [UInt32] = []
      pack(allTiles, into: &words)
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
      redraw(allTiles)
      show(allTiles)
    case .group(let commands):
      for command in commands { perform(command, &next, &patch) }
    }
  }

  /// Commits the stroke that the mask holds.
  func finish(_ stroke: Stroke, _ id: StrokeID, _ touched: [Int32], _ patch: inout History.Patch) {
    save(touched, in: &patch)
    blend(touched, stroke.brush.paint)
    sink.clear(touched)
    index.place(id, tiles: touched)
    index.setVisible(id, true)
    show(touched)
  }

  /// Takes strokes away that are there.
  func erase(_ ids: [StrokeID], _ patch: inout History.Patch) {
    var tiles: [Int32] = []
    var isListed = [Bool](repeating: false, count: isSaved.count)
    for id in ids where id >= 0 && Int(id) < index.records.count && index.records[Int(id)].isVisible {
      index.setVisible(id, false)
      patch.removed.append(id)
      for tile in index.records[Int(id)].tiles where !isListed[Int(tile)] {
        isListed[Int(tile)] = true
        tiles.append(tile)
      }
    }
    Ascending.sort(&tiles)
    save(tiles, in: &patch)
    redraw(tiles)
    show(tiles)
  }

  /// Keeps the committed pixels of tiles that the patch does not have yet.
  private func save(_ tiles: [Int32], in patch: inout History.Patch) {
    var new: [Int32] = []
    for tile in tiles where !isSaved[Int(tile)] {
      isSaved[Int(tile)] = true
      new.append(tile)
    }
    pack(new, into: &patch.words)
    patch.tiles += new
  }

  func pack(_ tiles: [Int32], into words: inout [UInt32]) {
    committed.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for tile in tiles {
        TileCodec.pack(sink.rect(of: tile), width: committed.width, pixels: pixels, paper: paper, into: &words)
      }
    }
  }

  func unpack(_ words: [UInt32], _ tiles: [Int32]) {
    let width = committed.width
    committed.pixels.withUnsafeMutableBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      var place = 0
      for tile in tiles {
        place = TileCodec.unpack(
          words, at: place, to: sink.rect(of: tile), width: width, pixels: pixels, paper: paper)
      }
    }
  }

  /// Puts a patch's pixels back and keeps those that were there, for the way in the other direction.
  private func exchange(_ patch: History.Patch, at position: Int) {
    var other = History.Patch()
    other.tiles = patch.tiles
    other.removed = patch.removed
    pack(patch.tiles, into: &other.words)
    if let before = patch.background {
      other.background = background
      setPaper(before)
    }
    unpack(patch.words, patch.tiles)
    show(patch.tiles)
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
      unpack(checkpoint.words, allTiles)
      show(allTiles)
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
