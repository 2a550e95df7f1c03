// Texts that several strings hold. Exact, in three passes and little memory (the 7,000,000 strings of a 2 GB dump):
//
// 1. The arrays that strings refer to are marked in a bitmap of the heap's addresses (one bit for each possible id).
// 2. Each marked array's content is hashed to 64 bits, and a filter of two bits tells which hashes come once and which more often.
// 3. Only those that may come more often are counted, by the full hash.
//
// Strings that show a part of a shared array (before Java 7u6, Android 6) are held one by one instead: those dumps are small.

internal import ByteKit

/// A text that several strings hold.
public struct DuplicateText: Equatable, Sendable {
  /// The text, or its first 200 characters.
  public var text: String
  /// Whether there is more of the text than is shown.
  public var isCut: Bool
  /// How many strings hold it.
  public var count: Int
  /// What all but one of them cost, in bytes: the strings and, where they do not share it, their arrays.
  public var wasted: Int
}

/// The strings of a dump.
public struct StringFigures: Equatable, Sendable {
  /// How many strings there are.
  public var count = 0
  /// How many different texts they hold.
  public var distinct = 0
  /// What holding texts more than once costs, in bytes.
  public var wasted = 0
  /// The texts that cost most, costliest first.
  public var duplicates: [DuplicateText] = []
}

/// Texts and how often they come, by the 64-bit hash of what they consist of.
struct TextCounts: Sendable {
  struct Group: Sendable {
    var strings = 0
    var arrays = 0
    /// What the arrays take together, in bytes.
    var bytes = 0
    /// Where the first array lies, its id, and which part of it.
    var sample: Int
    var sampleID: UInt64
    var start = 0
    var length = -1
  }
  private var table = OpenTable()
  private(set) var groups: [Group] = []

  mutating func add(
    _ hash: UInt64, strings: Int, arrays: Int, bytes: Int, sample: Int, id: UInt64, start: Int = 0, length: Int = -1
  ) {
    let (index, isNew) = table.insert(hash)
    if isNew { groups.append(Group(sample: sample, sampleID: id, start: start, length: length)) }
    groups[index].strings += strings
    groups[index].arrays += arrays
    groups[index].bytes += bytes
  }

  mutating func merge(_ other: TextCounts) {
    for (hash, group) in zip(other.hashes, other.groups) {
      add(
        hash, strings: group.strings, arrays: group.arrays, bytes: group.bytes, sample: group.sample,
        id: group.sampleID, start: group.start, length: group.length)
    }
  }

  private var hashes: [UInt64] {
    var hashes = [UInt64](repeating: 0, count: groups.count)
    table.forEach { key, index in hashes[index] = key }
    return hashes
  }
}

/// The passes that find texts held by several strings.
enum DuplicateStrings {
  /// What a string's backing array is hashed by: its type and its bytes.
  @inline(__always)
  static func hash(_ type: FieldType, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = StableHash(seed: UInt64(type.rawValue))
    hash.combine(bytes)
    return hash.value
  }

  /// First pass: marks the arrays, or keeps the strings one by one where they show parts.
  struct Strings: HeapRecordVisitor, Sendable {
    /// `nil` for a dump without strings.
    let layout: StringLayout?
    let idSize: Int
    var marks: ReferenceMarks
    var count = 0
    /// Array id, first element and number of elements of strings that show a part.
    var parts: [(id: UInt64, start: UInt32, count: UInt32)] = []

    @inline(__always)
    mutating func visit(_ instance: InstanceRecord) {
      guard let layout, instance.classID == layout.classID else { return }
      count &+= 1
      guard let id = layout.value.bits(instance.data, idSize: idSize), id != 0 else { return }
      if layout.offset != nil {
        if let part = layout.part(instance.data, idSize: idSize), part.start >= 0, part.count >= 0 {
          parts.append((id, UInt32(truncatingIfNeeded: part.start), UInt32(truncatingIfNeeded: part.count)))
        }
      } else {
        marks.mark(id)
      }
    }

    mutating func merge(_ other: Strings) {
      marks.merge(other.marks)
      count += other.count
      parts += other.parts
    }
  }

  /// Second pass: hashes the marked arrays.
  struct Filtering: HeapRecordVisitor, Sendable {
    let marks: ReferenceMarks
    let filter: TwiceFilter
    var unreadable = 0

    @inline(__always)
    mutating func visit(_ array: PrimitiveArrayRecord) {
      guard array.type == .byte || array.type == .char else { return }
      let times = marks.count(array.id)
      guard times > 0 else { return }
      guard array.hasData else {
        unreadable += 1
        return
      }
      filter.see(DuplicateStrings.hash(array.type, array.data), times: times)
    }
  }

  /// Third pass: counts those that may repeat.
  struct Counting: HeapRecordVisitor, Sendable {
    let marks: ReferenceMarks
    let filter: TwiceFilter
    let rule: SizeRule
    var counts = TextCounts()

    @inline(__always)
    mutating func visit(_ array: PrimitiveArrayRecord) {
      guard array.type == .byte || array.type == .char, array.hasData else { return }
      let times = marks.count(array.id)
      guard times > 0 else { return }
      let hash = DuplicateStrings.hash(array.type, array.data)
      guard filter.mayRepeat(hash) else { return }
      counts.add(
        hash, strings: times, arrays: 1, bytes: rule.array(array.type, count: array.count), sample: array.offset,
        id: array.id)
    }
  }

  /// Finds out which of a few byte arrays hold UTF-16: only the strings that refer to them know.
  struct Coders: HeapRecordVisitor, Sendable {
    let layout: StringLayout
    let coder: HeapDump.FieldPlace
    let idSize: Int
    var finder: ObjectFinder
    var wide: Set<UInt64> = []

    @inline(__always)
    mutating func visit(_ instance: InstanceRecord) {
      guard instance.classID == layout.classID, let id = layout.value.bits(instance.data, idSize: idSize),
        coder.bits(instance.data, idSize: idSize) == 1, finder.watches(id)
      else { return }
      wide.insert(id)
    }
  }

  /// The one pass over the arrays whose parts strings show; `parts` is sorted by id.
  struct Parts: HeapRecordVisitor {
    let parts: [(id: UInt64, start: UInt32, count: UInt32)]
    /// How many bytes may still be looked at: a million strings may each show all of one array of a million characters.
    var budget: Int
    var counts = TextCounts()
    var unreadable = 0

    mutating func visit(_ array: PrimitiveArrayRecord) {
      guard budget >= 0, array.type == .char || array.type == .byte else { return }
      var low = 0
      var high = parts.count
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].id < array.id { low = middle + 1 } else { high = middle }
      }
      let size = array.type.size(idSize: 0)
      while low < parts.count, parts[low].id == array.id {
        let part = parts[low]
        var same = 0
        while low < parts.count, parts[low] == part {
          same += 1
          low += 1
        }
        let end = Int(part.start) + Int(part.count)
        guard array.hasData, end <= array.count else {
          unreadable += same
          continue
        }
        budget -= Int(part.count) * size
        guard budget >= 0 else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: array.data[Int(part.start) * size..<end * size])
        counts.add(
          DuplicateStrings.hash(array.type, bytes), strings: same, arrays: 0, bytes: 0, sample: array.offset,
          id: array.id,
          start: Int(part.start), length: Int(part.count))
      }
    }
  }
}
