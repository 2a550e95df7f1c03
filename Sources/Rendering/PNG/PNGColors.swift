// How the pixels of a PNG file are stored. Black ink on white has at most 256 greys: a palette makes a third of the bytes of it, and
// deflate works three times as fast.

/// The colour type of a PNG file.
enum PNGColors: Sendable {
  /// 8 bits of red, green and blue.
  case rgb
  /// The same and alpha.
  case rgba
  /// Up to 256 colours, by their places in a list.
  case palette(PNGPalette)

  /// IHDR's colour type.
  var type: UInt8 {
    switch self {
    case .rgb: 2
    case .rgba: 6
    case .palette: 3
    }
  }

  /// IHDR's bits for a part of a colour, or for a place in the palette.
  var depth: Int {
    if case .palette(let palette) = self { return palette.depth }
    return 8
  }

  /// The bytes of a row without its filter.
  func rowBytes(width: Int) -> Int {
    switch self {
    case .rgb: width * 3
    case .rgba: width * 4
    case .palette(let palette): (width * palette.depth + 7) / 8
    }
  }

  /// The fewest bytes that hold all pixels as they are.
  ///
  /// - Complexity: O(pixels); most pixels of a drawing are like the one to the left and cost one comparison.
  init(_ rows: PixelRows) {
    var table = PNGPalette.Table()
    var hasRoom = true
    var alpha: UInt32 = 0xff00_0000
    let width = rows.width
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
      let row = row.baseAddress!
      var last: UInt32?
      for y in 0..<rows.height where hasRoom || rows.layout != .opaque {
        rows.read(y, into: row)
        if hasRoom {
          for x in 0..<width where row[x] != last {
            last = row[x]
            hasRoom = table.insert(row[x])
            if !hasRoom { break }
          }
        }
        for x in 0..<width { alpha &= row[x] }
      }
    }
    if hasRoom {
      self = .palette(PNGPalette(table))
    } else {
      self = alpha == 0xff00_0000 ? .rgb : .rgba
    }
  }
}

/// The colours of a picture that has few.
struct PNGPalette: Sendable {
  /// Colours found so far, in an open table of four times their most.
  struct Table: Sendable {
    private(set) var colors: [UInt32] = []
    private var slots = [UInt16](repeating: 0, count: 1024)

    /// Adds a colour; `false` when there are too many.
    mutating func insert(_ color: UInt32) -> Bool {
      var slot = Table.slot(color)
      while slots[slot] != 0 {
        if colors[Int(slots[slot]) - 1] == color { return true }
        slot = (slot + 1) & 1023
      }
      guard colors.count < 256 else { return false }
      colors.append(color)
      slots[slot] = UInt16(colors.count)
      return true
    }

    /// The place of a colour that was added.
    @inline(__always)
    func place(of color: UInt32) -> UInt8 {
      var slot = Table.slot(color)
      while slots[slot] != 0 {
        let place = slots[slot] &- 1
        if colors[Int(place)] == color { return UInt8(truncatingIfNeeded: place) }
        slot = (slot + 1) & 1023
      }
      return 0
    }

    /// The golden ratio spreads colours that differ in few bits.
    @inline(__always)
    private static func slot(_ color: UInt32) -> Int { Int((color &* 0x9e37_79b1) >> 22) }
  }

  private let table: Table
  /// Bits of a place.
  let depth: Int

  /// A palette of colours. Those that let something through come first, since tRNS then need not name the others.
  init(_ found: Table) {
    var sorted = Table()
    for color in found.colors where color >> 24 != 0xff { _ = sorted.insert(color) }
    for color in found.colors where color >> 24 == 0xff { _ = sorted.insert(color) }
    table = sorted
    depth =
      switch sorted.colors.count {
      case ...2: 1
      case ...4: 2
      case ...16: 4
      default: 8
      }
  }

  /// PLTE's bytes.
  var colors: [UInt8] {
    table.colors.flatMap { color in
      [color, color >> 8, color >> 16].map { UInt8(truncatingIfNeeded: $0) }
    }
  }

  /// tRNS's bytes; none when all is opaque.
  var alphas: [UInt8] {
    table.colors.prefix { $0 >> 24 != 0xff }.map { UInt8(truncatingIfNeeded: $0 >> 24) }
  }

  /// Packs a row of pixels into places, the leftmost in the highest bits.
  func pack(_ row: UnsafePointer<UInt32>, width: Int, into target: UnsafeMutablePointer<UInt8>) {
    let perByte = 8 / depth
    var last = row[0]
    var place = table.place(of: last)
    var byte: UInt8 = 0
    for x in 0..<width {
      if row[x] != last {
        last = row[x]
        place = table.place(of: last)
      }
      if depth == 8 {
        target[x] = place
        continue
      }
      byte = byte << UInt8(depth) | place
      if x % perByte == perByte - 1 {
        target[x / perByte] = byte
        byte = 0
      }
    }
    let rest = width % perByte
    if rest > 0 { target[width / perByte] = byte << UInt8((perByte - rest) * depth) }
  }
}
