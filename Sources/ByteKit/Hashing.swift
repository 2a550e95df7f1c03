// A fast, fixed hash for tables and shapes: the same on each run and machine (Swift's own Hasher is seeded per process),
// so that results may be ordered by it. Not for secrets and not a digest of evidence: that is SHA-256 in SystemKit.

/// A 64-bit hash that does not change from run to run.
public struct StableHash: Sendable {
  @usableFromInline var state: UInt64

  /// Starts a hash.
  @inlinable
  public init(seed: UInt64 = 0) { state = seed ^ 0x9E37_79B9_7F4A_7C15 }

  /// Multiplies to 128 bits and folds the halves: each input bit reaches each output bit.
  @inlinable
  public static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// Adds a number.
  @inlinable
  public mutating func combine(_ value: UInt64) {
    state = Self.mix(state ^ value, 0xD6E8_FEB8_6659_FD93)
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
