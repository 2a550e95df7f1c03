// RLE, as LifeWiki ("Run Length Encoded") and Golly's help ("File formats") describe it:
//
//   #N name   #O author   #C or #c comment   #r rule
//   #P x y or #R x y            the upper left corner
//   #CXRLE Pos=x,y Gen=n        the same and the generation, as Golly writes them
//   x = 3, y = 3, rule = B3/S23:T64,64       optional
//   bo$2bo$3o!                  runs: a count (1 if none) and b or . dead, o or A alive, $ end of row; ! ends the pattern
//
// Letters after A are states of other rules and refused, with one exception: files exist that write B and O for b and o. They are taken
// so in files that do not write A.

extension LifePattern {
  /// Reads RLE.
  ///
  /// A pattern that ends between two runs without its `!` is read, as Golly does; ``LifeHeading/lacksEnd`` tells it.
  ///
  /// - Parameter most: The most live cells.
  /// - Throws: ``LifeError`` with the byte at which it was seen.
  public static func read(rle bytes: [UInt8], most: UInt64 = usualMost) throws(LifeError) -> LifePattern {
    var reader = RLEReader(bytes, most: most)
    return try reader.read()
  }
}

private struct RLEReader {
  private var scanner: LifeScanner
  private var cells: LifeCollector
  private var heading = LifeHeading()
  private var left: Int64 = 0
  private var top: Int64 = 0

  init(_ bytes: [UInt8], most: UInt64) {
    scanner = LifeScanner(bytes)
    cells = LifeCollector(most: most)
  }

  mutating func read() throws(LifeError) -> LifePattern {
    LifeFormat.skipMark(&scanner)
    while !scanner.isAtEnd {
      scanner.skipSpace()
      switch scanner.next {
      case 10: scanner.offset += 1
      case UInt8(ascii: "#"): try remark()
      case UInt8(ascii: "x"), UInt8(ascii: "X"):
        try header()
        return try body()
      default: return try body()
      }
    }
    throw LifeError(.noPattern, at: scanner.offset)
  }

  /// A line that begins with `#`.
  private mutating func remark() throws(LifeError) {
    let end = scanner.lineEnd()
    if scanner.starts("#CXRLE") {
      scanner.offset += 6
      try golly(end)
    } else if scanner.offset + 1 < end {
      let kind = scanner.bytes[scanner.offset + 1]
      scanner.offset += 2
      scanner.skipSpace()
      let start = min(scanner.offset, end)
      switch kind {
      case UInt8(ascii: "N"): heading.name = [UInt8](scanner.bytes[start..<end])
      case UInt8(ascii: "O"): heading.author = [UInt8](scanner.bytes[start..<end])
      case UInt8(ascii: "C"), UInt8(ascii: "c"), UInt8(ascii: "D"):
        heading.comments.append([UInt8](scanner.bytes[start..<end]))
      case UInt8(ascii: "P"), UInt8(ascii: "R"):
        left = try scanner.coordinate()
        scanner.skipSpace()
        top = try scanner.coordinate()
        heading.hasPosition = true
      case UInt8(ascii: "r"): try rule(start, end)
      default: break
      }
    }
    scanner.skipLine()
  }

  private mutating func golly(_ end: Int) throws(LifeError) {
    while scanner.offset < end {
      if scanner.starts("Pos=") {
        scanner.offset += 4
        left = try scanner.coordinate()
        guard scanner.next == UInt8(ascii: ",") else { throw LifeError(.unexpected, at: scanner.offset) }
        scanner.offset += 1
        top = try scanner.coordinate()
        heading.hasPosition = true
      } else if scanner.starts("Gen=") {
        scanner.offset += 4
        heading.generation = try scanner.number(most: .max)
      } else {
        scanner.offset += 1
      }
    }
  }

  private mutating func rule(_ start: Int, _ end: Int) throws(LifeError) {
    let (notation, error) = Self.notation(scanner.bytes, start, end)
    if let error { throw error }
    heading.rule = notation?.rule
    heading.torus = notation?.torus
  }

