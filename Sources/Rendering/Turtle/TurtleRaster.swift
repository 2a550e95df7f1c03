// A turtle's lines as pixels, drawn while it walks. A stroke is everything within half a width of its lines: the union of what a round pen
// covers, and no pixel is darker where lines overlap. Each pixel has 16 x 16 points, a bit each; lines set bits, and the number of bits
// is how much of the pixel is covered. Unlike a sum of areas that is a union, and unlike a list of edges it does not grow with the lines.
//
// Lines shorter than the distance of two points, 1/16 pixel, are joined: a place is passed over while it lies within 1/16 pixel of the
// last one drawn to. Everything passed over lies within that of what is drawn, and so does the outline: nothing moves by more than the
// raster's own points are apart. Of the 3,145,728 lines of a snowflake of level 10 on 600 pixels 196,608 remain.

internal import Turtle

struct TurtleRaster: TurtleSink {
  /// Points along a side of a pixel.
  static let grid = 16
  /// Bytes of bits in a band. Each band walks all lines: where these are many, bands are fewer and larger. (Level 13 on 4,000 points: 62
  /// bands of 8 MiB took more than a minute.)
  static func bandBytes(segments: UInt64) -> Int { segments > 1 << 24 ? 1 << 26 : 1 << 23 }

  /// Bytes of bits for a row of pixels.
  static func rowBytes(width: Int) -> Int { words(width: width) * 8 * grid }

  /// Four pixels a word.
  private static func words(width: Int) -> Int { (width + 3) / 4 }

  private let target: PixelTarget
  private let rows: Range<Int>
  private let scale: Double
  private let words: Int
  private let fill: TurtleColor?
  private var bits: [UInt64]
  private var area: TurtleArea?
  /// What is touched: rows of pixels from the band's top, and words of them.
  private var touchedRows = (first: Int.max, last: -1)
  private var touchedWords = (first: Int.max, last: -1)

  private var radius = 0.0
  private var color = TurtleColor.black
  /// In points of the raster, from the band's top: where the last drawn line ended, and where the turtle is.
  private var drawn = TurtlePoint(x: 0, y: 0)
  private var place = TurtlePoint(x: 0, y: 0)
  /// Whether a line leads from `drawn` to `place` that is not drawn yet.
  private var isBehind = false

  init(_ target: PixelTarget, rows: Range<Int>, scale: Double, fill: TurtleColor?) {
    self.target = target
    self.rows = rows
    self.scale = scale * Double(Self.grid)
    self.fill = fill
    words = Self.words(width: target.width)
    bits = [UInt64](repeating: 0, count: words * Self.grid * rows.count)
    area = fill == nil ? nil : TurtleArea(width: target.width, height: rows.count)
  }

  /// A colour as a pixel, red in the lowest byte.
  static func pixel(_ color: TurtleColor) -> UInt32 { color.rgba.byteSwapped }

  @inline(__always)
  private func local(_ point: TurtlePoint) -> TurtlePoint {
    TurtlePoint(x: point.x * scale, y: point.y * scale - Double(rows.lowerBound * Self.grid))
  }

  mutating func style(_ style: TurtleStyle) {
    catchUp()
    paint()
    // A line is never thinner than what the points can show.
    radius = max(style.width * scale / 2, 0.5)
    color = style.color
  }

  mutating func move(to point: TurtlePoint) {
    catchUp()
    area?.close()
    drawn = local(point)
    place = drawn
    area?.begin(drawn.x / Double(Self.grid), drawn.y / Double(Self.grid))
  }

  mutating func line(to point: TurtlePoint) {
    place = local(point)
    let dx = place.x - drawn.x
    let dy = place.y - drawn.y
    isBehind = true
    if dx * dx + dy * dy > 1 { catchUp() }
  }

  /// Draws what was passed over.
  private mutating func catchUp() {
    guard isBehind else { return }
    isBehind = false
    capsule(drawn, place)
    area?.line(place.x / Double(Self.grid), place.y / Double(Self.grid))
    drawn = place
  }

  // MARK: - Bits

