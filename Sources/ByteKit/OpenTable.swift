// Open-addressing tables (linear probing, power-of-two capacity, at most half full) from ids or byte strings to dense
// Int32 indices: 19 ns a look-up against 106 for Dictionary<UInt64, _> (2026-11). What an index means is the caller's:
// arrays beside the table hold the values. Places are seeded per process (`TableHash`): inputs choose the keys.

/// A table from 64-bit keys to dense indices in order of first insertion.
public struct OpenTable: Sendable {
  @usableFromInline var keys: [UInt64]
  @usableFromInline var slots: [Int32]
  @usableFromInline var mask: Int
  @usableFromInline var used: Int
  @usableFromInline let seed: TableSeed

  /// How many keys there are; the next new key gets this index.
  @inlinable
  public var count: Int { used }

  /// Creates an empty table with room for `capacity` keys before it grows.
  @inlinable
  public init(capacity: Int = 8) {
    var size = 16
    while size < capacity &* 2 { size &*= 2 }
    keys = Array(repeating: 0, count: size)
    slots = Array(repeating: -1, count: size)
    mask = size &- 1
    used = 0
    seed = TableSeed.ofProcess
  }

  @inlinable
  func place(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: StableHash.mix(key ^ seed.start, seed.multiplier))
  }

  /// The index of a key, or `nil`.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public func index(of key: UInt64) -> Int? {
    var at = place(key) & mask
    while slots[at] >= 0 {
      if keys[at] == key { return Int(slots[at]) }
      at = (at &+ 1) & mask
    }
    return nil
  }

  /// The index of a key; a new key gets the next one.
  ///
  /// - Complexity: O(1) on average, amortised.
  /// - Precondition: fewer than 2³¹ keys.
  @inlinable
  public mutating func insert(_ key: UInt64) -> (index: Int, isNew: Bool) {
    if count &* 2 >= slots.count { grow() }
    var at = place(key) & mask
    while slots[at] >= 0 {
      if keys[at] == key { return (Int(slots[at]), false) }
      at = (at &+ 1) & mask
    }
    precondition(count < Int(Int32.max), "an OpenTable holds at most 2^31 - 1 keys")
    keys[at] = key
    slots[at] = Int32(truncatingIfNeeded: count)
    used &+= 1
    return (count &- 1, true)
  }

  /// Calls `body` with each key and its index, in no particular order.
  ///
  /// - Complexity: O(capacity).
  @inlinable
  public func forEach(_ body: (_ key: UInt64, _ index: Int) -> Void) {
    for (key, slot) in zip(keys, slots) where slot >= 0 { body(key, Int(slot)) }
  }

  @usableFromInline
  mutating func grow() {
    var larger = OpenTable(capacity: slots.count)
    for (key, slot) in zip(keys, slots) where slot >= 0 {
      var at = place(key) & larger.mask
      while larger.slots[at] >= 0 { at = (at &+ 1) & larger.mask }
      larger.keys[at] = key
      larger.slots[at] = slot
    }
    larger.used = used
    self = larger
  }
}

/// A table from byte strings to dense indices in order of first insertion; the strings are kept in one array.
public struct ByteStringTable: Sendable {
  @usableFromInline var storage: [UInt8] = []
  @usableFromInline var ends: [Int] = [0]
  @usableFromInline var hashes: [UInt64] = []
  @usableFromInline var slots: [Int32]
  @usableFromInline var mask: Int
  @usableFromInline let seed: TableSeed

  /// Creates an empty table.
  @inlinable
  public init() {
    slots = Array(repeating: -1, count: 16)
    mask = 15
    seed = TableSeed.ofProcess
  }

  @inlinable
  func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = TableHash(seed)
    hash.combine(bytes)
    return hash.value
  }

  /// How many strings there are.
  @inlinable
  public var count: Int { hashes.count }

  /// The index of a string; a new one gets the next index.
  ///
  /// - Complexity: O(length) on average, amortised.
  @inlinable
  public mutating func insert(_ bytes: UnsafeRawBufferPointer) -> (index: Int, isNew: Bool) {
    if hashes.count &* 2 >= slots.count { grow() }
    let hash = hash(bytes)
    var at = Int(truncatingIfNeeded: hash) & mask
    while slots[at] >= 0 {
      let index = Int(slots[at])
      if hashes[index] == hash, equals(index, bytes) { return (index, false) }
      at = (at &+ 1) & mask
    }
    precondition(hashes.count < Int(Int32.max), "a ByteStringTable holds at most 2^31 - 1 strings")
    slots[at] = Int32(truncatingIfNeeded: hashes.count)
    hashes.append(hash)
    storage.append(contentsOf: bytes)
    ends.append(storage.count)
    return (hashes.count &- 1, true)
  }

  /// The index of a string; a new one gets the next index.
  @inlinable
  public mutating func insert(_ text: String) -> Int {
    var copy = text
    return copy.withUTF8 { insert(UnsafeRawBufferPointer($0)).index }
  }

  /// Whether the string at `index` is `bytes`.
  @inlinable
  public func equals(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = ends[index]
    let end = ends[index &+ 1]
    guard end &- start == bytes.count else { return false }
    return storage.withUnsafeBytes { own in
      UnsafeRawBufferPointer(rebasing: own[start..<end]).elementsEqual(bytes)
    }
  }

  /// The string at `index`; bytes that are no UTF-8 become U+FFFD.
  @inlinable
  public func string(at index: Int) -> String {
    String(decoding: storage[ends[index]..<ends[index &+ 1]], as: UTF8.self)
  }

  @usableFromInline
  mutating func grow() {
    let size = slots.count &* 2
    slots = Array(repeating: -1, count: size)
    mask = size &- 1
    for (index, hash) in hashes.enumerated() {
      var at = Int(truncatingIfNeeded: hash) & mask
      while slots[at] >= 0 { at = (at &+ 1) & mask }
      slots[at] = Int32(truncatingIfNeeded: index)
    }
  }
}
