// Opaque pixels. What can be seen through is decided when a file is written; on the screen there is always paper below the ink.

/// A picture of opaque pixels.
public struct Bitmap: Equatable, Sendable {
  /// The widest and highest bitmap, in pixels.
  public static let largest: Int32 = 32_768

  /// In pixels.
  public let width: Int32
  /// In pixels.
  public let height: Int32
  /// Row after row; red in the lowest byte, then green, blue and 255, as browsers have it.
  public internal(set) var pixels: [UInt32]

  /// A bitmap of one colour, whose alpha is laid on white.
  public init(width: Int32, height: Int32, color: InkColor) {
    self.width = min(max(width, 1), Bitmap.largest)
    self.height = min(max(height, 1), Bitmap.largest)
    pixels = [UInt32](repeating: Pixel.opaque(color), count: Int(self.width) * Int(self.height))
  }

  /// A bitmap of pixels.
  ///
  /// - Parameter pixels: As in ``pixels``; `width` times `height` of them.
  public init(width: Int32, height: Int32, pixels: [UInt32]) {
    precondition(pixels.count == Int(width) * Int(height), "a bitmap needs width times height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// All of it.
  public var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }
}

/// Arithmetic of pixels in whole numbers, rounded to the nearest.
enum Pixel {
  /// `color` on white.
  static func opaque(_ color: InkColor) -> UInt32 {
    let packed = pack(UInt32(color.red), UInt32(color.green), UInt32(color.blue))
    return color.alpha == 255 ? packed : mix(0xffff_ffff, packed, UInt32(color.alpha))
  }

  @inline(__always)
  static func pack(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    red | green << 8 | blue << 16 | 0xff00_0000
  }

  /// A 255th of `value`, for products of two bytes.
  @inline(__always)
  static func by255(_ value: UInt32) -> UInt32 {
    let sum = value &+ 128
    return (sum &+ sum >> 8) >> 8
  }

  /// `alpha` 255ths of `top`, the rest of `below`.
  @inline(__always)
  static func mix(_ below: UInt32, _ top: UInt32, _ alpha: UInt32) -> UInt32 {
    let rest = 255 &- alpha
    // Red and blue together: their products have 16 bits each.
    let redBlue = (top & 0xff00ff) &* alpha &+ (below & 0xff00ff) &* rest &+ 0x800080
    let green = (top >> 8 & 0xff) &* alpha &+ (below >> 8 & 0xff) &* rest &+ 0x80
    let outer = (redBlue &+ (redBlue >> 8 & 0xff00ff)) >> 8 & 0xff00ff
    let inner = (green &+ green >> 8) & 0xff00
    return outer | inner | 0xff00_0000
  }

  /// Each part of one colour times the other's.
  @inline(__always)
  static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
    pack(
      by255((a & 0xff) &* (b & 0xff)), by255((a >> 8 & 0xff) &* (b >> 8 & 0xff)),
      by255((a >> 16 & 0xff) &* (b >> 16 & 0xff)))
  }
}
