// Life 1.06 (LifeWiki): `#Life 1.06`, then a line for each live cell with its column and row.

extension LifePattern {
  /// Reads Life 1.06.
  ///
  /// - Throws: ``LifeError`` with the byte at which it was seen.
  public static func read(life106 bytes: [UInt8], most: UInt64 = usualMost) throws(LifeError) -> LifePattern {
    var scanner = LifeScanner(bytes)
    LifeFormat.skipMark(&scanner)
    guard scanner.starts("#Life 1.06") else { throw LifeError(.format, at: 0) }
    scanner.skipLine()
    var cells = LifeCollector(most: most)
    var heading = LifeHeading()
    heading.hasPosition = true
    while !scanner.isAtEnd {
      scanner.skipSpace()
      if scanner.next == 10 || scanner.next == UInt8(ascii: "#") {
        scanner.skipLine()
        continue
      }
      if scanner.isAtEnd { break }
      let start = scanner.offset
      let x = try scanner.coordinate()
      scanner.skipSpace()
      let y = try scanner.coordinate()
      scanner.skipSpace()
      guard scanner.isAtEnd || scanner.next == 10 else { throw LifeError(.unexpected, at: scanner.offset) }
      try cells.add(x: x, y: y, length: 1, at: start)
    }
    return cells.pattern(heading)
  }

  /// The pattern as Life 1.06, which knows neither rule nor generation.
  ///
  /// - Throws: ``LifeError`` `tooManyCells` for more than 64 million: a line each.
  public func life106() throws(LifeError) -> [UInt8] {
    guard population <= Self.usualMost else { throw LifeError(.tooManyCells, value: Self.usualMost) }
    var text = LifeText()
    text.add("#Life 1.06\n")
    for run in runs {
      for x in run.x..<run.x + run.length {
        text.add(x)
        text.add(" ")
        text.add(run.y)
        text.add("\n")
      }
    }
    return text.bytes
  }
}
