// How much of each pixel a shape covers, in whole numbers and exactly: each edge adds its part, whatever the other edges are. A shape
// that is added in pieces is therefore the same to the last bit as the shape at once, which is what lets a stroke grow under the pen,
// be replayed, undone and redrawn in any clipping without one pixel's difference.
//
// The areas are those of a scan converter with 1/256 pixel in both directions: an edge that falls by dy within a pixel at a mean
// distance of fx from its left side covers dy * (1 - fx) of it and dy of all pixels to its right. Sums over a row turn differences
// into areas. An edge and its reverse give opposite numbers, for both are walked from the upper end.

/// Signed coverage of every pixel, 2^17 for one winding.
struct CoverageMask {
  /// One whole pixel.
  static let full: Int32 = 131_072
  /// Sums are held to this, far above one winding and far below what overflows.
  private static let most: Int32 = 1 << 29
  /// Coordinates in pixels are held to this.
  private static let furthest = 4_000_000.0

  let width: Int32
  let height: Int32
  private(set) var sums: [Int32]
  /// Differences along the rows of the piece at work; all 0 between pieces.
  private var cells: [Int32] = []
  /// The columns of each row that the piece at work has touched.
  private var firsts: [Int32] = []
  private var lasts: [Int32] = []
  /// Corners of the piece at work in 1/256 pixel: x, y, x, y.
  private var corners: [Int32] = []

  init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
    sums = [Int32](repeating: 0, count: Int(width) * Int(height))
  }

  /// Adds a corner to the piece at work.
  @inline(__always)
  mutating func corner(_ x: Double, _ y: Double) {
    corners.append(CoverageMask.fixed(x))
    corners.append(CoverageMask.fixed(y))
  }

  @inline(__always)
  private static func fixed(_ value: Double) -> Int32 {
    Int32((min(max(value, -furthest), furthest) * 256 + 0.5).rounded(.down))
  }

  /// Adds the piece at work, or takes it away when `sign` is -1.
  ///
  /// - Returns: The pixels that may have changed; none when the piece lies outside of `clip`.
  mutating func close(sign: Int32 = 1, within clip: PixelRect) -> PixelRect {
    defer { corners.removeAll(keepingCapacity: true) }
    guard corners.count >= 6 else { return .empty }
    var least = (x: Int32.max, y: Int32.max)
    var most = (x: Int32.min, y: Int32.min)
    var index = 0
    while index < corners.count {
      least = (min(least.x, corners[index]), min(least.y, corners[index + 1]))
      most = (max(most.x, corners[index]), max(most.y, corners[index + 1]))
      index += 2
    }
    let box = PixelRect(left: least.x >> 8, top: least.y >> 8, right: most.x >> 8 + 1, bottom: (most.y + 255) >> 8)
      .intersection(PixelRect(left: 0, top: 0, right: width, bottom: height))
    guard !box.intersection(clip).isEmpty else { return .empty }
    let stride = Int(box.right - box.left) + 2
    let rows = Int(box.bottom - box.top)
    if cells.count < stride * rows { cells.append(contentsOf: repeatElement(0, count: stride * rows - cells.count)) }
    if firsts.count < rows {
      firsts = [Int32](repeating: .max, count: rows)
      lasts = [Int32](repeating: -1, count: rows)
    }
    corners.withUnsafeBufferPointer { corners in
      cells.withUnsafeMutableBufferPointer { cells in
        firsts.withUnsafeMutableBufferPointer { firsts in
          lasts.withUnsafeMutableBufferPointer { lasts in
            var piece = PieceCells(box: box, stride: stride, cells: cells, firsts: firsts, lasts: lasts)
            var x = corners[corners.count - 2]
            var y = corners[corners.count - 1]
            var index = 0
            while index < corners.count {
              piece.edge(x, y, corners[index], corners[index + 1])
              x = corners[index]
              y = corners[index + 1]
              index += 2
            }
            sums.withUnsafeMutableBufferPointer { piece.add(to: $0, width: Int(width), sign: sign, most: Self.most) }
          }
        }
      }
    }
    return box
  }

  /// The first place from `start` on that is covered, or `end`.
  ///
  /// Most of a stroke's rectangle is not: four places at once are looked at.
  @inline(__always)
  static func firstCovered(_ sums: UnsafePointer<Int32>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      if sums[index] > 0 { return index }
      index += 1
      while index + 4 <= end {
        let raw = UnsafeRawPointer(sums + index)
        let four =
          raw.loadUnaligned(as: UInt64.self) | raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        guard four == 0 else { break }
        index += 4
      }
    }
    return end
  }

  /// Forgets everything in `rect`.
  mutating func clear(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    sums.withUnsafeMutableBufferPointer { sums in
      for row in rect.top..<rect.bottom {
        guard let start = sums.baseAddress.map({ $0 + Int(row) * Int(width) + Int(rect.left) }) else { return }
        start.update(repeating: 0, count: Int(rect.right - rect.left))
      }
    }
  }
}
