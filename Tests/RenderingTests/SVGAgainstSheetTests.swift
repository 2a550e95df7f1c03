// Our SVG, drawn by librsvg, against the pixels of the sheet: masks of erasers, highlighters that multiply, alpha.

import Ink
import Rendering
import SystemKit
import TestSupport
import Testing

@Suite struct SVGAgainstSheetTests {
  static let hasRsvg = (try? Subprocess("sh", ["-c", "command -v rsvg-convert"]).run())?.succeeded ?? false

  @Test(
    "another program draws our SVG as the sheet does",
    .enabled(if: SVGAgainstSheetTests.hasRsvg, "rsvg-convert is not installed"), arguments: 0..<12)
  func agrees(seed: Int) throws {
    var random = RandomInk(seed: UInt64(seed))
    var drawing = Drawing(width: random.width, height: random.height, background: .paper(InkColor(rgba: 0xf0e8_d0ff)))
    for _ in 0..<10 { drawing.commands.append(.add(random.stroke(samples: 30))) }
    drawing.commands.append(.erase([2]))
    drawing.position = drawing.commands.count
    let sandbox = Sandbox()
    let file = try sandbox.write("d.svg", drawing.svg())
    let result = try sandbox.run("rsvg-convert", [file, "-o", sandbox.path("d.png")])
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try InputFile(path: sandbox.path("d.png")).withUnsafeBytes { [UInt8]($0) }
    let theirs = try PictureReader.read(bytes, source: "d.png")
    let sheet = Sheet(drawing, scale: 1).shown
    #expect(theirs.width == Int(sheet.width) && theirs.height == Int(sheet.height))
    let difference = PixelDifference(sheet, theirs, limit: 64)
    // An eraser's edge is taken from each stroke below it and not from their sum: edge pixels differ a little more than with Cairo.
    #expect(difference.mean < 2)
    #expect(difference.far < 0.01, "pixels that differ by more than 64 levels")
  }
}
