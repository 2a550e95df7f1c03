// What ink does to pixels.

enum Blending {
  /// Blends the paint onto `source` where the mask covers it and writes the result to `target`, in `rect`.
  ///
  /// - Parameters:
  ///   - paper: What the effect `restore` brings back.
  ///   - target: May be the same pixels as `source`.
  static func blend(
    _ mask: CoverageMask, _ paint: Paint, in rect: PixelRect, source: UnsafePointer<UInt32>,
    paper: Paper, target: UnsafeMutablePointer<UInt32>
  ) {
    guard !rect.isEmpty else { return }
    let width = Int(mask.width)
    let isCopy = source != UnsafePointer(target)
    let color = Pixel.pack(UInt32(paint.color.red), UInt32(paint.color.green), UInt32(paint.color.blue))
    let alpha: UInt32 = paint.effect == .restore ? 255 : UInt32(paint.color.alpha)
    mask.sums.withUnsafeBufferPointer { sums in
      guard let sums = sums.baseAddress else { return }
      for row in Int(rect.top)..<Int(rect.bottom) {
        let end = row * width + Int(rect.right)
        var index = row * width + Int(rect.left)
        if isCopy { (target + index).update(from: source + index, count: end - index) }
        while true {
          index = CoverageMask.firstCovered(sums, from: index, to: end)
          guard index < end else { break }
          let sum = sums[index]
          let below = source[index]
          let covered = (UInt32(truncatingIfNeeded: min(sum, CoverageMask.full)) &* alpha &+ 65_536) >> 17
          switch paint.effect {
          case .cover: target[index] = Pixel.mix(below, color, covered)
          case .multiply: target[index] = Pixel.mix(below, Pixel.multiply(below, color), covered)
          case .restore: target[index] = Pixel.mix(below, paper[index], covered)
          }
          index += 1
        }
      }
    }
  }

  /// Copies the pixels of `rect`.
  static func copy(
    _ rect: PixelRect, width: Int32, from source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>
  ) {
    guard !rect.isEmpty else { return }
    for row in Int(rect.top)..<Int(rect.bottom) {
      let start = row * Int(width) + Int(rect.left)
      (target + start).update(from: source + start, count: Int(rect.right - rect.left))
    }
  }
}

/// The background at the size of the pixels: one colour, or a picture.
struct Paper {
  let color: UInt32
  let pixels: [UInt32]

  init(_ color: InkColor) {
    self.color = Pixel.opaque(color)
    pixels = []
  }

  init(_ bitmap: Bitmap) {
    color = 0xffff_ffff
    pixels = bitmap.pixels
  }

  @inline(__always)
  subscript(index: Int) -> UInt32 { pixels.isEmpty ? color : pixels[index] }
}
