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
    var sum = 0
    var far = 0
    for index in sheet.pixels.indices {
      var worst = 0
      for shift in [UInt32(0), 8, 16] {
        let (a, b) = (Int(sheet.pixels[index] >> shift & 255), Int(cairo.pixels[index] >> shift & 255))
        worst = max(worst, abs(a - b))
      }
      sum += worst
      if worst > 48 { far += 1 }
    }
    // Cairo samples a pixel at 15 x 17 points: 4 levels of an edge pixel. Where pieces of one stroke overlap within an edge pixel,
    // the sheet adds their parts; these are few.
    #expect(Double(sum) / Double(sheet.pixels.count) < 1.5, "seed \(seed): mean difference")
    #expect(
      Double(far) / Double(sheet.pixels.count) < 0.01, "seed \(seed): \(far) pixels differ by more than 48 levels")
  }
}
