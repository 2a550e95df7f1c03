// Ink as pages of a PDF, by Cairo. Everything stays shapes: fills and the blend mode of highlighters are PDF's own. Only operators
// that PDF lacks (SOURCE, CLEAR) would make Cairo turn a page into pixels, and those are not used: a page is white, so that paper
// and pictures that let something through are laid on white first and brought back by covering.
//
// The same drawings give the same bytes: the date of creation, which Cairo would write, is left out.

internal import CCairo
public import Ink
public import SystemKit

/// A canvas of pages: each drawing that is begun is one.
///
///     var canvas = try PDFCanvas(to: sink, title: "Notes")
///     for drawing in drawings { drawing.draw(on: &canvas) }
///     try canvas.finish()
public final class PDFCanvas: Canvas {
  /// 1/72 inch of the page for a point of the drawing, 1/96 inch.
  static let scale = 0.75

  /// What Cairo's writing function finds its way back to.
  private final class Output {
    let sink: any ByteSink
    var failure: SystemError?
    init(_ sink: any ByteSink) { self.sink = sink }
  }

  private let output: Output
  private let source: String
  private let surface: OpaquePointer
  private var context: OpaquePointer?
  private var picture: CairoSurface?
  private var paper = InkColor.white
  private var width = 0.0
  private var height = 0.0
  private var pages = 0
  private var failure: RenderingError?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - sink: Where it goes, page by page.
  ///   - title: What viewers show instead of the file's name.
  ///   - source: What an error names.
  /// - Throws: ``RenderingError`` when Cairo cannot.
  public init(to sink: any ByteSink, title: String? = nil, source: String = "the drawing") throws(RenderingError) {
    output = Output(sink)
    self.source = source
    let made = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
        let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
        guard output.failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
        do throws(SystemError) {
          try output.sink.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        } catch {
          output.failure = error
          return CAIRO_STATUS_WRITE_ERROR
        }
      }, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
    guard let made else { throw RenderingError(.cannotDraw("out of memory"), source) }
    surface = made
    try check(cairo_surface_status(made), source)
    cairo_pdf_surface_set_metadata(made, CAIRO_PDF_METADATA_CREATE_DATE, nil)
    if let title, !title.isEmpty { cairo_pdf_surface_set_metadata(made, CAIRO_PDF_METADATA_TITLE, title) }
  }

  deinit {
    cairo_destroy(context)
    // A file that nobody finished ends where it is: what Cairo still writes goes nowhere.
    if output.failure == nil { output.failure = SystemError(.call("write", errno: 0), source) }
    cairo_surface_destroy(surface)
  }

  /// Begins a page with a background.
  public func begin(_ background: Background, of drawing: Drawing) {
    endPage()
    guard failure == nil else { return }
    do throws(RenderingError) { try start(background, drawing) } catch { failure = error }
  }

  private func start(_ background: Background, _ drawing: Drawing) throws(RenderingError) {
    (width, height) = (Double(drawing.width) * Self.scale, Double(drawing.height) * Self.scale)
    cairo_pdf_surface_set_size(surface, width, height)
    guard let context = cairo_create(surface) else { throw RenderingError(.cannotDraw("out of memory"), source) }
    self.context = context
    try check(cairo_status(context), source)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    picture = nil
    switch background {
    case .paper(let color):
      paper = color.onWhite
      context.setSource(paper)
      // A page is white without a rectangle of white, which would be in the way of whoever edits it.
      if paper != .white { cairo_paint(context) }
    case .picture(let index):
      let (file, pixels) = try drawing.decoded(index, source)
      let surface = try CairoSurface(pixels, isFlattened: true, source: source)
      if file.bytes.starts(with: [0xff, 0xd8]) { try surface.attach(jpeg: file.bytes, source) }
      picture = surface
      context.setSource(surface, width: width, height: height, isPadded: false)
      cairo_paint(context)
    }
  }

  /// Fills an outline.
  public func fill(_ outline: Outline, with paint: Paint) {
    guard failure == nil, let context else { return }
    cairo_set_operator(context, paint.effect == .multiply ? CAIRO_OPERATOR_MULTIPLY : CAIRO_OPERATOR_OVER)
    switch paint.effect {
    case .cover, .multiply: context.setSource(paint.color)
    case .restore:
      if let picture {
        context.setSource(picture, width: width, height: height, isPadded: false)
      } else {
        context.setSource(paper)
      }
    }
    context.trace(outline, scaleX: Self.scale, scaleY: Self.scale)
    cairo_fill(context)
  }

  private func endPage() {
    guard let context else { return }
    pages += 1
    cairo_show_page(context)
    let status = cairo_status(context)
    cairo_destroy(context)
    self.context = nil
    guard failure == nil else { return }
    do throws(RenderingError) { try check(status, source) } catch { failure = error }
  }

  /// Ends the last page and the file.
  ///
  /// - Throws: ``RenderingError``: the first thing that failed, or `output`.
  public func finish() throws(RenderingError) {
    endPage()
    // Cairo would write a file that viewers call broken.
    if pages == 0, failure == nil { failure = RenderingError(.cannotDraw("a PDF needs at least one page"), source) }
    cairo_surface_finish(surface)
    if let error = output.failure { throw RenderingError(.output(error), source) }
    if let failure { throw failure }
    try check(cairo_surface_status(surface), source)
  }
}
