// The pixels of the drawing page as a file: the same raster, so that a PNG of the program is the picture that was on the screen.

public import Ink

extension PixelPicture {
  /// The pixels of a bitmap.
  public init(_ bitmap: Bitmap) {
    self.init(width: Int(bitmap.width), height: Int(bitmap.height), pixels: bitmap.pixels)
  }
}

extension Drawing {
  /// The decoded pictures of the drawing, for a sheet. What can be seen through in them lies on white.
  ///
  /// - Parameter source: What an error names.
  /// - Throws: ``RenderingError`` when a picture that is used cannot be decoded.
  public func decodedPictures(source: String) throws(RenderingError) -> [Bitmap?] {
    var bitmaps: [Bitmap?] = []
    for picture in pictures {
      let pixels = try PictureReader.read(picture, source: source)
      bitmaps.append(
        Bitmap(
          width: Int32(pixels.width), height: Int32(pixels.height),
          pixels: pixels.isOpaque ? pixels.pixels : pixels.pixels.map { PixelPicture.onWhite($0) }))
    }
    return bitmaps
  }

  /// Whether nothing can be seen through the drawing's background.
  public var isOpaque: Bool {
    if case .paper(let color) = VisibleInk(self).background { color.alpha == 255 } else { true }
  }
}

extension PixelPicture {
  /// A pixel on white.
  static func onWhite(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    func part(_ shift: UInt32) -> UInt32 {
      let sum = (pixel >> shift & 255) * alpha + 255 * (255 - alpha) + 128
      return ((sum + sum >> 8) >> 8) << shift
    }
    return part(0) | part(8) | part(16) | 0xff00_0000
  }
}
