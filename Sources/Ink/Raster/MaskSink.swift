// The pieces of a stroke on their way into the mask. Which steps share a piece makes no difference to the pixels; pieces of about a
// hundred pixels keep their bounding boxes tight.

/// A part of a tile.
struct TilePart: Equatable, BitwiseCopyable {
  var tile: Int32
  var rect: PixelRect
}

struct MaskSink: RibbonSink {
  /// Pixels along a side of a tile.
  static let tileSide: Int32 = 64

  private(set) var mask: CoverageMask
  let scale: Double
  let tileColumns: Int32
  let tileRows: Int32
  /// 1 adds, -1 takes away what was added.
  var sign: Int32 = 1
  /// The pixels that pieces may have changed since this was last emptied.
  var dirty = PixelRect.empty
  /// The tiles that pieces have touched since they were last taken, in the order of touching.
  private var touched: [Int32] = []
  /// What of each tile was touched.
  private var touchedRects: [PixelRect]
  /// Pieces outside are left out: only part of a drawing is drawn again.
  var clip: PixelRect

  private var leftSide: [Point] = []
  private var rightSide: [Point] = []
  private var stripStart = 0.0

  init(width: Int32, height: Int32, scale: Double) {
    mask = CoverageMask(width: width, height: height)
    self.scale = scale
    tileColumns = (width + MaskSink.tileSide - 1) / MaskSink.tileSide
    tileRows = (height + MaskSink.tileSide - 1) / MaskSink.tileSide
    touchedRects = [PixelRect](repeating: .empty, count: Int(tileColumns) * Int(tileRows))
    clip = PixelRect(left: 0, top: 0, right: width, bottom: height)
  }

  mutating func start(_ node: RibbonNode) {
    flush()
    halfDisc(node, backwards: true)
  }

  mutating func advance(from: RibbonNode, to: RibbonNode) {
    if leftSide.isEmpty {
      leftSide.append(from.left)
      rightSide.append(from.right)
      stripStart = from.along
    }
    leftSide.append(to.left)
    rightSide.append(to.right)
    if leftSide.count >= 32 || (to.along - stripStart) * scale > 96 { flush() }
  }

  mutating func end(_ node: RibbonNode) {
    flush()
    halfDisc(node, backwards: false)
  }

  /// Closes the strip at work.
  mutating func flush() {
    guard leftSide.count > 1 else { return }
    var index = 0
    while index < leftSide.count {
      mask.corner(leftSide[index].x * scale, leftSide[index].y * scale)
      index += 1
    }
    index = rightSide.count - 1
    while index >= 0 {
      mask.corner(rightSide[index].x * scale, rightSide[index].y * scale)
      index -= 1
    }
    leftSide.removeAll(keepingCapacity: true)
    rightSide.removeAll(keepingCapacity: true)
    close()
  }

  private mutating func halfDisc(_ node: RibbonNode, backwards: Bool) {
    let from = backwards ? node.right : node.left
    let to = backwards ? node.left : node.right
    mask.corner(from.x * scale, from.y * scale)
    Arc.half(around: node, backwards: backwards) { mask.corner($0.x * scale, $0.y * scale) }
    mask.corner(to.x * scale, to.y * scale)
    close()
  }

  /// Adds the contours of an outline.
  mutating func add(_ outline: Outline) {
    var start = 0
    for end in outline.ends {
      for point in outline.points[start..<Int(end)] { mask.corner(point.x * scale, point.y * scale) }
      start = Int(end)
      close()
    }
  }

  private mutating func close() {
    let box = mask.close(sign: sign, within: clip)
    guard !box.isEmpty else { return }
    dirty = dirty.union(box)
    let side = MaskSink.tileSide
    for row in box.top / side...(box.bottom - 1) / side {
      for column in box.left / side...(box.right - 1) / side {
        let tile = row * tileColumns + column
        let part = box.intersection(rect(of: tile))
        if touchedRects[Int(tile)].isEmpty {
          touchedRects[Int(tile)] = part
          touched.append(tile)
        } else {
          touchedRects[Int(tile)] = touchedRects[Int(tile)].union(part)
        }
      }
    }
  }

  /// The pixels of a tile.
  func rect(of tile: Int32) -> PixelRect {
    let side = MaskSink.tileSide
    let left = tile % tileColumns * side
    let top = tile / tileColumns * side
    return PixelRect(
      left: left, top: top, right: min(left + side, mask.width), bottom: min(top + side, mask.height))
  }

  /// What was touched since the last call.
  mutating func takeTouched() -> [TilePart] {
    var parts: [TilePart] = []
    parts.reserveCapacity(touched.count)
    for tile in touched {
      parts.append(TilePart(tile: tile, rect: touchedRects[Int(tile)]))
      touchedRects[Int(tile)] = .empty
    }
    touched.removeAll(keepingCapacity: true)
    dirty = .empty
    return parts
  }

  /// Empties the mask in these parts.
  mutating func clear(_ parts: [TilePart]) {
    for part in parts { mask.clear(part.rect) }
  }
}
