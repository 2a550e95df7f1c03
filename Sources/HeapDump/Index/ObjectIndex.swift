// From object ids to dense numbers in ascending order of id, one cache line a look-up. Ids are addresses, so the index is a
// bitmap of the heap with ranks in it, cut into lines of 64 bytes: a header and 448 bits.
//
//   word    contents
//   0       bits 32...63: objects before this line (its rank)
//           bits 0...26:  objects in the line before words 3, 5 and 7, nine bits each
//   1...7   one bit a unit, the lowest first; a unit is the alignment all ids share (8 bytes, as a rule)
//
// A number is rank + count of the word pair + two population counts: no loop and no branch. (Rank directories after Vigna,
// "Broadword implementation of rank/select queries", 2008; there the directory lies beside the bits, here in their line.)
// A heap of 2 GB takes 38 MB, where a table of 24 million ids would take 400. Measured with that many (2026-12, ns a look-up, ids
// near one another and at random): this line 8.5 and 57; 480 bits and a loop over them 17 and 92; 512 bits with the ranks in a
// second array 12 and 65. Inserting takes 2.4, a look-up through the table of scattered lines 125 at random.
//
// Lines are addressed directly when the span of ids is reasonable (at most 32 MB, or 16 bytes an id). Where ids are scattered
// (ZGC's reserved ranges, hostile dumps) only lines with objects exist, found through a hash table: at most 64 + 48 + 8 bytes
// an object when done, and while the lines grow by doubling 128 bytes more.

internal import ByteKit

/// The dense numbers of a dump's objects, in ascending order of id.
package struct ObjectIndex: ~Copyable, @unchecked Sendable {
  /// The number that stands for "not in the dump".
  package static let absent = UInt32.max
  /// Numbers stay below this: the graph's phases use the top bit and the last numbers as marks.
  package static let limit = Int(Int32.max) - 1

  /// How many objects there are; numbers run from 0 to `count - 1`.
  package let count: Int
  let geometry: IDGeometry
  let lines: OwnedBuffer<UInt64>
  let lineCount: Int
  /// Where lines do not lie side by side: from chunk to line, and back.
  let directory: OpenTable?
  let chunks: [UInt64]

  init(
    count: Int, geometry: IDGeometry, lines: consuming OwnedBuffer<UInt64>, lineCount: Int, directory: OpenTable?,
    chunks: [UInt64]
  ) {
    self.count = count
    self.geometry = geometry
    self.lines = lines
    self.lineCount = lineCount
    self.directory = directory
    self.chunks = chunks
  }

  /// Whether lines lie side by side, so that a look-up needs no table.
  package var isDirect: Bool { directory == nil }

  /// How many bytes the index holds; of the table, the most it may.
  package var memory: Int { lines.memory + chunks.count * 8 + (directory == nil ? 0 : chunks.count * 48) }

  /// The number of the object with this id, or `absent`; any id may be asked for.
  ///
  /// - Complexity: O(1); one cache line where `isDirect`.
  @inline(__always)
  package func number(of id: UInt64) -> UInt32 {
    let unit = geometry.unit(of: id)
    guard unit <= geometry.lastUnit else { return Self.absent }
    let chunk = unit / IDGeometry.unitsInLine
    let within = unit &- chunk &* IDGeometry.unitsInLine
    if let directory {
      guard let line = directory.index(of: chunk) else { return Self.absent }
      return number(line: line, within: within)
    }
    return number(line: Int(truncatingIfNeeded: chunk), within: within)
  }

  @inline(__always)
  func number(line: Int, within: UInt64) -> UInt32 {
    let words = lines.base + line &* IDGeometry.wordsInLine
    let at = within &>> 6
    let bit: UInt64 = 1 &<< (within & 63)
    let word = words[Int(truncatingIfNeeded: at &+ 1)]
    guard word & bit != 0 else { return Self.absent }
    let header = words[0]
    // Shifted by nine, the first pair's count is the nine zeros that come in.
    let pairCount = (header &<< 9) &>> (9 &* (at &>> 1)) & 0x1FF
    let earlier = words[Int(truncatingIfNeeded: at & ~1 &+ 1)] & (0 &- (at & 1))
    let counted = UInt64((word & (bit &- 1)).nonzeroBitCount &+ earlier.nonzeroBitCount)
    return UInt32(truncatingIfNeeded: header &>> 32 &+ pairCount &+ counted)
  }

  /// The id of the object with this number; for all ids in a row there is `forEachID`.
  ///
  /// - Complexity: O(log *lines*), 0.7 µs in a large index.
  /// - Precondition: `number` is below `count`.
  package func id(of number: UInt32) -> UInt64 {
    precondition(Int(number) < count, "no object has this number")
    // The last line whose rank is not above the number. Lines without objects share the rank of the next.
    var low = 0
    var high = lineCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines.base[middle &* IDGeometry.wordsInLine] &>> 32 <= UInt64(number) { low = middle } else { high = middle }
    }
    var left = UInt64(number) - lines.base[low &* IDGeometry.wordsInLine] &>> 32
    for at in 1..<IDGeometry.wordsInLine {
      var word = lines.base[low &* IDGeometry.wordsInLine &+ at]
      let population = UInt64(word.nonzeroBitCount)
      if left >= population {
        left -= population
        continue
      }
      while left > 0 {
        word &= word &- 1
        left -= 1
      }
      return id(line: low, within: UInt64(at - 1) * 64 + UInt64(word.trailingZeroBitCount))
    }
    preconditionFailure("the ranks of the object index do not fit its bits")
  }

  /// Calls `body` with each id, in ascending order: the ids of the numbers 0, 1, 2 and so on.
  ///
  /// - Complexity: O(*lines* + `count`).
  package func forEachID(_ body: (UInt64) -> Void) {
    for line in 0..<lineCount {
      for at in 1..<IDGeometry.wordsInLine {
        var word = lines.base[line &* IDGeometry.wordsInLine &+ at]
        while word != 0 {
          body(id(line: line, within: UInt64(at - 1) * 64 + UInt64(word.trailingZeroBitCount)))
          word &= word &- 1
        }
      }
    }
  }

  private func id(line: Int, within: UInt64) -> UInt64 {
    let chunk = directory == nil ? UInt64(line) : chunks[line]
    return geometry.id(ofUnit: chunk &* IDGeometry.unitsInLine &+ within)
  }
}

/// How ids map to bits: from the smallest id on, in steps of the alignment that all ids share.
struct IDGeometry: Sendable, Equatable {
  static let unitsInLine: UInt64 = 448
  static let wordsInLine = 8

  let base: UInt64
  let shift: UInt64
  let lastUnit: UInt64

  init(_ survey: IDSurvey) {
    base = survey.count == 0 ? 0 : survey.minimum
    shift = survey.alignmentShift
    lastUnit = survey.count == 0 ? 0 : (survey.maximum - survey.minimum) &>> shift
  }

  /// The unit of an id; above `lastUnit` for ids before the first, after the last and between units: a rotation brings
  /// the bits below the alignment, and a borrow, to the top.
  @inline(__always)
  func unit(of id: UInt64) -> UInt64 {
    let offset = id &- base
    return offset &>> shift | offset &<< (64 &- shift)
  }

  @inline(__always)
  func id(ofUnit unit: UInt64) -> UInt64 { base &+ unit &<< shift }
}
