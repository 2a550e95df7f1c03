// Zip archives built in code: `zip { entry("a.txt", "text") }`, with whatever the format allows and some things it does not.

import ByteKit
import SystemKit

/// An entry to be written.
public struct ZipFixtureEntry: Sendable, CustomStringConvertible {
  /// The name.
  public var name: String
  /// The content.
  public var content: [UInt8]
  /// 0 stored, 8 deflated; others are written as stored data under that number.
  public var method: UInt16 = 8
  /// Whether sizes and checksum stand behind the data instead of before it.
  public var hasDescriptor = false
  /// Whether sizes and offset stand in the zip64 field.
  public var isZip64 = false
  /// Whether the entry says that it is encrypted.
  public var isEncrypted = false
  /// The name in the local header, where it is another one.
  public var localName: String?
  /// The size that the directory claims, where it is another one.
  public var claimedSize: Int?
  /// The checksum that the directory claims, where it is another one.
  public var claimedChecksum: UInt32?

  /// An entry of bytes.
  public init(_ name: String, _ content: [UInt8], method: UInt16 = 8) {
    self.name = name
    self.content = content
    self.method = method
  }

  /// An entry of text.
  public init(_ name: String, _ text: String, method: UInt16 = 8) { self.init(name, Array(text.utf8), method: method) }

  /// The name and the size; a test's report shows no contents.
  public var description: String { "\(name) (\(content.count) bytes)" }

  /// The entry, changed.
  public func with(_ change: (inout ZipFixtureEntry) -> Void) -> ZipFixtureEntry {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Writes archives.
public struct ZipFixture: Sendable {
  /// The entries in order.
  public var entries: [ZipFixtureEntry]
  /// The comment at the end.
  public var comment: [UInt8] = []
  /// What stands before the archive; offsets do not count it.
  public var prefix: [UInt8] = []
  /// What stands between the data and the directory, as Android's signing block does.
  public var gap: [UInt8] = []
  /// Whether there are a zip64 end record and its locator, with marks in the end record.
  public var isZip64 = false

  /// An archive of some entries.
  public init(_ entries: [ZipFixtureEntry]) { self.entries = entries }

  /// The archive.
  public var bytes: [UInt8] {
    var data = ByteWriter()
    var directory = ByteWriter()
    for entry in entries { Self.write(entry, &data, &directory) }
    data.append(contentsOf: gap)
    let start = UInt64(data.count)
    data.append(contentsOf: directory.bytes)
    let count = UInt64(entries.count)
    if isZip64 {
      let record = UInt64(data.count + prefix.count)
      data.appendLittleEndian(UInt32(0x0606_4B50))
      data.appendLittleEndian(UInt64(44))
      data.appendLittleEndian(UInt32(45 << 16 | 45))
      data.appendLittleEndian(UInt64(0))
      for value in [count, count, UInt64(directory.count), start] { data.appendLittleEndian(value) }
      data.appendLittleEndian(UInt32(0x0706_4B50))
      data.appendLittleEndian(UInt32(0))
      data.appendLittleEndian(record)
      data.appendLittleEndian(UInt32(1))
    }
    data.appendLittleEndian(UInt32(0x0605_4B50))
    data.appendLittleEndian(UInt32(0))
    data.appendLittleEndian(isZip64 ? 0xFFFF : UInt16(count))
    data.appendLittleEndian(isZip64 ? 0xFFFF : UInt16(count))
    data.appendLittleEndian(isZip64 ? 0xFFFF_FFFF : UInt32(directory.count))
    data.appendLittleEndian(isZip64 ? 0xFFFF_FFFF : UInt32(start))
    data.appendLittleEndian(UInt16(comment.count))
    data.append(contentsOf: comment)
    return prefix + data.bytes
  }

  private static func write(_ entry: ZipFixtureEntry, _ data: inout ByteWriter, _ directory: inout ByteWriter) {
    // A gzip member is ten bytes, deflated data, checksum and size.
    let member = Gzip.deflate(entry.content)
    let packed = entry.method == 8 ? Array(member.dropFirst(10).dropLast(8)) : entry.content
    let sum = member.suffix(8).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let checksum = entry.claimedChecksum ?? sum
    let size = entry.claimedSize ?? entry.content.count
    let offset = data.count
    let name = Array((entry.localName ?? entry.name).utf8)
    let flags: UInt16 = (entry.isEncrypted ? 1 : 0) | (entry.hasDescriptor ? 8 : 0) | 0x800

    data.appendLittleEndian(UInt32(0x0403_4B50))
    data.appendLittleEndian(UInt16(45))
    data.appendLittleEndian(flags)
    data.appendLittleEndian(entry.method)
    data.appendLittleEndian(UInt32(0x0021_0000))
    data.appendLittleEndian(entry.hasDescriptor ? 0 : checksum)
    data.appendLittleEndian(entry.hasDescriptor ? 0 : entry.isZip64 ? UInt32.max : UInt32(packed.count))
    data.appendLittleEndian(entry.hasDescriptor ? 0 : entry.isZip64 ? UInt32.max : UInt32(size))
    data.appendLittleEndian(UInt16(name.count))
    data.appendLittleEndian(entry.isZip64 ? UInt16(20) : 0)
    data.append(contentsOf: name)
    if entry.isZip64 { appendZip64([UInt64(size), UInt64(packed.count)], &data) }
    data.append(contentsOf: packed)
    if entry.hasDescriptor {
      data.appendLittleEndian(UInt32(0x0807_4B50))
      data.appendLittleEndian(checksum)
      data.appendLittleEndian(UInt32(packed.count))
      data.appendLittleEndian(UInt32(size))
    }

    directory.appendLittleEndian(UInt32(0x0201_4B50))
    directory.appendLittleEndian(UInt32(45 << 16 | 45))
    directory.appendLittleEndian(flags)
    directory.appendLittleEndian(entry.method)
    directory.appendLittleEndian(UInt32(0x0021_0000))
    directory.appendLittleEndian(checksum)
    directory.appendLittleEndian(entry.isZip64 ? UInt32.max : UInt32(packed.count))
    directory.appendLittleEndian(entry.isZip64 ? UInt32.max : UInt32(size))
    directory.appendLittleEndian(UInt16(entry.name.utf8.count))
    directory.appendLittleEndian(UInt16(entry.isZip64 ? 28 : 0))
    for _ in 0..<2 { directory.appendLittleEndian(UInt16(0)) }
    directory.append(contentsOf: [UInt8](repeating: 0, count: 6))
    directory.appendLittleEndian(entry.isZip64 ? UInt32.max : UInt32(offset))
    directory.append(entry.name)
    if entry.isZip64 { appendZip64([UInt64(size), UInt64(packed.count), UInt64(offset)], &directory) }
  }

  private static func appendZip64(_ values: [UInt64], _ writer: inout ByteWriter) {
    writer.appendLittleEndian(UInt16(1))
    writer.appendLittleEndian(UInt16(values.count * 8))
    for value in values { writer.appendLittleEndian(value) }
  }
}
