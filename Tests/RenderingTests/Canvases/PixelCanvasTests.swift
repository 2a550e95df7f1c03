import Ink
import Testing

@testable import Rendering

@Suite struct PixelCanvasTests {
  /// What a canvas shows after some fills.
  private func drawn(
    on background: Background = .paper(.white), width: Int32 = 20, height: Int32 = 10, pictures: [Picture] = [],
    scale: Double = 1, isFlattened: Bool = false, _ fills: [(Outline, Paint)] = []
  ) throws -> PixelPicture {
    let canvas = PixelCanvas(scale: scale, isFlattened: isFlattened)
    let drawing = Drawing(width: width, height: height, background: background, pictures: pictures)
    canvas.begin(background, of: drawing)
    for (outline, paint) in fills { canvas.fill(outline, with: paint) }
    return try canvas.picture()
  }

  private func cover(_ rgba: UInt32) -> Paint { Paint(color: InkColor(rgba: rgba), effect: .cover) }
  private func multiply(_ rgba: UInt32) -> Paint { Paint(color: InkColor(rgba: rgba), effect: .multiply) }
  private let restore = Paint(color: .black, effect: .restore)

  @Test("a square covers its pixels and no other")
  func square() throws {
    let picture = try drawn([(rectangle(3, 2, 5, 4), cover(0x1020_30ff))])
    for y in 0..<10 {
      for x in 0..<20 {
        let isInside = (3..<8).contains(x) && (2..<6).contains(y)
        #expect(picture.rgba(x, y) == (isInside ? 0x1020_30ff : 0xffff_ffff), "\(x), \(y)")
      }
    }
  }

  @Test("a pixel that is covered by a quarter has a quarter of the colour")
  func softEdge() throws {
    // 255 * 3/4 = 191.25; Cairo samples 15 lines a pixel, so a fifteenth either way.
    let picture = try drawn([(rectangle(3.5, 2.5, 5, 4), cover(0xff))])
    #expect(near(picture.rgba(3, 2), 0xbfbf_bfff, within: 10))
    #expect(near(picture.rgba(3, 4), 0x8080_80ff, within: 1))
  }

  @Test("ink that lets something through is mixed with what lies below")
  func alpha() throws {
    // Red of alpha 128 on white: 255; 255 * 127 / 255 = 127 for the others.
    #expect(near(try drawn([(rectangle(0, 0, 9, 9), cover(0xff00_0080))]).rgba(4, 4), 0xff7f_7fff))
  }

  @Test("contours that overlap in one direction are one shape")
  func nonzero() throws {
    var outline = rectangle(2, 2, 8, 6)
    outline.addRectangle(4, 3, 10, 4)
    let picture = try drawn([(outline, cover(0x0000_0080))])
    #expect(picture.rgba(3, 4) == picture.rgba(6, 4) && picture.rgba(6, 4) == picture.rgba(12, 4))
    #expect(near(picture.rgba(6, 4), 0x7f7f_7fff))
  }

  @Test("a highlighter multiplies: black stays black, white takes its colour, yellow on blue is black")
  func highlighter() throws {
    let picture = try drawn([
      (rectangle(0, 0, 5, 10), cover(0xff)), (rectangle(5, 0, 5, 10), cover(0x0000_ffff)),
      (rectangle(10, 0, 5, 10), cover(0x8080_80ff)), (rectangle(0, 0, 20, 10), multiply(0xffff_00ff)),
    ])
    #expect(picture.rgba(2, 5) == 0xff && picture.rgba(7, 5) == 0xff)
    #expect(near(picture.rgba(12, 5), 0x8080_00ff) && picture.rgba(17, 5) == 0xffff_00ff)
  }

  @Test("a highlighter on nothing is its own colour")
  func highlighterOnNothing() throws {
    let picture = try drawn(on: .paper(InkColor(rgba: 0)), [(rectangle(0, 0, 9, 9), multiply(0xffff_00ff))])
    #expect(picture.rgba(4, 4) == 0xffff_00ff && picture.rgba(15, 4) == 0)
  }

  @Test(
    "an eraser brings paper back, also paper that is not there", arguments: [0xffee_ddff, 0, 0x4060_8080] as [UInt32])
  func eraser(paper: UInt32) throws {
    let untouched = try drawn(on: .paper(InkColor(rgba: paper)))
    #expect(near(untouched.rgba(3, 3), paper, within: 2))
    let picture = try drawn(
      on: .paper(InkColor(rgba: paper)), [(rectangle(2, 2, 12, 6), cover(0xff)), (rectangle(5, 3, 4, 4), restore)])
    #expect(picture.rgba(6, 4) == untouched.rgba(6, 4))
    #expect(picture.rgba(3, 4) == 0xff && picture.rgba(10, 4) == 0xff)
  }

  @Test("an eraser's soft edge takes half of the ink away where nothing is below")
  func softEraser() throws {
    let picture = try drawn(
      on: .paper(InkColor(rgba: 0)), [(rectangle(0, 0, 20, 10), cover(0xff)), (rectangle(5.5, 0, 5, 10), restore)])
    #expect(near(picture.rgba(5, 5), 0x0000_0080, within: 2) && picture.rgba(7, 5) == 0 && picture.rgba(4, 5) == 0xff)
  }

