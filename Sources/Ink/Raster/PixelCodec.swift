// Pixels packed for the history: what a stroke changed is a small part of its rectangle, most of that was paper, and most of the rest
// runs of one colour. Words, the pixels of a rectangle row by row:
//
//     | upper two bits | lower thirty | what follows                  |
//     | 0              | count        | nothing: the paper's pixels   |
//     | 1              | count        | one pixel, `count` times      |
//     | 2              | count        | `count` pixels                |
//     | 3              | count        | nothing: pixels that stay     |

/// Packs pixels in order.
struct PixelPacker {
  static let run: UInt32 = 1 << 30
  static let literal: UInt32 = 2 << 30
  static let stay: UInt32 = 3 << 30
  static let countMask: UInt32 = 1 << 30 - 1

  var words: [UInt32]
  private let pixels: UnsafePointer<UInt32>
  private let paper: Paper
  private var literalAt = -1
  private var paperCount: UInt32 = 0
  private var stayCount: UInt32 = 0

  init(_ pixels: UnsafePointer<UInt32>, _ paper: Paper, words: [UInt32]) {
    self.pixels = pixels
    self.paper = paper
    self.words = words
  }

  /// The next pixels stay as they are.
  @inline(__always)
  mutating func skip(_ count: Int) {
    if paperCount > 0 { close() }
    stayCount += UInt32(truncatingIfNeeded: count)
  }

  /// Ends what is open.
  mutating func close() {
    if paperCount > 0 { words.append(paperCount) }
    if stayCount > 0 { words.append(PixelPacker.stay | stayCount) }
    paperCount = 0
    stayCount = 0
    literalAt = -1
  }

  /// The next pixels, from `start` to before `end` of the bitmap.
  mutating func take(_ start: Int, _ end: Int) {
    if stayCount > 0 { close() }
    var x = start
    while x < end {
      let pixel = pixels[x]
      if pixel == paper[x] {
        var next = x + 1
        while next < end, pixels[next] == paper[next] { next += 1 }
        paperCount += UInt32(truncatingIfNeeded: next - x)
        x = next
        continue
      }
      if paperCount > 0 { close() }
      if isRun(x, end) {
        var next = x + 3
        while next < end, pixels[next] == pixel { next += 1 }
        words.append(PixelPacker.run | UInt32(truncatingIfNeeded: next - x))
        words.append(pixel)
        literalAt = -1
        x = next
        continue
      }
      var next = x + 1
      while next < end, pixels[next] != paper[next], !isRun(next, end) { next += 1 }
      if literalAt < 0 {
        literalAt = words.count
        words.append(PixelPacker.literal)
      }
      words[literalAt] += UInt32(truncatingIfNeeded: next - x)
      words.append(contentsOf: UnsafeBufferPointer(start: pixels + x, count: next - x))
      x = next
    }
  }

  /// Whether three pixels of one colour begin here.
  @inline(__always)
  private func isRun(_ x: Int, _ end: Int) -> Bool {
    x + 2 < end && pixels[x] == pixels[x + 1] && pixels[x] == pixels[x + 2]
  }
}

enum PixelCodec {
  /// Packs all pixels of `rect`, or those that the mask covers.
  static func pack(_ rect: PixelRect, width: Int32, sums: UnsafePointer<Int32>?, into packer: inout PixelPacker) {
    for row in Int(rect.top)..<Int(rect.bottom) {
      let start = row * Int(width) + Int(rect.left)
      let end = row * Int(width) + Int(rect.right)
      guard let sums else {
        packer.take(start, end)
        continue
      }
      var x = start
      while x < end {
        var next = CoverageMask.firstCovered(sums, from: x, to: end)
        if next > x { packer.skip(next - x) }
        x = next
        while next < end, sums[next] > 0 { next += 1 }
        if next > x { packer.take(x, next) }
        x = next
      }
    }
    packer.close()
  }

  /// Packs the pixels of `rect` that other words, of the same rectangle, do not let stay.
  static func repack(
    _ other: [UInt32], from start: Int, _ rect: PixelRect, width: Int32, into packer: inout PixelPacker
  ) {
    walk(other, from: start, rect, width: width) { kind, _, index, count in
      if kind == 3 { packer.skip(count) } else { packer.take(index, index + count) }
    }
    packer.close()
  }

  /// Writes packed pixels back, to two bitmaps.
  static func unpack(
    _ words: [UInt32], from start: Int, to rect: PixelRect, width: Int32, _ one: UnsafeMutablePointer<UInt32>,
    _ other: UnsafeMutablePointer<UInt32>, paper: Paper
  ) {
    walk(words, from: start, rect, width: width) { kind, place, index, count in
      switch kind {
      case 0:
        for x in index..<index + count { one[x] = paper[x] }
      case 1:
        let value = words[place]
        for x in index..<index + count { one[x] = value }
      case 2:
        for offset in 0..<count { one[index + offset] = words[place + offset] }
      default: return
      }
      (other + index).update(from: one + index, count: count)
    }
  }

  /// Goes through words: calls `body` with each kind, the place of its pixels in the words, and the pixels it stands for, row by row.
  @inline(__always)
  private static func walk(
    _ words: [UInt32], from start: Int, _ rect: PixelRect, width: Int32, _ body: (UInt32, Int, Int, Int) -> Void
  ) {
    let columns = Int(rect.right - rect.left)
    var cursor = start
    var row = Int(rect.top)
    var x = 0
    while row < Int(rect.bottom) {
      let word = words[cursor]
      cursor += 1
      let kind = word >> 30
      var rest = Int(word & PixelPacker.countMask)
      while rest > 0 {
        let count = min(rest, columns - x)
        body(kind, cursor, row * Int(width) + Int(rect.left) + x, count)
        if kind == 2 { cursor += count }
        rest -= count
        x += count
        if x == columns {
          x = 0
          row += 1
        }
      }
      if kind == 1 { cursor += 1 }
    }
  }
}
