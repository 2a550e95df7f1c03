// Ink as pixels, by Cairo.

internal import CCairo
public import Ink
public import SystemKit

/// A canvas of pixels.
///
///     var canvas = PixelCanvas(scale: 2)
///     drawing.draw(on: &canvas)
///     let picture = try canvas.picture()
///
/// What fails while drawing is kept, and thrown when the pixels are asked for.
public final class PixelCanvas: Canvas {
  private let scale: Double
  private let isFlattened: Bool
  private let source: String
  private var surface: CairoSurface?
  private var context: OpaquePointer?
  /// The picture below the ink at the canvas's own size, for what brings it back.
  private var below: CairoSurface?
  private var paper = InkColor.white
  private var scaleX = 1.0
  private var scaleY = 1.0
  private var failure: RenderingError?

  /// In pixels; 0 before anything was begun.
  public private(set) var width = 0
  /// In pixels; 0 before anything was begun.
  public private(set) var height = 0

  /// A canvas for one drawing, or for several of which the last one stays.
  ///
  /// - Parameters:
  ///   - scale: Pixels for a point of the drawing. A size of no whole number is rounded, and the drawing stretched to it.
  ///   - isFlattened: Whether paper and pictures that let something through lie on white.
  ///   - source: What an error names.
  public init(scale: Double = 1, isFlattened: Bool = false, source: String = "the drawing") {
    self.scale = scale
    self.isFlattened = isFlattened
    self.source = source
  }

  deinit { cairo_destroy(context) }

  /// Begins with a background; whatever was there is gone.
  public func begin(_ background: Background, of drawing: Drawing) {
    cairo_destroy(context)
    context = nil
    surface = nil
    below = nil
    failure = nil
    do throws(RenderingError) { try start(background, drawing) } catch { failure = error }
  }

  private func start(_ background: Background, _ drawing: Drawing) throws(RenderingError) {
    guard scale > 0, scale.isFinite else { throw RenderingError(.badScale(scale), source) }
    // A drawing has at most 32,768 points, so that only the scale can exceed what Int holds.
    let (wide, high) = (Double(drawing.width) * scale, Double(drawing.height) * scale)
    let most = Double(Int32.max)
    (width, height) = (Int(max(1, min(wide.rounded(), most))), Int(max(1, min(high.rounded(), most))))
    guard PixelPicture.isAllowed(width: width, height: height) else {
      throw RenderingError(.tooLarge(width: width, height: height), source)
    }
    (scaleX, scaleY) = (Double(width) / Double(drawing.width), Double(height) / Double(drawing.height))
    switch background {
    case .paper(let color):
      paper = isFlattened ? color.onWhite : color
      let context = try open(isOpaque: paper.alpha == 255)
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      context.setSource(paper)
      cairo_paint(context)
    case .picture(let index):
      let pixels = try drawing.decoded(index, source).pixels
      let picture = try CairoSurface(pixels, isFlattened: isFlattened, source: source)
      let below = try CairoSurface(width: width, height: height, isOpaque: picture.isOpaque, source: source)
      guard let scaling = cairo_create(below.pointer) else { return }
      defer { cairo_destroy(scaling) }
      cairo_set_operator(scaling, CAIRO_OPERATOR_SOURCE)
      scaling.setSource(picture, width: Double(width), height: Double(height), isPadded: true)
      cairo_paint(scaling)
      try check(cairo_status(scaling), source)
      self.below = below
      let context = try open(isOpaque: below.isOpaque)
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      context.setSource(below, width: Double(width), height: Double(height), isPadded: false)
      cairo_paint(context)
    }
  }

  private func open(isOpaque: Bool) throws(RenderingError) -> OpaquePointer {
    let surface = try CairoSurface(width: width, height: height, isOpaque: isOpaque, source: source)
    guard let context = cairo_create(surface.pointer) else {
      throw RenderingError(.cannotDraw("out of memory"), source)
    }
    self.surface = surface
    self.context = context
    try check(cairo_status(context), source)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_GOOD)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    return context
  }

  /// Fills an outline.
  public func fill(_ outline: Outline, with paint: Paint) {
    guard failure == nil, let context else { return }
    switch paint.effect {
    case .cover:
      cairo_set_operator(context, CAIRO_OPERATOR_OVER)
      context.setSource(paint.color)
    case .multiply:
      cairo_set_operator(context, CAIRO_OPERATOR_MULTIPLY)
      context.setSource(paint.color)
    case .restore:
      // Cairo's SOURCE mixes by how far a pixel is covered, so that soft edges stay soft on transparent paper too.
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      if let below {
        context.setSource(below, width: Double(width), height: Double(height), isPadded: false)
      } else {
        context.setSource(paper)
      }
    }
    context.trace(outline, scaleX: scaleX, scaleY: scaleY)
    cairo_fill(context)
  }

  /// What is on the canvas.
  ///
  /// - Throws: ``RenderingError``: the first thing that failed since it was begun.
  public func picture() throws(RenderingError) -> PixelPicture {
    try withRows { rows in
      let pixels = [UInt32](unsafeUninitializedCapacity: rows.width * rows.height) { buffer, count in
        for y in 0..<rows.height { rows.read(y, into: buffer.baseAddress! + y * rows.width) }
        count = buffer.count
      }
      return PixelPicture(width: rows.width, height: rows.height, pixels: pixels)
    }
  }

  /// Writes what is on the canvas as a PNG file.
  ///
  /// - Throws: ``RenderingError``: the first thing that failed since it was begun, or `output`.
  public func writePNG(to sink: some ByteSink) throws(RenderingError) {
    try withRows { rows throws(RenderingError) in
      do throws(SystemError) { try PNGWriter.write(rows, to: sink) } catch {
        throw RenderingError(.output(error), source)
      }
    }
  }

  func withRows<Result>(
    _ body: (PixelRows) throws(RenderingError) -> Result
  ) throws(RenderingError) -> Result {
    if let failure { throw failure }
    guard let surface, let context else { throw RenderingError(.cannotDraw("nothing was drawn"), source) }
    try check(cairo_status(context), source)
    return try surface.withPixels { start, stride throws(RenderingError) in
      try body(
        PixelRows(
          start: start, stride: stride, width: width, height: height,
          layout: surface.isOpaque ? .opaque : .premultiplied))
    }
  }
}
