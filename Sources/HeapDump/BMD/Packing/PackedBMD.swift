// BMD, compressed: the same bytes come out as went in. Deflate alone finds little in BMD, whose numbers mean different things from
// one byte to the next. Here each number goes to a column of its own kind (the references of one field of one class, the lengths of
// byte arrays, …), references as differences to what is likely (`PackColumns`), and the columns are deflated one after another. A
// real Android dump of 3.76 MB is 0.90 MB of BMD, 0.58 as gzip -9 of it, 0.45 as xz, and 0.31 so (2026-12).
//
// | bytes | meaning |
// | --- | --- |
// | 0-7 | `BMDPACK1` |
// | 8 | method: 0 deflated pieces, 1 columns |
// | … | blocks |
// | last 4 | CRC-32 of the BMD data, big-endian |
//
// A block of method 0: number of bytes (0 ends the file), size deflated, the deflated bytes. Numbers are BMD's.
//
// A block of method 1 holds what `PackWalk` reads until it has come to `blockSize` bytes of BMD: for each of `PackStream`'s streams its
// size, its size deflated, and the deflated bytes. A stream of equal sizes is not deflated; the second size is left out for an
// empty one. The last block ends with the tag that stands for the file's end.
//
// Method 0 is for BMD that a walk does not reproduce: damaged, with a header in its middle, or numbers longer than they need be.

internal import ByteKit
public import SystemKit

/// Compressed BMD.
public enum PackedBMD {
  static let magic: StaticString = "BMDPACK1"
  static let headLength = 9
  static let deflatedPieces: UInt8 = 0
  static let columns: UInt8 = 1
  /// How much BMD a block holds, in bytes: both sides need about twenty times as much memory at the worst.
  static let blockSize = 1 << 20

  /// Whether bytes begin as compressed BMD does.
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= headLength && bytes.starts(with: UnsafeRawBufferPointer(start: magic.utf8Start, count: 8))
  }

  /// Compresses BMD data.
  ///
  /// - Parameters:
  ///   - bytes: the BMD data.
  ///   - sink: where the compressed data goes.
  /// - Returns: the size of the compressed data, in bytes.
  /// - Throws: `SystemError` from the sink.
  /// - Complexity: O(size); memory for two blocks of a megabyte.
  public static func pack(_ bytes: UnsafeRawBufferPointer, to sink: any ByteSink) throws -> Int {
    // A walk that breaks off leaves nothing behind: what it wrote is held on disk until it has come to the end.
    let scratch = try ScratchFile()
    let output = BMDOutput(scratch)
    var isWhole = true
    do { try PackEncoder.encode(bytes, to: output) } catch is PackFailure { isWhole = false }
    let result = BMDOutput(sink)
    result.bytes(UnsafeRawBufferPointer(start: magic.utf8Start, count: 8))
    if isWhole {
      output.flush()
      if let failure = output.failure { throw failure }
      result.number(UInt64(columns))
      try scratch.map().withUnsafeBytes { result.bytes($0) }
    } else {
      result.number(UInt64(deflatedPieces))
      packPieces(bytes, result)
    }
    withUnsafeBytes(of: Deflate.checksum(bytes).bigEndian) { result.bytes($0) }
    result.flush()
    if let failure = result.failure { throw failure }
    return result.count
  }

  private static func packPieces(_ bytes: UnsafeRawBufferPointer, _ output: BMDOutput) {
    var at = 0
    while at < bytes.count {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[at..<min(bytes.count, at + blockSize)])
      let deflated = Deflate.compress(piece)
      output.number(UInt64(piece.count))
      output.number(UInt64(deflated.count))
      deflated.withUnsafeBytes { output.bytes($0) }
      at += piece.count
    }
    output.number(0)
  }

  /// Writes the BMD data of a compressed file; a file that is BMD already is copied.
  ///
  /// - Returns: the damage in the file, if there is any: what was written is then not all of it.
  /// - Throws: `HeapDumpError` when the file is no BMD; `SystemError` from the file or the sink.
  public static func unpack(path: String, to sink: any ByteSink) throws -> HeapDumpError? {
    let source = try BMDSource(path: path)
    try source.file.withUnsafeBytes { try sink.write($0) }
    return source.damage
  }

  /// Writes the BMD data that compressed data holds.
  ///
  /// - Returns: why it ends early, if it does: what was written until then is sound but for its last block.
  /// - Throws: `SystemError` from the sink.
  static func unpack(_ bytes: UnsafeRawBufferPointer, to sink: any ByteSink) throws -> HeapDumpError? {
    let check = CheckedSink(sink)
    let output = BMDOutput(check)
    var source = PackSource(BMDValues(bytes: bytes, at: headLength))
    var damage: HeapDumpError?
    do {
      switch bytes[headLength - 1] {
      case columns: try PackDecoder.decode(&source, to: output)
      case deflatedPieces: try unpackPieces(&source, output)
      default: throw PackFailure.damaged("unknown method \(bytes[headLength - 1])")
      }
      output.flush()
      let sum = try source.slice(4).readBigEndian(UInt32.self, at: 0)
      guard output.failure != nil || sum == check.sum else { throw PackFailure.damaged("its check sum is wrong") }
      guard source.isAtEnd else { throw PackFailure.damaged("something follows its end") }
    } catch let failure as PackFailure {
      guard case .damaged(let reason) = failure else { throw failure }
      damage = HeapDumpError(.badCompression(reason), at: source.offset)
      output.flush()
    }
    if let failure = output.failure { throw failure }
    return damage
  }

  private static func unpackPieces(_ source: inout PackSource, _ output: BMDOutput) throws {
    while true {
      let size = Int(clamping: try source.number())
      if size == 0 { return }
      guard size <= blockSize else { throw PackFailure.damaged("a piece is too large") }
      let piece = try source.slice(Int(clamping: try source.number()))
      guard let expanded = Deflate.expand(piece, size: size) else {
        throw PackFailure.damaged("a piece does not inflate")
      }
      expanded.withUnsafeBytes { output.bytes($0) }
      guard output.failure == nil else { return }
    }
  }

  /// Passes bytes on and keeps their check sum.
  private final class CheckedSink: ByteSink {
    private let sink: any ByteSink
    private(set) var sum: UInt32 = 0

    init(_ sink: any ByteSink) { self.sink = sink }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
      sum = Deflate.checksum(bytes, after: sum)
      try sink.write(bytes)
    }
  }
}

/// Why a walk ends early.
enum PackFailure: Error {
  /// The BMD data is not what its own numbers give when they are written again.
  case notReproducible
  /// The compressed data is damaged.
  case damaged(String)
}

/// Compressed data as it is read.
struct PackSource {
  private var values: BMDValues

  init(_ values: BMDValues) { self.values = values }

  var offset: Int { values.at }
  var isAtEnd: Bool { values.at == values.bytes.count }

  mutating func number() throws(PackFailure) -> UInt64 {
    do throws(HeapDumpError) { return try values.number() } catch { throw .damaged("it is cut short") }
  }

  mutating func slice(_ length: Int) throws(PackFailure) -> UnsafeRawBufferPointer {
    guard length >= 0, length <= values.bytes.count - values.at else { throw .damaged("it is cut short") }
    do throws(HeapDumpError) { return try values.slice(length) } catch { throw .damaged("it is cut short") }
  }
}
