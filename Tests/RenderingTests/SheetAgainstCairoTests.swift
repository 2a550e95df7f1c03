// The sheet's raster against Cairo's, on the same outlines: another program that fills shapes, with another way to cover pixels.

import Ink
import Rendering
import TestSupport
import Testing

@Suite struct SheetAgainstCairoTests {
  @Test("the sheet paints as Cairo does, but for the parts of edge pixels", arguments: 0..<40)
  func agrees(seed: Int) throws {
    var random = RandomInk(seed: UInt64(seed))
    var drawing = Drawing(width: random.width, height: random.height, background: .paper(InkColor(rgba: 0xf0e8_d0ff)))
    for _ in 0..<6 { drawing.commands.append(.add(random.stroke(samples: 30))) }
    drawing.position = drawing.commands.count
    let sheet = Sheet(drawing, scale: 1).shown
    let cairo = try DrawingRenderer.picture(of: drawing)
    let difference = PixelDifference(sheet, cairo, limit: 48)
    // Cairo samples a pixel at 15 x 17 points: 4 levels of an edge pixel. Where pieces of one stroke overlap within an edge pixel,
    // the sheet adds their parts; these are few.
    #expect(difference.mean < 1.5, "seed \(seed)")
    #expect(difference.far < 0.01, "seed \(seed): pixels that differ by more than 48 levels")
  }
}
