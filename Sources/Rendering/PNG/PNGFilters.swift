// Rows of a PNG file as deflate likes them (ISO 15948, 9). Flat ink is left unfiltered: deflate finds the row above by itself, and
// differences only make more kinds of bytes at the edges. Measured on 100 strokes of 6 colours at 2048 x 1536, deflate's level 3:
// unfiltered 750 KB, Up 949, Sub 958; Cairo's own writer 899. In a photograph hardly a pixel is like its neighbour; there the
// filter with the smallest differences is taken, as the specification proposes (12.8).

/// Turns pixels into filtered rows.
struct PNGFilters {
  private let rows: PixelRows
  private let colors: PNGColors

  init(_ rows: PixelRows, _ colors: PNGColors) {
    self.rows = rows
    self.colors = colors
  }

  /// The filtered bytes of some rows, and whether most of the rows are soft: a photograph's.
  func filtered(_ range: Range<Int>) -> (bytes: [UInt8], isSoft: Bool) {
    let width = rows.width
    let count = colors.rowBytes(width: width)
    let size = range.count * (count + 1)
    var soft = 0
    let bytes = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { pixels in
      let pixels = pixels.baseAddress!
      return [UInt8](unsafeUninitializedCapacity: size) { buffer, written in
        var target = buffer.baseAddress!
        if case .palette(let palette) = colors {
          for row in range {
            rows.read(row, into: pixels)
            target[0] = 0
            palette.pack(pixels, width: width, into: target + 1)
            target += count + 1
          }
        } else {
          soft = filter(range, pixels, count, &target)
        }
        written = size
      }
    }
    return (bytes, soft * 2 > range.count)
  }

  /// Returns how many rows are soft.
  private func filter(
    _ range: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ target: inout UnsafeMutablePointer<UInt8>
  ) -> Int {
    var soft = 0
    let parts = count / rows.width
    // A pixel of nothing stands to the left of each row, and a row of nothing above the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * (count + parts)) { lines in
      var above = lines.baseAddress! + parts
      var line = above + count + parts
      lines.initialize(repeating: 0)
      if range.lowerBound > 0 {
        rows.read(range.lowerBound - 1, into: pixels)
        pack(pixels, into: above)
      }
      for row in range {
        rows.read(row, into: pixels)
        pack(pixels, into: line)
        if isFlat(pixels) {
          target[0] = 0
          (target + 1).update(from: line, count: count)
        } else {
          soft += 1
          smallest(line, above, parts, count, target)
        }
        swap(&line, &above)
        target += count + 1
      }
    }
    return soft
  }

  /// Whether at least a quarter of the pixels are like the one to the left.
  private func isFlat(_ pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    var same = 0
    for x in 1..<max(rows.width, 1) where pixels[x] == pixels[x - 1] { same &+= 1 }
    return same >= (rows.width - 1) / 4
  }

  @inline(__always)
  private func pack(_ pixels: UnsafeMutablePointer<UInt32>, into line: UnsafeMutablePointer<UInt8>) {
    if case .rgba = colors {
      UnsafeMutableRawPointer(line).copyMemory(from: pixels, byteCount: rows.width * 4)
      return
    }
    var target = line
    for x in 0..<rows.width {
      let pixel = pixels[x]
      target[0] = UInt8(truncatingIfNeeded: pixel)
      target[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[2] = UInt8(truncatingIfNeeded: pixel >> 16)
      target += 3
    }
  }

  /// Writes a row by whichever of Sub, Up and Paeth leaves the smallest sum of differences.
  private func smallest(
    _ line: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ parts: Int, _ count: Int,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    var sums = (sub: 0, up: 0, paeth: 0)
    for i in 0..<count {
      sums.sub &+= size(line[i] &- line[i - parts])
      sums.up &+= size(line[i] &- above[i])
      sums.paeth &+= size(line[i] &- paeth(line[i - parts], above[i], above[i - parts]))
    }
    if sums.paeth < min(sums.sub, sums.up) {
      target[0] = 4
      for i in 0..<count { target[i + 1] = line[i] &- paeth(line[i - parts], above[i], above[i - parts]) }
    } else if sums.sub <= sums.up {
      target[0] = 1
      for i in 0..<count { target[i + 1] = line[i] &- line[i - parts] }
    } else {
      target[0] = 2
      for i in 0..<count { target[i + 1] = line[i] &- above[i] }
    }
  }

  @inline(__always)
  private func size(_ difference: UInt8) -> Int { Int(Int8(bitPattern: difference).magnitude) }

  /// Whichever of left, above and the corner between them is nearest to left + above - corner, in this order (9.4).
  @inline(__always)
  private func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int16(above) &- Int16(corner))
    let toAbove = abs(Int16(left) &- Int16(corner))
    let toCorner = abs(Int16(left) &+ Int16(above) &- 2 &* Int16(corner))
    if toLeft <= toAbove && toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }
}
