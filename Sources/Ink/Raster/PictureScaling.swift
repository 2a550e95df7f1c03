// A picture at the size of the pixels that it is drawn on: the mean of the area below each pixel, in whole numbers, so that it is the
// same everywhere. Enlarged, each pixel is the mean of what it lies on, which keeps screenshots sharp.

extension Bitmap {
  /// This picture, stretched to a size.
  ///
  /// - Complexity: O(pixels of both).
  public func scaled(width: Int32, height: Int32) -> Bitmap {
    if width == self.width, height == self.height { return self }
    var result = Bitmap(width: width, height: height, color: .white)
    let columns = Bitmap.shares(from: self.width, to: result.width)
    let rows = Bitmap.shares(from: self.height, to: result.height)
    pixels.withUnsafeBufferPointer { source in
      for y in 0..<Int(result.height) {
        for x in 0..<Int(result.width) {
          var sums: (red: UInt64, green: UInt64, blue: UInt64) = (0, 0, 0)
          var total: UInt64 = 0
          for row in rows[y].first...rows[y].last {
            let high = rows[y].share(of: row)
            for column in columns[x].first...columns[x].last {
              let pixel = source[Int(row) * Int(self.width) + Int(column)]
              let part = high * columns[x].share(of: column)
              sums.red += part * UInt64(pixel & 0xff)
              sums.green += part * UInt64(pixel >> 8 & 0xff)
              sums.blue += part * UInt64(pixel >> 16 & 0xff)
              total += part
            }
          }
          let half = total / 2
          result.pixels[y * Int(result.width) + x] = Pixel.pack(
            UInt32((sums.red + half) / total), UInt32((sums.green + half) / total),
            UInt32((sums.blue + half) / total))
        }
      }
    }
    return result
  }

  /// Which of the source's cells one target cell lies on, in units of 1/`to` source cell.
  struct Share {
    var first: Int32
    var last: Int32
    var start: Int64
    var end: Int64
    var unit: Int64

    /// The length of the part on one cell.
    func share(of cell: Int32) -> UInt64 {
      UInt64(min(end, Int64(cell + 1) * unit) - max(start, Int64(cell) * unit))
    }
  }

  static func shares(from: Int32, to: Int32) -> [Share] {
    (0..<Int64(to)).map { index in
      // A source cell is `to` long and a target cell `from`: both rows have the same length in these units.
      let start = index * Int64(from)
      let end = start + Int64(from)
      return Share(
        first: Int32(start / Int64(to)), last: Int32((end - 1) / Int64(to)), start: start, end: end, unit: Int64(to))
    }
  }
}
