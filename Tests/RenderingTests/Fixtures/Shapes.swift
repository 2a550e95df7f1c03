// Pictures and outlines whose pixels are known beforehand.

import Ink
import TestSupport

@testable import Rendering

/// A rectangle, clockwise as it is seen.
func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Outline {
  var outline = Outline()
  outline.addRectangle(x, y, width, height)
  return outline
}

extension Outline {
  mutating func addRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    add(Point(x: x, y: y))
    add(Point(x: x + width, y: y))
    add(Point(x: x + width, y: y + height))
    add(Point(x: x, y: y + height))
    close()
  }
}

extension PixelPicture {
  /// A picture whose pixels are worked out from their places, `0xRRGGBBAA`.
  init(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) {
    var pixels: [UInt32] = []
    for y in 0..<height { for x in 0..<width { pixels.append(color(x, y).byteSwapped) } }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// A pixel as `0xRRGGBBAA`, as people write it.
  func rgba(_ x: Int, _ y: Int) -> UInt32 { self[x, y].byteSwapped }

  /// Pixels of noise: hardly one is like another.
  static func noise(_ width: Int, _ height: Int, seed: UInt64, isOpaque: Bool) -> PixelPicture {
    var random = SeededGenerator(seed: seed)
    return PixelPicture(width, height) { _, _ in
      let pixel = UInt32(truncatingIfNeeded: random.next())
      return isOpaque ? pixel | 0xff : pixel
    }
  }
}

/// Whether two colours differ by at most `tolerance` in each part: Cairo works with 8 bits after each step.
func near(_ left: UInt32, _ right: UInt32, within tolerance: Int = 1) -> Bool {
  [24, 16, 8, 0].allSatisfy { abs(Int(left >> $0 & 255) - Int(right >> $0 & 255)) <= tolerance }
}

extension Picture {
  /// A PNG picture of a drawing.
  init(_ picture: PixelPicture) {
    self.init(
      media: .png, width: Int32(picture.width), height: Int32(picture.height), bytes: PNGWriter.bytes(of: picture))
  }
}
