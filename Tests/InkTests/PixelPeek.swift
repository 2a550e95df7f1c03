// Bitmaps as text files that picture viewers open: for looking at what a test saw.

import Ink
import SystemKit

enum PixelPeek {
  /// The bitmap as a portable pixmap (P6).
  static func pixmap(_ bitmap: Bitmap) -> [UInt8] {
    var bytes = Array("P6 \(bitmap.width) \(bitmap.height) 255\n".utf8)
    for pixel in bitmap.pixels {
      bytes += [UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8), UInt8(truncatingIfNeeded: pixel >> 16)]
    }
    return bytes
  }
}
