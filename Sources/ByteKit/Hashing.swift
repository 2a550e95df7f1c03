// Two fast hashes. StableHash is the same on each run and machine (Swift's own Hasher is seeded per process), so that results
// may be ordered by it; whoever writes an input can make as many keys of one hash as he likes, since each step can be turned
// back. TableHash is for tables over what inputs say: seeded per process, so that nobody can (40,000 colliding names took a
// table 4 s). Neither is a digest of evidence: that is SHA-256 in SystemKit.

/// A 64-bit hash that does not change from run to run.
public struct StableHash: Sendable {
  @usableFromInline var state: UInt64
  @usableFromInline let multiplier: UInt64

  /// Starts a hash.
  @inlinable
  public init(seed: UInt64 = 0) { self.init(seed: seed, multiplier: 0xD6E8_FEB8_6659_FD93) }

  @inlinable
  init(seed: UInt64, multiplier: UInt64) {
    state = seed ^ 0x9E37_79B9_7F4A_7C15
    self.multiplier = multiplier
  }

  /// Multiplies to 128 bits and folds the halves: each input bit reaches each output bit.
  @inlinable
  public static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// Adds a number.
  @inlinable
  public mutating func combine(_ value: UInt64) {
    state = Self.mix(state ^ value, multiplier)
  }

  /// Adds bytes and their count.
  ///
  /// - Complexity: O(n), 8 bytes a step.
  @inlinable
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var at = 0
    let count = bytes.count
    while at &+ 8 <= count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
      at &+= 8
    }
    var tail: UInt64 = 0
    while at < count {
      tail = tail &<< 8 | UInt64(bytes[at])
      at &+= 1
    }
    combine(tail)
    combine(UInt64(truncatingIfNeeded: count))
  }

  /// The hash of what was added so far.
  @inlinable
  public var value: UInt64 { Self.mix(state, 0xA076_1D64_78BD_642F) }

  /// The hash of some bytes.
  @inlinable
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = StableHash()
    hash.combine(bytes)
    return hash.value
  }
}

/// The seed of this process's tables: two random numbers, the second one odd.
@usableFromInline
package struct TableSeed: Sendable {
  @usableFromInline let start: UInt64
  @usableFromInline let multiplier: UInt64

  @usableFromInline
  init(start: UInt64, multiplier: UInt64) {
    self.start = start
    self.multiplier = multiplier | 1
  }

  @usableFromInline
  static let ofProcess: TableSeed = {
    var random = SystemRandomNumberGenerator()
    return TableSeed(start: random.next(), multiplier: random.next())
  }()
}

/// A 64-bit hash for tables, seeded per process: nothing may be ordered by it.
public struct TableHash: Sendable {
  @usableFromInline var hash: StableHash

  /// Starts a hash.
  @inlinable
  public init() { self.init(TableSeed.ofProcess) }

  @inlinable
  init(_ seed: TableSeed) { hash = StableHash(seed: seed.start, multiplier: seed.multiplier) }

  /// Adds a number.
  @inlinable
  public mutating func combine(_ value: UInt64) { hash.combine(value) }

  /// Adds bytes and their count.
  ///
  /// - Complexity: O(n), 8 bytes a step.
  @inlinable
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) { hash.combine(bytes) }

  /// The hash of what was added so far.
  @inlinable
  public var value: UInt64 { hash.value }

  /// The hash of some bytes.
  @inlinable
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = TableHash()
    hash.combine(bytes)
    return hash.value
  }
}
