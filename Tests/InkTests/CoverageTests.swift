// The raster against the areas that geometry gives, and pieces against the whole.

import TestSupport
import Testing

@testable import Ink

@Suite struct CoverageTests {
  /// The coverage of each pixel of a shape, in parts of one.
  static func coverage(_ corners: [(Double, Double)], width: Int32 = 8, height: Int32 = 6) -> [Double] {
    var mask = CoverageMask(width: width, height: height)
    for corner in corners { mask.corner(corner.0, corner.1) }
    _ = mask.close(within: PixelRect(left: 0, top: 0, right: width, bottom: height))
    return mask.sums.map { Double($0) / Double(CoverageMask.full) }
  }

  @Test("a rectangle covers pixels by their exact parts")
  func rectangle() {
    let sums = Self.coverage([(1.25, 1.5), (1.25, 4), (4.5, 4), (4.5, 1.5)])
    // By hand: rows 1 (half), 2 and 3; columns 1 (three quarters), 2, 3 and 4 (half).
    let row: [Double] = [0, 0.75, 1, 1, 0.5, 0, 0, 0]
    let empty = [Double](repeating: 0, count: 8)
    #expect(sums == empty + row.map { $0 / 2 } + row + row + empty + empty)
  }

  @Test("a triangle's halves are halves")
  func triangle() {
    let sums = Self.coverage([(0, 0), (0, 4), (4, 4)])
    for y in 0..<4 {
      for x in 0..<4 { #expect(sums[y * 8 + x] == (x < y ? 1 : x == y ? 0.5 : 0), "\(x), \(y)") }
    }
  }

  @Test("what lies outside covers the part that is inside", arguments: [1.0, 100, 1_000_000])
  func clipped(far: Double) {
    let sums = Self.coverage([(-far, -far), (-far, 3), (far + 8, 3), (far + 8, -far)])
    for (index, sum) in sums.enumerated() { #expect(sum == (index < 24 ? 1 : 0), "pixel \(index)") }
    let left = Self.coverage([(-far, 1), (-far, 2), (0.5, 2), (0.5, 1)])
    #expect(left[8] == 0.5 && left[9] == 0)
  }

  @Test("an edge and its reverse cancel to the last bit", arguments: 0..<200)
  func reverse(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let clip = PixelRect(left: 0, top: 0, right: 40, bottom: 30)
    var mask = CoverageMask(width: 40, height: 30)
    let corners = (0..<5).map { _ in
      (Double.random(in: -60...100, using: &random), Double.random(in: -60...90, using: &random))
    }
    for corner in corners { mask.corner(corner.0, corner.1) }
    _ = mask.close(within: clip)
    for corner in corners.reversed() { mask.corner(corner.0, corner.1) }
    _ = mask.close(within: clip)
    #expect(mask.sums.allSatisfy { $0 == 0 })
  }

  @Test("a polygon cut in two is the polygon", arguments: 0..<200)
  func cut(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let clip = PixelRect(left: 0, top: 0, right: 40, bottom: 30)
    let corners = (0..<7).map { _ in
      (Double.random(in: -20...60, using: &random), Double.random(in: -20...50, using: &random))
    }
    var whole = CoverageMask(width: 40, height: 30)
    for corner in corners { whole.corner(corner.0, corner.1) }
    _ = whole.close(within: clip)
    var parts = CoverageMask(width: 40, height: 30)
    for corner in corners[0...3] { parts.corner(corner.0, corner.1) }
    _ = parts.close(within: clip)
    for corner in [corners[0]] + corners[3...] { parts.corner(corner.0, corner.1) }
    _ = parts.close(within: clip)
    #expect(whole.sums == parts.sums)
  }

  @Test("the mask agrees with counting points in the shape", arguments: 0..<40)
  func counted(seed: Int) {
    var random = RandomInk(seed: UInt64(seed), width: 24, height: 20)
    var stroke = random.stroke(samples: 6)
    stroke.brush.width = 300
    stroke.brush.dynamics = .constant
    let outline = stroke.outline()
    var sink = MaskSink(width: 24, height: 20, scale: 1)
    sink.add(outline)
    let winding = Winding(outline: outline)
    // 16 x 16 points a pixel: their share is within 1/16 or so of the area, where edges do not overlap within the pixel.
    var worst = 0.0
    for y in 0..<20 {
      for x in 0..<24 {
        var inside = 0
        for j in 0..<16 {
          for i in 0..<16
          where winding.at(Double(x) + (Double(i) + 0.5) / 16, Double(y) + (Double(j) + 0.5) / 16) > 0 { inside += 1 }
        }
        let covered = min(1, Double(sink.mask.sums[y * 24 + x]) / Double(CoverageMask.full))
        // Where pieces overlap within a pixel their areas add up: never less than the union.
        #expect(covered >= Double(inside) / 256 - 0.08, "seed \(seed), pixel \(x), \(y)")
        worst = max(worst, covered - Double(inside) / 256)
      }
    }
    #expect(worst <= 0.55)
  }

  @Test("the pieces of a stroke are its outline, pixel for pixel", arguments: 0..<60)
  func pieces(seed: Int) {
    var random = RandomInk(seed: UInt64(seed))
    let stroke = random.stroke()
    let scale = [0.5, 1, 1.75, 3][random.below(4)]
    let drawing = Drawing(width: 160, height: 120)
    let sheet = Sheet(drawing, scale: scale)
    sheet.apply(.add(stroke))
    var outline = MaskSink(width: sheet.shown.width, height: sheet.shown.height, scale: scale)
    outline.add(stroke.outline())
    let other = Sheet(drawing, scale: scale)
    _ = other.cover(stroke)
    #expect(outline.mask.sums == other.sink.mask.sums)
  }
}
