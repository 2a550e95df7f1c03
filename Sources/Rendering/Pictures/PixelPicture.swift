// A decoded picture: the form in which pictures are compared, and from which PNG files are written. Colours are not premultiplied,
// since that would lose what PNG keeps: at an alpha of 10 only eleven values of a colour would be left.

/// Pixels in memory.
public struct PixelPicture: Equatable, Sendable {
  /// The longest side that is read or drawn. A phone's screen has 3,000 pixels, a camera's picture 12,000.
  public static let largestSide = 16_384
  /// The most pixels that are read or drawn: 67 million, 256 MiB; a camera's pictures have 12 to 50 million. Decoding a progressive
  /// JPEG of that many takes 400 MiB more for a while.
  public static let mostPixels = 1 << 26

  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// Row by row from the top; in each the lowest byte is red, then green, blue and alpha, which is not multiplied into the others.
  public var pixels: [UInt32]

  /// A picture of `width * height` pixels.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "a picture needs width x height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The pixel in a column and row, `0xAABBGGRR`.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// Whether no pixel lets anything through.
  ///
  /// - Complexity: O(pixels).
  public var isOpaque: Bool { pixels.allSatisfy { $0 >> 24 == 0xff } }

  /// Whether a size is one that is read and drawn.
  static func isAllowed(width: Int, height: Int) -> Bool {
    width > 0 && height > 0 && width <= largestSide && height <= largestSide && width * height <= mostPixels
  }
}
