// From a drawing to a file in one call.

public import Ink
public import SystemKit

/// Renders drawings.
public enum DrawingRenderer {
  /// A drawing's pixels.
  ///
  /// - Parameters:
  ///   - drawing: What is drawn.
  ///   - scale: Pixels for a point.
  ///   - isFlattened: Whether paper and pictures that let something through lie on white.
  ///   - source: What an error names.
  /// - Throws: ``RenderingError``.
  public static func picture(
    of drawing: Drawing, scale: Double = 1, isFlattened: Bool = false, source: String = "the drawing"
  ) throws(RenderingError) -> PixelPicture {
    try canvas(drawing, scale, isFlattened, source).picture()
  }

  /// Writes a drawing as PNG; the parameters are those of ``picture(of:scale:isFlattened:source:)``.
  public static func writePNG(
    of drawing: Drawing, scale: Double = 1, isFlattened: Bool = false, source: String = "the drawing",
    to sink: some ByteSink
  ) throws(RenderingError) {
    try canvas(drawing, scale, isFlattened, source).writePNG(to: sink)
  }

  /// A drawing as a PNG file; the parameters are those of ``picture(of:scale:isFlattened:source:)``.
  public static func png(
    of drawing: Drawing, scale: Double = 1, isFlattened: Bool = false, source: String = "the drawing"
  ) throws(RenderingError) -> [UInt8] {
    let sink = MemorySink()
    try writePNG(of: drawing, scale: scale, isFlattened: isFlattened, source: source, to: sink)
    return sink.bytes
  }

  /// Writes drawings as the pages of a PDF.
  ///
  /// - Parameters:
  ///   - drawings: The pages in order, at least one.
  ///   - title: What viewers show instead of the file's name.
  ///   - source: What an error names.
  ///   - sink: Where it goes.
  /// - Throws: ``RenderingError``.
  public static func writePDF(
    of drawings: [Drawing], title: String? = nil, source: String = "the drawing", to sink: some ByteSink
  ) throws(RenderingError) {
    var canvas = try PDFCanvas(to: sink, title: title, source: source)
    for drawing in drawings { drawing.draw(on: &canvas) }
    try canvas.finish()
  }

  /// Drawings as a PDF file; the parameters are those of ``writePDF(of:title:source:to:)``.
  public static func pdf(
    of drawings: [Drawing], title: String? = nil, source: String = "the drawing"
  ) throws(RenderingError) -> [UInt8] {
    let sink = MemorySink()
    try writePDF(of: drawings, title: title, source: source, to: sink)
    return sink.bytes
  }

  /// Writes frames that grow on one canvas as an animated PNG.
  ///
  /// - Parameters:
  ///   - frames: How many, at least one.
  ///   - loops: How often it is played; 0 is for ever.
  ///   - canvas: What is drawn on.
  ///   - source: What an error names.
  ///   - sink: Where it goes.
  ///   - draw: Draws what is new in a frame, of which it gets the number from 0; begins the canvas in the first. Returns for how
  ///     many milliseconds the frame is shown.
  /// - Throws: ``RenderingError``.
  public static func writeAnimation<Sink: ByteSink>(
    frames: Int, loops: Int = 0, on canvas: PixelCanvas, source: String = "the animation", to sink: Sink,
    draw: (Int, inout PixelCanvas) -> Int
  ) throws(RenderingError) {
    var canvas = canvas
    var writer: AnimatedPNGWriter<Sink>?
    for frame in 0..<max(frames, 1) {
      let milliseconds = draw(frame, &canvas)
      let known: AnimatedPNGWriter<Sink>
      if let writer {
        known = writer
      } else {
        known = try canvas.withRows { rows throws(RenderingError) in
          try AnimatedPNGWriter(
            width: rows.width, height: rows.height, frames: frames, loops: loops, to: sink, source: source)
        }
        writer = known
      }
      try known.add(canvas, milliseconds: milliseconds)
    }
    try writer?.finish()
  }

  private static func canvas(
    _ drawing: Drawing, _ scale: Double, _ isFlattened: Bool, _ source: String
  ) throws(RenderingError) -> PixelCanvas {
    var canvas = PixelCanvas(scale: scale, isFlattened: isFlattened, source: source)
    drawing.draw(on: &canvas)
    return canvas
  }
}
