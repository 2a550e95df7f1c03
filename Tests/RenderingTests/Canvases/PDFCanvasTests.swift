import Ink
import SystemKit
import TestSupport
import Testing

@testable import Rendering

/// The tools of poppler-utils, which read a PDF without Cairo's writer having a say.
enum Poppler {
  static let isInstalled = ["pdfinfo", "pdfimages", "pdftocairo"].allSatisfy {
    (try? Subprocess($0, ["-v"]).run()) != nil
  }
}

@Suite struct PDFCanvasTests {
  private func pdf(title: String? = nil, _ pages: [(Drawing, [(Outline, Paint)])]) throws -> [UInt8] {
    let sink = BufferSink()
    let canvas = try PDFCanvas(to: sink, title: title)
    for (drawing, fills) in pages {
      canvas.begin(drawing.background, of: drawing)
      for (outline, paint) in fills { canvas.fill(outline, with: paint) }
    }
    try canvas.finish()
    return sink.bytes
  }

  private func paint(_ rgba: UInt32, _ effect: Paint.Effect = .cover) -> Paint {
    Paint(color: InkColor(rgba: rgba), effect: effect)
  }

  /// Ink of all three kinds.
  private var fills: [(Outline, Paint)] {
    [
      (rectangle(10, 10, 60, 40), paint(0xcc00_00ff)), (rectangle(40, 5, 20, 60), paint(0xffff_00ff, .multiply)),
      (rectangle(20, 20, 10, 10), paint(0xff, .restore)), (rectangle(75, 10, 15, 40), paint(0x0000_ff80)),
    ]
  }

  /// A page drawn by poppler, a pixel for a point.
  private func page(_ bytes: [UInt8], number: Int = 1) throws -> PixelPicture {
    let sandbox = Sandbox()
    try sandbox.write("a.pdf", bytes)
    let result = try sandbox.run(
      "pdftocairo", ["-png", "-r", "96", "-singlefile", "-f", "\(number)", "-l", "\(number)", "a.pdf", "page"])
    #expect(result.status == 0, "\(result.errors)")
    let file = try InputFile(path: sandbox.path("page.png"))
    return try file.withUnsafeBytes { try PictureReader.read($0, source: "page") }
  }

  @Test("the same drawings give the same bytes, which tell no time")
  func deterministic() throws {
    let pages = [(Drawing(width: 100, height: 80), fills), (Drawing(width: 30, height: 30), fills)]
    let bytes = try pdf(title: "Notes", pages)
    #expect(try pdf(title: "Notes", pages) == bytes)
    #expect(bytes.starts(with: Array("%PDF-".utf8)))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("CreationDate"))
  }

  @Test("highlighters are a blend mode of the page, and nothing is turned into pixels")
  func vectors() throws {
    let text = String(decoding: try pdf([(Drawing(width: 100, height: 80), fills)]), as: UTF8.self)
    #expect(text.contains("/BM /Multiply") && !text.contains("/Subtype /Image"))
  }

  @Test(
    "pages have the drawings' sizes, a title, and no pictures",
    .enabled(if: Poppler.isInstalled, "poppler-utils is not installed"))
  func pages() throws {
    let sandbox = Sandbox()
    let pages = [(Drawing(width: 100, height: 80), fills), (Drawing(width: 794, height: 1123), fills)]
    try sandbox.write("a.pdf", try pdf(title: "Tür ✓", pages))
    let info = try sandbox.run("pdfinfo", ["-f", "1", "-l", "2", "a.pdf"]).output
    // 1/96 inch is 0.75 of 1/72: 100 x 80 become 75 x 60; 794 x 1123 are A4.
    #expect(info.contains("Pages:           2") && info.contains("Title:           Tür ✓"))
    #expect(info.contains("75 x 60 pts"), "\(info)")
    #expect(info.contains("595.5 x 842.25 pts (A4)"), "\(info)")
    let images = try sandbox.run("pdfimages", ["-list", "a.pdf"]).output
    #expect(images.split(separator: "\n").count == 2, "only the two lines of the head: \(images)")
  }

  @Test(
    "a page shows what the pixels show, on paper of any kind",
    .enabled(if: Poppler.isInstalled, "poppler-utils is not installed"),
    arguments: [0xffff_ffff, 0xddee_ffff, 0, 0xff00_0080] as [UInt32])
  func samePixels(paper: UInt32) throws {
    let drawing = Drawing(width: 100, height: 80, background: .paper(InkColor(rgba: paper)))
    let canvas = PixelCanvas(isFlattened: true)
    canvas.begin(drawing.background, of: drawing)
    for (outline, paint) in fills { canvas.fill(outline, with: paint) }
    let expected = try canvas.picture()
    let page = try page(try pdf([(drawing, fills)]))
    #expect((page.width, page.height) == (100, 80))
    for y in 0..<80 {
      for x in 0..<100 {
        #expect(near(page.rgba(x, y), expected.rgba(x, y), within: 2), "\(x), \(y)")
      }
    }
  }

  @Test(
    "a picture is on the page once, a JPEG as its own file, and comes back below an eraser",
    .enabled(if: Poppler.isInstalled, "poppler-utils is not installed"), arguments: [Picture.Media.png, .jpeg])
  func pictures(media: Picture.Media) throws {
    let jpeg = JPEGFixture.file(width: 16, height: 8, blocks: [[120, 100, 160], [60, 128, 128]])
    let pixels = try PictureReader.read(jpeg, source: "a")
    let picture = media == .png ? Picture(pixels) : Picture(media: .jpeg, width: 16, height: 8, bytes: jpeg)
    let drawing = Drawing(width: 160, height: 80, background: .picture(0), pictures: [picture])
    let bytes = try pdf([
      (
        drawing,
        [(rectangle(0, 0, 160, 80), paint(0x00ff_00ff)), (rectangle(20, 20, 40, 40), paint(0xff, .restore))]
      )
    ])
    let sandbox = Sandbox()
    try sandbox.write("a.pdf", bytes)
    let lines = try sandbox.run("pdfimages", ["-list", "a.pdf"]).output.split(separator: "\n").dropFirst(2)
    let words = lines.map { $0.split(separator: " ") }
    // page num type width height color comp bpc enc interp object ...: drawn twice, held once.
    #expect(words.count == 1, "\(lines)")
    #expect(words.allSatisfy { $0[3] == "16" && $0[8] == (media == .jpeg ? "jpeg" : "image") }, "\(lines)")
    let page = try page(bytes)
    #expect(near(page.rgba(40, 40), pixels.rgba(4, 4), within: 3) && page.rgba(10, 10) == 0x00ff_00ff)
    if media == .jpeg {
      #expect(try sandbox.run("pdfimages", ["-j", "a.pdf", "image"]).status == 0)
      let held = try InputFile(path: sandbox.path("image-000.jpg")).withUnsafeBytes { Array($0) }
      #expect(held == jpeg)
    }
  }

  @Test("a sink that is full, a missing picture and no page are told")
  func errors() throws {
    #expect(throws: RenderingError(.output(SystemError(.tooLarge(limit: 100), "buffer")), "the drawing")) {
      try DrawingRenderer.writePDF(of: [Drawing(width: 10, height: 10)], to: BufferSink(limit: 100))
    }
    #expect(throws: RenderingError(.noPicture(3), "a.ink")) {
      try DrawingRenderer.pdf(of: [Drawing(width: 1, height: 1, background: .picture(3))], source: "a.ink")
    }
    #expect(throws: RenderingError.self) { try DrawingRenderer.pdf(of: []) }
    _ = try PDFCanvas(to: BufferSink())
  }
}
