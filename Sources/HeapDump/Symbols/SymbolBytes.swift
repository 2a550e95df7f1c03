// What the readers of dex and class files share: bytes under a name, read with checks. An `UnsafeRawBufferPointer` checks nothing
// in a release build, so each access to an offset that the file itself names goes through here.

/// The bytes of a dex or class file, for as long as the call lives that lent them.
struct SymbolBytes {
  let bytes: UnsafeRawBufferPointer
  /// The file, and the entry in it: `app.apk!classes.dex`.
  let name: String

  /// An integer at an offset, least significant byte first.
  func little<Value: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Value.Type, _ what: StaticString
  ) throws(HeapDumpError) -> Value {
    Value(littleEndian: try load(offset, type, what))
  }

  /// An integer at an offset, most significant byte first.
  func big<Value: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Value.Type, _ what: StaticString
  ) throws(HeapDumpError) -> Value {
    Value(bigEndian: try load(offset, type, what))
  }

  private func load<Value: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Value.Type, _ what: StaticString
  ) throws(HeapDumpError) -> Value {
    let size = MemoryLayout<Value>.size
    guard offset >= 0, offset <= bytes.count - size else { throw error("\(what) lies outside the file", at: offset) }
    return bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Some of the bytes.
  func slice(_ offset: Int, _ count: Int, _ what: StaticString) throws(HeapDumpError) -> UnsafeRawBufferPointer {
    guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else {
      throw error("\(what) lies outside the file", at: offset)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  func error(_ text: String, at offset: Int) -> HeapDumpError {
    HeapDumpError(.badCompanion("\(name): \(text)"), at: offset)
  }
}
