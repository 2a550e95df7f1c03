// Space on disk for data too large for memory: a file without a name, gone when it is closed, however the program ends.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A nameless file in the folder for temporary files (`TMPDIR`), for one writer.
public final class ScratchFile: ByteSink {
  private let descriptor: Int32
  private let name: String
  private var buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  /// How many bytes were written.
  public private(set) var count = 0

  /// Makes an empty file.
  ///
  /// - Throws: `SystemError` when the folder cannot be written to.
  public init() throws(SystemError) {
    let folder = Environment.temporaryFolder
    let path = PathName.join(folder, ".plimsoll.\(String(UInt64.random(in: .min ... .max), radix: 36))")
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last("create", path) }
    unlink(path)
    name = path
    buffer = .allocate(byteCount: 1 << 18, alignment: 16)
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Appends bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    count += bytes.count
    if bytes.count <= buffer.count - filled {
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: bytes)
      filled += bytes.count
      return
    }
    try flush()
    if bytes.count < buffer.count {
      buffer.copyMemory(from: bytes)
      filled = bytes.count
    } else {
      try writeAll(bytes)
    }
  }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.span.bytes.withUnsafeBytes { buffer throws(SystemError) in try write(buffer) }
  }

  private func flush() throws(SystemError) {
    try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    filled = 0
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try DescriptorWriting.writeAll(bytes, to: descriptor, name: name)
  }

  /// Maps what was written. The mapping outlives this object.
  public func map() throws(SystemError) -> MappedFile {
    try flush()
    return try MappedFile(descriptor: descriptor, path: name)
  }
}
