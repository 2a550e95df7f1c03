// Maps a file into memory. Foundation's `.mappedIfSafe` reads the whole file on Linux (200 MB resident for a 200 MB file,
// 2026-11), so this calls mmap itself.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file's bytes, mapped read-only for as long as this value lives.
///
/// Should another process cut the file short meanwhile, touching the lost pages ends the program (SIGBUS), as with any
/// mapping; evidence is written before it is surveyed. Sendable unchecked: the pages are never written.
public struct MappedFile: ~Copyable, @unchecked Sendable {
  private let base: UnsafeMutableRawPointer?
  /// The size in bytes.
  public let count: Int

  /// Maps a regular file.
  ///
  /// - Throws: `SystemError` when the path cannot be opened or mapped, or is a folder.
  public init(path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    (base, count) = try Self.map(descriptor, path)
  }

  init(descriptor: Int32, path: String) throws(SystemError) {
    (base, count) = try Self.map(descriptor, path)
  }

  private static func map(
    _ descriptor: Int32, _ path: String
  ) throws(SystemError) -> (UnsafeMutableRawPointer?, Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last("fstat", path) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(.isDirectory, path) }
    let count = Int(status.st_size)
    guard count > 0 else { return (nil, 0) }
    guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED else {
      throw .last("mmap", path)
    }
    madvise(mapped, count, MADV_SEQUENTIAL)
    #if canImport(Glibc)
      // Pieces of 2 MiB save faults in large files; in small ones they are most of what a pass has in memory.
      if count < 64 << 20 { madvise(mapped, count, MADV_NOHUGEPAGE) }
    #endif
    return (mapped, count)
  }

  deinit {
    if let base { munmap(base, count) }
  }

  /// The bytes.
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = RawSpan(_unsafeStart: UnsafeRawPointer(base ?? Self.empty), byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The bytes as a pointer, for the duration of a call.
  public borrowing func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Tells the system that the bytes before `offset` are not needed again, so that a pass over a large file stays small in
  /// memory. They can still be read; they are then fetched anew.
  public borrowing func discard(upTo offset: Int) { discard(0..<offset) }

  /// Tells the system that a range of bytes is not needed again for now; only whole pages are dropped.
  ///
  /// Linux maps a file in pieces of up to 2 MiB where it lies so in the cache: the next touch behind this range brings back what was
  /// dropped before it. So a range begins with its piece (2026-12: without this a pass over 2 GB kept 1.8 GB).
  public borrowing func discard(_ range: Range<Int>) {
    guard let base else { return }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = max(0, (Int(bitPattern: base) + range.lowerBound) / Self.piece * Self.piece - Int(bitPattern: base))
    let end = range.upperBound == count ? count : range.upperBound / page * page
    if end > start { madvise(base + start, end - start, MADV_DONTNEED) }
  }

  /// The largest piece of a file that is mapped at a time.
  private static let piece = 2 << 20

  private nonisolated(unsafe) static let empty = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
}
