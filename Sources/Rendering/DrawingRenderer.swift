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

  private static func canvas(
    _ drawing: Drawing, _ scale: Double, _ isFlattened: Bool, _ source: String
  ) throws(RenderingError) -> PixelCanvas {
    var canvas = PixelCanvas(scale: scale, isFlattened: isFlattened, source: source)
    drawing.draw(on: &canvas)
    return canvas
  }
}
