// Two sets for passes over a heap: which ids are referred to, and which hashes come more than once. Both are shared by the threads of
// a pass, which set bits in them atomically: a set for each thread would cost the same memory again.

internal import ByteKit
internal import Synchronization
internal import SystemKit

extension ZeroedMemory<UInt64> {
  /// Sets bits of a word and returns what it was.
  @inline(__always)
  func setBits(_ index: Int, _ bits: UInt64) -> UInt64 {
    // An Atomic is its value's bytes and nothing else.
    UnsafeMutableRawPointer(base + index).assumingMemoryBound(to: Atomic<UInt64>.self)
      .pointee.bitwiseOr(bits, ordering: .relaxed).oldValue
  }
}

/// How often each id of a set is referred to: a bitmap in pieces of 512 ids, of which only those exist that have a marked id, and a
/// table for the few ids that are marked more than once. Copies share the bitmap, but each has its own table: `merge` adds one to
/// another.
struct ReferenceMarks: Sendable {
  private let base: UInt64
  private let shift: UInt64
  private let span: UInt64
  /// The number of the piece for each 512 ids, 0 for none.
  private let directory: ZeroedMemory<UInt32>
  private let pieces: ZeroedMemory<UInt64>
  private let pieceCount = ZeroedMemory<UInt32>(count: 1)
  /// Ids marked again; all ids, where they are scattered too widely for a directory.
  private var table = OpenTable()
  private var more: [Int32] = []
  private(set) var marked = 0

  /// - Parameters:
  ///   - ids: the ids of all objects.
  ///   - expected: how many ids will be marked at most.
  init(_ ids: IDSurvey, expected: Int) {
    base = ids.minimum
    shift = ids.alignmentShift
    let units = ids.count > 0 ? (ids.maximum - ids.minimum) >> shift : 0
    let count = units / 512 + 1
    // A directory of at most 16 bytes an object; it is real only where ids are.
    let hasDirectory = count <= UInt64(max(1 << 16, ids.count)) * 4
    span = hasDirectory ? units : 0
    directory = ZeroedMemory(count: hasDirectory ? Int(count) : 0)
    // Pieces that two threads wanted at once are lost: one a thread at a time, and there are not more than 256.
    pieces = ZeroedMemory(count: hasDirectory ? (min(expected, Int(count)) * 2 + 256) * 8 : 0)
  }

  private var hasDirectory: Bool { directory.count > 0 }

  @inline(__always)
  private func unit(_ id: UInt64) -> UInt64? {
    let unit = (id &- base) &>> shift
    guard id >= base, unit <= span, (id &- base) & ((1 &<< shift) &- 1) == 0 else { return nil }
    return unit
  }

  private static func atomic(_ memory: ZeroedMemory<UInt32>, _ index: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(memory.base + index).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  @inline(never)
  private func makePiece(_ place: Int) -> UInt32? {
    let piece = Self.atomic(pieceCount, 0).pointee.add(1, ordering: .relaxed).newValue
    guard Int(piece) <= pieces.count / 8 else { return nil }
    let (isOurs, other) = Self.atomic(directory, place).pointee.compareExchange(
      expected: 0, desired: piece, ordering: .relaxed)
    return isOurs ? piece : other
  }

  /// Marks an id once more. Ids that no object of the heap can have are passed over.
  @inline(__always)
  mutating func mark(_ id: UInt64) {
    guard hasDirectory else { return again(id) }
    guard let unit = unit(id) else { return }
    let place = Int(truncatingIfNeeded: unit &>> 9)
    var piece = Self.atomic(directory, place).pointee.load(ordering: .relaxed)
    if piece == 0 {
      guard let made = makePiece(place) else { return again(id) }
      piece = made
    }
    let word = (Int(piece) &- 1) &* 8 &+ Int(truncatingIfNeeded: (unit &>> 6) & 7)
    let bit: UInt64 = 1 &<< (unit & 63)
    if pieces.setBits(word, bit) & bit == 0 { marked &+= 1 } else { again(id) }
  }

  @inline(never)
  private mutating func again(_ id: UInt64) {
    let (index, isNew) = table.insert(id)
    if isNew { more.append(0) }
    if !hasDirectory, isNew { marked += 1 } else { more[index] &+= 1 }
  }

  /// Adds what another copy has marked.
  mutating func merge(_ other: ReferenceMarks) {
    other.table.forEach { id, otherIndex in
      let (index, isNew) = table.insert(id)
      if isNew { more.append(0) }
      more[index] &+= other.more[otherIndex]
      // In the table alone, an id's first mark is no repetition; only one of the two copies has had the first.
      if !hasDirectory, !isNew { more[index] &+= 1 }
    }
    marked = hasDirectory ? marked + other.marked : table.count
  }

  /// How often an id was marked.
  @inline(__always)
  func count(_ id: UInt64) -> Int {
    guard hasDirectory else { return table.index(of: id).map { Int(more[$0]) + 1 } ?? 0 }
    guard let unit = unit(id) else { return 0 }
    let piece = directory.base[Int(truncatingIfNeeded: unit &>> 9)]
    guard piece > 0 else { return 0 }
    let word = pieces.base[(Int(piece) &- 1) &* 8 &+ Int(truncatingIfNeeded: (unit &>> 6) & 7)]
    guard word &>> (unit & 63) & 1 == 1 else { return 0 }
    return more.isEmpty ? 1 : (table.index(of: id).map { Int(more[$0]) } ?? 0) + 1
  }
}

/// Which 64-bit hashes come once and which more often, up to collisions: a filter of two bits a hash, both in one word so that one
/// atomic step says whether they were set before. One in some thirty of those that come once is taken for one that comes again.
struct TwiceFilter: Sendable {
  private let once: ZeroedMemory<UInt64>
  private let twice: ZeroedMemory<UInt64>
  private let onceMask: UInt64
  private let twiceMask: UInt64

  init(expected: Int) {
    var words = 64
    while words < expected / 8 { words *= 2 }
    once = ZeroedMemory(count: words)
    twice = ZeroedMemory(count: words / 4)
    onceMask = UInt64(words - 1)
    twiceMask = UInt64(words / 4 - 1)
  }

  @inline(__always)
  private static func bits(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 58) | 1 &<< ((hash &>> 52) & 63) }

  @inline(__always)
  func see(_ hash: UInt64, times: Int) {
    let bits = Self.bits(hash)
    let before = once.setBits(Int(truncatingIfNeeded: hash & onceMask), bits)
    if times > 1 || before & bits == bits { _ = twice.setBits(Int(truncatingIfNeeded: hash & twiceMask), bits) }
  }

  @inline(__always)
  func mayRepeat(_ hash: UInt64) -> Bool {
    let bits = Self.bits(hash)
    return twice.base[Int(truncatingIfNeeded: hash & twiceMask)] & bits == bits
  }
}
