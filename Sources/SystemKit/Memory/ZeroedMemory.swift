// Memory straight from the system: zero until it is written to, and real only where it was. An upper bound can be reserved for what
// is not known beforehand, without an array that is copied as it grows.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Zeroed elements of a trivial type; the pages that nobody touches cost nothing.
///
/// Sendable unchecked: whoever shares it sees to it that no two threads write to the same element.
public final class ZeroedMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  /// The first element; on a page's boundary.
  public let base: UnsafeMutablePointer<Element>
  /// How many elements there are.
  public let count: Int
  private let byteCount: Int

  /// Reserves elements whose bytes are all zero.
  ///
  /// - Precondition: the system grants the memory; one that does not overcommit may refuse what is far beyond its size.
  public init(count: Int) {
    precondition(count >= 0, "memory has no negative size")
    self.count = count
    byteCount = max(1, count) * MemoryLayout<Element>.stride
    #if canImport(Glibc)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #else
      let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    #endif
    guard let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), mapped != MAP_FAILED else {
      fatalError("the system has no \(byteCount) bytes of memory left")
    }
    base = mapped.bindMemory(to: Element.self, capacity: count)
  }

  deinit { munmap(base, byteCount) }

  /// The element at an index.
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "index out of range")
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count, "index out of range")
      base[index] = newValue
    }
  }
}
