// Finds the texts of strings that a BMD dump only has as hash and length (spec: record 2, HASHED_STRING). A text is taken when it
// has both the hash and the length in UTF-8, and only when no other candidate has them too: 32 bits of hash are few for a
// million candidates, and Badoo's own decruncher, which compares the hash alone and takes the last, tells wrong names. Even so a
// text may have both by chance: of w wanted strings whose text is in no archive, about w · c / 2³² meet one of the c candidates of
// their length. (Measured: 200,000 made-up strings of one length against 2.6 million strings of 31,000 classes gave 2.)
//
// Candidates are not kept; memory is that of the wanted strings and of the texts found for them, at most five each.

internal import ByteKit
public import SystemKit

/// A string of which only hash and length are known.
public struct WantedString: Sendable, Equatable {
  /// The string's id in the dump.
  public let id: UInt64
  /// Java's hash of the text.
  public let hash: Int32
  /// The length of the text in UTF-8.
  public let byteLength: Int

  /// Describes a string that is looked for.
  public init(id: UInt64, hash: Int32, byteLength: Int) {
    (self.id, self.hash, self.byteLength) = (id, hash, byteLength)
  }
}

/// Looks for the texts of hashed strings.
///
///     var recovery = StringRecovery(wanted)
///     try recovery.search(SymbolArchive(path: "app.apk"))
///     switch recovery.outcome(of: id) { … }
public struct StringRecovery: Sendable {
  /// What is known of a string.
  public enum Outcome: Sendable, Equatable {
    /// One text, and no other, has the hash and the length.
    case recovered(String)
    /// Several texts do: up to four of them, in the order of their bytes, and whether there are more.
    case ambiguous([String], hasMore: Bool)
    /// No text does.
    case hashed
  }

  /// How many strings have which outcome.
  public struct Tally: Sendable, Equatable {
    /// Strings whose text was found.
    public var recovered = 0
    /// Strings for which several texts were found.
    public var ambiguous = 0
    /// Strings for which none was found.
    public var hashed = 0

    /// Creates a tally.
    public init(recovered: Int = 0, ambiguous: Int = 0, hashed: Int = 0) {
      (self.recovered, self.ambiguous, self.hashed) = (recovered, ambiguous, hashed)
    }
  }

  /// The most texts that an ambiguous outcome names.
  public static let ambiguousLimit = 4

  private var ids = OpenTable()
  /// For each id, the index of its hash and length in `keys`.
  private var slots: [Int32] = []
  private var keys = OpenTable()
  private var texts: FoundTexts

  /// Prepares a search for some strings, and tries the names of primitive types, which no archive needs to have. Of two with
  /// the same id the first counts.
  public init(_ wanted: some Sequence<WantedString>) {
    for string in wanted {
      guard ids.insert(string.id).isNew else { continue }
      guard let key = Self.key(string.hash, string.byteLength) else {
        slots.append(-1)
        continue
      }
      slots.append(Int32(keys.insert(key).index))
    }
    texts = FoundTexts(count: keys.count)
    Self.forEachBuiltIn { consider($0) }
  }

  /// Hash and length as one number; `nil` for a length that no text can have.
  private static func key(_ hash: Int32, _ byteLength: Int) -> UInt64? {
    UInt32(exactly: byteLength).map { UInt64(UInt32(bitPattern: hash)) << 32 | UInt64($0) }
  }

  /// Tries a candidate.
  ///
  /// - Complexity: O(length).
  public mutating func consider(_ utf8: UnsafeRawBufferPointer) { texts.consider(utf8, keys) }

  /// Tries a candidate.
  public mutating func consider(_ text: String) {
    var copy = text
    copy.withUTF8 { consider(UnsafeRawBufferPointer($0)) }
  }

  /// Tries all strings of an archive. The outcome depends on what was searched, and not on its order or the number of workers.
  ///
  /// - Throws: as `SymbolArchive.forEachCandidate`.
  @discardableResult
  public mutating func search(
    _ archive: SymbolArchive, workers: Int = Parallel.workerCount
  ) throws(HeapDumpError) -> SymbolSummary {
    let keys = keys
    let found = (0..<max(1, workers)).map { _ in Box(FoundTexts(count: keys.count)) }
    let summary = try archive.forEachCandidate(workers: workers) { worker, utf8 in
      found[worker].texts.consider(utf8, keys)
    }
    for box in found { texts.absorb(box.texts) }
    return summary
  }

  /// Carries what a worker found to the one thread that uses it.
  private final class Box: @unchecked Sendable {
    var texts: FoundTexts
    init(_ texts: FoundTexts) { self.texts = texts }
  }

  /// What is known of the string with an id; `nil` when it was not looked for.
  public func outcome(of id: UInt64) -> Outcome? { ids.index(of: id).map { outcome(at: Int(slots[$0])) } }

  private func outcome(at slot: Int) -> Outcome {
    guard slot >= 0 else { return .hashed }
    let found = texts.found[slot]
    switch found.count {
    case 0: return .hashed
    case 1: return .recovered(String(decoding: found[0], as: UTF8.self))
    default:
      return .ambiguous(
        found.prefix(Self.ambiguousLimit).map { String(decoding: $0, as: UTF8.self) },
        hasMore: found.count > Self.ambiguousLimit)
    }
  }

  /// How many strings have which outcome.
  public var tally: Tally {
    var tally = Tally()
    for slot in slots {
      switch slot < 0 ? 0 : texts.found[Int(slot)].count {
      case 0: tally.hashed += 1
      case 1: tally.recovered += 1
      default: tally.ambiguous += 1
      }
    }
    return tally
  }

  /// Calls `body` with the spellings of the primitive types that any dump may have: names, letters, arrays of up to three
  /// dimensions.
  private static func forEachBuiltIn(_ body: (UnsafeRawBufferPointer) -> Void) {
    var text: [UInt8] = []
    for (letter, name) in TypeNames.primitives {
      for dimensions in 0...3 {
        text = Array(repeating: 0x5B, count: dimensions) + [letter]
        text.withUnsafeBytes(body)
        text = Array(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        for _ in 0..<dimensions { text += [0x5B, 0x5D] }
        text.withUnsafeBytes(body)
      }
    }
  }
}

/// The different texts that were found for each wanted hash and length: of more than five, the five that come first in the order
/// of their bytes, so that what is kept does not depend on the order of the candidates.
struct FoundTexts: Sendable {
  private(set) var found: [[[UInt8]]]

  private static let limit = StringRecovery.ambiguousLimit + 1

  init(count: Int) { found = Array(repeating: [], count: count) }

  mutating func consider(_ utf8: UnsafeRawBufferPointer, _ keys: OpenTable) {
    guard let length = UInt32(exactly: utf8.count) else { return }
    let hash = UInt32(bitPattern: JavaStringHash.of(utf8))
    if let slot = keys.index(of: UInt64(hash) << 32 | UInt64(length)) { insert(utf8, slot) }
  }

  private mutating func insert(_ text: UnsafeRawBufferPointer, _ slot: Int) {
    var place = 0
    while place < found[slot].count {
      if found[slot][place].elementsEqual(text) { return }
      if text.lexicographicallyPrecedes(found[slot][place]) { break }
      place += 1
    }
    guard place < Self.limit else { return }
    found[slot].insert(Array(text), at: place)
    if found[slot].count > Self.limit { found[slot].removeLast() }
  }

  mutating func absorb(_ other: FoundTexts) {
    for (slot, texts) in other.found.enumerated() {
      for text in texts { text.withUnsafeBytes { insert($0, slot) } }
    }
  }
}
