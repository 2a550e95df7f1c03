// Cells of the unbounded board one by one, in rectangles, and as a picture of a part of it.

extension HashlifeBoard {
  /// Whether a cell is alive (with `B0`: differs from the background).
  ///
  /// - Complexity: O(log side).
  public func isAlive(x: Int64, y: Int64) -> Bool {
    let half = Int64(1) << Int64(level - 1)
    guard x >= -half, x < half, y >= -half, y < half else { return false }
    var (column, row) = (UInt64(bitPattern: x + half), UInt64(bitPattern: y + half))
    var number = root
    var below = level
    while below > LifeNodeStore.leafLevel {
      below -= 1
      let corner = Int(column >> UInt64(below) & 1 | (row >> UInt64(below) & 1) << 1)
      number = store.nodes[Int(number)].corner(corner)
    }
    column &= 7
    row &= 7
    return store.nodes[Int(number)].upper >> (8 * row + column) & 1 != 0
  }

  /// Makes a cell alive or dead.
  ///
  /// - Throws: ``LifeError``: `plane`, `memory`.
  /// - Complexity: O(log side).
  public func set(x: Int64, y: Int64, alive: Bool) throws(LifeError) {
    guard LifeBox.isOnPlane(x, y) else { throw LifeError(.plane) }
    try edit { () throws(LifeError) in
      try reach(x, y)
      let half = Int64(1) << Int64(level - 1)
      root = replaced(root, level, UInt64(bitPattern: x + half), UInt64(bitPattern: y + half), alive)
    }
  }

  private func replaced(_ number: UInt32, _ level: Int, _ x: UInt64, _ y: UInt64, _ alive: Bool) -> UInt32 {
    let node = store.nodes[Int(number)]
    if level == LifeNodeStore.leafLevel {
      let bit = UInt64(1) << (8 * (y & 7) + (x & 7))
      return store.leaf(alive ? node.upper | bit : node.upper & ~bit)
    }
    let below = UInt64(level - 1)
    let corner = Int(x >> below & 1 | (y >> below & 1) << 1)
    let changed = replaced(node.corner(corner), level - 1, x, y, alive)
    return store.node(
      corner == 0 ? changed : node.nw, corner == 1 ? changed : node.ne, corner == 2 ? changed : node.sw,
      corner == 3 ? changed : node.se, level: level)
  }

  /// Grows the root until it holds a cell of the plane.
  func reach(_ x: Int64, _ y: Int64) throws(LifeError) {
    while level < Self.planeLevel {
      let half = Int64(1) << Int64(level - 1)
      if x >= -half, x < half, y >= -half, y < half { return }
      root = expanded(root, level)
      level += 1
    }
  }

  /// Changes the root whole or not at all.
  func edit(_ body: () throws(LifeError) -> Void) throws(LifeError) {
    let before = (root, level)
    if store.isNearlyFull, !store.collect(root) { throw LifeError(.memory, value: store.memory) }
    do throws(LifeError) {
      try body()
      if store.isExhausted { throw LifeError(.memory, value: store.memory) }
    } catch {
      (root, level) = before
      store.isExhausted = false
      throw error
    }
  }

  /// The most cells of a rectangle that is filled at random.
  public static let mostFilled: Int64 = 1 << 26

  /// Fills a rectangle at random, whatever was there.
  ///
  /// - Parameter density: 256ths of the cells that live, from 0 to 256.
  /// - Throws: ``LifeError``: `plane`, `memory`, `tooManyCells` for more than ``mostFilled`` cells.
  /// - Complexity: O(cells).
  public func fill(_ box: LifeBox, density: Int32, generator: inout LifeGenerator) throws(LifeError) {
    guard box.left <= box.right, box.top <= box.bottom else { return }
    guard LifeBox.isOnPlane(box.left, box.top), LifeBox.isOnPlane(box.right, box.bottom) else {
      throw LifeError(.plane)
    }
    guard box.width <= Self.mostFilled, box.height <= Self.mostFilled, box.width * box.height <= Self.mostFilled else {
      throw LifeError(.tooManyCells, value: UInt64(Self.mostFilled))
    }
    var source = generator
    try edit { () throws(LifeError) in
      try reach(box.left, box.top)
      try reach(box.right, box.bottom)
      let half = Int64(1) << Int64(level - 1)
      root = filled(root, level, -half, -half, box, density, &source)
    }
    generator = source
  }

