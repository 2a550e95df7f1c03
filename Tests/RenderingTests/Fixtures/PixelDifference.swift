// How far two pictures of one drawing are apart, where they were painted by different programs.

import Ink
import Rendering

/// The differences of two pictures: of each pixel the part that differs most, in levels of 255.
struct PixelDifference {
  /// The mean over all pixels.
  let mean: Double
  /// The share of pixels that differ by more than a limit.
  let far: Double

  init(_ sheet: Bitmap, _ other: PixelPicture, limit: Int) {
    var sum = 0
    var far = 0
    for index in sheet.pixels.indices {
      var worst = 0
      for shift in [UInt32(0), 8, 16] {
        worst = max(worst, abs(Int(sheet.pixels[index] >> shift & 255) - Int(other.pixels[index] >> shift & 255)))
      }
      sum += worst
      if worst > limit { far += 1 }
    }
    mean = Double(sum) / Double(sheet.pixels.count)
    self.far = Double(far) / Double(sheet.pixels.count)
  }
}
