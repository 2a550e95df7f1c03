// The strings of a dex file (source.android.com, "Dalvik executable format", versions 035 to 041): names of classes, fields and
// methods, descriptors and constants are all in one table, so fields, methods and prototypes need not be walked; only which
// strings are descriptors of types is asked of the type table. All integers are little-endian.
//
//   00 "dex\n035\0"   08 u32 adler   0C sha1   20 u32 file size   24 u32 header size   28 u32 endian tag 12345678
//   38 u32 strings    3C u32 offset of u32[] offsets of { uleb128 length in UTF-16, MUTF-8, NUL }
//   40 u32 types      44 u32 offset of u32[] indices of strings
//   70 u32 container size, 74 u32 header offset: version 041 only. There several headers stand in one file, each followed by
//   its own part, "file size" leads to the next, offsets count from the file's start, and parts share one table of strings.

internal import ByteKit

/// Reads dex files.
struct DexFile {
  private let file: SymbolBytes
  /// How many bytes of strings and table entries may still be looked at: entries that all point at one long string, or parts that
  /// all have one large table, would make a small file endless. Parts of a container name the same types, hence the factor.
  private var budget: Int
  private var names = TypeNames()
  private var encoding = ModifiedUTF8()
  /// How many strings were found.
  private(set) var stringCount = 0

  /// The place of a table and the number of its entries.
  private struct Table: Equatable {
    var count: Int
    var offset: Int
  }

  private static let headerSize = 0x70
  private static let containerVersion = 41

  /// Whether bytes begin as a dex file does.
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool { version(bytes, 0) != nil }

  private static func version(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int? {
    guard at <= bytes.count - 8, bytes[at..<at + 4].elementsEqual([0x64, 0x65, 0x78, 0x0A]), bytes[at + 7] == 0 else {
      return nil
    }
    var version = 0
    for byte in bytes[at + 4..<at + 7] {
      guard (0x30...0x39).contains(byte) else { return nil }
      version = version * 10 + Int(byte) - 0x30
    }
    return version
  }

  /// Calls `body` with every string of the table and every other spelling of its types, in standard UTF-8.
  ///
  /// - Returns: how many strings the table has.
  /// - Throws: `HeapDumpError.Kind.badCompanion` with the offset in the file.
  /// - Complexity: O(size of the file).
  static func forEachCandidate(
    in bytes: UnsafeRawBufferPointer, name: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(HeapDumpError) -> Int {
    var reader = DexFile(file: SymbolBytes(bytes: bytes, name: name), budget: bytes.count * 16 + 4_096)
    try reader.read(body)
    return reader.stringCount
  }

  private init(file: SymbolBytes, budget: Int) {
    self.file = file
    self.budget = budget
  }

  private mutating func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(HeapDumpError) {
    var start = 0
    var last: Table?
    repeat {
      guard let version = Self.version(file.bytes, start) else {
        // Padding may follow the last part of a container.
        if start > 0 { return }
        throw file.error("no dex file (expected 'dex', a line feed and a version)", at: start)
      }
      let size = Int(try file.little(start + 0x20, UInt32.self, "the file size"))
      let tag = try file.little(start + 0x28, UInt32.self, "the byte order")
      guard tag == 0x1234_5678 else {
        throw file.error("byte order \(hexadecimal(UInt64(tag))) (0x12345678 expected)", at: start + 0x28)
      }
      let strings = try table(start + 0x38, "the table of strings")
      let types = try table(start + 0x40, "the table of types")
      if strings != last { try readStrings(strings, body) }
      try readTypes(types, strings, body)
      last = strings
      guard version >= Self.containerVersion else { return }
      guard size >= Self.headerSize else { throw file.error("a part of \(size) bytes", at: start + 0x20) }
      start += size
    } while start < file.bytes.count
  }

  /// A table of 32-bit entries, checked against the file's end.
  private func table(_ offset: Int, _ what: StaticString) throws(HeapDumpError) -> Table {
    let count = Int(try file.little(offset, UInt32.self, what))
    let place = Int(try file.little(offset + 4, UInt32.self, what))
    if count > 0 { _ = try file.slice(place, count * 4, what) }
    return Table(count: count, offset: place)
  }

  private mutating func readStrings(
    _ strings: Table, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(HeapDumpError) {
    for index in 0..<strings.count { encoding.withStandard(try string(index, strings), body) }
    stringCount += strings.count
  }

  private mutating func readTypes(
    _ types: Table, _ strings: Table, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(HeapDumpError) {
    for index in 0..<types.count {
      let at = types.offset + index * 4
      let descriptor = Int(try file.little(at, UInt32.self, "a type"))
      guard descriptor < strings.count else {
        throw file.error("type \(index) names string \(descriptor) of \(strings.count)", at: at)
      }
      encoding.withStandard(try string(descriptor, strings)) { names.forEachSpelling(ofDescriptor: $0, body) }
    }
  }

  /// A string in modified UTF-8, without its NUL.
  private mutating func string(_ index: Int, _ strings: Table) throws(HeapDumpError) -> UnsafeRawBufferPointer {
    let offset = Int(try file.little(strings.offset + index * 4, UInt32.self, "a string's offset"))
    var at = offset
    // The length in UTF-16 is not needed: NUL ends the string.
    while try file.little(at, UInt8.self, "a string") & 0x80 != 0 {
      at += 1
      guard at - offset < 5 else { throw file.error("the length of string \(index) is too long", at: offset) }
    }
    let start = at + 1
    let end = ByteSearch.firstIndex(of: 0, in: RawSpan(_unsafeBytes: file.bytes), from: start)
    guard end < file.bytes.count else { throw file.error("string \(index) has no end", at: offset) }
    budget -= end - start + 4
    guard budget >= 0 else {
      throw file.error("the strings overlap: together they are far larger than the file", at: offset)
    }
    return UnsafeRawBufferPointer(rebasing: file.bytes[start..<end])
  }
}
