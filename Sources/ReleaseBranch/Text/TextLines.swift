// A text as lines and each line as a number: what all comparisons here work on. A line includes its "\n" (and the CR before
// it), the last one may lack it: "a" and "a\n" are different lines, as they are to git. Bytes, never String: sources are in
// any encoding. Numbers are given out by one interner for all texts of a comparison, so that equal lines have equal numbers.

internal import ByteKit

/// A text cut into lines.
struct TextLines: Sendable {
  /// The text.
  let bytes: [UInt8]
  /// Where each line begins, and at the end the length of the text.
  let starts: [Int]
  /// The number of each line; a negative one equals no other line.
  let ids: [Int32]

  /// How many lines there are.
  var count: Int { ids.count }

  /// The bytes of some lines.
  func bytes(_ lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }

  /// The same text, in which some lines equal no line of any text.
  func unmatchable(_ lines: [Int]) -> TextLines {
    var ids = ids
    for line in lines { ids[line] = -1 - Int32(truncatingIfNeeded: line) }
    return TextLines(bytes: bytes, starts: starts, ids: ids)
  }

  /// Where the lines of a text begin, and at the end its length.
  ///
  /// - Complexity: O(n).
  static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    let span = bytes.span.bytes
    var at = 0
    while at < bytes.count {
      at = min(bytes.count, ByteSearch.firstIndex(of: 0x0A, in: span, from: at) + 1)
      starts.append(at)
    }
    return starts
  }

  /// Whether git takes the text for binary: a zero byte among the first 8,000 (`buffer_is_binary`). Such texts have no lines
  /// that could be merged: in UTF-16 a byte 0x0A is half of a character.
  static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.prefix(8_000).contains(0) }
}

/// Gives equal lines equal numbers.
struct LineInterner {
  private var table = ByteStringTable()

  /// Cuts a text into numbered lines.
  ///
  /// - Complexity: O(n) on average.
  mutating func lines(of bytes: [UInt8]) -> TextLines {
    let starts = TextLines.starts(of: bytes)
    var ids: [Int32] = []
    ids.reserveCapacity(starts.count - 1)
    bytes.withUnsafeBytes { buffer in
      for line in 0..<starts.count - 1 {
        let piece = UnsafeRawBufferPointer(rebasing: buffer[starts[line]..<starts[line + 1]])
        ids.append(Int32(truncatingIfNeeded: table.insert(piece).index))
      }
    }
    return TextLines(bytes: bytes, starts: starts, ids: ids)
  }
}
