// Plaintext (LifeWiki, `.cells`): a picture of `.` and `O`; lines that begin with `!` are comments, `!Name:` and `!Author:` among them.

extension LifePattern {
  /// Reads plaintext.
  ///
  /// - Throws: ``LifeError`` with the byte at which it was seen.
  public static func read(plaintext bytes: [UInt8], most: UInt64 = usualMost) throws(LifeError) -> LifePattern {
    var scanner = LifeScanner(bytes)
    LifeFormat.skipMark(&scanner)
    var cells = LifeCollector(most: most)
    var heading = LifeHeading()
    var y: Int64 = 0
    while !scanner.isAtEnd {
      let end = scanner.lineEnd()
      if scanner.next == UInt8(ascii: "!") {
        if scanner.starts("!Name:") {
          heading.name = scanner.rest(behind: 6, end)
        } else if scanner.starts("!Author:") {
          heading.author = scanner.rest(behind: 8, end)
        } else if end > scanner.offset + 1 {
          heading.comments.append(scanner.rest(behind: 1, end))
        }
      } else {
        try scanner.row(end, 0, y, &cells)
        y += 1
      }
      scanner.skipLine()
    }
    return cells.pattern(heading)
  }

  /// The most bytes of a picture that is written: 256 million.
  private static let mostBytes: Int64 = 1 << 28

  /// The pattern as plaintext, which knows neither rule, place nor generation.
  ///
  /// - Throws: ``LifeError`` `tooManyCells` if the picture has more than 2^28 cells.
  public func plaintext() throws(LifeError) -> [UInt8] {
    var text = LifeText()
    text.addLine("!Name: ", heading.name)
    text.addLine("!Author: ", heading.author)
    for comment in heading.comments { text.addLine("!", comment) }
    if text.bytes.isEmpty { text.add("!\n") }
    guard let box = boundingBox else { return text.bytes }
    guard box.width <= Self.mostBytes, box.height <= Self.mostBytes, box.width * box.height <= Self.mostBytes else {
      throw LifeError(.tooManyCells, value: UInt64(Self.mostBytes))
    }
    var (x, y) = (box.left, box.top)
    for run in runs {
      while y < run.y {
        // A row without cells has a dot, so that no reader takes it for nothing.
        text.add(x == box.left ? ".\n" : "\n")
        (x, y) = (box.left, y + 1)
      }
      for _ in x..<run.x { text.add(byte: UInt8(ascii: ".")) }
      for _ in 0..<run.length { text.add(byte: UInt8(ascii: "O")) }
      x = run.x + run.length
    }
    text.add("\n")
    return text.bytes
  }
}

extension LifeScanner {
  /// The rest of a line without the space before it.
  fileprivate func rest(behind count: Int, _ end: Int) -> [UInt8] {
    var start = min(offset + count, end)
    while start < end, bytes[start] == 32 { start += 1 }
    return [UInt8](bytes[start..<end])
  }
}
