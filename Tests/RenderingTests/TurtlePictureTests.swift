// Turtle pictures: the pixels against Cairo's stroke of the same lines, the shapes as they stand in files, and memory.

import CCairo
import Ink
import Rendering
import SystemKit
import TestSupport
import Testing
import Turtle

@Suite struct TurtlePictureTests {
  private static func system(_ name: String) throws -> LSystem {
    let path = PathName.join(PackageFolder.path, "Examples/lsystems/\(name).lsystem")
    return try LSystem(file: InputFile(path: path).withUnsafeBytes { Array($0) })
  }

  private struct Lines: TurtleSink {
    var lines: [(move: Bool, x: Double, y: Double)] = []
    mutating func style(_ style: TurtleStyle) {}
    mutating func move(to point: TurtlePoint) { lines.append((true, point.x, point.y)) }
    mutating func line(to point: TurtlePoint) { lines.append((false, point.x, point.y)) }
  }

  /// The numbers of an SVG path of ours as absolute places, in points.
  private static func places(_ svg: String) throws -> [(move: Bool, x: Double, y: Double)] {
    let units = try #require(svg.firstMatch(of: #/width="(\d+)" height="\d+" viewBox="0 0 (\d+) /#))
    let scale = try #require(Double(units.1)) / #require(Double(units.2))
    var places: [(move: Bool, x: Double, y: Double)] = []
    for path in svg.matches(of: #/ d="([^"]*)"/#) {
      var (x, y) = (0.0, 0.0)
      for part in String(path.1).matches(of: /([ml])([^ml]*)/) {
        let numbers = String(part.2).matches(of: /-?\d+/).compactMap { Double($0.0) }
        for index in stride(from: 0, to: numbers.count, by: 2) {
          x += numbers[index]
          y += numbers[index + 1]
          places.append((part.1 == "m", x * scale, y * scale))
        }
      }
    }
    return places
  }

