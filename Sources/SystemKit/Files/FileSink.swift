// Output to a descriptor through one buffer (a buffered line costs 44 ns, `print` 261), and output files that appear whole
// or not at all.

public import ByteKit

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What bytes can be written to, one piece after another.
public protocol ByteSink: AnyObject {
  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError)
}

/// Buffered writing to a file descriptor.
///
/// Not for use from several threads at once.
public final class FileSink: ByteSink {
  private let descriptor: Int32
  private let name: String
  private var buffer = ByteWriter(capacity: FileSink.bufferSize)
  /// How many bytes were written, the buffered ones included.
  public private(set) var count = 0

  private static let bufferSize = 1 << 16

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// A sink for standard output. `flush()` before the program ends.
  public static func standardOutput() -> FileSink { FileSink(descriptor: STDOUT_FILENO, name: "standard output") }

  /// A sink for standard error.
  public static func standardError() -> FileSink { FileSink(descriptor: STDERR_FILENO, name: "standard error") }

  /// Writes a string's UTF-8.
  public func write(_ text: String) throws(SystemError) {
    count += text.utf8.count
    buffer.append(text)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes bytes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    count += bytes.count
    if bytes.count >= Self.bufferSize {
      try flush()
      try writeAll(bytes)
      return
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    count += bytes.count
    if bytes.count >= Self.bufferSize {
      try flush()
      try writeAll(bytes)
      return
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Lets a formatter append to the buffer itself.
  public func write(_ body: (inout ByteWriter) -> Void) throws(SystemError) {
    let before = buffer.count
    body(&buffer)
    count += buffer.count - before
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Hands all buffered bytes to the system.
  public func flush() throws(SystemError) {
    guard buffer.count > 0 else { return }
    let full = buffer.bytes
    buffer.bytes.removeAll(keepingCapacity: true)
    try writeAll(full)
  }

  private func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.span.bytes.withUnsafeBytes { buffer throws(SystemError) in try writeAll(buffer) }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try DescriptorWriting.writeAll(bytes, to: descriptor, name: name)
  }
}

/// Files that are written under a temporary name in the same folder and renamed when complete: a failed run leaves the old
/// file whole.
public enum AtomicFile {
  /// Writes a file, or standard output when the path is `-`.
  ///
  /// A symbolic link is followed, the mode of an existing file is kept, and devices and pipes are written directly.
  ///
  /// - Throws: what `body` throws, or a `SystemError`; the old file is then as it was.
  public static func write(to path: String, _ body: (FileSink) throws -> Void) throws {
    if path == "-" {
      let sink = FileSink.standardOutput()
      try body(sink)
      try sink.flush()
      return
    }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw SystemError(.isDirectory, path) }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError.last("open", path) }
      defer { close(descriptor) }
      let sink = FileSink(descriptor: descriptor, name: path)
      try body(sink)
      try sink.flush()
      return
    }
    let target = exists ? FileFacts.realPath(path) : linkTarget(path)
    let (temporary, descriptor) = try makeTemporary(beside: target, shown: path)
    do {
      defer { close(descriptor) }
      if exists { fchmod(descriptor, status.st_mode & 0o7777) }
      let sink = FileSink(descriptor: descriptor, name: path)
      try body(sink)
      try sink.flush()
      guard rename(temporary, target) == 0 else { throw SystemError.last("rename", path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Writes a file from bytes in memory.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try write(to: path) { try $0.write(bytes) }
  }

  /// Removes a file; a symbolic link is removed, not followed. It is fine when nothing is there.
  public static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path) }
  }

  /// Makes a folder and those above it.
  public static func makeFolder(_ path: String) throws(SystemError) {
    if path.isEmpty || mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) { return }
    guard errno == ENOENT else { throw .last("mkdir", path) }
    let parent = PathName.split(path).folder
    guard parent != path, !parent.isEmpty else { throw .last("mkdir", path) }
    try makeFolder(parent)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last("mkdir", path) }
  }

  /// Whether a path is a folder (links followed).
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether anything is at a path (links followed).
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A new file beside another. Not mkstemp, whose files are private: to give one the usual mode, the process's umask would
  /// have to be set for a moment, for all threads.
  private static func makeTemporary(beside target: String, shown: String) throws(SystemError) -> (String, Int32) {
    let (folder, name) = PathName.split(target)
    // A name may have 255 bytes; the temporary one keeps its beginning, so that a leftover can be told.
    let prefix = name.utf8.count > 200 ? "plimsoll" : name
    while true {
      let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = PathName.join(folder, ".\(prefix).\(suffix)")
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (path, descriptor) }
      guard errno == EEXIST else { throw .last("create", shown) }
    }
  }

  /// Where a symbolic link that leads to nothing yet leads to; the path itself when it is no link.
  private static func linkTarget(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = buffer.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
      guard count > 0 else { return path }
      path = PathName.join(PathName.split(path).folder, String(decoding: buffer[..<count], as: UTF8.self))
    }
    return path
  }
}
