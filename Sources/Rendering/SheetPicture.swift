// The pixels of the drawing page as a file: the same raster, so that a PNG of the program is the picture that was on the screen.

public import Ink

extension PixelPicture {
  /// The pixels of a bitmap.
  public init(_ bitmap: Bitmap) {
    self.init(width: Int(bitmap.width), height: Int(bitmap.height), pixels: bitmap.pixels)
  }
}

extension Drawing {
  /// The decoded pictures that backgrounds name, for a sheet; the others are `nil`. What can be seen through in them lies on white.
  ///
  /// - Parameter source: What an error names.
  /// - Throws: ``RenderingError`` when a picture that is used cannot be decoded.
  public func decodedPictures(source: String) throws(RenderingError) -> [Bitmap?] {
    var bitmaps: [Bitmap?] = []
    let named = namedPictures
    for (place, picture) in pictures.enumerated() {
      guard named.contains(Int32(place)) else {
        bitmaps.append(nil)
        continue
      }
      let pixels = try PictureReader.read(picture, source: source)
      bitmaps.append(
        Bitmap(
          width: Int32(pixels.width), height: Int32(pixels.height),
          pixels: pixels.isOpaque ? pixels.pixels : pixels.pixels.map { PixelPicture.onWhite($0) }))
    }
    return bitmaps
  }

  /// The places of the pictures that are a background at any time, also of what was undone.
  private var namedPictures: Set<Int32> {
    var named: Set<Int32> = []
    func name(_ background: Background) {
      if case .picture(let place) = background { named.insert(place) }
    }
    func look(_ command: Command) {
      switch command {
      case .setBackground(let background): name(background)
      case .group(let commands): commands.forEach(look)
      case .add, .erase, .clear: break
      }
    }
    name(background)
    commands.forEach(look)
    return named
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
