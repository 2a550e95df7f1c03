// The header of an HPROF file (spec B): text, NUL, u4 id size, u8 milliseconds.

/// What the first bytes of an HPROF dump say.
public struct DumpHeader: Equatable, Sendable {
  /// The version's text as it stands in the file: `JAVA PROFILE 1.0.2`.
  public let text: String
  /// The size of an id in bytes: 4 or 8.
  public let idSize: Int
  /// When the dump was made, in milliseconds since 1970; 0 where that was dropped.
  public let milliseconds: UInt64
  /// The size of the header in bytes.
  public let length: Int

  static let versions = ["JAVA PROFILE 1.0", "JAVA PROFILE 1.0.1", "JAVA PROFILE 1.0.2", "JAVA PROFILE 1.0.3"]
  static let prefix: StaticString = "JAVA PROFILE 1.0"

  /// Whether a header may begin at `offset`: its text does.
  static func begins(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard bytes.count - offset > count else { return false }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
      .elementsEqual(UnsafeRawBufferPointer(start: prefix.utf8Start, count: count))
  }

  /// Reads the header at `offset`.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(HeapDumpError) {
    guard Self.begins(bytes, at: offset) else { throw HeapDumpError(.notAHeapDump, at: offset) }
    // The longest text has 18 bytes; a NUL further on is none of this format.
    guard let end = bytes[offset..<min(bytes.count, offset + 19)].firstIndex(of: 0) else {
      throw HeapDumpError(.notAHeapDump, at: offset)
    }
    text = String(decoding: bytes[offset..<end], as: UTF8.self)
    guard Self.versions.contains(text) else { throw HeapDumpError(.notAHeapDump, at: offset) }
    guard bytes.count - end - 1 >= 12 else {
      throw HeapDumpError(.truncated(needed: 12, available: UInt64(bytes.count - end - 1)), at: end + 1, in: "header")
    }
    let size = bytes.readBigEndian(UInt32.self, at: end + 1)
    guard size == 4 || size == 8 else { throw HeapDumpError(.idSize(size), at: end + 1, in: "header") }
    idSize = Int(size)
    milliseconds = bytes.readBigEndian(UInt64.self, at: end + 5)
    length = end + 13 - offset
  }
}

extension UnsafeRawBufferPointer {
  /// The integer at an offset that the caller has checked against the end.
  @inline(__always)
  func readBigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int) -> Value {
    Value(bigEndian: baseAddress.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The id at an offset that the caller has checked against the end.
  @inline(__always)
  func readID(at offset: Int, size: Int) -> UInt64 {
    size == 8 ? readBigEndian(UInt64.self, at: offset) : UInt64(readBigEndian(UInt32.self, at: offset))
  }
}
