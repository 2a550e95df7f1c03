// BMD back to HPROF, in one pass and in the order of the BMD file: numbers depend on the order of first mention, so that crunching
// the result gives the same BMD again, byte for byte. Hashed strings come back as the texts that were found for them (the names in
// `WellKnownNames` always are), or as placeholders (`HashPlaceholder`). Removed fields come back with value 0: with their names and
// in their places from version 2, and behind the kept ones under the name `field_removed` (ints, then bytes) from version 1, as in
// Badoo's decruncher. Arrays come back filled with zeros where their elements were left out. Roots, heaps, class serials and stacks
// come back from version 2; from version 1 all roots are UNKNOWN, and its legacy records name strings by the ids of the original.

internal import ByteKit
public import SystemKit

/// What a decrunched dump is for.
enum DecrunchPurpose {
  /// A file that other tools read.
  case file
  /// Analysis here: arrays without elements stay so, and removed fields have no name, so that no zero is taken for a value.
  case analysis
}

/// What a decrunched dump holds.
public struct DecrunchResult: Sendable, Equatable {
  /// The version of the BMD file: 1 as Badoo's cruncher writes it, 2 with the extension.
  public internal(set) var version = 1
  /// The size of the BMD data, in bytes.
  public internal(set) var inputBytes = 0
  /// The size of the dump, in bytes.
  public internal(set) var outputBytes = 0
  /// Strings that were clear in the file.
  public internal(set) var clearStrings = 0
  /// Hashed strings whose text was supplied, or is a name that every Java program has (`byte[]`, `props`).
  public internal(set) var recoveredStrings = 0
  /// Strings that are placeholders.
  public internal(set) var hashedStrings = 0
  /// Classes.
  public internal(set) var classes = 0
  /// Instances of classes.
  public internal(set) var instances = 0
  /// Arrays of references and of numbers.
  public internal(set) var arrays = 0
  /// Primitive arrays that are filled with zeros.
  public internal(set) var emptiedArrays = 0
  /// Roots of all kinds.
  public internal(set) var roots = 0
  /// Records besides the heap: stack frames, stack traces, threads, allocation sites.
  public internal(set) var legacyRecords = 0
  /// Bytes of primitive fields that are zero since the file does not have them, summed over the classes.
  public internal(set) var removedFieldBytes = 0
  /// What is wrong with the file: what came before it was written.
  public internal(set) var damage: HeapDumpError?
}

/// Writes the HPROF form of BMD files.
public struct Decruncher {
  let purpose: DecrunchPurpose
  private let text: (WantedString) -> [UInt8]?
  /// The most that is written.
  var outputLimit = 64 << 30

  /// The limits of what a few bytes of BMD may grow to: no dump has more, and a damaged file must not fill the disk.
  static let maximumInstance = 1 << 24
  static let maximumDepth = 4096

  /// Creates a decruncher.
  ///
  /// - Parameter text: gives the text of a hashed string in UTF-8, or `nil` where it is not known.
  public init(text: @escaping (WantedString) -> [UInt8]? = { _ in nil }) { self.init(purpose: .file, text: text) }

  /// Creates a decruncher that takes the texts which a search has found.
  ///
  ///     var recovery = StringRecovery(try Decruncher.wantedStrings(path: path))
  ///     try recovery.search(SymbolArchive(path: "app.apk"))
  ///     try Decruncher(recovery).decrunch(path: path, to: sink)
  public init(_ recovery: StringRecovery) {
    self.init { string in
      if case .recovered(let text)? = recovery.outcome(of: string.id) { Array(text.utf8) } else { nil }
    }
  }

  init(purpose: DecrunchPurpose, text: @escaping (WantedString) -> [UInt8]? = { _ in nil }) {
    self.purpose = purpose
    self.text = text
  }

  /// Decrunches a file: BMD of both versions, compressed or not, in gzip or not.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - sink: where the HPROF data goes.
  /// - Returns: what was written; damage in the file is part of it, and the dump then ends where the damage began.
  /// - Throws: `HeapDumpError` when the file is no BMD; `SystemError` from the file or the sink.
  public func decrunch(path: String, to sink: any ByteSink) throws -> DecrunchResult {
    let source = try BMDSource(path: path)
    var result = try source.file.withUnsafeBytes { try run($0, to: sink).result }
    result.damage = source.damage ?? result.damage
    return result
  }

  /// The strings of a file of which it has hash and length only, in its order: what a search for their texts begins with.
  ///
  /// - Throws: as `decrunch`; a damaged file gives those before the damage.
  public static func wantedStrings(path: String) throws -> [WantedString] {
    try BMDSource(path: path).file.withUnsafeBytes { wantedStrings($0) }
  }

  static func wantedStrings(_ bytes: UnsafeRawBufferPointer) -> [WantedString] {
    var collector = WantedStringCollector()
    try? BMDReader.read(bytes, &collector)
    return collector.strings
  }

  /// Writes the HPROF form.
  ///
  /// - Returns: what was written, and what the BMD file did not have.
  /// - Throws: `HeapDumpError` when not even the header can be read, `SystemError` from the sink.
  func run(
    _ bytes: UnsafeRawBufferPointer, to sink: any ByteSink
  ) throws -> (result: DecrunchResult, losses: BMDLosses) {
    var lengths: [Int] = []
    if let version = BMDFormat.dumpVersion(bytes), !HPROFWriter.hasSegments(version) {
      // The heap is one record here, whose length comes first: it is found by writing it to nowhere.
      var measure = DecrunchWriter(CountingSink(), purpose: purpose, outputLimit: outputLimit, text: text)
      try? BMDReader.read(bytes, &measure)
      try? measure.finish()
      lengths = measure.pieceLengths
    }
    var writer = DecrunchWriter(sink, purpose: purpose, outputLimit: outputLimit, text: text)
    writer.heapLengths = lengths
    do {
      try BMDReader.read(bytes, &writer)
    } catch let error as HeapDumpError {
      guard writer.isStarted else { throw error }
      writer.result.damage = error
    }
    try writer.finish()
    var result = writer.result
    result.inputBytes = bytes.count
    return (result, writer.losses)
  }

  private final class CountingSink: ByteSink {
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {}
  }

  private struct WantedStringCollector: BMDVisitor {
    var strings: [WantedString] = []
    private var layouts = BMDLayouts()

    mutating func hashedString(id: UInt64, length: Int, hash: Int32) throws {
      strings.append(WantedString(id: id, hash: hash, byteLength: length))
    }

    mutating func define(_ definition: BMDClass, at offset: Int) throws { layouts.define(definition) }

    mutating func instance(id: UInt64, classID: UInt64, at offset: Int, values: inout BMDValues) throws {
      try layouts.pass(classID, at: offset, &values)
    }
  }
}
