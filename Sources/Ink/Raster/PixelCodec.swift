// Pixels packed for the history: most of a drawing's pixels are paper, and most of the rest are runs of one colour. Words:
//
//     | upper two bits | lower thirty | what follows          |
//     | 0              | count        | nothing: the paper's pixels |
//     | 1              | count        | one pixel, `count` times    |
//     | 2              | count        | `count` pixels              |

enum PixelCodec {
  private static let run: UInt32 = 1 << 30
  private static let literal: UInt32 = 2 << 30
  private static let countMask: UInt32 = 1 << 30 - 1

  /// Packs the pixels of `rect` and adds them to `words`.
  static func pack(
    _ rect: PixelRect, width: Int32, pixels: UnsafePointer<UInt32>, paper: Paper, into words: inout [UInt32]
  ) {
    // Paper of one colour is compared with that colour: looking at the paper's pixels takes twice the time.
    let plain = paper.color
    if paper.pixels.isEmpty {
      pack(rect, width: width, pixels: pixels, into: &words) { pixel, _ in pixel == plain }
    } else {
      paper.pixels.withUnsafeBufferPointer { paper in
        pack(rect, width: width, pixels: pixels, into: &words) { pixel, index in pixel == paper[index] }
      }
    }
  }

  @inline(__always)
  private static func pack(
    _ rect: PixelRect, width: Int32, pixels: UnsafePointer<UInt32>, into words: inout [UInt32],
    isPaper: (UInt32, Int) -> Bool
  ) {
    var literalAt = -1
    // Paper that goes on in the next row.
    var paperCount: UInt32 = 0
    for row in Int(rect.top)..<Int(rect.bottom) {
      var x = row * Int(width) + Int(rect.left)
      let end = x + Int(rect.right - rect.left)
      while x < end {
        let pixel = pixels[x]
        var next = x + 1
        if isPaper(pixel, x) {
          while next < end, isPaper(pixels[next], next) { next += 1 }
          paperCount += UInt32(next - x)
          x = next
          continue
        }
        if paperCount > 0 {
          words.append(paperCount)
          paperCount = 0
          literalAt = -1
        }
        while next < end, pixels[next] == pixel { next += 1 }
        if next - x >= 3 {
          words.append(run | UInt32(next - x))
          words.append(pixel)
          literalAt = -1
        } else {
          if literalAt < 0 {
            literalAt = words.count
            words.append(literal)
          }
          words[literalAt] += UInt32(next - x)
          for _ in x..<next { words.append(pixel) }
        }
        x = next
      }
    }
    if paperCount > 0 { words.append(paperCount) }
  }

  /// Writes packed pixels back.
  static func unpack(
    _ words: [UInt32], from start: Int, to rect: PixelRect, width: Int32, pixels: UnsafeMutablePointer<UInt32>,
    paper: Paper
  ) {
    let columns = Int(rect.right - rect.left)
    var cursor = start
    var row = Int(rect.top)
    var x = 0
    while row < Int(rect.bottom) {
      let word = words[cursor]
      cursor += 1
      let kind = word >> 30
      var rest = Int(word & countMask)
      let value = kind == 1 ? words[cursor] : paper.color
      if kind == 1 { cursor += 1 }
      let isPlain = kind == 1 || kind == 0 && paper.pixels.isEmpty
      // Row by row, each in one loop of its kind.
      while rest > 0 {
        let count = min(rest, columns - x)
        let index = row * Int(width) + Int(rect.left) + x
        if isPlain {
          for offset in 0..<count { pixels[index + offset] = value }
        } else if kind == 0 {
          for offset in 0..<count { pixels[index + offset] = paper[index + offset] }
        } else {
          for offset in 0..<count { pixels[index + offset] = words[cursor + offset] }
          cursor += count
        }
        rest -= count
        x += count
        if x == columns {
          x = 0
          row += 1
        }
      }
    }
  }
}