  private static func notation(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (LifeRuleNotation?, LifeError?) {
    do throws(LifeError) {
      return (try LifeRuleNotation.read([UInt8](bytes[start..<end])), nil)
    } catch {
      return (nil, error.moved(by: start))
    }
  }

  /// `x = 3, y = 3, rule = B3/S23`; the sizes are claims and only kept to place the pattern.
  private mutating func header() throws(LifeError) {
    let end = scanner.lineEnd()
    var (width, height): (UInt64, UInt64) = (0, 0)
    while scanner.offset < end {
      scanner.skipSpace()
      guard scanner.offset < end else { break }
      let name = scanner.next | 0x20
      let isRule = scanner.starts("rule")
      guard isRule || name == UInt8(ascii: "x") || name == UInt8(ascii: "y") else {
        throw LifeError(.unexpected, at: scanner.offset)
      }
      scanner.offset += isRule ? 4 : 1
      scanner.skipSpace()
      guard scanner.next == UInt8(ascii: "=") else { throw LifeError(.unexpected, at: scanner.offset) }
      scanner.offset += 1
      scanner.skipSpace()
      if isRule {
        try rule(min(scanner.offset, end), end)
        break
      }
      let value = try scanner.number(most: UInt64(Int64.max))
      if name == UInt8(ascii: "x") { width = value } else { height = value }
      scanner.skipSpace()
      if scanner.next == UInt8(ascii: ",") { scanner.offset += 1 }
    }
    heading.declaredSize = LifeTorusSize(width: Int64(width), height: Int64(height))
    scanner.offset = end
    scanner.skipLine()
  }

  private mutating func body() throws(LifeError) -> LifePattern {
    var (x, y) = (left, top)
    var hasStateLetters = false
    var capital: Int?
    var isLineStart = true
    var hasRuns = false
    while true {
      scanner.skipSpace()
      guard !scanner.isAtEnd else {
        guard hasRuns else { throw LifeError(.cut, at: scanner.offset) }
        heading.lacksEnd = true
        return cells.pattern(heading)
      }
      if scanner.next == 10 {
        scanner.offset += 1
        isLineStart = true
        continue
      }
      if isLineStart, scanner.next == UInt8(ascii: "#") {
        scanner.skipLine()
        continue
      }
      isLineStart = false
      let start = scanner.offset
      var count: Int64 = 1
      if scanner.isAtDigit {
        count = Int64(try scanner.number(most: UInt64(Int64.max)))
        guard count > 0 else { throw LifeError(.number, at: start, value: 0) }
        // A line may end between a count and its letter.
        while scanner.next == 10 || scanner.next == 13 || scanner.next == 32 { scanner.offset += 1 }
        guard !scanner.isAtEnd else { throw LifeError(.cut, at: scanner.offset) }
      }
      let letter = scanner.next
      switch letter {
      case UInt8(ascii: "!") where scanner.offset == start: return cells.pattern(heading)
      case UInt8(ascii: "$"):
        y = try Self.moved(y, count, start)
        x = left
      case UInt8(ascii: "b"), UInt8(ascii: "."), UInt8(ascii: "B"): x = try Self.moved(x, count, start)
      case UInt8(ascii: "o"), UInt8(ascii: "A"), UInt8(ascii: "O"), UInt8(ascii: "*"):
        try cells.add(x: x, y: y, length: count, at: start)
        x = try Self.moved(x, count, start)
      case UInt8(ascii: "C")...UInt8(ascii: "X"), UInt8(ascii: "p")...UInt8(ascii: "y"):
        throw LifeError(.states, at: scanner.offset)
      default: throw LifeError(.unexpected, at: scanner.offset)
      }
      if letter == UInt8(ascii: "A") { hasStateLetters = true }
      if letter == UInt8(ascii: "B") || letter == UInt8(ascii: "O"), capital == nil { capital = scanner.offset }
      if hasStateLetters, let capital { throw LifeError(.states, at: capital) }
      scanner.offset += 1
      hasRuns = true
    }
  }

  private static func moved(_ value: Int64, _ count: Int64, _ offset: Int) throws(LifeError) -> Int64 {
    guard value <= LifeBox.limit - count else { throw LifeError(.plane, at: offset) }
    return value + count
  }
}
