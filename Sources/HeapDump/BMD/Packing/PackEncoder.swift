// BMD to columns. A block's numbers are kept in the order of the file until its end; then they are sorted by column, and each column
// is written in the mode in which it is shortest.

internal import ByteKit
internal import SystemKit

/// The side that reads BMD.
struct PackEncoder: PackCoder {
  /// A number of the block.
  private struct Entry {
    let value: UInt64
    let own: UInt64
    /// The newest object's number at that place, plus one; 0 for a number that is no reference.
    let newest: UInt64
    /// The column, as the block counts them.
    let column: Int32
  }

  /// Zlib's level. Level 9 takes four times as long for half a percent: columns repeat themselves, and it looks for the longest
  /// repetition everywhere (70 MB of BMD: 3.7 s against 1.0, 3,239 KB against 3,268; 2026-12).
  private static let level: Int32 = 6

  private var values: BMDValues
  private let output: BMDOutput
  private var entries: [Entry] = []
  private var streams = [[UInt8]](repeating: [], count: PackStream.allCases.count)
  /// The columns of the block by their own numbers, and the number of the block in which that holds.
  private var local: [Int32] = []
  private var stamps: [UInt32] = []
  private var block: UInt32 = 1
  private var columnCount: Int32 = 0
  private var pending: UInt64 = 0
  private var newest: UInt64 = 1
  private var blockStart = 0
  /// The last value of each column, in blocks before this one.
  private var last: [UInt64] = []
  private var localColumns: [Int] = []
  /// The streams of blocks that are not deflated yet: one block for each core, so that all have work.
  private var waiting: [[UInt8]] = []

  /// Writes the blocks of a BMD file.
  ///
  /// - Throws: `PackFailure.notReproducible` for a file that a walk does not give back.
  static func encode(_ bytes: UnsafeRawBufferPointer, to output: BMDOutput) throws {
    var walk = PackWalk(PackEncoder(values: BMDValues(bytes: bytes, at: 0, idMask: .max), output: output))
    do {
      try walk.run()
    } catch is HeapDumpError {
      throw PackFailure.notReproducible
    }
    walk.coder.endBlock()
    walk.coder.write()
  }

  private init(values: BMDValues, output: BMDOutput) {
    self.values = values
    self.output = output
  }

  // MARK: - Reading

  /// Reads a number that has no more bytes than it needs: another would not come back as it was.
  @inline(__always)
  private mutating func read() throws -> UInt64 {
    let start = values.at
    let value = try values.number()
    let length = values.at &- start
    guard length == 1 || length == PackNumber.length(value) && (length < 10 || values.bytes[values.at &- 1] == 1) else {
      throw PackFailure.notReproducible
    }
    return value
  }

  @inline(__always)
  private mutating func append(_ value: UInt64, _ column: Int, own: UInt64, newest: UInt64) {
    while column >= local.count {
      local.append(0)
      stamps.append(0)
      last.append(0)
    }
    if stamps[column] != block {
      stamps[column] = block
      local[column] = columnCount
      columnCount += 1
      localColumns.append(column)
    }
    entries.append(Entry(value: value, own: own, newest: newest, column: local[column]))
  }

  private mutating func appendReference(_ value: UInt64, _ column: Int, own: UInt64) throws {
    // Differences have two added to them, and must not wrap when they do.
    guard value < 1 << 62 else { throw PackFailure.notReproducible }
    append(value, column, own: own, newest: newest)
    if value >= newest { newest = value + 1 }
  }

  mutating func tag() throws -> UInt64? {
    guard values.at < values.bytes.count else {
      streams[PackStream.tags.rawValue].append(0)
      return nil
    }
    let tag = try read()
    guard tag < 255 else { throw PackFailure.notReproducible }
    streams[PackStream.tags.rawValue].append(UInt8(tag + 1))
    return tag
  }

  mutating func number(_ column: Int) throws -> UInt64 {
    let value = try read()
    append(value, column, own: 0, newest: 0)
    return value
  }

  mutating func reference(_ column: Int, own: UInt64) throws -> UInt64 {
    let value = try read()
    try appendReference(value, column, own: own)
    return value
  }

  mutating func second(_ column: Int, isReference: Bool) throws -> UInt64 {
    pending = try read()
    return try isReference ? reference(column, own: 0) : number(column)
  }

  mutating func first(_ column: Int, own: UInt64) throws -> UInt64 {
    try appendReference(pending, column, own: own)
    return pending
  }

