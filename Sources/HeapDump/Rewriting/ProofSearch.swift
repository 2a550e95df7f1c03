// The part of a proof that looks at the redacted file: where its texts and values lie, and what a batch of texts finds there.

internal import ByteKit

/// Values that are left in a redacted dump, and where text can be in it.
struct Residue: HeapRecordVisitor, Sendable {
  let image: HeapImage
  let idSize: Int
  let kept: KeptNames
  let classes: ClassTable
  let exempt: ExemptValues
  private var runs: PrimitiveRuns
  private(set) var arrays = 0
  private(set) var instances = 0
  private(set) var statics = 0
  /// Arrays with texts that were kept, and others that are not zero: the first million.
  private(set) var keptRanges: [Range<Int>] = []
  private(set) var otherRanges: [Range<Int>] = []

  init(_ output: HeapDump, _ kept: KeptNames, _ options: RedactionOptions) {
    image = output.image
    idSize = output.header.idSize
    self.kept = kept
    classes = output.classes
    exempt = ExemptValues(output, options)
    runs = PrimitiveRuns(classes, exempt: exempt.classes)
  }

  mutating func merge(_ other: Residue) {
    arrays += other.arrays
    instances += other.instances
    statics += other.statics
    keptRanges += other.keptRanges
    otherRanges += other.otherRanges
  }

  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) {
    guard array.data.count > 0 else { return }
    var isZero = true
    image.forEachPiece(of: array, idSize: idSize) { if isZero { isZero = $0.isZero } }
    guard !isZero else { return }
    let start = array.dataOffset(idSize: idSize)
    let range = start..<start &+ array.data.count
    if kept.threadNameArrays.index(of: array.id) != nil {
      keptRanges.append(range)
      return
    }
    arrays += 1
    if otherRanges.count < 1 << 20 { otherRanges.append(range) }
  }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    var isZero = true
    runs.forEachRun(of: instance.classID, dataCount: instance.data.count) { at, count in
      if isZero, !UnsafeRawBufferPointer(rebasing: instance.data[at..<at &+ count]).isZero { isZero = false }
    }
    if !isZero, kept.threadNames.index(of: instance.id) == nil { instances += 1 }
  }

  mutating func visit(_ record: ClassRecord) {
    var found = 0
    exempt.forEachOther(record, classes.index(of: record.id)) { type, at in
      if record.bits(type, at: at) != 0 { found += 1 }
    }
    statics += found
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are zero.
  @inline(__always)
  var isZero: Bool {
    var at = 0
    while at &+ 8 <= count {
      if loadUnaligned(fromByteOffset: at, as: UInt64.self) != 0 { return false }
      at &+= 8
    }
    while at < count {
      if self[at] != 0 { return false }
      at &+= 1
    }
    return true
  }
}

/// Searches a redacted dump for one batch of texts after the other.
final class ProofSearch {
  private let output: HeapDump
  let residue: Residue
  /// Where names stand that were meant to stay, in order: the bodies of their records, or their arrays.
  private var keptRanges: [Range<Int>] = []
  /// Where text can be: string records and arrays that are not zero.
  private var textRanges: [Range<Int>] = []
  private(set) var leakCount = 0
  private(set) var leaks: [RedactionProof.Leak] = []
  /// Hashes are of one batch each: they are made new with the next one, and so are these counted.
  private(set) var keptHashes = OpenTable()
  private(set) var keptTexts: [String] = []

  init(_ output: HeapDump, _ input: HeapDump, _ kept: KeptNames, _ options: RedactionOptions) {
    self.output = output
    let first = Residue(output, kept, options)
    let (pieces, _) = HeapPass(image: output.image, outline: output.outline).run(.concurrent) { first }
    residue = pieces.dropFirst().reduce(into: pieces[0]) { $0.merge($1) }
    let idSize = output.header.idSize
    input.image.withUnsafeBytes { source in
      output.forEachString { id, range, bytes in
        if !range.isEmpty { textRanges.append(range) }
        // A name that was kept is the same as before; anything else under its id is none.
        guard kept.strings.index(of: id) != nil, let original = input.outline.strings.range(of: id),
          source[original].elementsEqual(bytes[range])
        else { return }
        keptRanges.append(range.lowerBound - idSize..<range.upperBound)
      }
    }
    textRanges += residue.keptRanges + residue.otherRanges
    keptRanges = (keptRanges + residue.keptRanges).sorted { $0.lowerBound < $1.lowerBound }
  }

  private func isKept(_ range: Range<Int>) -> Bool {
    var low = 0
    var high = keptRanges.count
    while low < high {
      let middle = (low + high) / 2
      if keptRanges[middle].lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && keptRanges[low - 1].upperBound >= range.upperBound
  }

  /// Searches for a batch.
  func run(_ set: SecretSet) {
    let search = SecretSearch(set: set)
    let limit = RedactionProof.exampleLimit
    // A whole file that was not redacted has as many matches as the search leaps: they are taken stretch by stretch.
    search.searchAll(output.image, lengths: SecretSet.longLengths) { take($0, limit) }
    output.image.withUnsafeBytes { bytes in
      for range in textRanges {
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound])
        search.search(
          text, in: range, lengths: SecretSet.allLengths & ~SecretSet.longLengths, withUTF16: false
        ) { take($0, limit) }
      }
    }
  }

  private func take(_ match: SecretMatch, _ limit: Int) {
    if isKept(match.range) {
      guard keptHashes.insert(match.hash).isNew, keptTexts.count < limit else { return }
      keptTexts.append(shown(match).text)
      return
    }
    leakCount += 1
    guard leaks.count < limit else { return }
    let (text, encoding) = shown(match)
    leaks.append(RedactionProof.Leak(offset: match.range.lowerBound, text: text, encoding: encoding))
  }

  /// The text of a match, and how it is spelled.
  private func shown(_ match: SecretMatch) -> (text: String, encoding: String) {
    output.image.withUnsafeBytes { bytes in
      let place = UnsafeRawBufferPointer(rebasing: bytes[match.range])
      switch match.spelling {
      case .bigEndian: return (HeapDump.text(.char, place, isUTF16: false), "UTF-16BE")
      case .littleEndian: return (HeapDump.text(.byte, place, isUTF16: true), "UTF-16LE")
      case .bytes:
        if let text = String(validating: place, as: UTF8.self), !text.utf8.contains(0) { return (text, "UTF-8") }
        if place.allSatisfy({ $0 >= 0x20 && $0 & 0xE0 != 0x80 }) {
          return (HeapDump.text(.byte, place, isUTF16: false), "Latin-1")
        }
        // Letters of one script share their upper byte, which is zero or the same in every second place.
        let isBigEndian = Set(stride(from: 0, to: place.count, by: 2).map { place[$0] }).count * 2 < place.count / 2
        return isBigEndian
          ? (HeapDump.text(.char, place, isUTF16: false), "UTF-16BE")
          : (HeapDump.text(.byte, place, isUTF16: true), "UTF-16LE")
      }
    }
  }
}
