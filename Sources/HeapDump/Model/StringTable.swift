// The strings of a dump: ids to places in the file. The texts stay in the mapped file; a table over the 300,000 strings of an
// app costs 16 bytes a string. A place is one number: where it begins, and in the lower 24 bits how long it is.

internal import ByteKit

/// The `STRING` records of a dump.
struct StringTable: Sendable {
  private var ids = OpenTable()
  private var places: [UInt64] = []
  /// The places that do not fit: texts of 16 MiB and more, files of 1 TiB and more.
  private var large: [Int: Range<Int>] = [:]

  private static let lengthBits: UInt64 = 24
  private static let isLarge: UInt64 = 1 << lengthBits - 1

  /// How many ids have a string.
  var count: Int { places.count }

  /// Adds a string; the first one with an id stays.
  mutating func insert(id: UInt64, at start: Int, length: Int) {
    guard ids.insert(id).isNew else { return }
    if UInt64(length) < Self.isLarge, UInt64(start) < 1 << (64 - Self.lengthBits) {
      places.append(UInt64(start) << Self.lengthBits | UInt64(length))
    } else {
      large[places.count] = start..<start + length
      places.append(Self.isLarge)
    }
  }

  /// Where the string's bytes lie, or `nil`.
  func range(of id: UInt64) -> Range<Int>? {
    guard let index = ids.index(of: id) else { return nil }
    let length = Int(places[index] & Self.isLarge)
    if length == Self.isLarge { return large[index] }
    let start = Int(places[index] >> Self.lengthBits)
    return start..<start + length
  }
}

/// Text as virtual machines write it: "modified UTF-8", with NUL as C0 80 and supplementary characters as two surrogates of
/// three bytes each (JVMS 4.4.7). Standard UTF-8 is read as well.
enum JavaText {
  /// The text of bytes; what is neither encoding becomes U+FFFD.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    // The lead bytes of the two forms that differ; no other text has C0, and ED only in Hangul, Hebrew points and surrogates.
    guard bytes.contains(where: { $0 == 0xC0 || $0 == 0xED }) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count)
    var at = 0
    func continuation(_ index: Int) -> UInt16? {
      index < bytes.count && bytes[index] & 0xC0 == 0x80 ? UInt16(bytes[index] & 0x3F) : nil
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x80 {
        units.append(UInt16(byte))
        at += 1
      } else if byte & 0xE0 == 0xC0, let low = continuation(at + 1) {
        units.append(UInt16(byte & 0x1F) << 6 | low)
        at += 2
      } else if byte & 0xF0 == 0xE0, let middle = continuation(at + 1), let low = continuation(at + 2) {
        units.append(UInt16(byte & 0x0F) << 12 | middle << 6 | low)
        at += 3
      } else if byte & 0xF8 == 0xF0, let a = continuation(at + 1), let b = continuation(at + 2),
        let c = continuation(at + 3)
      {
        let scalar = UInt32(byte & 7) << 18 | UInt32(a) << 12 | UInt32(b) << 6 | UInt32(c)
        if scalar > 0xFFFF, scalar <= 0x10FFFF {
          units.append(UInt16(0xD800 + ((scalar - 0x10000) >> 10)))
          units.append(UInt16(0xDC00 + ((scalar - 0x10000) & 0x3FF)))
        } else {
          units.append(0xFFFD)
        }
        at += 4
      } else {
        units.append(0xFFFD)
        at += 1
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
