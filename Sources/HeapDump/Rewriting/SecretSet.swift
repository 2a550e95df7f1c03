// The texts that must be gone, as a set that millions of places of a file are held against. Kept of each is a 64-bit hash, in a table
// of eight bytes a slot; of its first four bytes a bit in a filter, and which lengths there are of texts that begin so. A text of more
// than 64 bytes is kept in pieces, so that what a place costs is bounded.
//
// A text that is there is always found. That one is "found" which is not there takes two equal hashes: 1 in 10⁷ for ten million
// texts and ten million places that pass the filter.

internal import ByteKit

/// A set of byte strings of 4 to 64 bytes that do not begin with zero.
struct SecretSet {
  static let shortest = 4
  static let longest = 64
  /// All lengths, and those from eight: bit n - 1 stands for length n.
  static let allLengths: UInt64 = .max << 3
  static let longLengths: UInt64 = .max << 7

  /// Hashes of the texts; 0 is an empty slot. At most half of the slots are taken.
  private var slots: [UInt64] = Array(repeating: 0, count: 1 << 12)
  private(set) var count = 0
  /// Whether a text has two zero bytes side by side: UTF-16 of letters like U+0400.
  private(set) var hasZeroPairs = false
  private var filter: [UInt64] = Array(repeating: 0, count: 1 << (Self.filterBits - 6))
  private var prefixes = OpenTable()
  private var lengths: [UInt64] = []
  // Nobody who writes a dump knows these, so he cannot fill one place of the table.
  private let seed: UInt64
  private let multiplier: UInt64

  private static let filterBits = 22

  init() {
    var random = SystemRandomNumberGenerator()
    seed = random.next()
    multiplier = random.next() | 1
  }

  @inline(__always)
  private static func filterPlace(_ prefix: UInt32) -> Int {
    Int(truncatingIfNeeded: (prefix &* 0x9E37_79B1) &>> (32 - UInt32(filterBits)))
  }

  /// One step of the hash: it is known for each length on the way to the longest.
  @inline(__always)
  private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  @inline(__always)
  private func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: StableHash.mix(hash ^ seed, multiplier)) & (slots.count &- 1)
  }

  @inline(__always)
  private func contains(_ hash: UInt64) -> Bool {
    var at = slot(hash)
    while slots[at] != 0 {
      if slots[at] == hash { return true }
      at = (at &+ 1) & (slots.count &- 1)
    }
    return false
  }

  /// Adds a text; false when it is there already.
  ///
  /// - Precondition: `shortest...longest` bytes, the first one not zero.
  @discardableResult
  mutating func insert(_ text: UnsafeRawBufferPointer) -> Bool {
    precondition(text.count >= Self.shortest && text.count <= Self.longest && text[0] != 0, "the text can be a key")
    var hash = seed
    var last: UInt8 = 1
    for byte in text {
      hash = Self.step(hash, byte)
      if byte | last == 0 { hasZeroPairs = true }
      last = byte
    }
    if hash == 0 { hash = 1 }
    guard !contains(hash) else { return false }
    if (count + 1) * 2 > slots.count { grow() }
    store(hash)
    count += 1
    let prefix = UInt32(littleEndian: text.loadUnaligned(as: UInt32.self))
    let place = Self.filterPlace(prefix)
    filter[place &>> 6] |= 1 &<< UInt64(place & 63)
    let (index, isNew) = prefixes.insert(UInt64(prefix))
    if isNew { lengths.append(0) }
    lengths[index] |= 1 << UInt64(text.count - 1)
    return true
  }

  private mutating func store(_ hash: UInt64) {
    var at = slot(hash)
    while slots[at] != 0 { at = (at &+ 1) & (slots.count &- 1) }
    slots[at] = hash
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { store(hash) }
  }

  /// Whether a text may begin with four bytes, the first one lowest.
  @inline(__always)
  func mayBegin(with prefix: UInt32) -> Bool {
    let place = Self.filterPlace(prefix)
    return filter[place &>> 6] & (1 &<< UInt64(place & 63)) != 0
  }

  /// The longest text of the set that begins at a place, reading every `stride`th byte; of the lengths that `allowed` has.
  ///
  /// - Returns: its length and hash, or `nil`.
  @inline(never)
  func longestMatch(
    _ bytes: UnsafeRawBufferPointer, at start: Int, stride: Int, prefix: UInt32, allowed: UInt64
  ) -> (length: Int, hash: UInt64)? {
    guard let index = prefixes.index(of: UInt64(prefix)) else { return nil }
    let mask = lengths[index] & allowed
    guard mask != 0 else { return nil }
    let last = min(64 - mask.leadingZeroBitCount, (bytes.count - start + stride - 1) / stride)
    var hash = seed
    var found: (Int, UInt64)?
    var at = start
    for length in 0..<last {
      hash = Self.step(hash, bytes[at])
      at &+= stride
      guard mask & (1 &<< UInt64(length)) != 0 else { continue }
      let key = hash == 0 ? 1 : hash
      if contains(key) { found = (length + 1, key) }
    }
    return found
  }
}
