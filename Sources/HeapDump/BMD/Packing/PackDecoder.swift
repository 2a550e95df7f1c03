// Columns back to BMD. Every number is checked to be there; what a damaged file makes of them is written, and found out by the check
// sum at the end.

internal import ByteKit
internal import SystemKit

/// The side that writes BMD.
struct PackDecoder: PackCoder {
  /// A column of the block: where its next number is, where it ends, its mode.
  private struct Cursor {
    var at: Int
    let end: Int
    let mode: PackMode
  }

  private var source: PackSource
  private let output: BMDOutput
  private var streams = [[UInt8]](repeating: [], count: PackStream.allCases.count)
  private var places = [Int](repeating: 0, count: PackStream.allCases.count)
  private var cursors: [Cursor] = []
  private var local: [Int32] = []
  private var stamps: [UInt32] = []
  private var last: [UInt64] = []
  private var block: UInt32 = 0
  private var columnCount = 0
  private var newest: UInt64 = 1
  private var blockStart = 0
  private var pending: UInt64 = 0

  /// The most that the streams of a block may inflate to: ten bytes for each byte of BMD, and a directory.
  private static let blockLimit = PackedBMD.blockSize * 32

  /// Writes the BMD file that the blocks of a source hold.
  static func decode(_ source: inout PackSource, to output: BMDOutput) throws {
    var walk = PackWalk(PackDecoder(source: source, output: output))
    defer { source = walk.coder.source }
    do {
      try walk.coder.beginBlock()
      try walk.run()
    } catch PackFailure.notReproducible {
      throw PackFailure.damaged("it holds records that BMD does not have")
    }
  }

  private init(source: PackSource, output: BMDOutput) {
    self.source = source
    self.output = output
  }

  private mutating func beginBlock() throws {
    var total = 0
    for index in streams.indices {
      let size = Int(clamping: try source.number())
      places[index] = 0
      streams[index] = []
      guard size > 0 else { continue }
      let packedSize = Int(clamping: try source.number())
      guard size <= Self.blockLimit - total else { throw PackFailure.damaged("a block is too large") }
      total += size
      let packed = try source.slice(packedSize)
      if packedSize == size {
        streams[index] = Array(packed)
      } else if let expanded = Deflate.expand(packed, size: size) {
        streams[index] = expanded
      } else {
        throw PackFailure.damaged("a block does not inflate")
      }
    }
    try readDirectory()
    block += 1
    columnCount = 0
    blockStart = output.count
  }

  private mutating func readDirectory() throws {
    cursors.removeAll(keepingCapacity: true)
    let size = streams[PackStream.numbers.rawValue].count
    let directory = streams[PackStream.directory.rawValue]
    var at = 0
    try directory.withUnsafeBytes { bytes in
      var source = PackSource(BMDValues(bytes: bytes, at: 0))
      while !source.isAtEnd {
        let entry = try source.number()
        guard let mode = PackMode(rawValue: entry & 3), entry >> 2 <= UInt64(size - at) else {
          throw PackFailure.damaged("its columns are longer than they are")
        }
        let end = at + Int(entry >> 2)
        cursors.append(Cursor(at: at, end: end, mode: mode))
        at = end
      }
    }
  }

  // MARK: - Columns

  /// The code of a column's next number, and the column's mode.
  @inline(__always)
  private mutating func next(_ column: Int) throws -> (code: UInt64, mode: PackMode) {
    while column >= local.count {
      local.append(0)
      stamps.append(0)
      last.append(0)
    }
    if stamps[column] != block {
      stamps[column] = block
      local[column] = Int32(truncatingIfNeeded: columnCount)
      columnCount += 1
    }
    let index = Int(local[column])
    guard index < cursors.count else { throw PackFailure.damaged("a column is missing") }
    var at = cursors[index].at
    let end = cursors[index].end
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < end {
      let byte = streams[PackStream.numbers.rawValue][at]
      at &+= 1
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        cursors[index].at = at
        return (value, cursors[index].mode)
      }
      shift &+= 7
      guard shift < 70 else { break }
    }
    throw PackFailure.damaged("a column is cut short")
  }

  private mutating func take(_ column: Int) throws -> UInt64 {
    let (code, mode) = try next(column)
    let value: UInt64
    switch mode {
    case .plain: value = code
    case .previous: value = last[column] &+ PackNumber.unzigzag(code)
    case .own, .newest: throw PackFailure.damaged("a column has a mode of another kind")
    }
    last[column] = value
    return value
  }

  private mutating func takeReference(_ column: Int, own: UInt64) throws -> UInt64 {
    let (code, mode) = try next(column)
    let value: UInt64
    switch code {
    case 0: value = 0
    case 1: value = newest
    default:
      switch mode {
      case .plain: value = code &- 2
      case .previous: value = last[column] &+ PackNumber.unzigzag(code &- 2)
      case .own: value = own &+ PackNumber.unzigzag(code &- 2)
      case .newest: value = newest &- PackNumber.unzigzag(code &- 2)
      }
    }
    last[column] = value
    if value >= newest { newest = value &+ 1 }
    return value
  }

  // MARK: - PackCoder

  mutating func tag() throws -> UInt64? {
    let at = places[PackStream.tags.rawValue]
    guard at < streams[PackStream.tags.rawValue].count else { throw PackFailure.damaged("a block is cut short") }
    places[PackStream.tags.rawValue] += 1
    let code = streams[PackStream.tags.rawValue][at]
    guard code > 0 else { return nil }
    output.number(UInt64(code) - 1)
    return UInt64(code) - 1
  }

  mutating func number(_ column: Int) throws -> UInt64 {
    let value = try take(column)
    output.number(value)
    return value
  }

  mutating func reference(_ column: Int, own: UInt64) throws -> UInt64 {
    let value = try takeReference(column, own: own)
    output.number(value)
    return value
  }

  mutating func second(_ column: Int, isReference: Bool) throws -> UInt64 {
    pending = try isReference ? takeReference(column, own: 0) : take(column)
    return pending
  }

  mutating func first(_ column: Int, own: UInt64) throws -> UInt64 {
    let value = try takeReference(column, own: own)
    output.number(value)
    output.number(pending)
    return value
  }

  mutating func bytes(_ count: Int, _ stream: PackStream) throws {
    let at = places[stream.rawValue]
    guard count <= streams[stream.rawValue].count - at else { throw PackFailure.damaged("a block is cut short") }
    places[stream.rawValue] += count
    streams[stream.rawValue].withUnsafeBytes { output.bytes(UnsafeRawBufferPointer(rebasing: $0[at..<at + count])) }
  }

  mutating func hash() throws {
    let at = places[PackStream.hashes.rawValue]
    guard streams[PackStream.hashes.rawValue].count - at >= 4 else { throw PackFailure.damaged("a block is cut short") }
    places[PackStream.hashes.rawValue] += 4
    let bits = streams[PackStream.hashes.rawValue].withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: at, as: UInt32.self)
    }
    output.signed(Int32(bitPattern: UInt32(littleEndian: bits)))
  }

  mutating func checkpoint() throws {
    guard output.count - blockStart >= PackedBMD.blockSize else { return }
    // The sink's error is thrown by whoever made it; what follows would go nowhere.
    guard output.failure == nil else { throw PackFailure.damaged("it could not be written") }
    try beginBlock()
  }
}
