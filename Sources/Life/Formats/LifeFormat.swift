// The formats of patterns, told by their content.

/// A format of pattern files.
public enum LifeFormat: UInt8, Sendable {
  /// Run-length encoded, the common one.
  case rle
  /// Blocks of cells as pictures.
  case life105
  /// A list of coordinates.
  case life106
  /// A picture of dots and letters.
  case plaintext
  /// The tree of squares of the unbounded board.
  case macrocell

  /// The format of a file; `nil` if it is none.
  ///
  /// Text without a heading is taken for RLE if it has one of RLE's letters or signs, and for plaintext if it is all cells.
  ///
  /// - Complexity: O(bytes) at worst; mostly the first lines.
  public static func recognise(_ bytes: [UInt8]) -> LifeFormat? {
    var scanner = LifeScanner(bytes)
    skipMark(&scanner)
    if scanner.starts("[M2]") { return .macrocell }
    if scanner.starts("#Life 1.05") { return .life105 }
    if scanner.starts("#Life 1.06") { return .life106 }
    while !scanner.isAtEnd {
      scanner.skipSpace()
      switch scanner.next {
      case 10: scanner.offset += 1
      case UInt8(ascii: "#"):
        // `#D` and `#P` begin files of Life 1.05 whose first line was lost; RLE has `#P` before its header, and digits behind it.
        scanner.skipLine()
      case UInt8(ascii: "!"):
        // A comment of plaintext; alone it ends an empty RLE.
        return .plaintext
      case UInt8(ascii: "x"), UInt8(ascii: "X"): return .rle
      default: return body(&scanner)
      }
    }
    return nil
  }

  private static func body(_ scanner: inout LifeScanner) -> LifeFormat? {
    var hasCells = false
    while !scanner.isAtEnd {
      switch scanner.next {
      case UInt8(ascii: "."), UInt8(ascii: "O"), UInt8(ascii: "*"): hasCells = true
      case 32, 9, 13, 10: break
      case UInt8(ascii: "b"), UInt8(ascii: "o"), UInt8(ascii: "$"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "B"), UInt8(ascii: "A"):
        return .rle
      case UInt8(ascii: "!"): return hasCells ? .rle : nil
      default: return nil
      }
      scanner.offset += 1
    }
    return hasCells ? .plaintext : nil
  }

  /// Skips the mark that some editors put before UTF-8.
  static func skipMark(_ scanner: inout LifeScanner) {
    if scanner.starts("\u{feff}") { scanner.offset += 3 }
  }
}

extension LifePattern {
  /// The most live cells that are read unless another number is given: 64 million.
  public static let usualMost: UInt64 = 1 << 26

  /// Reads a pattern of any format.
  ///
  /// A macrocell file is expanded; ``HashlifeBoard/read(macrocell:memoryLimit:)`` reads it as it is.
  ///
  /// - Parameter most: The most live cells.
  /// - Throws: ``LifeError`` with the byte at which it was seen.
  public static func read(_ bytes: [UInt8], most: UInt64 = usualMost) throws(LifeError) -> LifePattern {
    guard let format = LifeFormat.recognise(bytes) else { throw LifeError(bytes.isEmpty ? .noPattern : .format, at: 0) }
    switch format {
    case .rle: return try read(rle: bytes, most: most)
    case .life105: return try read(life105: bytes, most: most)
    case .life106: return try read(life106: bytes, most: most)
    case .plaintext: return try read(plaintext: bytes, most: most)
    case .macrocell:
      let file = try HashlifeBoard.read(macrocell: bytes)
      var pattern = try file.board.pattern(most: most)
      pattern.heading = file.heading
      return pattern
    }
  }
}

/// Runs as they are read, in any order, with the limits that hold for all formats.
struct LifeCollector {
  private(set) var runs: [LifeRun] = []
  private var cells: UInt64 = 0
  private let most: UInt64
  private var isSorted = true

  init(most: UInt64) { self.most = most }

  /// Adds live cells that lie side by side.
  ///
  /// - Parameter offset: Where they stand in the file.
  @inline(never)
  mutating func add(x: Int64, y: Int64, length: Int64, at offset: Int) throws(LifeError) {
    guard LifeBox.isOnPlane(x, y), length <= LifeBox.limit - max(x, 0) else { throw LifeError(.plane, at: offset) }
    guard UInt64(length) <= most - cells else { throw LifeError(.tooManyCells, at: offset, value: most) }
    cells += UInt64(length)
    let run = LifeRun(y: y, x: x, length: length)
    if let last = runs.last, run.precedes(last) { isSorted = false }
    runs.append(run)
  }

  /// The pattern of all runs.
  @inline(never)
  mutating func pattern(_ heading: LifeHeading) -> LifePattern {
    if !isSorted { runs.sortRuns() }
    return LifePattern(sorted: runs, heading: heading)
  }
}
