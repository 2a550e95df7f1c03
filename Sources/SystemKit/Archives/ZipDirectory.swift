// The directory of a zip archive: the end record, its zip64 form, and the central headers (APPNOTE 6.3.10, sections 4.3.12 to
// 4.3.16 and 4.5.3).
//
//   end record      PK56, u16 disk, u16 directory's disk, u16 entries here, u16 entries, u32 size, u32 offset, u16 n, comment
//   zip64 locator   PK67, u32 disk, u64 offset of the zip64 end record, u32 disks          (20 bytes, before the end record)
//   zip64 end       PK66, u64 size, u16 u16 versions, u32 u32 disks, u64 u64 entries, u64 size, u64 offset
//   central header  PK12, u16 u16 versions, u16 flags, u16 method, u32 time, u32 crc, u32 packed, u32 size, u16 name, u16 extra,
//                   u16 comment, u16 disk, u16 u32 attributes, u32 offset, then name, extra, comment
//   zip64 extra     u16 1, u16 n, then a u64 each for size, packed, offset, but only for those that read FFFFFFFF above

/// Reads the directory; offsets are checked before they are used.
struct ZipDirectory {
  private let bytes: UnsafeRawBufferPointer
  private let subject: String
  /// Where the first central header stands.
  private var start = 0
  /// How many bytes stand before the archive (a self-extracting program): its offsets do not count them.
  private var prefix = 0
  private var size = 0
  private var count = 0
  /// Where the end record stands.
  private(set) var endRecord = 0
  /// Where the directory lies.
  var range: Range<Int> { start..<start + size }

  /// Finds the directory.
  init(_ bytes: UnsafeRawBufferPointer, _ subject: String) throws(SystemError) {
    self.bytes = bytes
    self.subject = subject
    guard let end = Self.findEndRecord(bytes) else {
      throw SystemError(
        .damagedZip(offset: bytes.count, entry: nil, reason: "it has no end record; it is cut short or no archive"),
        subject)
    }
    endRecord = end
    var disk = UInt32(bytes.little(end + 4, as: UInt16.self))
    var entryCount = UInt64(bytes.little(end + 10, as: UInt16.self))
    var length = UInt64(bytes.little(end + 12, as: UInt32.self))
    var offset = UInt64(bytes.little(end + 16, as: UInt32.self))
    // Where the directory must end.
    var directoryEnd = end
    let hasMarks = disk == 0xFFFF || entryCount == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF
    if hasMarks, end >= 20, bytes.little(end - 20, as: UInt32.self) == 0x0706_4B50 {
      let record = try zip64Record(locator: end - 20)
      disk = bytes.little(record + 16, as: UInt32.self)
      entryCount = bytes.little(record + 32, as: UInt64.self)
      length = bytes.little(record + 40, as: UInt64.self)
      offset = bytes.little(record + 48, as: UInt64.self)
      directoryEnd = record
    }
    guard disk == 0 else { throw damaged(end, "it is split over several files") }
    guard length <= UInt64(directoryEnd), offset <= UInt64(directoryEnd) - length else {
      throw damaged(end, "a directory of \(length) bytes at \(offset) does not fit before byte \(directoryEnd)")
    }
    (size, start) = (Int(length), directoryEnd - Int(length))
    prefix = start - Int(offset)
    // A gap may also stand between the directory and the end record (a digital signature): then the offset is right as it is.
    if prefix > 0, !isCentralHeader(start), isCentralHeader(Int(offset)) { (start, prefix) = (Int(offset), 0) }
    guard entryCount <= length / 46 else { throw damaged(end, "\(entryCount) entries do not fit into \(length) bytes") }
    count = Int(entryCount)
  }

  /// The last end record whose comment reaches to the end of the file; failing that, the last one before which bytes were
  /// appended.
  private static func findEndRecord(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 22 else { return nil }
    var appended: Int?
    var at = bytes.count - 22
    let first = max(0, at - 0xFFFF)
    while at >= first {
      if bytes[at] == 0x50, bytes.little(at, as: UInt32.self) == 0x0605_4B50 {
        let end = at + 22 + Int(bytes.little(at + 20, as: UInt16.self))
        if end == bytes.count { return at }
        if end < bytes.count, appended == nil { appended = at }
      }
      at -= 1
    }
    return appended
  }