  /// Cairo's stroke of the places of an SVG file, with a round pen.
  private static func cairo(_ picture: TurtlePicture, scale: Double, width: Double) throws -> PixelPicture {
    let sink = BufferSink()
    try picture.writeSVG(to: sink)
    let places = try places(String(decoding: sink.bytes, as: UTF8.self))
    let (wide, high) = (Int32((picture.width * scale).rounded(.up)), Int32((picture.height * scale).rounded(.up)))
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, wide, high)
    let context = cairo_create(surface)
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_scale(context, scale, scale)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
    for place in places {
      if place.move { cairo_move_to(context, place.x, place.y) } else { cairo_line_to(context, place.x, place.y) }
    }
    cairo_stroke(context)
    cairo_surface_flush(surface)
    let data = try #require(cairo_image_surface_get_data(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt32] = []
    for y in 0..<Int(high) {
      for x in 0..<Int(wide) {
        let grey = UInt32(data[y * stride + x * 4])
        pixels.append(0xff00_0000 | grey << 16 | grey << 8 | grey)
      }
    }
    return PixelPicture(width: Int(wide), height: Int(high), pixels: pixels)
  }

  /// Levels at which lines are longer than pixels, as long, and far shorter: level 7 on 120 points has lines of a twentieth.
  @Test(
    "pixels are those of Cairo's stroke, but for the parts of edge pixels",
    arguments: [
      ("snowflake", 2, 200, 1), ("snowflake", 4, 300, 1), ("snowflake", 6, 200, 1), ("snowflake", 7, 120, 3),
      ("dragon", 10, 200, 1.5), ("hilbert", 5, 200, 1), ("plant", 5, 250, 0.8), ("bush", 4, 200, 2),
      ("islands-and-lakes", 2, 300, 1), ("gosper", 3, 150, 4),
    ] as [(String, Int32, Double, Double)])
  func againstCairo(_ name: String, _ level: Int32, _ size: Double, _ width: Double) throws {
    let picture = try TurtlePicture(Self.system(name), level: level, look: TurtleLook(size: size, width: width))
    for scale in [1.0, 2] {
      let difference = PixelDifference(
        try picture.pixels(scale: scale), try Self.cairo(picture, scale: scale, width: width), limit: 32)
      #expect(difference.mean < 1.5, "\(name) \(level) at \(scale): mean \(difference.mean), far \(difference.far)")
      #expect(difference.far < 0.005, "\(name) \(level) at \(scale): mean \(difference.mean), far \(difference.far)")
    }
  }

  @Test("a horizontal line of 4 points covers exactly its pixels, with round ends")
  func line() throws {
    let system = try LSystem(file: Array("axiom: F".utf8))
    let pixels = try TurtlePicture(system, level: 0, look: TurtleLook(size: 20, width: 4)).pixels()
    // From 4, 4 to 16, 4 in 20 x 8.
    #expect(pixels.width == 20 && pixels.height == 8)
    for x in 4..<16 {
      for y in 0..<8 { #expect(pixels[x, y] == ((2..<6).contains(y) ? 0xff00_0000 : 0xffff_ffff), "\(x), \(y)") }
    }
    #expect(pixels[2, 1] == 0xffff_ffff && pixels[3, 3] & 0xff < 20 && pixels[1, 3] == 0xffff_ffff)
  }

  @Test("bands change no pixel: the rows of a large picture are those of a small part of it")
  func bands() throws {
    let look = TurtleLook(size: 1500, width: 1, background: nil, fill: TurtleColor(rgba: 0xccdd_ee80))
    let picture = try TurtlePicture(.kochSnowflake, level: 4, look: look)
    let pixels = try picture.pixels()
    let again = try picture.pixels()
    let same = pixels == again
    #expect(same)
    // The snowflake is its own mirror image: top to bottom, but for the rounding of points that lie between.
    var far = 0
    for y in 0..<pixels.height / 2 {
      for x in 0..<pixels.width {
        let (a, b) = (pixels[x, y] >> 24, pixels[x, pixels.height - 1 - y] >> 24)
        if a > b + 40 || b > a + 40 { far += 1 }
      }
    }
    #expect(far < pixels.width * pixels.height / 500, "\(far)")
    // Inside: the fill, at half its opacity; outside nothing.
    #expect(pixels[pixels.width / 2, pixels.height / 2] == 0x80ee_ddcc)
    #expect(pixels[2, 2] == 0)
  }

  @Test(
    "SVG has every line, in places that do not drift",
    arguments: [("snowflake", 7), ("plant", 5), ("dragon", 11)] as [(String, Int32)])
  func svg(_ name: String, _ level: Int32) throws {
    let system = try Self.system(name)
    let picture = try TurtlePicture(system, level: level, look: TurtleLook(size: 300))
    let sink = BufferSink()
    try picture.writeSVG(to: sink)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    let found = try Self.places(text)
    #expect(found.count { !$0.move } == Int(picture.segments))
    // A walk of one's own over the same page: the first and the last place.
    let extent = try system.extent(level: level)
    let step = (300 - 2) / max(extent.width, extent.height)
    var lines = Lines()
    var walk = try system.walk(level: level)
    walk.run(LatticeMap(step: step, origin: TurtlePoint(x: 0, y: 0)), base: TurtleStyle(), colors: [], on: &lines)
    let drawn = lines.lines.filter { !$0.move }
    let (dx, dy) = (found.first { !$0.move }!.x - drawn[0].x, found.first { !$0.move }!.y - drawn[0].y)
    var worst = 0.0
    for (one, other) in zip(found.filter { !$0.move }, drawn) {
      worst = max(worst, (one.x - other.x - dx).magnitude, (one.y - other.y - dy).magnitude)
    }
    // Two roundings of half a unit; a unit is 1/100 point or an eighth of a step.
    #expect(worst <= max(0.01, step / 8) + 1e-9, "\(worst)")
    #expect(text.contains("<title>\(String(decoding: system.name, as: UTF8.self)), level \(level)</title>"))
  }

  @Test("files are the same bytes each time, and refuse what cannot be")
  func files() throws {
    let picture = try TurtlePicture(Self.system("tree"), level: 5)
    for write in [
      { try picture.writeSVG(to: $0) }, { try picture.writePDF(to: $0) }, { try picture.writePNG(scale: 1, to: $0) },
    ] as [(BufferSink) throws -> Void] {
      let (one, other) = (BufferSink(), BufferSink())
      try write(one)
      try write(other)
      let same = one.bytes == other.bytes
      #expect(same && one.bytes.count > 500)
      #expect(throws: RenderingError.self) { try write(BufferSink(limit: 100)) }
    }
    #expect(throws: RenderingError.self) { try TurtlePicture(.kochSnowflake, level: 14) }
    #expect(throws: RenderingError.self) { try TurtlePicture(.kochSnowflake, level: 2, look: TurtleLook(size: 20_000)) }
    #expect(throws: RenderingError.self) { try TurtlePicture(.kochSnowflake, level: 2, look: TurtleLook(size: 2)) }
    #expect(throws: RenderingError.self) { try TurtlePicture(LSystem(file: Array("axiom: X".utf8)), level: 2) }
    #expect(throws: RenderingError.self) { try picture.pixels(scale: 100) }
    #expect(throws: RenderingError.self) { try picture.pixels(scale: .nan) }
  }

  @Test(
    "a PDF is drawn as the pixels are, by another program",
    .enabled(if: Sandbox.hasPDFReader, "pdftoppm is not installed"))
  func pdf() throws {
    let look = TurtleLook(size: 200, width: 2, fill: TurtleColor(rgba: 0xccdd_eeff))
    let picture = try TurtlePicture(.kochSnowflake, level: 4, look: look)
    let sandbox = Sandbox()
    let sink = BufferSink()
    try picture.writePDF(to: sink)
    let file = try sandbox.write("k.pdf", sink.bytes)
    let result = try sandbox.run("pdftoppm", ["-r", "96", "-png", "-singlefile", file, sandbox.path("k")])
    #expect(result.status == 0 && result.errors == "")
    let read = try PictureReader.read(
      InputFile(path: sandbox.path("k.png")).withUnsafeBytes { Array($0) }, source: "k.png")
    let difference = PixelDifference(try picture.pixels(), read, limit: 64)
    #expect(difference.mean < 3 && difference.far < 0.02, "mean \(difference.mean), far \(difference.far)")
  }
}

extension PixelDifference {
  /// Opaque pictures of one size.
  init(_ one: PixelPicture, _ other: PixelPicture, limit: Int) {
    self.init(
      Bitmap(width: Int32(one.width), height: Int32(one.height), pixels: one.pixels), other, limit: limit)
  }
}

extension Sandbox {
  static var hasPDFReader: Bool { (try? Subprocess("sh", ["-c", "command -v pdftoppm"]).run())?.succeeded ?? false }
}