  mutating func bytes(_ count: Int, _ stream: PackStream) throws {
    streams[stream.rawValue].append(contentsOf: try values.slice(count))
  }

  mutating func hash() throws {
    let value = try read()
    let hash = Int32(truncatingIfNeeded: Int64(bitPattern: value))
    guard UInt64(bitPattern: Int64(hash)) == value else { throw PackFailure.notReproducible }
    withUnsafeBytes(of: hash.littleEndian) { streams[PackStream.hashes.rawValue].append(contentsOf: $0) }
  }

  mutating func checkpoint() throws {
    if values.at - blockStart >= PackedBMD.blockSize { endBlock() }
  }

  // MARK: - Writing

  /// Writes the block.
  private mutating func endBlock() {
    var directory = ByteWriter()
    var numbers = ByteWriter(capacity: entries.count * 2)
    // Sorted by column, in order within each.
    var ends = [Int](repeating: 0, count: Int(columnCount) + 1)
    for entry in entries { ends[Int(entry.column) + 1] += 1 }
    for column in 0..<Int(columnCount) { ends[column + 1] += ends[column] }
    var places = ends
    var order = [Int32](repeating: 0, count: entries.count)
    for (index, entry) in entries.enumerated() {
      order[places[Int(entry.column)]] = Int32(truncatingIfNeeded: index)
      places[Int(entry.column)] += 1
    }
    for column in 0..<Int(columnCount) {
      let range = order[ends[column]..<ends[column + 1]]
      let before = last[localColumns[column]]
      let mode = shortestMode(range, before)
      let start = numbers.count
      var previous = before
      for index in range {
        let entry = entries[Int(index)]
        numbers.appendLEB128(Self.code(entry, mode, previous))
        previous = entry.value
      }
      last[localColumns[column]] = previous
      directory.appendLEB128(UInt64(numbers.count - start) << 2 | mode.rawValue)
    }
    streams[PackStream.directory.rawValue] = directory.bytes
    streams[PackStream.numbers.rawValue] = numbers.bytes
    waiting += streams
    if waiting.count >= Parallel.workerCount * streams.count { write() }
    entries.removeAll(keepingCapacity: true)
    for index in streams.indices { streams[index] = [] }
    localColumns.removeAll(keepingCapacity: true)
    columnCount = 0
    block += 1
    blockStart = values.at
  }

  @inline(__always)
  private static func code(_ entry: Entry, _ mode: PackMode, _ previous: UInt64) -> UInt64 {
    if entry.newest > 0 {
      if entry.value == 0 { return 0 }
      if entry.value == entry.newest { return 1 }
    }
    let added: UInt64 = entry.newest > 0 ? 2 : 0
    switch mode {
    case .plain: return entry.value &+ added
    case .previous: return PackNumber.zigzag(entry.value &- previous) &+ added
    case .own: return PackNumber.zigzag(entry.value &- entry.own) &+ added
    case .newest: return PackNumber.zigzag(entry.newest &- entry.value) &+ added
    }
  }

  private func shortestMode(_ range: ArraySlice<Int32>, _ before: UInt64) -> PackMode {
    guard let firstIndex = range.first else { return .plain }
    let isReference = entries[Int(firstIndex)].newest > 0
    var lengths = [0, 0, 0, 0]
    var previous = before
    for index in range {
      let entry = entries[Int(index)]
      lengths[0] += PackNumber.length(Self.code(entry, .plain, previous))
      lengths[1] += PackNumber.length(Self.code(entry, .previous, previous))
      if isReference {
        lengths[2] += PackNumber.length(Self.code(entry, .own, previous))
        lengths[3] += PackNumber.length(Self.code(entry, .newest, previous))
      }
      previous = entry.value
    }
    let modes: [PackMode] = isReference ? [.own, .previous, .newest, .plain] : [.plain, .previous]
    return modes.min { lengths[Int($0.rawValue)] < lengths[Int($1.rawValue)] } ?? .plain
  }

  /// Deflates the blocks that wait, on all cores, and writes them.
  private mutating func write() {
    let streams = waiting
    waiting.removeAll(keepingCapacity: true)
    let deflated = Parallel.map(count: streams.count) { index in
      streams[index].withUnsafeBytes { Deflate.compress($0, level: Self.level) }
    }
    for (plain, deflated) in zip(streams, deflated) {
      output.number(UInt64(plain.count))
      guard !plain.isEmpty else { continue }
      let best = deflated.count < plain.count ? deflated : plain
      output.number(UInt64(best.count))
      best.withUnsafeBytes { output.bytes($0) }
    }
  }
}