  /// The place of the zip64 end record: where the locator says, or, behind a prefix, directly before the locator.
  private func zip64Record(locator: Int) throws(SystemError) -> Int {
    let stated = bytes.little(locator + 8, as: UInt64.self)
    for place in [Int(clamping: stated), locator - 56] where place >= 0 && place <= locator - 56 {
      if bytes.little(place, as: UInt32.self) == 0x0606_4B50 { return place }
    }
    throw damaged(locator, "no zip64 end record at \(stated)")
  }

  private func isCentralHeader(_ offset: Int) -> Bool {
    offset + 4 <= bytes.count && bytes.little(offset, as: UInt32.self) == 0x0201_4B50
  }

  /// The entries; that they do not overlap is checked.
  func readEntries() throws(SystemError) -> [ZipArchive.Entry] {
    var entries: [ZipArchive.Entry] = []
    entries.reserveCapacity(count)
    let end = start + size
    var at = start
    for _ in 0..<count {
      guard at <= end - 46, isCentralHeader(at) else { throw damaged(at, "no central header") }
      let nameEnd = at + 46 + Int(bytes.little(at + 28, as: UInt16.self))
      let extraEnd = nameEnd + Int(bytes.little(at + 30, as: UInt16.self))
      let next = extraEnd + Int(bytes.little(at + 32, as: UInt16.self))
      guard next <= end else { throw damaged(at, "a central header goes on behind the directory") }
      entries.append(try entry(at, nameRange: at + 46..<nameEnd, extra: nameEnd..<extraEnd))
      at = next
    }
    try checkOverlaps(entries)
    return entries
  }

  private func entry(
    _ at: Int, nameRange: Range<Int>, extra: Range<Int>
  ) throws(SystemError) -> ZipArchive.Entry {
    let name = String(decoding: bytes[nameRange], as: UTF8.self)
    var packed = UInt64(bytes.little(at + 20, as: UInt32.self))
    var size = UInt64(bytes.little(at + 24, as: UInt32.self))
    var offset = UInt64(bytes.little(at + 42, as: UInt32.self))
    let mark = UInt64(UInt32.max)
    if size == mark || packed == mark || offset == mark, var field = zip64Field(extra) {
      func take(_ value: inout UInt64) {
        guard value == mark, field.count >= 8 else { return }
        value = bytes.little(field.lowerBound, as: UInt64.self)
        field = field.lowerBound + 8..<field.upperBound
      }
      take(&size)
      take(&packed)
      take(&offset)
    }
    // A local header takes 30 bytes and the name; what is behind the directory is no data.
    guard offset <= UInt64(start), packed <= UInt64(start), size <= UInt64(Int.max) else {
      throw SystemError(
        .damagedZip(
          offset: at, entry: name,
          reason: "\(packed) bytes at \(offset) do not fit before the directory (byte \(start))"),
        subject)
    }
    let flags = bytes.little(at + 8, as: UInt16.self)
    return ZipArchive.Entry(
      name: name, size: Int(size), compressedSize: Int(packed), checksum: bytes.little(at + 16, as: UInt32.self),
      method: bytes.little(at + 10, as: UInt16.self), isEncrypted: flags & 1 != 0, nameRange: nameRange,
      headerOffset: Int(offset) + prefix)
  }

  /// The zip64 field of the extra data.
  private func zip64Field(_ extra: Range<Int>) -> Range<Int>? {
    var at = extra.lowerBound
    while at + 4 <= extra.upperBound {
      let end = at + 4 + Int(bytes.little(at + 2, as: UInt16.self))
      guard end <= extra.upperBound else { return nil }
      if bytes.little(at, as: UInt16.self) == 1 { return at + 4..<end }
      at = end
    }
    return nil
  }

  private func checkOverlaps(_ entries: [ZipArchive.Entry]) throws(SystemError) {
    let order = entries.indices.sorted { entries[$0].headerOffset < entries[$1].headerOffset }
    for (index, next) in zip(order, order.dropFirst()) {
      let entry = entries[index]
      let end = entry.headerOffset + 30 + entry.nameRange.count + entry.compressedSize
      guard end <= entries[next].headerOffset else {
        throw SystemError(
          .damagedZip(
            offset: entries[next].headerOffset, entry: entries[next].name, reason: "it overlaps '\(entry.name)'"),
          subject)
      }
    }
  }

  private func damaged(_ offset: Int, _ reason: String) -> SystemError {
    SystemError(.damagedZip(offset: offset, entry: nil, reason: reason), subject)
  }
}