  private func filled(
    _ number: UInt32, _ level: Int, _ x: Int64, _ y: Int64, _ box: LifeBox, _ density: Int32,
    _ generator: inout LifeGenerator
  ) -> UInt32 {
    // The root's side can be 2^63, which is no number here: it is two halves.
    let half = Int64(1) << Int64(level - 1)
    guard x <= box.right, y <= box.bottom, x + (half - 1) + half >= box.left, y + (half - 1) + half >= box.top,
      !store.isExhausted
    else { return number }
    let node = store.nodes[Int(number)]
    if level == LifeNodeStore.leafLevel {
      var mask: UInt64 = 0
      for row in 0..<Int64(8) where y + row >= box.top && y + row <= box.bottom {
        for column in 0..<Int64(8) where x + column >= box.left && x + column <= box.right {
          mask |= 1 << UInt64(8 * row + column)
        }
      }
      return store.leaf(node.upper & ~mask | generator.next(density: density) & mask)
    }
    let nw = filled(node.nw, level - 1, x, y, box, density, &generator)
    let ne = filled(node.ne, level - 1, x + half, y, box, density, &generator)
    let sw = filled(node.sw, level - 1, x, y + half, box, density, &generator)
    let se = filled(node.se, level - 1, x + half, y + half, box, density, &generator)
    return store.node(nw, ne, sw, se, level: level)
  }

  /// Draws a part of the plane, a byte for a pixel: 1 if any of the pixel's cells is alive, else 0.
  ///
  /// - Parameters:
  ///   - x: The column of the first pixel's first cell; a multiple of `2^zoom`, on the plane (else nothing is drawn).
  ///   - y: The row of it; as `x`.
  ///   - zoom: A pixel is a square of `2^zoom` cells a side; from 0 to 62.
  ///   - width: Pixels in a row.
  ///   - height: Rows of pixels.
  ///   - pixels: Room for `width * height` bytes, all of which are written.
  /// - Complexity: O(pixels + nodes in the part).
  public func draw(
    x: Int64, y: Int64, zoom: Int, width: Int, height: Int, into pixels: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(
      pixels.count >= width * height && zoom >= 0 && zoom <= 62, "pixels are written only where there is room")
    for index in 0..<width * height { pixels[index] = 0 }
    guard LifeBox.isOnPlane(x, y) else { return }
    // In units of pixels from here on, so that nothing overflows.
    let picture = LifePicture(
      left: x >> Int64(zoom), top: y >> Int64(zoom), zoom: zoom, width: Int64(width), height: Int64(height),
      pixels: pixels)
    let half = level - 1 - zoom
    if half < 0 {
      // The root is smaller than a pixel on either side of the origin: up to four pixels.
      let node = store.nodes[Int(root)]
      let empty = store.empty(level - 1)
      for corner in 0..<4 where node.corner(corner) != empty {
        picture.set(Int64(corner & 1) - 1, Int64(corner >> 1) - 1)
      }
      return
    }
    // By corners: the side of the root can be 2^63 cells, which is no number here.
    let node = store.nodes[Int(root)]
    let start = -(Int64(1) << Int64(half))
    for corner in 0..<4 {
      draw(
        node.corner(corner), level - 1, corner & 1 == 0 ? start : 0, corner & 2 == 0 ? start : 0, picture)
    }
  }

  private func draw(_ number: UInt32, _ level: Int, _ x: Int64, _ y: Int64, _ picture: LifePicture) {
    guard number != store.empty(level) else { return }
    if level == picture.zoom { return picture.set(x, y) }
    let node = store.nodes[Int(number)]
    let side = Int64(1) << Int64(level - picture.zoom)
    guard picture.meets(x, y, side) else { return }
    if level == LifeNodeStore.leafLevel {
      var bits = node.upper
      while bits != 0 {
        let place = Int64(bits.trailingZeroBitCount)
        bits &= bits - 1
        picture.set(x + (place & 7) >> Int64(picture.zoom), y + (place >> 3) >> Int64(picture.zoom))
      }
      return
    }
    let half = side / 2
    draw(node.nw, level - 1, x, y, picture)
    draw(node.ne, level - 1, x + half, y, picture)
    draw(node.sw, level - 1, x, y + half, picture)
    draw(node.se, level - 1, x + half, y + half, picture)
  }
}

/// A part of the plane that is drawn.
private struct LifePicture {
  let left: Int64
  let top: Int64
  let zoom: Int
  let width: Int64
  let height: Int64
  let pixels: UnsafeMutableBufferPointer<UInt8>

  func set(_ x: Int64, _ y: Int64) {
    let (column, row) = (x - left, y - top)
    guard column >= 0, column < width, row >= 0, row < height else { return }
    pixels[Int(row) * Int(width) + Int(column)] = 1
  }

  func meets(_ x: Int64, _ y: Int64, _ side: Int64) -> Bool {
    x - left < width && y - top < height && x + side > left && y + side > top
  }
}
