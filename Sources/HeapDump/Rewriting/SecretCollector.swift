// Gathers the texts of a dump that a redaction must have removed. They are taken from where texts can be, not from what refers to
// them: every array of chars or bytes, so those of StringBuilders and files too, and every string record that is no name.
//
// | source | texts |
// | --- | --- |
// | char[] | runs of characters, 4 or more |
// | byte[] of a string in UTF-16 | the same |
// | byte[] that is all Latin-1 or UTF-8 text | it, without zeros at its ends, 4 bytes or more |
// | other byte[] | runs of printable ASCII, 8 or more: shorter ones are chance |
// | STRING | the whole text, 4 bytes or more |
//
// Each is searched for as Latin-1, UTF-8 and UTF-16 of both byte orders (`SecretSearch` narrows UTF-16 as it reads).

internal import ByteKit

/// Gathers texts, in batches.
struct SecretCollector: HeapRecordVisitor {
  let image: HeapImage
  let idSize: Int
  /// The arrays of strings in UTF-16, little-endian as in memory.
  let wideArrays: OpenTable
  /// The arrays that were meant to keep their text.
  let kept: OpenTable
  /// Called when a batch is full: it is then searched for and forgotten.
  let flush: (SecretSet) -> Void
  private(set) var set = SecretSet()
  /// How many texts there are, repeated ones and pieces of long ones counted once each time they are not in the batch yet.
  private(set) var searched = 0
  /// Texts that are too short to be told from chance.
  private(set) var tooShort = 0
  private var narrow: [UInt8] = []
  private var units: [UInt16] = []
  private var scratch: [UInt8] = []
  private let batchSize: Int

  /// So many texts are searched for at a time: 64 MB.
  static let batchSize = 1 << 22

  init(
    _ dump: HeapDump, wideArrays: OpenTable, kept: OpenTable, batchSize: Int = SecretCollector.batchSize,
    flush: @escaping (SecretSet) -> Void
  ) {
    image = dump.image
    idSize = dump.header.idSize
    self.wideArrays = wideArrays
    self.kept = kept
    self.batchSize = batchSize
    self.flush = flush
  }

  /// Has the last batch searched for.
  mutating func finish() {
    if set.count > 0 { flush(set) }
    set = SecretSet()
  }

  // MARK: - Sources

  mutating func visit(_ array: PrimitiveArrayRecord) {
    guard array.data.count > 0, array.type == .char || array.type == .byte, kept.index(of: array.id) == nil else {
      return
    }
    let isWide = array.type == .byte && wideArrays.count > 0 && wideArrays.index(of: array.id) != nil
    // What is behind the next piece's beginning is seen twice, so that no text of a piece's length is cut in two.
    image.forEachPiece(of: array, idSize: idSize, overlap: SecretSet.longest) { data in
      if array.type == .char {
        takeUnits(data, isBigEndian: true)
      } else if isWide {
        takeUnits(data, isBigEndian: false)
      } else {
        takeBytes(data)
      }
    }
  }