  /// Sets the points within the radius of a line: row by row between the leftmost and the rightmost of both ends' discs and both sides.
  private mutating func capsule(_ a: TurtlePoint, _ b: TurtlePoint) {
    let high = Double(rows.count * Self.grid)
    let top = min(a.y, b.y) - radius
    let bottom = max(a.y, b.y) + radius
    guard bottom > 0, top < high, max(a.x, b.x) + radius > 0,
      min(a.x, b.x) - radius < Double(words * 64)
    else { return }
    // The points of row n are at n + 1/2.
    let first = Int(max(0, (top - 0.5).rounded(.up)))
    let last = Int(min(high, (bottom - 0.5).rounded(.down) + 1)) - 1
    guard first <= last else { return }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = (dx * dx + dy * dy).squareRoot()
    // Across the line, as far as its side.
    let (sideX, sideY) = length > 0 ? (0 - dy / length * radius, dx / length * radius) : (0, 0)
    let slope = dy == 0 ? 0 : dx / dy
    let (upper, lower) = (min(a.y, b.y), max(a.y, b.y))
    let square = radius * radius
    let most = Double(words * 64)
    let (words, radius) = (words, radius)
    var leftmost = most
    var rightmost = 0.0
    bits.withUnsafeMutableBufferPointer { bits in
      for row in first...last {
        let y = Double(row) + 0.5
        var left = Double.infinity
        var right = -Double.infinity
        let fromA = y - a.y
        if fromA.magnitude <= radius {
          let half = (square - fromA * fromA).squareRoot()
          left = a.x - half
          right = a.x + half
        }
        let fromB = y - b.y
        if fromB.magnitude <= radius {
          let half = (square - fromB * fromB).squareRoot()
          left = min(left, b.x - half)
          right = max(right, b.x + half)
        }
        if dy != 0 {
          if y >= upper + sideY, y <= lower + sideY {
            let x = a.x + sideX + (fromA - sideY) * slope
            left = min(left, x)
            right = max(right, x)
          }
          if y >= upper - sideY, y <= lower - sideY {
            let x = a.x - sideX + (fromA + sideY) * slope
            left = min(left, x)
            right = max(right, x)
          }
        }
        left = max(left, 0)
        right = min(right, most)
        guard left < right else { continue }
        leftmost = min(leftmost, left)
        rightmost = max(rightmost, right)
        let from = Int((left - 0.5).rounded(.up))
        let to = Int((right - 0.5).rounded(.up))
        if from < to { Self.set(bits, row &* words, from, to) }
      }
    }
    guard leftmost < rightmost else { return }
    touchedRows = (min(touchedRows.first, first / Self.grid), max(touchedRows.last, last / Self.grid))
    touchedWords = (
      min(touchedWords.first, Int(leftmost) / 64), max(touchedWords.last, min(words - 1, Int(rightmost) / 64))
    )
  }

  /// Sets bits from `from` to before `to` of the row that begins at `start`.
  @inline(__always)
  private static func set(_ bits: UnsafeMutableBufferPointer<UInt64>, _ start: Int, _ from: Int, _ to: Int) {
    let first = start &+ from &>> 6
    let last = start &+ (to &- 1) &>> 6
    let head = UInt64.max &<< UInt64(truncatingIfNeeded: from & 63)
    let tail = UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- (to &- 1) & 63)
    if first == last {
      bits[first] |= head & tail
      return
    }
    bits[first] |= head
    var word = first &+ 1
    while word < last {
      bits[word] = .max
      word &+= 1
    }
    bits[last] |= tail
  }

  // MARK: - Pixels

  /// Blends what was drawn in one style, and forgets it.
  private mutating func paint() {
    if let fill { area?.paint(Self.pixel(fill), rows: rows, on: target) }
    defer {
      touchedRows = (.max, -1)
      touchedWords = (.max, -1)
    }
    guard touchedRows.first <= touchedRows.last, touchedWords.first <= touchedWords.last else { return }
    let pixel = Self.pixel(color)
    let (words, target, rows) = (words, target, rows)
    let (touchedRows, touchedWords) = (touchedRows, touchedWords)
    bits.withUnsafeMutableBufferPointer { bits in
      for row in touchedRows.first...touchedRows.last {
        let line = target.start + (rows.lowerBound + row) * target.width
        for word in touchedWords.first...touchedWords.last {
          // Bits of bytes are counted side by side; 16 rows of 8 bits are 128 at most.
          var counts: UInt64 = 0
          var index = row &* Self.grid &* words &+ word
          for _ in 0..<Self.grid {
            var value = bits[index]
            if value != 0 {
              bits[index] = 0
              value = value &- (value &>> 1 & 0x5555_5555_5555_5555)
              value = (value & 0x3333_3333_3333_3333) &+ (value &>> 2 & 0x3333_3333_3333_3333)
              counts &+= (value &+ value &>> 4) & 0x0f0f_0f0f_0f0f_0f0f
            }
            index &+= words
          }
          guard counts != 0 else { continue }
          counts = (counts & 0x00ff_00ff_00ff_00ff) &+ (counts &>> 8 & 0x00ff_00ff_00ff_00ff)
          for place in 0..<4 {
            let covered = UInt32(truncatingIfNeeded: counts &>> UInt64(16 &* place) & 0xffff)
            let x = word &* 4 &+ place
            guard covered > 0, x < target.width else { continue }
            line[x] = Self.blend(line[x], pixel, covered)
          }
        }
      }
    }
  }

  /// Lays a colour over a pixel of which 256ths are covered.
  @inline(__always)
  static func blend(_ below: UInt32, _ top: UInt32, _ covered: UInt32) -> UInt32 {
    let alpha = ((top >> 24) &* covered &+ 128) >> 8
    if alpha == 255 { return top }
    let under = below >> 24
    // What of the pixel below is still seen, and what there is altogether; in 255ths of 255.
    let rest = under &* (255 &- alpha)
    let whole = alpha &* 255 &+ rest
    guard whole > 0 else { return 0 }
    func part(_ shift: UInt32) -> UInt32 {
      ((top >> shift & 0xff) &* alpha &* 255 &+ (below >> shift & 0xff) &* rest &+ whole / 2) / whole
    }
    return part(0) | part(8) << 8 | part(16) << 16 | ((whole &+ 127) / 255) << 24
  }

  /// Draws what is left.
  mutating func finish() {
    catchUp()
    area?.close()
    paint()
  }
}