  @Test("an eraser brings the very pixels of a picture back", arguments: [true, false])
  func eraserOnPicture(isOpaque: Bool) throws {
    let background = PixelPicture.noise(20, 10, seed: 3, isOpaque: isOpaque)
    let picture = try drawn(
      on: .picture(0), pictures: [Picture(background)],
      [(rectangle(0, 0, 20, 10), cover(0xff00_00ff)), (rectangle(4, 2, 10, 6), restore)])
    let untouched = try drawn(on: .picture(0), pictures: [Picture(background)])
    if isOpaque { #expect(untouched == background) }
    for y in 2..<8 { for x in 4..<14 { #expect(picture.rgba(x, y) == untouched.rgba(x, y)) } }
    #expect(picture.rgba(3, 3) == 0xff00_00ff)
  }

  @Test("a picture fills the drawing at any scale", arguments: [0.5, 1, 2, 3.3])
  func pictureScales(scale: Double) throws {
    // Left half red, right half blue.
    let background = PixelPicture(80, 40) { x, _ in x < 40 ? 0xff00_00ff : 0x0000_ffff }
    let picture = try drawn(on: .picture(0), pictures: [Picture(background)], scale: scale)
    #expect(picture.width == Int((20 * scale).rounded()) && picture.height == Int((10 * scale).rounded()))
    for (x, y) in [(0, 0), (0, picture.height - 1)] { #expect(near(picture.rgba(x, y), 0xff00_00ff, within: 3)) }
    #expect(near(picture.rgba(picture.width - 1, picture.height - 1), 0x0000_ffff, within: 3))
  }

  @Test("a picture of stripes made smaller is the grey between them, not some of the stripes")
  func smaller() throws {
    let background = PixelPicture(200, 100) { x, _ in x % 2 == 0 ? 0xff : 0xffff_ffff }
    let picture = try drawn(on: .picture(0), pictures: [Picture(background)])
    for x in 1..<19 { #expect(near(picture.rgba(x, 5), 0x8080_80ff, within: 12), "\(picture.rgba(x, 5))") }
  }

  @Test("flattened, what lets something through lies on white")
  func flattened() throws {
    #expect(try drawn(on: .paper(InkColor(rgba: 0)), isFlattened: true).rgba(1, 1) == 0xffff_ffff)
    let half = PixelPicture(20, 10) { _, _ in 0xff00_0080 }
    let picture = try drawn(
      on: .picture(0), pictures: [Picture(half)], isFlattened: true,
      [(rectangle(0, 0, 9, 9), cover(0xff)), (rectangle(2, 2, 4, 4), restore)])
    #expect(near(picture.rgba(15, 5), 0xff7f_7fff) && picture.rgba(3, 3) == picture.rgba(15, 5))
    #expect(picture.isOpaque)
  }

  @Test("places far away and places that are no numbers do no harm")
  func farAway() throws {
    var outline = Outline()
    for point in [
      Point(x: -1e30, y: -1e30), Point(x: 1e30, y: -1e30), Point(x: 1e30, y: 1e30), Point(x: -1e30, y: 1e30),
    ] {
      outline.add(point)
    }
    outline.close()
    #expect(try drawn([(outline, cover(0x1020_30ff))]).rgba(10, 5) == 0x1020_30ff)
    var odd = Outline()
    odd.add(Point(x: .nan, y: .infinity))
    odd.close()
    odd.add(Point(x: 3, y: -.infinity))
    odd.add(Point(x: .nan, y: 2))
    odd.close()
    #expect(try drawn([(odd, cover(0xff)), (Outline(), cover(0xff))]) == drawn())
  }

  @Test("what cannot be drawn is an error that says why")
  func errors() {
    func failure(_ drawing: Drawing, scale: Double = 1) -> RenderingError.Kind? {
      do throws(RenderingError) {
        _ = try DrawingRenderer.picture(of: drawing, scale: scale, source: "a.ink")
        return nil
      } catch {
        return error.kind
      }
    }
    let drawing = Drawing(width: 20, height: 10)
    #expect(failure(drawing, scale: 0) == .badScale(0))
    #expect(failure(drawing, scale: .infinity) == .badScale(.infinity))
    #expect(failure(drawing, scale: 1e300) == .tooLarge(width: Int(Int32.max), height: Int(Int32.max)))
    #expect(failure(Drawing(width: 32_768, height: 1)) == .tooLarge(width: 32_768, height: 1))
    #expect(failure(Drawing(width: 1, height: 1, background: .picture(0))) == .noPicture(0))
    let damaged = Picture(media: .png, width: 1, height: 1, bytes: [1, 2, 3])
    #expect(failure(Drawing(width: 1, height: 1, background: .picture(0), pictures: [damaged])) == .notAPicture)
    #expect(throws: RenderingError(.cannotDraw("nothing was drawn"), "x")) { try PixelCanvas(source: "x").picture() }
  }

  @Test("a drawing's PNG is the canvas's pixels")
  func png() throws {
    let drawing = Drawing(width: 30, height: 20, background: .paper(InkColor(rgba: 0xffee_dd80)))
    let bytes = try DrawingRenderer.png(of: drawing, scale: 2)
    #expect(try PictureReader.read(bytes, source: "a") == DrawingRenderer.picture(of: drawing, scale: 2))
  }
}
