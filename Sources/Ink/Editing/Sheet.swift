// A drawing with its pixels, as the screen shows it. All changes go through commands; each keeps the pixels it replaced, so that undo
// puts back what was there instead of drawing everything again.
//
// There are two pictures. `committed` has all finished commands, `shown` besides the stroke under the pen. While a stroke grows, the
// mask holds its final part; the tail is added, shown and taken away again.

/// A drawing at a scale, its pixels, and what was undone.
public final class Sheet {
  /// What a sheet may keep for undo, in bytes: three quarters for replaced pixels, a quarter for checkpoints. The newest of each is kept
  /// whatever it takes, which is never more than a few bytes a pixel.
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
  var sink: MaskSink
  var index: StrokeIndex
  var history: History
  var live: LiveStroke?
  var erasing: LiveErasing?

  /// A sheet that shows a drawing.
  ///
  /// - Parameters:
  ///   - scale: Pixels in one point, 1/64 to 64; less where the bitmap would be larger than ``Bitmap/largest``.
  ///   - budget: Bytes for undo; the newest command can always be undone at once. With 0, what lies before it is drawn again from the start.
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
    history = History(budget: budget, pixels: Int(width) * Int(height))
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

  /// The stroke of an id, seen or not; `nil` where there is none.
  public func stroke(_ id: StrokeID) -> Stroke? {
    id >= 0 && Int(id) < index.records.count ? index.records[Int(id)].stroke : nil
  }

  /// How many strokes are there.
  public var visibleCount: Int32 { index.visibleCount }

  /// All tiles, from the first to the last.
  var allParts: [TilePart] {
    (0..<sink.tileColumns * sink.tileRows).map { TilePart(tile: $0, rect: sink.rect(of: $0)) }
  }

  /// Nothing but the background the drawing began with.
  func resetPixels() {
    drawing.position = 0
    setPaper(drawing.background)
    paintPaper(allParts)
    index.hideAll()
    show(committed.bounds)
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

  func paintPaper(_ parts: [TilePart]) {
    let width = Int(committed.width)
    committed.pixels.withUnsafeMutableBufferPointer { pixels in
      for part in parts {
        let rect = part.rect
        for row in Int(rect.top)..<Int(rect.bottom) {
          for index in row * width + Int(rect.left)..<row * width + Int(rect.right) { pixels[index] = paper[index] }
        }
      }
    }
  }

  /// Brings committed pixels to the screen.
  func show(_ parts: [TilePart]) {
    for part in parts { show(part.rect) }
  }

  /// Brings committed pixels to the screen.
  func show(_ rect: PixelRect) {
    committed.pixels.withUnsafeBufferPointer { from in
      shown.pixels.withUnsafeMutableBufferPointer { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        Blending.copy(rect, width: committed.width, from: from, to: to)
      }
    }
    changed = changed.union(rect)
  }

  /// Adds a whole stroke to the mask.
  ///
  /// - Returns: What it touches.
  func cover(_ stroke: Stroke) -> [TilePart] {
    switch drawing.model {
    case .one:
      var shaper = StrokeShaper(stroke)
      for sample in stroke.samples { shaper.add(sample, into: &sink) }
      shaper.finish(into: &sink)
      sink.flush()
      return sink.takeTouched()
    }
  }

  /// Blends what the mask holds onto the committed pixels.
  func blend(_ parts: [TilePart], _ paint: Paint) {
    committed.pixels.withUnsafeMutableBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      for part in parts {
        Blending.blend(sink.mask, paint, in: part.rect, source: pixels, paper: paper, target: pixels)
      }
    }
  }

  /// Draws some parts anew, from the paper up.
  ///
  /// - Parameter parts: At most one of each tile.
  /// - Complexity: O(samples of the visible strokes that touch their tiles).
  func redraw(_ parts: [TilePart]) {
    guard !parts.isEmpty else { return }
    paintPaper(parts)
    var wanted = [PixelRect](repeating: .empty, count: Int(sink.tileColumns * sink.tileRows))
    var clip = PixelRect.empty
    for part in parts {
      wanted[Int(part.tile)] = part.rect
      clip = clip.union(part.rect)
    }
    let whole = sink.clip
    sink.clip = clip
    for id in index.visible(in: parts.map { $0.tile }) {
      let stroke = index.records[Int(id)].stroke
      let touched = cover(stroke)
      for part in touched {
        let rect = part.rect.intersection(wanted[Int(part.tile)])
        if !rect.isEmpty { blend([TilePart(tile: part.tile, rect: rect)], stroke.brush.paint) }
      }
      sink.clear(touched)
    }
    sink.clip = whole
  }
}
