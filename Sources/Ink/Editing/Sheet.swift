// A drawing with its pixels, as the screen shows it. All changes go through commands; each keeps the pixels it replaced, so that undo
// puts back what was there instead of drawing everything again.
//
// There are two pictures. `committed` has all finished commands, `shown` besides the stroke under the pen. While a stroke grows, the
// mask holds its final part; the tail is added, shown and taken away again.

/// A drawing at a scale, its pixels, and what was undone.
public final class Sheet {
  /// What a sheet may keep for undo, in bytes: three quarters for replaced pixels, a quarter for checkpoints.
  public static let defaultBudget = 64 << 20

  /// The drawing; strokes under the pen are not part of it yet.
  public internal(set) var drawing: Drawing
  /// Pixels in one point.
  public let scale: Double
  /// What the screen shows.
  public internal(set) var shown: Bitmap
  /// The pixels of ``shown`` that have changed since this was last emptied.
  public var changed: PixelRect

  var committed: Bitmap
  var paper: Paper
  var background: Background
  var pictures: [Bitmap?]
  /// Pictures at the size of the pixels, as far as backgrounds have asked for them.
  var scaledPictures: [Bitmap?] = []
  /// Whether the patch at work has a tile.
  var isSaved: [Bool]
  var sink: MaskSink
  var index: StrokeIndex
  var history: History
  var live: LiveStroke?
  var erasing: LiveErasing?

  /// A sheet that shows a drawing.
  ///
  /// - Parameters:
  ///   - scale: Pixels in one point, 1/64 to 64; less where the bitmap would be larger than ``Bitmap/largest``.
  ///   - budget: Bytes for undo; the newest command can always be undone at once.
  ///   - pictures: The decoded pictures of the drawing by their places; one that is missing is white.
  /// - Complexity: O(samples of all commands in effect).
  public init(_ drawing: Drawing, scale: Double, budget: Int = Sheet.defaultBudget, pictures: [Bitmap?] = []) {
    self.drawing = drawing
    let largest = Double(Bitmap.largest)
    let limit = min(64, min(largest / Double(drawing.width), largest / Double(drawing.height)))
    self.scale = min(max(scale.isFinite ? scale : 1, 1.0 / 64), limit)
    let width = max(1, Int32((Double(drawing.width) * self.scale).rounded(.up)))
    let height = max(1, Int32((Double(drawing.height) * self.scale).rounded(.up)))
    shown = Bitmap(width: width, height: height, color: .white)
    committed = shown
    paper = Paper(.white)
    background = drawing.background
    self.pictures = pictures
    sink = MaskSink(width: shown.width, height: shown.height, scale: self.scale)
    index = StrokeIndex(tiles: Int(sink.tileColumns * sink.tileRows))
    isSaved = [Bool](repeating: false, count: Int(sink.tileColumns * sink.tileRows))
    history = History(budget: budget)
    changed = shown.bounds
    for command in drawing.commands { index.register(command) }
    resetPixels()
    for position in 0..<min(max(0, drawing.position), drawing.commands.count) { perform(position) }
  }

  /// Gives a picture that was decoded later to the backgrounds that name it, and draws everything again.
  ///
  /// - Complexity: O(samples of all commands in effect).
  public func setPicture(_ place: Int32, _ picture: Bitmap) {
    guard place >= 0, place < 4096 else { return }
    cancelStroke()
    cancelErasing()
    while pictures.count <= Int(place) { pictures.append(nil) }
    pictures[Int(place)] = picture
    scaledPictures = []
    history.removeAll()
    rebuild(to: drawing.position)
  }

  /// The strokes that are there, from the bottom up, with their ids.
  public var visibleStrokes: [(id: StrokeID, stroke: Stroke)] {
    index.visible.map { (id: $0, stroke: index.records[Int($0)].stroke) }
  }

  /// How many strokes are there.
  public var visibleCount: Int32 { index.visibleCount }

  /// All tiles, from the first to the last.
  var allTiles: [Int32] { (0..<sink.tileColumns * sink.tileRows).map { $0 } }

  /// Nothing but the background the drawing began with.
  func resetPixels() {
    drawing.position = 0
    setPaper(drawing.background)
    paintPaper(allTiles)
    index.hideAll()
    show(allTiles)
  }

  func setPaper(_ background: Background) {
    self.background = background
    switch background {
    case .paper(let color): paper = Paper(color)
    case .picture(let place):
      guard place >= 0, Int(place) < pictures.count, let picture = pictures[Int(place)] else {
        paper = Paper(.white)
        return
      }
      while scaledPictures.count < pictures.count { scaledPictures.append(nil) }
      let scaled = scaledPictures[Int(place)] ?? picture.scaled(width: shown.width, height: shown.height)
      scaledPictures[Int(place)] = scaled
      paper = Paper(scaled)
    }
  }

  func paintPaper(_ tiles: [Int32]) {
    let width = Int(committed.width)
    committed.pixels.withUnsafeMutableBufferPointer { pixels in
      for tile in tiles {
        let rect = sink.rect(of: tile)
        for row in Int(rect.top)..<Int(rect.bottom) {
          for index in row * width + Int(rect.left)..<row * width + Int(rect.right) { pixels[index] = paper[index] }
        }
      }
    }
  }

  /// Brings committed tiles to the screen.
  func show(_ tiles: [Int32]) {
    committed.pixels.withUnsafeBufferPointer { from in
      shown.pixels.withUnsafeMutableBufferPointer { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        for tile in tiles {
          let rect = sink.rect(of: tile)
          Blending.copy(rect, width: committed.width, from: from, to: to)
          changed = changed.union(rect)
        }
      }
    }
  }

  /// Adds a whole stroke to the mask.
  ///
  /// - Returns: The tiles it touches.
  func cover(_ stroke: Stroke) -> [Int32] {
    switch drawing.model {
    case .one:
      var shaper = StrokeShaper(stroke)
      for sample in stroke.samples { shaper.add(sample, into: &sink) }
      shaper.finish(into: &sink)
      sink.flush()
      return sink.takeTouched()
    }
  }

  /// Blends what the mask holds onto the committed pixels of some tiles.
  func blend(_ tiles: [Int32], _ paint: Paint) {
    committed.pixels.withUnsafeMutableBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for tile in tiles {
        Blending.blend(sink.mask, paint, in: sink.rect(of: tile), source: pixels, paper: paper, target: pixels)
      }
    }
  }

  /// Draws some tiles anew, from the paper up.
  ///
  /// - Complexity: O(samples of the visible strokes that touch them).
  func redraw(_ tiles: [Int32]) {
    guard !tiles.isEmpty else { return }
    paintPaper(tiles)
    var wanted = [Bool](repeating: false, count: Int(sink.tileColumns * sink.tileRows))
    var clip = PixelRect.empty
    for tile in tiles {
      wanted[Int(tile)] = true
      clip = clip.union(sink.rect(of: tile))
    }
    let whole = sink.clip
    sink.clip = clip
    for id in index.visible(in: tiles) {
      let stroke = index.records[Int(id)].stroke
      let touched = cover(stroke)
      blend(touched.filter { wanted[Int($0)] }, stroke.brush.paint)
      sink.clear(touched)
    }
    sink.clip = whole
  }
}
