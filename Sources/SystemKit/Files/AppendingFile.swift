// Adds to files that others add to as well, such as the summary file of a GitHub job.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Appends to files.
public enum AppendingFile {
  /// Adds bytes to the end of a file, which is made when it is not there.
  ///
  /// - Throws: `SystemError`.
  public static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    let sink = FileSink(descriptor: descriptor, name: path)
    try sink.write(bytes)
    try sink.flush()
  }
}