  /// Takes a string record.
  mutating func take(symbol bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0 else { return }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return takeRuns(bytes, isText: { $0 != 0 }, shortest: 4) }
    insertPieces(bytes)
    units.removeAll(keepingCapacity: true)
    units.append(contentsOf: JavaText.decode(bytes).utf16)
    takeUnitRuns()
  }

  private mutating func takeBytes(_ data: UnsafeRawBufferPointer) {
    var start = 0
    var end = data.count
    while start < end, data[start] == 0 { start &+= 1 }
    while end > start, data[end &- 1] == 0 { end &-= 1 }
    guard end > start else { return }
    let bytes = UnsafeRawBufferPointer(rebasing: data[start..<end])
    if Self.isText(bytes) {
      guard bytes.count >= SecretSet.shortest else { return tooShort += 1 }
      insertLatin1(bytes)
    } else {
      takeRuns(bytes, isText: { $0 &- 0x20 < 0x5F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }, shortest: 8)
    }
  }

  /// Whether bytes are text in Latin-1 or UTF-8.
  private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var hasControls = false
    for byte in bytes {
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
      if byte == 0x7F { return false }
      if byte & 0xE0 == 0x80 { hasControls = true }
    }
    return !hasControls || (UnicodeCheck.isUTF8(bytes))
  }

  private mutating func takeRuns(
    _ bytes: UnsafeRawBufferPointer, isText: (UInt8) -> Bool, shortest: Int
  ) {
    var at = 0
    while at < bytes.count {
      while at < bytes.count, !isText(bytes[at]) { at &+= 1 }
      let start = at
      while at < bytes.count, isText(bytes[at]) { at &+= 1 }
      if at - start >= shortest {
        insertPieces(UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
      } else if at > start, shortest == SecretSet.shortest {
        tooShort += 1
      }
    }
  }

  private mutating func takeUnits(_ data: UnsafeRawBufferPointer, isBigEndian: Bool) {
    // A stretch at a time: an array may be as long as the dump.
    let stretch = 1 << 15
    let count = data.count / 2
    var at = 0
    while at < count {
      let end = min(count, at + stretch)
      units.removeAll(keepingCapacity: true)
      for place in at..<end {
        let unit = data.loadUnaligned(fromByteOffset: 2 &* place, as: UInt16.self)
        units.append(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
      }
      guard end < count, let last = units.last, Self.isText(last) else {
        takeUnitRuns()
        at = end
        continue
      }
      // A text that goes on is taken whole with the next stretch; of one that fills this stretch the end is seen twice, so that what
      // is left of it is no shorter than a piece.
      let run = units.lastIndex { !Self.isText($0) }.map { $0 + 1 } ?? 0
      if run > 0 { units.removeLast(units.count - run) }
      takeUnitRuns()
      at = run > 0 ? at + run : end - SecretSet.longest
    }
  }

  private static func isText(_ unit: UInt16) -> Bool {
    unit >= 0x20 && unit != 0x7F || unit == 0x09 || unit == 0x0A || unit == 0x0D
  }

  private mutating func takeUnitRuns() {
    var at = 0
    while at < units.count {
      while at < units.count, !Self.isText(units[at]) { at &+= 1 }
      let start = at
      while at < units.count, Self.isText(units[at]) { at &+= 1 }
      if at - start >= SecretSet.shortest {
        insert(units: start..<at)
      } else if at > start {
        tooShort += 1
      }
    }
  }

  // MARK: - Keys

  private mutating func insert(units range: Range<Int>) {
    if units[range].allSatisfy({ $0 < 0x100 }) {
      narrow.removeAll(keepingCapacity: true)
      for unit in units[range] { narrow.append(UInt8(truncatingIfNeeded: unit)) }
      // Taken out for the call, which must not see it change.
      let text = narrow
      text.withUnsafeBytes { insertLatin1($0) }
      return
    }
    var at = range.lowerBound
    while at < range.upperBound {
      // The last piece reaches back, so that it is no shorter than the others.
      let start = max(range.lowerBound, min(at, range.upperBound - 32))
      let piece = Array(units[start..<min(range.upperBound, start + 32)])
      at += 32
      for isBigEndian in [true, false] {
        scratch.removeAll(keepingCapacity: true)
        for unit in piece {
          scratch.append(UInt8(truncatingIfNeeded: isBigEndian ? unit >> 8 : unit))
          scratch.append(UInt8(truncatingIfNeeded: isBigEndian ? unit : unit >> 8))
        }
        insertScratch()
      }
      scratch = Array(String(decoding: piece, as: UTF16.self).utf8.prefix(SecretSet.longest))
      insertScratch()
    }
  }

  private mutating func insertLatin1(_ bytes: UnsafeRawBufferPointer) {
    insertPieces(bytes)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return }
    var at = 0
    while at < bytes.count {
      scratch.removeAll(keepingCapacity: true)
      for byte in bytes[at..<min(bytes.count, at + 32)] {
        if byte < 0x80 {
          scratch.append(byte)
        } else {
          scratch.append(0xC0 | byte >> 6)
          scratch.append(0x80 | byte & 0x3F)
        }
      }
      insertScratch()
      at += 32
    }
  }

  private mutating func insertScratch() {
    let text = scratch
    text.withUnsafeBytes { insertPieces($0) }
  }

  /// Adds a text, or all pieces of a long one.
  private mutating func insertPieces(_ bytes: UnsafeRawBufferPointer) {
    var at = 0
    while at < bytes.count {
      var start = max(0, min(at, bytes.count - SecretSet.longest))
      let end = min(bytes.count, start + SecretSet.longest)
      at += SecretSet.longest
      // Keys do not begin with zero: UTF-16 may.
      while start < end, bytes[start] == 0 { start += 1 }
      guard end - start >= SecretSet.shortest else { continue }
      if set.insert(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { searched += 1 }
      if set.count >= batchSize {
        flush(set)
        set = SecretSet()
      }
    }
  }
}

/// Notes the arrays of strings that are in UTF-16, of which the string alone knows.
struct WideStrings: HeapRecordVisitor, Sendable {
  let layout: StringLayout
  let coder: HeapDump.FieldPlace
  let idSize: Int
  private(set) var arrays = OpenTable()

  init?(_ layout: StringLayout?, idSize: Int) {
    guard let layout, let coder = layout.coder else { return nil }
    self.layout = layout
    self.coder = coder
    self.idSize = idSize
  }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    guard instance.classID == layout.classID, coder.bits(instance.data, idSize: idSize) == 1,
      let value = layout.value.bits(instance.data, idSize: idSize)
    else { return }
    _ = arrays.insert(value)
  }
}

/// Whether bytes are UTF-8.
private enum UnicodeCheck {
  static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}
