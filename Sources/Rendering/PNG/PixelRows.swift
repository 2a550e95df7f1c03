// Pixels wherever they lie, row by row: a decoded picture, or the memory of a Cairo surface, which holds other bytes. PNG is written
// from both without a copy of the whole.

/// Rows of pixels that outlive the value; whoever makes it sees to that.
struct PixelRows: @unchecked Sendable {
  /// What a pixel's 32 bits mean.
  enum Layout: Sendable {
    /// `0xAABBGGRR`, not premultiplied: ``PixelPicture``.
    case straight
    /// `0xAARRGGBB`, premultiplied: Cairo's ARGB32.
    case premultiplied
    /// `0x--RRGGBB`: Cairo's RGB24.
    case opaque
  }

  let start: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int
  let layout: Layout

  /// Reads a row as `0xAABBGGRR`, not premultiplied.
  @inline(__always)
  func read(_ row: Int, into target: UnsafeMutablePointer<UInt32>) {
    let source = start + row * stride
    switch layout {
    case .straight: target.update(from: source, count: width)
    case .opaque:
      for x in 0..<width { target[x] = Self.swapped(source[x]) | 0xff00_0000 }
    case .premultiplied:
      for x in 0..<width { target[x] = Self.straight(source[x]) }
    }
  }

  /// Red and blue exchanged.
  @inline(__always)
  static func swapped(_ pixel: UInt32) -> UInt32 {
    pixel & 0xff00_ff00 | (pixel >> 16) & 0xff | (pixel & 0xff) << 16
  }

  /// A pixel of Cairo's without the alpha in its colours, rounded to the nearest.
  @inline(__always)
  static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0xff { return swapped(pixel) }
    if alpha == 0 { return 0 }
    let half = alpha / 2
    let red = min(255, ((pixel >> 16 & 0xff) &* 255 &+ half) / alpha)
    let green = min(255, ((pixel >> 8 & 0xff) &* 255 &+ half) / alpha)
    let blue = min(255, ((pixel & 0xff) &* 255 &+ half) / alpha)
    return alpha << 24 | blue << 16 | green << 8 | red
  }

  /// A pixel of ours as Cairo's ARGB32, rounded to the nearest.
  @inline(__always)
  static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0xff { return swapped(pixel) }
    let red = ((pixel & 0xff) &* alpha &+ 127) / 255
    let green = ((pixel >> 8 & 0xff) &* alpha &+ 127) / 255
    let blue = ((pixel >> 16 & 0xff) &* alpha &+ 127) / 255
    return alpha << 24 | red << 16 | green << 8 | blue
  }
}

extension PixelPicture {
  /// The picture's rows, for the duration of a call.
  func withRows<Result, Failure: Error>(_ body: (PixelRows) throws(Failure) -> Result) throws(Failure) -> Result {
    try pixels.withUnsafeBufferPointer { buffer throws(Failure) in
      // A picture has at least one pixel.
      try body(
        PixelRows(start: buffer.baseAddress!, stride: width, width: width, height: height, layout: .straight))
    }
  }
}
