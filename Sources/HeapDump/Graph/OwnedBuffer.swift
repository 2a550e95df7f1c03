// Memory with one owner. The graph's phases hold a few arrays of an entry an object, hundreds of megabytes together; an Array
// would double when a second reference meets a write, and its release is not in sight. A value that cannot be copied is freed
// where it is consumed, by the compiler's word. Pages that are never touched cost nothing, so an upper bound may be reserved.
// Loops that go through `base` end with `release()`, which keeps the buffer until there and frees it there.

internal import Synchronization

/// A fixed number of trivial elements, owned once and freed when consumed.
///
/// Several threads may write to it, as long as no two touch the same element.
package struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The first element; loops use it directly.
  package let base: UnsafeMutablePointer<Element>
  /// How many elements there are.
  package let count: Int

  /// Reserves memory without touching it: each element must be written before it is read.
  ///
  /// The first element starts a cache line.
  package init(uninitialized count: Int) {
    precondition(count >= 0, "a buffer has no negative length")
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, count) * MemoryLayout<Element>.stride, alignment: 64)
    base = bytes.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  /// Creates a buffer filled with one value.
  ///
  /// - Complexity: O(`count`).
  package init(repeating value: Element, count: Int) {
    self.init(uninitialized: count)
    base.initialize(repeating: value, count: count)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  /// The element at `index`.
  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "index out of range")
      return base[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "index out of range")
      base[index] = newValue
    }
  }

  /// The elements.
  package var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// How many bytes the buffer holds.
  package var memory: Int { count * MemoryLayout<Element>.stride }

  /// Frees the memory now.
  package consuming func release() {}
}

/// One bit an object.
struct BitSet: ~Copyable, @unchecked Sendable {
  let words: OwnedBuffer<UInt64>

  init(count: Int) { words = OwnedBuffer(repeating: 0, count: (count + 63) / 64) }

  consuming func release() {}

  @inline(__always)
  func contains(_ index: UInt32) -> Bool { words.base[Int(index >> 6)] &>> UInt64(index & 63) & 1 != 0 }

  @inline(__always)
  func remove(_ index: UInt32) { words.base[Int(index >> 6)] &= ~(1 &<< UInt64(index & 63)) }

  @inline(__always)
  func insert(_ index: UInt32) { words.base[Int(index >> 6)] |= 1 &<< UInt64(index & 63) }
}

extension ReferenceGraph {
  /// Sets an object's bit; from any thread.
  static func setBit(_ words: UnsafeMutablePointer<UInt64>, _ number: UInt32) {
    UnsafeMutableRawPointer(words + Int(number >> 6)).assumingMemoryBound(to: Atomic<UInt64>.self)
      .pointee.bitwiseOr(1 &<< UInt64(number & 63), ordering: .relaxed)
  }
}
