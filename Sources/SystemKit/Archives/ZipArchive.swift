// Zip archives, read only (PKWARE APPNOTE 6.3.10): the containers of apps (.apk, .aab, .ipa, .jar). The directory at the end of
// the file is the truth, as for Android and Java; local headers are only checked against it. Where everything lies:
//
//   [prefix] { local header, name, extra, data, [descriptor] } ... [signing block] { central header, name, extra, comment } ...
//   [zip64 end record, zip64 locator] end record, comment (up to 65,535 bytes)
//
// Inputs are hostile. Entries whose data overlap are refused, since that is how a small file inflates to petabytes (the "better
// zip bomb" of 2019); so all entries together inflate to at most 1,032 times the file, and one at most to the caller's limit.

internal import ByteKit

/// A zip archive's entries, and their contents on demand.
///
///     let archive = try ZipArchive(InputFile(path: "app.apk"))
///     for entry in archive.entries where entry.name.hasSuffix(".dex") {
///       try archive.withContents(of: entry) { bytes in … }
///     }
public struct ZipArchive: Sendable {
  /// One file or folder of an archive.
  public struct Entry: Sendable, Equatable {
    /// The name, its parts parted by `/`; bytes that are no UTF-8 became U+FFFD.
    public let name: String
    /// The size of its content in bytes, as the directory says.
    public let size: Int
    /// How many bytes it takes in the archive.
    public let compressedSize: Int
    /// The CRC-32 of its content, as the directory says.
    public let checksum: UInt32
    /// How it is stored: 0 as it is, 8 deflated; others are not read.
    public let method: UInt16
    /// Whether its content is encrypted, and thus not read.
    public let isEncrypted: Bool
    let nameRange: Range<Int>
    let headerOffset: Int

    /// Whether it is a folder: its name ends in `/`.
    public var isFolder: Bool { name.utf8.last == 0x2F }
  }

  /// The most that an entry may inflate to where the caller sets no limit: 1 GiB.
  public static let entryLimit = 1 << 30

  /// The entries, in the order of the directory.
  public let entries: [Entry]
  /// Where the central directory lies, in bytes from the start of the file. Android's signing block stands before it.
  public let directory: Range<Int>
  /// Where the end record stands. Between the directory and that only zip64 records belong.
  public let endRecordOffset: Int
  /// The file that holds the archive.
  public let file: InputFile

  /// Whether bytes begin as an archive does: with an entry, or with the end record of an empty one.
  public static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Reads the directory of an archive.
  ///
  /// - Throws: `SystemError.Kind.damagedZip` with a byte offset when there is no directory or it contradicts itself.
  /// - Complexity: O(n log n) in the number of entries.
  public init(_ file: InputFile) throws(SystemError) {
    let read = try file.withUnsafeBytes { bytes throws(SystemError) in
      let directory = try ZipDirectory(bytes, file.path)
      return (try directory.readEntries(), directory.range, directory.endRecord)
    }
    self.file = file
    (entries, directory, endRecordOffset) = read
  }

  /// The bytes of an entry's name as they stand in the archive.
  public func nameBytes(of entry: Entry) -> [UInt8] {
    file.withUnsafeBytes { Array($0[entry.nameRange]) }
  }

  /// The content of an entry.
  ///
  /// - Throws: as `withContents`.
  public func contents(of entry: Entry, limit: Int = ZipArchive.entryLimit) throws(SystemError) -> [UInt8] {
    try withContents(of: entry, limit: limit) { Array($0) }
  }

  /// The content of an entry for the duration of a call: of a stored one without a copy.
  ///
  /// - Throws: `SystemError` whose kind is `zipEntryTooLarge` beyond `limit`, `unsupportedZipEntry` for encrypted entries and
  ///   methods other than stored and deflate, `damagedZip` when the content is not what the directory says.
  /// - Complexity: O(size of the content).
  public func withContents<Result>(
    of entry: Entry, limit: Int = ZipArchive.entryLimit, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SystemError) -> Result {
    try file.withUnsafeBytes { bytes throws(SystemError) in
      let data = try self.data(of: entry, in: bytes)
      guard entry.size <= limit else { throw SystemError(.zipEntryTooLarge(entry.name, limit: limit), file.path) }
      if entry.method == 0 {
        guard data.count == entry.size else {
          throw damaged(entry, entry.headerOffset, "\(data.count) bytes are stored, \(entry.size) expected")
        }
        guard Deflate.checksum(data) == entry.checksum else {
          throw damaged(entry, entry.headerOffset, "the checksum differs")
        }
        return body(data)
      }
      let content: [UInt8]
      do throws(Deflate.Failure) {
        content = try Deflate.inflate(data, size: entry.size)
      } catch {
        throw damaged(entry, entry.headerOffset, error.reason)
      }
      return try content.span.bytes.withUnsafeBytes { inflated throws(SystemError) in
        guard Deflate.checksum(inflated) == entry.checksum else {
          throw damaged(entry, entry.headerOffset, "the checksum differs")
        }
        return body(inflated)
      }
    }
  }

  /// The stored bytes of an entry, found through its local header, which must name the same entry (as Android insists).
  private func data(
    of entry: Entry, in bytes: UnsafeRawBufferPointer
  ) throws(SystemError) -> UnsafeRawBufferPointer {
    if entry.isEncrypted { throw SystemError(.unsupportedZipEntry(entry.name, reason: "is encrypted"), file.path) }
    guard entry.method == 0 || entry.method == 8 else {
      throw SystemError(
        .unsupportedZipEntry(entry.name, reason: "is packed by method \(entry.method) (0 or 8 expected)"), file.path)
    }
    let start = entry.headerOffset
    guard start >= 0, start <= bytes.count - 30, bytes.little(start, as: UInt32.self) == 0x0403_4B50 else {
      throw damaged(entry, start, "no local header")
    }
    let name = start + 30..<start + 30 + Int(bytes.little(start + 26, as: UInt16.self))
    let dataStart = name.upperBound + Int(bytes.little(start + 28, as: UInt16.self))
    guard dataStart <= bytes.count, entry.compressedSize <= bytes.count - dataStart else {
      throw damaged(entry, start, "its \(entry.compressedSize) bytes do not fit into the file")
    }
    guard bytes[name].elementsEqual(bytes[entry.nameRange]) else {
      throw damaged(entry, start, "the local header names another entry")
    }
    return UnsafeRawBufferPointer(rebasing: bytes[dataStart..<dataStart + entry.compressedSize])
  }

  private func damaged(_ entry: Entry, _ offset: Int, _ reason: String) -> SystemError {
    SystemError(.damagedZip(offset: offset, entry: entry.name, reason: reason), file.path)
  }
}

extension UnsafeRawBufferPointer {
  /// A little-endian integer; the caller has checked that it lies inside.
  func little<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
    Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
