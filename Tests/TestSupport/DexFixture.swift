// Dex files built in code: a table of strings and one of types, as much as a reader of names looks at.

import ByteKit

/// Writes text in modified UTF-8.
public enum ModifiedUTF8Fixture {
  /// The bytes of a text: NUL as C0 80, characters beyond U+FFFF as two surrogates.
  public static func encode(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      switch unit {
      case 1..<0x80: [UInt8(unit)]
      case 0..<0x800: [0xC0 | UInt8(unit >> 6), 0x80 | UInt8(unit & 0x3F)]
      default: [0xE0 | UInt8(unit >> 12), 0x80 | UInt8(unit >> 6 & 0x3F), 0x80 | UInt8(unit & 0x3F)]
      }
    }
  }
}

/// A dex file, or a container of several parts.
public struct DexFixture: Sendable {
  /// A part: which of the strings are types.
  public var parts: [[String]]
  /// The strings that are no types.
  public var strings: [String]
  /// The version in the magic.
  public var version = 35

  /// A dex file of some strings and types.
  public init(strings: [String], types: [String]) {
    self.strings = strings
    parts = [types]
  }

  /// A container (version 041) of several parts, which share one table of strings.
  public init(strings: [String], container parts: [[String]]) {
    self.strings = strings
    self.parts = parts
    version = 41
  }

  /// The table of strings: sorted, each once.
  public var table: [String] {
    Array(Set(strings + parts.joined())).sorted { Array($0.utf16).lexicographicallyPrecedes(Array($1.utf16)) }
  }

  /// The file.
  public var bytes: [UInt8] {
    let table = table
    let headerSize = version >= 41 ? 0x78 : 0x70
    let sizes = parts.map { headerSize + $0.count * 4 }
    let stringIDs = sizes.reduce(0, +)
    var data = ByteWriter()
    var offsets = ByteWriter()
    for text in table {
      offsets.appendLittleEndian(UInt32(stringIDs + table.count * 4 + data.count))
      data.appendLEB128(UInt64(text.utf16.count))
      data.append(contentsOf: ModifiedUTF8Fixture.encode(text))
      data.append(0)
    }
    let total = stringIDs + offsets.count + data.count
    var file = ByteWriter()
    for (index, types) in parts.enumerated() {
      let start = file.count
      let digits = Array("\(version)".utf8)
      file.append(contentsOf: Array("dex\n".utf8) + [0x30] + digits + [0])
      file.append(contentsOf: [UInt8](repeating: 0, count: 24))
      // The last part owns the shared strings.
      file.appendLittleEndian(UInt32(index == parts.count - 1 ? total - start : sizes[index]))
      file.appendLittleEndian(UInt32(headerSize))
      file.appendLittleEndian(UInt32(0x1234_5678))
      for _ in 0..<3 { file.appendLittleEndian(UInt32(0)) }
      file.appendLittleEndian(UInt32(table.count))
      file.appendLittleEndian(UInt32(stringIDs))
      file.appendLittleEndian(UInt32(types.count))
      file.appendLittleEndian(UInt32(start + headerSize))
      while file.count < start + 0x70 { file.appendLittleEndian(UInt32(0)) }
      if version >= 41 {
        file.appendLittleEndian(UInt32(total))
        file.appendLittleEndian(UInt32(start))
      }
      for index in types.compactMap({ table.firstIndex(of: $0) }).sorted() { file.appendLittleEndian(UInt32(index)) }
    }
    return file.bytes + offsets.bytes + data.bytes
  }
}
