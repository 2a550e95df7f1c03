// Smaller pictures: each pixel is the mean of what it covers.

import Rendering
import TestSupport
import Testing

@Suite struct ReducedPictureTests {
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> PixelPicture {
    PixelPicture(
      width: width, height: height, pixels: (0..<width * height).map { pixel($0 % width, $0 / width) })
  }

  @Test func `sizes keep the shape, and small pictures are left alone`() {
    for (width, height, side, columns, rows) in [
      (100, 50, 50, 50, 25), (50, 100, 50, 25, 50), (300, 1, 100, 100, 1), (1, 300, 100, 1, 100), (7, 5, 6, 6, 4),
      (1170, 2532, 320, 147, 320),
    ] {
      let small = picture(width, height) { _, _ in 0xff20_4060 }.reduced(toSide: side)
      #expect((small.width, small.height) == (columns, rows))
      #expect(small.pixels.allSatisfy { $0 == 0xff20_4060 }, "one colour stays that colour")
    }
    let whole = picture(9, 4) { x, y in 0xff00_0000 | UInt32(x * y) }
    #expect(whole.reduced(toSide: 9) == whole)
  }

  @Test func `a pixel is the mean of its area; what lets all through has no colour`() {
    let checks = picture(4, 4) { x, y in (x + y) % 2 == 0 ? 0xff00_0000 : 0xff00_00c8 }
    #expect(checks.reduced(toSide: 2).pixels == [UInt32](repeating: 0xff00_0064, count: 4))
    // Red beside nothing is red that lets half through, not half a red.
    let edge = picture(2, 2) { x, _ in x == 0 ? 0xff00_00ff : 0x0000_ff00 }
    #expect(edge.reduced(toSide: 1).pixels == [0x8000_00ff])
    #expect(picture(8, 8) { _, _ in 0x00ff_ffff }.reduced(toSide: 2).pixels == [0, 0, 0, 0])
    // Three into two: the middle belongs to both by half.
    let three = picture(3, 1) { x, _ in [0xff00_0000, 0xff00_0060, 0xff00_00c0][x] }
    #expect(three.reduced(toSide: 2).pixels == [0xff00_0020, 0xff00_00a0])
  }

  @Test func `the sum of all light stays`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let (width, height) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random))
      let side = Int.random(in: 1...max(width, height), using: &random)
      let from = picture(width, height) { _, _ in 0xff00_0000 | UInt32.random(in: 0...255, using: &random) }
      let small = from.reduced(toSide: side)
      func mean(_ picture: PixelPicture) -> Double {
        picture.pixels.reduce(0) { $0 + Double($1 & 255) } / Double(picture.pixels.count)
      }
      #expect(abs(mean(from) - mean(small)) <= 0.5, "\(width) x \(height) to \(side)")
      #expect(small.isOpaque)
    }
  }
}
