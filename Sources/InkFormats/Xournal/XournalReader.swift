// Reads pages of Xournal (0.4.8) and Xournal++ (fileversion 4, and the zip package meant to follow it).
//
//   xournal > page(width height)                          in 1/72 inch, the origin at the upper left
//     background(type=solid|pixmap|pdf color style)
//     layer > stroke(tool color width fill capStyle style fn) "x y x y …"
//             text, image, teximage, link                 told, not drawn
//   zip: content.xml holds the same document, mimetype says `application/xournal++`
//
// `width` is one number, or the nominal width and then one for each segment: those become pressures against the greatest of them, and
// a brush that follows pressure alone. What is not ink is counted and told.

internal import Ink
internal import MarkupKit
internal import SystemKit

enum XournalReader {
  /// The entry of a package that holds the document.
  static let contentName: StaticString = "content.xml"
  /// Points in a unit of a page.
  static let scale = 96.0 / 72

  /// Reads a document.
  ///
  /// - Throws: `InkFormatError` with the line of the element that cannot be read.
  /// - Complexity: O(n).
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ source: String, _ selection: PageSelection
  ) throws(InkFormatError) -> InkDocument {
    let handler = XournalDocument(source, selection)
    do throws(MarkupError) {
      let summary = try XMLReader.parse(bytes.bytes, into: handler)
      if summary.repairs > 0 { handler.tally.note("\(summary.repairs) characters that XML forbids were replaced") }
    } catch {
      throw handler.failure ?? InkFormatError(.markup(error), source: source)
    }
    guard selection == .all || !handler.pages.isEmpty else {
      throw InkFormatError(.noSuchPage(selection.text, count: handler.pageCount), source: source)
    }
    return InkDocument(
      format: .xournal, pages: handler.pages, pageCount: handler.pageCount, warnings: handler.tally.warnings)
  }

  /// Reads a package.
  ///
  /// - Throws: as `read`, and when the archive is damaged or holds no document.
  static func readArchive(_ file: InputFile, _ selection: PageSelection) throws(InkFormatError) -> InkDocument {
    let content: [UInt8]
    do throws(SystemError) {
      let archive = try ZipArchive(file)
      guard let entry = archive.entries.first(where: { $0.name == "\(contentName)" }) else {
        throw SystemError(.unsupportedZipEntry("\(contentName)", reason: ""), file.path)
      }
      content = try archive.contents(of: entry, limit: InkReader.inflatedLimit)
    } catch {
      if case .unsupportedZipEntry(_, "") = error.kind {
        throw InkFormatError(.missingEntry("\(contentName)"), source: file.path)
      }
      throw InkFormatError(.system(error), source: file.path)
    }
    return try content.span.bytes.withUnsafeBytes { bytes throws(InkFormatError) in
      guard XMLProlog.rootName(of: bytes) == "xournal" else {
        throw InkFormatError(.unrecognised, source: "\(file.path)/\(contentName)")
      }
      return try read(bytes, "\(file.path)/\(contentName)", selection)
    }
  }
}

/// Receives the events of a document.
final class XournalDocument: XMLHandler {
  let source: String
  let selection: PageSelection
  var tally = WarningTally()
  var failure: InkFormatError?
  var pages: [InkPage] = []
  var pageCount = 0

  /// The page that is open.
  private var page: Drawing?
  private var isTaken = false
  private var layersWithInk = 0
  private var layerHasInk = false
  private var strokes: [Command] = []
  private var (sampleCount, strokeCount) = (0, 0)
  /// The stroke that is open, its text so far, and where that begins.
  private var stroke: XournalStroke?
  private var text: [UInt8] = []
  private var textLine = 0

  init(_ source: String, _ selection: PageSelection) {
    self.source = source
    self.selection = selection
  }

