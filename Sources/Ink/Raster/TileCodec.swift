// Tiles packed for the history: most of a drawing's pixels are paper, and most of the rest are runs of one colour. Words:
//
//     | upper two bits | lower thirty | what follows          |
//     | 0              | count        | nothing: the paper's pixels |
//     | 1              | count        | one pixel, `count` times    |
//     | 2              | count        | `count` pixels              |

enum TileCodec {
  private static let run: UInt32 = 1 << 30
  private static let literal: UInt32 = 2 << 30
  private static let countMask: UInt32 = 1 << 30 - 1

  /// Packs the pixels of `rect` and adds them to `words`.
  static func pack(
    _ rect: PixelRect, width: Int32, pixels: UnsafePointer<UInt32>, paper: Paper, into words: inout [UInt32]
  ) {
    var literalAt = -1
    for row in Int(rect.top)..<Int(rect.bottom) {
      let start = row * Int(width)
      var x = start + Int(rect.left)
      let end = start + Int(rect.right)
      while x < end {
        let pixel = pixels[x]
        var next = x + 1
        if pixel == paper[x] {
          while next < end, pixels[next] == paper[next] { next += 1 }
          // Paper that goes on in the next row lengthens the last word.
          if literalAt < 0, let last = words.last, last >> 30 == 0, x == start + Int(rect.left), row > Int(rect.top) {
            words[words.count - 1] = last + UInt32(next - x)
          } else {
            words.append(UInt32(next - x))
          }
          literalAt = -1
        } else {
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
        }
        x = next
      }
    }
  }

  /// Writes a packed tile back.
  ///
  /// - Returns: The place in `words` behind it.
  static func unpack(
    _ words: [UInt32], at place: Int, to rect: PixelRect, width: Int32, pixels: UnsafeMutablePointer<UInt32>,
    paper: Paper
  ) -> Int {
    let columns = Int(rect.right - rect.left)
    let total = columns * Int(rect.bottom - rect.top)
    var cursor = place
    var done = 0
    var x = 0
    var index = Int(rect.top) * Int(width) + Int(rect.left)
    let skip = Int(width) - columns
    while done < total {
      let word = words[cursor]
      cursor += 1
      let count = Int(word & countMask)
      let kind = word >> 30
      for offset in 0..<count {
        pixels[index] = kind == 0 ? paper[index] : kind == 1 ? words[cursor] : words[cursor + offset]
        index += 1
        x += 1
        if x == columns {
          x = 0
          index += skip
        }
      }
      cursor += kind == 0 ? 0 : kind == 1 ? 1 : count
      done += count
    }
    return cursor
  }
}
