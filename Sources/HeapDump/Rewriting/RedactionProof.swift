// Redaction proves itself: the file that was written is read again, as a stranger would. All texts that the input had are searched for
// in its bytes, whatever stands there, and its values are looked at once more. The proof shares with the redaction the reader and the
// list of what was meant to stay (`KeptNames`), and none of what took the contents out.

internal import ByteKit

/// What was found in a redacted dump.
///
/// Texts of 8 bytes and more are searched for at each byte of the file. Those of 4 to 7 bytes are searched for in string records and
/// arrays alone, as UTF-16 everywhere: among millions of object ids some are spelled like any short word. Shorter ones cannot be told
/// from chance at all.
public struct RedactionProof: Sendable, Equatable {
  /// A text that should be gone.
  public struct Leak: Sendable, Equatable {
    /// Where it stands in the redacted dump.
    public let offset: Int
    /// The text, or its beginning.
    public let text: String
    /// How it is spelled there: `UTF-8`, `Latin-1`, `UTF-16BE` or `UTF-16LE`.
    public let encoding: String
  }

  /// How many texts were searched for; repeated ones count once (once in four million), long ones for each 64 bytes.
  public internal(set) var searched = 0
  /// How many were too short for a search.
  public internal(set) var tooShort = 0
  /// How many places have a text that should be gone.
  public internal(set) var leakCount = 0
  /// The first of them.
  public internal(set) var leaks: [Leak] = []
  /// How many texts of the input stand in names that were kept: a string that is spelled like a field cannot be hidden.
  public internal(set) var keptTextCount = 0
  /// Some of them.
  public internal(set) var keptTexts: [String] = []
  /// Primitive arrays with an element that is not zero.
  public internal(set) var arraysWithValues = 0
  /// Instances with a value that is neither zero nor a reference.
  public internal(set) var instancesWithValues = 0
  /// Static fields and constants with such a value.
  public internal(set) var staticsWithValues = 0

  /// Whether nothing is left of what should be gone.
  public var holds: Bool {
    leakCount == 0 && arraysWithValues == 0 && instancesWithValues == 0 && staticsWithValues == 0
  }

  /// So many leaks and kept texts are told.
  public static let exampleLimit = 50

  /// Examines a redacted dump.
  ///
  /// - Parameters:
  ///   - path: the redacted dump, a file.
  ///   - input: the dump that it was made from.
  ///   - options: what was kept.
  /// - Throws: `SystemError` or `HeapDumpError` when the redacted dump cannot be read.
  /// - Complexity: three passes over the input and two over the output, and one more for each four million texts. Memory: 100 MB for
  ///   those, and the class and string tables of both dumps.
  public init(
    of path: String, against input: HeapDump, options: RedactionOptions = RedactionOptions()
  ) throws {
    self.init(of: try HeapDump(path: path), against: input, options: options)
  }

  /// Examines a redacted dump that is open.
  package init(
    of output: HeapDump, against input: HeapDump, options: RedactionOptions = RedactionOptions(),
    batchSize: Int = SecretCollector.batchSize
  ) {
    let kept = KeptNames(input, keepThreadNames: options.keepsThreadNames)
    let search = ProofSearch(output, input, kept, options)
    arraysWithValues = search.residue.arrays
    instancesWithValues = search.residue.instances
    staticsWithValues = search.residue.statics

    let pass = HeapPass(image: input.image, outline: input.outline)
    var wide: [WideStrings] = []
    if let first = WideStrings(input.stringLayout, idSize: input.header.idSize) {
      wide = pass.run(.concurrent) { first }.visitors
    }
    var wideArrays = wide.first?.arrays ?? OpenTable()
    for other in wide.dropFirst() { other.arrays.forEach { id, _ in _ = wideArrays.insert(id) } }

    var collector = SecretCollector(
      input, wideArrays: wideArrays, kept: kept.threadNameArrays, batchSize: batchSize
    ) { search.run($0) }
    input.forEachString { id, range, bytes in
      if kept.strings.index(of: id) != nil, input.outline.strings.range(of: id) == range { return }
      collector.take(symbol: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    _ = pass.run(&collector)
    collector.finish()
    searched = collector.searched
    tooShort = collector.tooShort
    leakCount = search.leakCount
    leaks = search.leaks
    keptTextCount = search.keptHashes.count
    keptTexts = search.keptTexts
  }
}

extension HeapImage {
  /// Calls `body` with the elements of an array; of one that is long in pieces, and their pages are given back.
  func forEachPiece(
    of array: PrimitiveArrayRecord, idSize: Int, overlap: Int = 0, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let piece = HeapPass.stride
    guard array.data.count > 4 * piece else { return body(array.data) }
    let start = array.dataOffset(idSize: idSize)
    var at = 0
    while at < array.data.count {
      let end = min(array.data.count, at + piece)
      body(UnsafeRawBufferPointer(rebasing: array.data[at..<min(array.data.count, end + overlap)]))
      discard(start + at..<start + end)
      at = end
    }
  }
}

extension HeapDump {
  /// Calls `body` with each string record: its id and where its text lies.
  func forEachString(_ body: (_ id: UInt64, _ text: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Void) {
    image.withUnsafeBytes { bytes in
      var cursor = RecordCursor(bytes, from: outline.range.lowerBound + header.length)
      var partial: TopRecord?
      // Where a record cannot be read the outline has ended too.
      while let record = try? cursor.next(partial: &partial) {
        // The system maps 64 KiB around each head that is looked at.
        if record.isHeap { image.discard(record.offset..<record.body.upperBound) }
        guard record.tag == RecordTag.string, record.body.count >= header.idSize else { continue }
        let start = record.body.lowerBound
        body(bytes.readID(at: start, size: header.idSize), start + header.idSize..<record.body.upperBound, bytes)
      }
    }
  }
}
