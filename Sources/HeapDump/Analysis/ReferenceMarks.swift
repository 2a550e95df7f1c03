// Two small sets for passes over a heap: which ids are referred to, and which hashes come more than once.

internal import ByteKit

/// How often each id of a set is referred to: a bitmap over the range of ids, and a table for those that are referred to more
/// than once. Ids scattered so that the bitmap would be larger than a table are kept in a table.
struct ReferenceMarks: Sendable {
  private let base: UInt64
  private let shift: UInt64
  private let span: UInt64
  private var words: [UInt64]
  private var table = OpenTable()
  private var more: [Int32] = []
  private(set) var marked = 0

  /// - Parameters:
  ///   - minimum: the lowest id, `maximum` the highest, `bits` all ids or-ed.
  ///   - expected: about how many ids will be marked.
  init(minimum: UInt64, maximum: UInt64, bits: UInt64, expected: Int) {
    let shift = UInt64(min(max(bits.trailingZeroBitCount, 0), 6))
    base = minimum
    self.shift = shift
    let units = minimum <= maximum ? (maximum - minimum) >> shift : 0
    let isDense = units / 64 <= UInt64(expected) * 4 + (1 << 16)
    span = isDense ? units : 0
    words = isDense ? Array(repeating: 0, count: Int(units / 64) + 1) : []
  }

  @inline(__always)
  private func place(_ id: UInt64) -> UInt64? {
    let unit = (id &- base) &>> shift
    guard id >= base, unit <= span, (id &- base) & ((1 &<< shift) &- 1) == 0 else { return nil }
    return unit
  }

  /// Marks an id once more.
  @inline(__always)
  mutating func mark(_ id: UInt64) {
    if !words.isEmpty {
      guard let unit = place(id) else { return }
      let bit: UInt64 = 1 &<< (unit & 63)
      let word = Int(truncatingIfNeeded: unit &>> 6)
      if words[word] & bit == 0 {
        words[word] |= bit
        marked &+= 1
        return
      }
    }
    again(id)
  }

  @inline(never)
  private mutating func again(_ id: UInt64) {
    let (index, isNew) = table.insert(id)
    if isNew { more.append(0) }
    if words.isEmpty, isNew { marked += 1 } else { more[index] &+= 1 }
  }

  /// How often an id was marked.
  @inline(__always)
  func count(_ id: UInt64) -> Int {
    if words.isEmpty { return table.index(of: id).map { Int(more[$0]) + 1 } ?? 0 }
    guard let unit = place(id), words[Int(truncatingIfNeeded: unit &>> 6)] &>> (unit & 63) & 1 == 1 else { return 0 }
    return more.isEmpty ? 1 : (table.index(of: id).map { Int(more[$0]) } ?? 0) + 1
  }
}

/// Which 64-bit hashes come once and which more often, up to collisions.
struct TwiceFilter: Sendable {
  private var once: [UInt64]
  private var twice: [UInt64]
  private let mask: UInt64

  init(expected: Int) {
    var bits = 1 << 12
    while bits < expected * 4 { bits *= 2 }
    once = Array(repeating: 0, count: bits / 64)
    twice = once
    mask = UInt64(bits - 1)
  }

  @inline(__always)
  mutating func see(_ hash: UInt64, times: Int) {
    let place = hash & mask
    let word = Int(truncatingIfNeeded: place &>> 6)
    let bit: UInt64 = 1 &<< (place & 63)
    if times > 1 || once[word] & bit != 0 { twice[word] |= bit }
    once[word] |= bit
  }

  @inline(__always)
  func mayRepeat(_ hash: UInt64) -> Bool {
    let place = hash & mask
    return twice[Int(truncatingIfNeeded: place &>> 6)] &>> (place & 63) & 1 == 1
  }

  mutating func merge(_ other: TwiceFilter) {
    for index in once.indices {
      twice[index] |= other.twice[index] | (once[index] & other.once[index])
      once[index] |= other.once[index]
    }
  }
}
