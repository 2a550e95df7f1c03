// Opens what a user names as input: a file, `-` for standard input, a pipe; gzip is inflated on the way whatever the name
// says. Plain files are mapped, everything else is read into memory.

internal import ByteKit

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of an input, inflated when they were gzip.
public final class InputFile: Sendable {
  /// The path as it was given; `-` is standard input.
  public let path: String
  /// Whether the file held gzip data.
  public let wasCompressed: Bool
  private let storage: Storage

  private enum Storage: Sendable {
    case mapped(Mapping)
    case buffer([UInt8])
  }

  /// A mapping that the storage can refer to: an enum that owned it could not be looked into from a class.
  private final class Mapping: Sendable {
    let file: MappedFile
    init(_ file: consuming MappedFile) { self.file = file }
  }

  /// The most that gzip data may grow to, and that a pipe may give: 1 GiB. What is larger must be a plain file, which is mapped
  /// and costs no memory.
  public static let inflatedLimit = 1 << 30

  /// Opens an input.
  ///
  /// - Throws: `SystemError` when it cannot be read, is a folder, or is damaged or oversized gzip data.
  public init(path: String, inflatedLimit: Int = InputFile.inflatedLimit) throws(SystemError) {
    self.path = path
    if path != "-", let file = try Self.map(path) {
      if let inflated = try file.withUnsafeBytes({ bytes throws(SystemError) in
        try Self.inflated(bytes, inflatedLimit, path)
      }) {
        storage = .buffer(inflated)
        wasCompressed = true
      } else {
        storage = .mapped(Mapping(file))
        wasCompressed = false
      }
      return
    }
    let bytes = try Self.readAll(path, limit: inflatedLimit)
    let inflated = try bytes.span.bytes.withUnsafeBytes { buffer throws(SystemError) in
      try Self.inflated(buffer, inflatedLimit, path)
    }
    storage = .buffer(inflated ?? bytes)
    wasCompressed = inflated != nil
  }

  /// The content of gzip data; `nil` for other bytes.
  private static func inflated(
    _ bytes: UnsafeRawBufferPointer, _ limit: Int, _ name: String
  ) throws(SystemError) -> [UInt8]? {
    Gzip.recognises(bytes) ? try Gzip.inflate(bytes, limit: limit, name: name) : nil
  }

  /// Wraps bytes that are in memory already, under a name.
  public init(name: String, bytes: [UInt8]) {
    path = name
    storage = .buffer(bytes)
    wasCompressed = false
  }

  /// The size in bytes, inflated.
  public var count: Int {
    switch storage {
    case .mapped(let mapping): mapping.file.count
    case .buffer(let bytes): bytes.count
    }
  }

  /// The bytes, for the duration of a call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch storage {
    case .mapped(let mapping): return try mapping.file.withUnsafeBytes(body)
    case .buffer(let bytes): return try bytes.span.bytes.withUnsafeBytes(body)
    }
  }

  /// Tells the system that the bytes before `offset` are not needed again; does nothing for bytes in memory.
  public func discard(upTo offset: Int) {
    if case .mapped(let mapping) = storage { mapping.file.discard(upTo: offset) }
  }

  /// Tells the system that a range of bytes is not needed again for now; does nothing for bytes in memory.
  public func discard(_ range: Range<Int>) {
    if case .mapped(let mapping) = storage { mapping.file.discard(range) }
  }

  /// Wraps a file that is mapped already, under a name.
  public init(name: String, mapped file: consuming MappedFile, wasCompressed: Bool = false) {
    path = name
    storage = .mapped(Mapping(file))
    self.wasCompressed = wasCompressed
  }

  /// Maps a regular file that has a size; `nil` for pipes, devices and files of /proc, which are read instead.
  private static func map(_ path: String) throws(SystemError) -> MappedFile? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last("fstat", path) }
    if status.st_mode & S_IFMT == S_IFDIR { throw SystemError(.isDirectory, path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    return try MappedFile(descriptor: descriptor, path: path)
  }

  private static func readAll(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("read", path)
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw SystemError(.tooLarge(limit: limit), path) }
    }
  }
}
