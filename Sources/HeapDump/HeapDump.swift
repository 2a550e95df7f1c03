// A heap dump, opened: what all analyses start from.

internal import SystemKit

/// A heap dump of a Java virtual machine: HPROF of HotSpot or Android, or BMD, in gzip or not.
///
/// Opening one reads it once: its records, classes and roots are then known, and how many objects there are of each class. The
/// objects themselves stay in the file.
public final class HeapDump: Sendable {
  package let image: HeapImage
  let outline: DumpOutline
  let census: Census
  let classes: ClassTable
  /// What is wrong with the dump, in the order of the file. A dump with damage holds what could be read.
  public let damage: [HeapDumpError]
  /// How many dumps the file holds.
  public let partCount: Int
  /// Which of them this is, from 0.
  public let part: Int
  /// The rule for shallow sizes.
  public let sizeRule: SizeRule

  /// The path as it was given.
  public var path: String { image.path }
  /// The header.
  public var header: DumpHeader { outline.header }

  /// The size of the file as it is, in bytes.
  public var fileSize: Int { image.fileSize }
  /// Whether the file is compressed.
  public var isCompressed: Bool { image.wasCompressed }
  /// The version of BMD, for a crunched dump.
  public var crunchedVersion: Int? { image.losses?.version }

  /// Opens a dump.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - part: which dump, if the file holds several.
  /// - Throws: `SystemError` when the file cannot be read, `HeapDumpError` when it is no heap dump or has no such part. Damage
  ///   behind the header is no error but part of the result.
  /// - Complexity: one pass over the file, on all cores where the dump is in segments.
  public convenience init(path: String, part: Int = 0) throws {
    try self.init(image: HeapImage(path: path), part: part)
  }

  /// Opens a dump in memory.
  package convenience init(name: String, bytes: [UInt8], part: Int = 0) throws {
    try self.init(image: HeapImage(name: name, bytes: bytes), part: part)
  }

  package init(image: HeapImage, part: Int = 0) throws {
    self.image = image
    self.part = part
    let outlines = try image.withUnsafeBytes { bytes throws(HeapDumpError) in
      try DumpOutline.all(bytes) { image.discard($0) }
    }
    partCount = outlines.count
    let outline = try DumpOutline.part(part, of: outlines)
    self.outline = outline
    image.discard(0..<image.count)
    let pass = HeapPass(image: image, outline: outline)
    let (pieces, broken) = pass.run(.concurrent) { Census(idSize: outline.header.idSize) }
    var census = Census(idSize: outline.header.idSize)
    for piece in pieces { census.merge(piece) }
    self.census = census
    classes = image.withUnsafeBytes { Self.classTable($0, outline, census) }
    image.discard(outline.range)
    sizeRule = classes.sizeRule(image, outline)
    var damage = image.damage + outline.damage + broken
    for index in classes.cyclic { damage.append(HeapDumpError(.classCycle(classes.entries[index].id))) }
    self.damage = damage
  }

  private static func classTable(
    _ bytes: UnsafeRawBufferPointer, _ outline: DumpOutline, _ census: Census
  ) -> ClassTable {
    let idSize = outline.header.idSize
    var table = ClassTable(idSize: idSize)
    let scanner = HeapScanner(bytes: bytes, idSize: idSize)
    func name(_ id: UInt64) -> String {
      guard let nameID = outline.classNames[id], let range = outline.strings.range(of: nameID) else {
        return "unknown class \(hexadecimal(id))"
      }
      return JavaName.shown(className(UnsafeRawBufferPointer(rebasing: bytes[range])))
    }
    for offset in census.classOffsets {
      // The census has read this record: it cannot fail.
      guard let record = try? scanner.classRecord(at: offset, end: bytes.count) else { continue }
      table.define(record, name: name(record.id))
    }
    for slot in census.slots { table.insert(id: slot.classID, name: name(slot.classID)) }
    table.finish()
    return table
  }

  /// The text of a class's name; one that stands for a hash loses its padding.
  private static func className(_ bytes: UnsafeRawBufferPointer) -> String {
    if let hash = HashPlaceholder.parse(bytes) {
      return WellKnownNames.name(hash: hash.hash, length: hash.length) ?? HashPlaceholder.prefix + String(hash.hash)
    }
    return JavaText.decode(bytes)
  }

  /// The text of a string record, or `nil` where there is none with the id.
  func string(_ id: UInt64) -> String? {
    guard let range = outline.strings.range(of: id) else { return nil }
    return image.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[range])
      // What stands for a hash is shown without its padding.
      if losses != nil, let hash = HashPlaceholder.parse(text) { return HashPlaceholder.prefix + String(hash.hash) }
      return JavaText.decode(text)
    }
  }
}
