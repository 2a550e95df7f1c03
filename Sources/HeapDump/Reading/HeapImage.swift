// A dump's bytes as HPROF, whatever they were in the file: plain files are mapped, gzip goes inflated to a scratch file, BMD is
// turned into HPROF there (see `BMDImage`). All analyses read this one form.

internal import SystemKit

/// The bytes of a dump file in the form of HPROF.
package final class HeapImage: Sendable {
  /// What the file held.
  package enum Origin: String, Sendable {
    case hprof
    case bmd
  }

  /// The path as it was given.
  package let path: String
  /// The size of the file as it is, in bytes.
  package let fileSize: Int
  /// What the file held.
  package let origin: Origin
  /// Whether it was in gzip, or BMD in our compression.
  package let wasCompressed: Bool
  /// What was dropped when the dump was crunched; `nil` for HPROF.
  package let losses: BMDLosses?
  /// What went wrong before the bytes could be looked at: data that does not inflate, a BMD record that cannot be read.
  package let damage: [HeapDumpError]
  private let file: InputFile

  /// Opens a file.
  ///
  /// - Throws: `SystemError` when it cannot be read; `HeapDumpError` when it is no heap dump at all.
  package convenience init(path: String) throws {
    let (raw, damage) = try Self.openInflated(path)
    try self.init(raw, damage: damage)
  }

  /// Opens what a file held.
  init(_ raw: Inflated, damage: HeapDumpError?) throws {
    path = raw.file.path
    fileSize = raw.fileSize
    let before = damage.map { [$0] } ?? []
    if let source = try BMDSource(raw.file) {
      let image = try BMDImage.make(from: source)
      file = image.file
      losses = image.losses
      origin = .bmd
      wasCompressed = raw.wasCompressed || raw.file !== source.file
      self.damage = before + image.damage
    } else {
      file = raw.file
      losses = nil
      origin = .hprof
      wasCompressed = raw.wasCompressed
      self.damage = before
    }
  }

  /// Wraps HPROF bytes that are in memory.
  package init(name: String, bytes: [UInt8]) {
    path = name
    file = InputFile(name: name, bytes: bytes)
    fileSize = bytes.count
    wasCompressed = false
    origin = .hprof
    losses = nil
    damage = []
  }

  /// The size in bytes.
  package var count: Int { file.count }

  /// The bytes, for the duration of a call.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withUnsafeBytes(body)
  }

  /// Tells the system that a range was read and is not needed for now: a pass over a dump stays small in memory.
  package func discard(_ range: Range<Int>) { file.discard(range) }

  /// A file with its bytes inflated.
  struct Inflated {
    let file: InputFile
    let fileSize: Int
    let wasCompressed: Bool
  }

  /// Gzip may grow to this much, on disk: 64 GiB.
  static let inflatedLimit = 64 << 30

  /// Opens a file and inflates it where it is gzip.
  static func openInflated(_ path: String) throws -> (Inflated, HeapDumpError?) {
    let plain: InputFile
    if path != "-", let mapped = try? MappedFile(path: path), mapped.count > 0 {
      plain = InputFile(name: path, mapped: mapped)
    } else {
      // Pipes are read into memory, inflated on the way.
      plain = try InputFile(path: path)
    }
    let size = plain.count
    guard !plain.wasCompressed, plain.withUnsafeBytes({ Gzip.recognises($0) }) else {
      return (Inflated(file: plain, fileSize: size, wasCompressed: plain.wasCompressed), nil)
    }
    let outcome = try plain.withUnsafeBytes { bytes throws(SystemError) in
      try GzipBlocks.inflate(bytes, limit: inflatedLimit, name: path)
    }
    return (
      Inflated(file: outcome.file, fileSize: size, wasCompressed: true),
      outcome.damage.map { HeapDumpError(.badCompression($0.description)) }
    )
  }
}
