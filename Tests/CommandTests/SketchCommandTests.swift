// `plimsoll sketch` as people use it.

import Ink
import Rendering
import SystemKit
import TestSupport
import Testing

@Suite struct SketchCommandTests {
  /// Two strokes with times: a line from 10, 20 to 110, 20 in 0.4 s, and one below it.
  private func drawing() -> Drawing {
    func line(_ y: Double) -> Stroke {
      Stroke(
        brush: Brush(color: InkColor(rgba: 0xc000_00ff), width: 600, dynamics: .constant), device: .mouse,
        channels: .time,
        samples: (0...20).map { Sample(x: 10 + Double($0) * 5, y: y, time: Double($0) * 20)! })
    }
    return Drawing(width: 120, height: 80, commands: [.add(line(20)), .add(line(60))])
  }

  private func bytes(_ path: String) throws -> [UInt8] { try InputFile(path: path).withUnsafeBytes { Array($0) } }

  private func pixels(_ path: String) throws -> PixelPicture { try PictureReader.read(bytes(path), source: path) }

  @Test("render writes the pixels of the sheet, at a scale as well")
  func renderPNG() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("d.json", drawing().saved())
    let result = try sandbox.plimsoll("sketch", "render", file, "-o", sandbox.path("d.png"), "--scale", "2")
    #expect(result.status == 0 && result.errors == "")
    let picture = try pixels(sandbox.path("d.png"))
    #expect(picture.width == 240 && picture.height == 160)
    #expect(picture[100, 40] == 0xff00_00c0, "the stroke is red, 6 points wide")
    #expect(picture[100, 47] == 0xffff_ffff)
    #expect(picture.pixels == Sheet(drawing(), scale: 2).shown.pixels)
  }

  @Test("render writes SVG and PDF, and leaves the background out where it is told to")
  func renderShapes() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("d.json", drawing().saved())
    #expect(try sandbox.plimsoll("sketch", "render", file, "-o", sandbox.path("d.svg")).status == 0)
    let svg = try sandbox.read("d.svg")
    #expect(svg.contains("<path fill=\"#c00000\"") && svg.contains("<rect width=\"120\"") && !svg.contains("<metadata"))
    #expect(try sandbox.plimsoll("sketch", "render", file, "-o", sandbox.path("d.pdf")).status == 0)
    #expect(try bytes(sandbox.path("d.pdf")).starts(with: Array("%PDF-".utf8)))
    #expect(try sandbox.plimsoll("sketch", "render", file, "--transparent", "-o", sandbox.path("t.png")).status == 0)
    let ink = try pixels(sandbox.path("t.png"))
    #expect(ink[60, 40] >> 24 == 0 && ink[60, 20] == 0xff00_00c0)
  }

  @Test("convert goes from JSON to InkML and SVG and back without a loss")
  func convert() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("d.json", drawing().saved())
    for name in ["a.inkml", "a.svg"] {
      #expect(try sandbox.plimsoll("sketch", "convert", file, "-o", sandbox.path(name)).status == 0)
      let back = try sandbox.plimsoll("sketch", "convert", sandbox.path(name), "-o", sandbox.path("b.json"))
      #expect(back.status == 0)
      let drawing = try Drawing(saved: bytes(sandbox.path("b.json")))
      #expect(VisibleInk(drawing).visible == VisibleInk(self.drawing()).visible, "\(name)")
    }
    let piped = try sandbox.plimsoll("sketch", "convert", file, "-o", "-", "--to", "svg", "--plain")
    #expect(piped.status == 0 && piped.output.hasPrefix("<svg ") && !piped.output.contains("<metadata"))
  }

  @Test("a file of several drawings gives the first and says so, or the one that is named")
  func pages() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write(
      "q.ndjson",
      """
      {"word":"dot","key_id":"1","drawing":[[[1],[2]]]}
      {"word":"line","key_id":"6616116459732992","drawing":[[[0,90],[0,90]],[[0,9],[5,5]]]}\n
      """)
    let first = try sandbox.plimsoll("sketch", "convert", file, "-o", sandbox.path("a.json"))
    #expect(first.status == 0 && first.errors.contains("holds 2 drawings; this is the first (see --page)"))
    let second = try sandbox.plimsoll(
      "sketch", "convert", file, "--page", "6616116459732992", "-o", sandbox.path("b.json"))
    #expect(second.status == 0 && second.errors == "")
    #expect(try Drawing(saved: bytes(sandbox.path("b.json"))).commands.count == 2)
    let none = try sandbox.plimsoll("sketch", "convert", file, "--page", "3", "-o", sandbox.path("c.json"))
    #expect(none.status == 2 && none.errors.contains("no page '3'"))
  }

  @Test("replay writes frames in the time of the hand")
  func replay() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("d.json", drawing().saved())
    let folder = try sandbox.plimsoll(
      "sketch", "replay", file, "-o", sandbox.path("frames"), "--rate", "10", "--pause", "100")
    #expect(folder.status == 0)
    // 100 ms, 400 ms, 100 ms, 400 ms: ten frames at 10 a second, one before and one after.
    let names = try FileTree.walk([sandbox.path("frames")]).files.map { PathName.split($0.path).name }
    #expect(names.count == 12 && names.first == "frame-01.png" && names.last == "frame-12.png")
    #expect(try pixels(sandbox.path("frames/frame-01.png")).pixels.allSatisfy { $0 == 0xffff_ffff })
    let half = try pixels(sandbox.path("frames/frame-04.png"))
    #expect(half[40, 20] == 0xff00_00c0 && half[100, 20] == 0xffff_ffff, "200 ms into the stroke, half of it")
    let last = try pixels(sandbox.path("frames/frame-12.png"))
    #expect(last.pixels == Sheet(drawing(), scale: 1).shown.pixels)
    let animated = try sandbox.plimsoll("sketch", "replay", file, "-o", sandbox.path("a.png"), "--rate", "10")
    #expect(animated.status == 0)
    #expect(try bytes(sandbox.path("a.png")).contains("acTL".utf8))
    let again = try sandbox.plimsoll("sketch", "replay", file, "-o", sandbox.path("frames"))
    #expect(again.status == 64 && again.errors.contains("is not empty"))
  }

  @Test("markup lays ink on a screenshot, scaled where the shape is the same")
  func markup() throws {
    let sandbox = Sandbox()
    let blue = PixelPicture(width: 240, height: 160, pixels: [UInt32](repeating: 0xffff_8040, count: 240 * 160))
    let shot = try sandbox.write("shot.png", PNGWriter.bytes(of: blue))
    let file = try sandbox.write("d.json", drawing().saved())
    let result = try sandbox.plimsoll("sketch", "markup", shot, "--strokes", file, "-o", sandbox.path("out.png"))
    #expect(result.status == 0 && result.errors == "")
    let marked = try pixels(sandbox.path("out.png"))
    #expect(marked.width == 240 && marked[100, 40] == 0xff00_00c0 && marked[100, 80] == 0xffff_8040)
    let other = PixelPicture(width: 200, height: 200, pixels: [UInt32](repeating: 0xff00_0000, count: 40_000))
    let square = try sandbox.write("square.png", PNGWriter.bytes(of: other))
    let told = try sandbox.plimsoll("sketch", "markup", square, "--strokes", file, "-o", sandbox.path("o.json"))
    #expect(told.status == 0 && told.errors.contains("the ink is not scaled"))
    #expect(try Drawing(saved: bytes(sandbox.path("o.json"))).background == .picture(0))
  }

  @Test("page writes a page with paper, a screenshot or ink, the same bytes each time")
  func page() throws {
    let sandbox = Sandbox()
    #expect(try sandbox.plimsoll("sketch", "page", "-o", sandbox.path("a.html")).status == 0)
    #expect(try sandbox.plimsoll("sketch", "page", "-o", sandbox.path("b.html")).status == 0)
    let page = try sandbox.read("a.html")
    let again = try sandbox.read("b.html")
    #expect(page.hasPrefix("<!doctype html>") && page.contains("AGFzbQ") && page == again)
    let blue = PixelPicture(width: 24, height: 16, pixels: [UInt32](repeating: 0xffff_8040, count: 24 * 16))
    let shot = try sandbox.write("login.png", PNGWriter.bytes(of: blue))
    #expect(try sandbox.plimsoll("sketch", "page", shot, "-o", sandbox.path("c.html")).status == 0)
    #expect(try sandbox.read("c.html").contains("<title>login.png</title>"))
    let file = try sandbox.write("d.json", drawing().saved())
    let titled = try sandbox.plimsoll("sketch", "page", file, "--title", "A <b> title", "-o", sandbox.path("d.html"))
    #expect(titled.status == 0)
    #expect(try sandbox.read("d.html").contains("<title>A &lt;b&gt; title</title>"))
    let cut = try sandbox.write("cut.png", Array(PNGWriter.bytes(of: blue).prefix(60)))
    let refused = try sandbox.plimsoll("sketch", "page", cut, "-o", sandbox.path("e.html"))
    #expect(refused.status == 2 && refused.errors.contains("cut.png: the picture is damaged"))
    #expect(try sandbox.plimsoll("sketch", "page", shot, "--page", "2", "-o", sandbox.path("e.html")).status == 64)
  }

  @Test("what goes wrong is told with its place, and leaves no file")
  func mistakes() throws {
    let sandbox = Sandbox()
    let saved = drawing().saved()
    let cut = try sandbox.write("cut.json", Array(saved.prefix(200)))
    let result = try sandbox.plimsoll("sketch", "render", cut, "-o", sandbox.path("x.png"))
    #expect(result.status == 2 && result.errors.contains("cut.json: byte 200: the drawing is cut off here"))
    var changed = saved
    changed[saved.count / 2] = UInt8(ascii: "7")
    let damaged = try sandbox.write("damaged.json", changed)
    let refused = try sandbox.plimsoll("sketch", "render", damaged, "-o", sandbox.path("x.png"))
    #expect(refused.status == 2 && refused.errors.contains("damaged.json: byte "))
    let text = try sandbox.write("notes.txt", "hello")
    let unknown = try sandbox.plimsoll("sketch", "convert", text, "-o", sandbox.path("x.json"))
    #expect(unknown.status == 2 && unknown.errors.contains("not ink of a known format"))
    let good = try sandbox.write("d.json", saved)
    #expect(try sandbox.plimsoll("sketch", "render", good, "-o", sandbox.path("x.gif")).status == 64)
    #expect(try sandbox.plimsoll("sketch", "render", good, "-o", "-").status == 64)
    #expect(try sandbox.plimsoll("sketch", "convert", good, "-o", good).status == 64)
    #expect(try sandbox.plimsoll("sketch", "render", good, "-o", sandbox.path("x.png"), "--scale", "0").status == 64)
    let huge = try sandbox.plimsoll(
      "sketch", "render", good, "-o", sandbox.path("x.png"), "--scale", "64", "--to", "png")
    #expect(huge.status == 0, "7,680 x 5,120 pixels are a picture")
    try sandbox.write("big.json", Drawing(width: 20_000, height: 20_000).saved())
    let large = try sandbox.plimsoll("sketch", "render", sandbox.path("big.json"), "-o", sandbox.path("y.png"))
    #expect(large.status == 2 && large.errors.contains("20000 x 20000 pixels are too many"))
    #expect(FileFacts.size(sandbox.path("y.png")) == nil)
  }
}