  /// Stops the parser with an error.
  func fail(_ kind: InkFormatError.Kind, line: Int) -> MarkupError {
    failure = InkFormatError(kind, source: source, at: .line(line))
    return MarkupError(.rejected(""), at: TextPosition(line: line))
  }

  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
    switch name {
    case "page": try beginPage(attributes, line)
    case "background": if isTaken { readBackground(attributes) }
    case "layer": layerHasInk = false
    case "stroke" where isTaken:
      stroke = try XournalStroke(attributes, self, line: line)
      text.removeAll(keepingCapacity: true)
      textLine = line
    case "text": if isTaken { tally.leaveOut("a text", "texts") }
    case "image": if isTaken { tally.leaveOut("an image", "images") }
    case "teximage": if isTaken { tally.leaveOut("a formula", "formulas") }
    case "link": if isTaken { tally.leaveOut("a link", "links") }
    case "audio": tally.leaveOut("a sound recording", "sound recordings")
    default: break
    }
  }

  func text(_ piece: DocumentText) throws(MarkupError) {
    if stroke != nil { text.append(contentsOf: piece.bytes) }
  }

  func endElement(_ name: DocumentText) throws(MarkupError) {
    switch name {
    case "stroke":
      guard let open = stroke else { return }
      stroke = nil
      try endStroke(open)
    case "layer": if layerHasInk { layersWithInk += 1 }
    case "page": endPage()
    default: break
    }
  }

  private func beginPage(_ attributes: XMLAttributes, _ line: Int) throws(MarkupError) {
    pageCount += 1
    // A page without ink costs as much as a stroke.
    strokeCount += 1
    isTaken = selection.takes(pageCount, key: nil)
    guard isTaken else { return }
    let width = try side(attributes, "width", line)
    let height = try side(attributes, "height", line)
    page = Drawing(width: width, height: height)
    strokes.removeAll()
    layersWithInk = 0
  }

  private func side(_ attributes: XMLAttributes, _ name: StaticString, _ line: Int) throws(MarkupError) -> Int32 {
    let text = attributes[name]
    var scan = NumberScan(text?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0))
    scan.skipSpace()
    guard let value = scan.number(), value > 0 else {
      throw fail(.malformed(value: "<page \(name)=\"\(text?.string ?? "")\">", expected: "a length"), line: line)
    }
    let points = (value * XournalReader.scale).rounded(.up)
    if points > Double(Drawing.largest) { tally.note("a page is cut to \(Drawing.largest) points") }
    return Int32(min(points, Double(Drawing.largest)))
  }

  private func readBackground(_ attributes: XMLAttributes) {
    switch attributes.string("type") {
    case "pixmap": tally.leaveOut("a picture behind a page", "pictures behind pages")
    case "pdf": tally.leaveOut("a page of a PDF behind a page", "pages of PDFs behind pages")
    default:
      if let text = attributes.string("color") {
        if let color = XournalColors.paper(text) {
          page?.background = .paper(color)
        } else {
          tally.note("'\(text)' is no colour of paper; white is taken")
        }
      }
      if let style = attributes.string("style"), style != "plain" { tally.leaveOut("a ruling", "rulings of pages") }
    }
  }

  private func endStroke(_ open: XournalStroke) throws(MarkupError) {
    let points = try open.points(text, self, line: textLine)
    guard !points.isEmpty else {
      tally.leaveOut("a stroke without points", "strokes without points")
      return
    }
    sampleCount += points.count
    guard sampleCount <= InkReader.sampleLimit else {
      throw fail(.tooMany("samples", limit: InkReader.sampleLimit), line: textLine)
    }
    strokeCount += 1
    guard strokeCount <= InkReader.strokeLimit else {
      throw fail(.tooMany("strokes", limit: InkReader.strokeLimit), line: textLine)
    }
    let raw = RawStroke(brush: open.brush, channels: open.widths.isEmpty ? [] : .pressure, points: points)
    strokes.append(.add(raw.stroke(scale: XournalReader.scale, (0, 0))))
    layerHasInk = true
  }

  private func endPage() {
    guard var drawing = page else { return }
    page = nil
    isTaken = false
    drawing.commands = strokes
    drawing.position = strokes.count
    strokes.removeAll()
    if layersWithInk > 1 { tally.note("layers of a page become one") }
    pages.append(InkPage(number: pageCount, key: nil, title: nil, drawing: drawing))
  }
}
