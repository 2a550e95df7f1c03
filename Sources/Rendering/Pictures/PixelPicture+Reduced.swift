// Pictures made smaller, for overviews. Each pixel is the mean of the area that it covers, in whole numbers: the same everywhere.

extension PixelPicture {
  /// The picture so small that neither side is longer than a limit; the picture itself where it is that small already.
  ///
  /// - Complexity: O(pixels); memory for the small picture and one row.
  public func reduced(toSide side: Int) -> PixelPicture {
    precondition(side > 0, "a picture needs a side of at least 1")
    let longest = max(width, height)
    guard longest > side else { return self }
    let (columns, rows) = (max(1, width * side / longest), max(1, height * side / longest))
    var small = [UInt32](repeating: 0, count: columns * rows)
    var line = [SIMD4<UInt32>](repeating: .zero, count: columns)
    var sums = [SIMD4<UInt64>](repeating: .zero, count: columns)
    for y in 0..<height {
      addRow(y, to: &line)
      // In units in which a row of the picture is `rows` high and one of the small picture `height`, no row lies in more than two.
      let (top, bottom) = (y * rows, (y + 1) * rows)
      let row = top / height
      let above = min(bottom, (row + 1) * height) - top
      for x in 0..<columns { sums[x] &+= SIMD4<UInt64>(truncatingIfNeeded: line[x]) &* UInt64(above) }
      guard bottom >= (row + 1) * height else { continue }
      for x in 0..<columns { small[row * columns + x] = Self.pixel(sums[x], area: UInt64(width) * UInt64(height)) }
      let below = UInt64(bottom - (row + 1) * height)
      for x in 0..<columns { sums[x] = SIMD4<UInt64>(truncatingIfNeeded: line[x]) &* below }
    }
    return PixelPicture(width: columns, height: rows, pixels: small)
  }

  /// One row, made narrower: sums of colours times alpha, and of alpha times 255. A sum is at most 16,384 x 255 x 255: 30 bits.
  private func addRow(_ y: Int, to line: inout [SIMD4<UInt32>]) {
    let columns = line.count
    for x in 0..<columns { line[x] = .zero }
    pixels.withUnsafeBufferPointer { pixels in
      var column = 0
      for x in 0..<width {
        let pixel = pixels[y * width + x]
        let alpha = pixel >> 24
        let color = SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, 255) &* alpha
        let (left, right) = (x * columns, (x + 1) * columns)
        let border = (column + 1) * width
        line[column] &+= color &* UInt32(min(right, border) - left)
        guard right >= border, column + 1 < columns else { continue }
        column += 1
        line[column] &+= color &* UInt32(right - border)
      }
    }
  }

  private static func pixel(_ sum: SIMD4<UInt64>, area: UInt64) -> UInt32 {
    guard sum.w > 0 else { return 0 }
    // The sum of alpha is times 255, as those of colours are times alpha: their quotient is the colour over 255.
    func color(_ value: UInt64) -> UInt32 { UInt32((value * 255 + sum.w / 2) / sum.w) }
    let alpha = UInt32((sum.w / 255 + area / 2) / area)
    return color(sum.x) | color(sum.y) << 8 | color(sum.z) << 16 | alpha << 24
  }
}
