// A board of Life as a picture.

public import Life

extension PixelPicture {
  /// Live cells.
  public static let lifeAlive: UInt32 = 0xff20_2020
  /// Dead cells.
  public static let lifeDead: UInt32 = 0xffff_ffff

  /// A part of an unbounded board.
  ///
  /// A pixel is `2^zoom` cells a side, black if any of them is alive; with `zoom` 0 a cell can be several pixels.
  ///
  /// - Parameters:
  ///   - box: The cells; the picture begins at a multiple of `2^zoom` and so can show some more.
  ///   - cell: Pixels of a cell's side.
  /// - Throws: ``RenderingError/Kind/tooLarge(width:height:)``, before any memory is taken.
  public static func life(
    _ board: HashlifeBoard, box: LifeBox, zoom: Int, cell: Int, source: String
  ) throws(RenderingError) -> PixelPicture {
    let (columns, rows) = lifeSize(box, zoom: zoom)
    let cells = try blank(columns, rows, cell, source)
    var alive = [UInt8](repeating: 0, count: cells.width * cells.height)
    alive.withUnsafeMutableBufferPointer {
      board.draw(
        x: (box.left >> Int64(zoom)) << Int64(zoom), y: (box.top >> Int64(zoom)) << Int64(zoom), zoom: zoom,
        width: cells.width, height: cells.height, into: $0)
    }
    return enlarged(width: cells.width, height: cells.height, cell: cell) { alive[$1 * cells.width + $0] != 0 }
  }

  /// A whole torus.
  ///
  /// - Throws: ``RenderingError/Kind/tooLarge(width:height:)``.
  public static func life(_ board: TorusBoard, cell: Int, source: String) throws(RenderingError) -> PixelPicture {
    let cells = try blank(Int64(board.size.width), Int64(board.size.height), cell, source)
    var alive = [UInt8](repeating: 0, count: cells.width * cells.height)
    alive.withUnsafeMutableBufferPointer { board.draw(into: $0) }
    return enlarged(width: cells.width, height: cells.height, cell: cell) { alive[$1 * cells.width + $0] != 0 }
  }

  /// The least zoom at which a box fits into a picture whose sides have at most `side` pixels.
  public static func lifeZoom(_ box: LifeBox, side: Int64) -> Int {
    var zoom = 0
    while zoom < 62, max(lifeSize(box, zoom: zoom).0, lifeSize(box, zoom: zoom).1) > side { zoom += 1 }
    return zoom
  }

  private static func lifeSize(_ box: LifeBox, zoom: Int) -> (Int64, Int64) {
    let zoom = Int64(zoom)
    // As a box, which knows what its size is where it has the whole plane.
    let pixels = LifeBox(
      left: box.left >> zoom, top: box.top >> zoom, right: box.right >> zoom, bottom: box.bottom >> zoom)
    return (pixels.width, pixels.height)
  }

  private static func blank(
    _ columns: Int64, _ rows: Int64, _ cell: Int, _ source: String
  ) throws(RenderingError) -> (width: Int, height: Int) {
    let side = Int64(largestSide)
    guard columns <= side, rows <= side, isAllowed(width: Int(columns) * cell, height: Int(rows) * cell) else {
      throw RenderingError(
        .tooLarge(width: Int(clamping: columns.saturated(cell)), height: Int(clamping: rows.saturated(cell))), source)
    }
    return (Int(columns), Int(rows))
  }

  private static func enlarged(
    width: Int, height: Int, cell: Int, _ isAlive: (Int, Int) -> Bool
  ) -> PixelPicture {
    var pixels = [UInt32](repeating: lifeDead, count: width * cell * height * cell)
    // Lines between the cells, where these are large enough to be told apart.
    let filled = cell >= 6 ? cell - 1 : cell
    for row in 0..<height {
      for column in 0..<width where isAlive(column, row) {
        for y in row * cell..<row * cell + filled {
          for x in column * cell..<column * cell + filled { pixels[y * width * cell + x] = lifeAlive }
        }
      }
    }
    return PixelPicture(width: width * cell, height: height * cell, pixels: pixels)
  }
}

extension Int64 {
  fileprivate func saturated(_ factor: Int) -> Int64 {
    let (product, over) = multipliedReportingOverflow(by: Int64(factor))
    return over ? .max : product
  }
}
