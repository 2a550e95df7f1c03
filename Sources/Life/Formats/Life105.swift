// Life 1.05 (LifeWiki): blocks of cells as pictures, each at its place. Read only: Life 1.06 and RLE hold what it holds.
//
//   #Life 1.05
//   #D a line of description        #N the usual rule, or #R 23/3 with survivals first
//   #P -1 -1                        the upper left corner of the rows that follow
//   .*. and so on                   . dead, * alive

extension LifePattern {
  /// Reads Life 1.05.
  ///
  /// - Throws: ``LifeError`` with the byte at which it was seen.
  public static func read(life105 bytes: [UInt8], most: UInt64 = usualMost) throws(LifeError) -> LifePattern {
    var scanner = LifeScanner(bytes)
    LifeFormat.skipMark(&scanner)
    guard scanner.starts("#Life 1.05") else { throw LifeError(.format, at: 0) }
    scanner.skipLine()
    var cells = LifeCollector(most: most)
    var heading = LifeHeading()
    var (left, y): (Int64, Int64) = (0, 0)
    while !scanner.isAtEnd {
      let end = scanner.lineEnd()
      guard scanner.next == UInt8(ascii: "#") else {
        // An empty line is no row: some files have them between blocks.
        if end > scanner.offset {
          try scanner.row(end, left, y, &cells)
          y += 1
        }
        scanner.skipLine()
        continue
      }
      let kind = scanner.offset + 1 < end ? scanner.bytes[scanner.offset + 1] : 0
      scanner.offset = min(scanner.offset + 2, end)
      while scanner.offset < end, scanner.next == 32 || scanner.next == 9 { scanner.offset += 1 }
      switch kind {
      case UInt8(ascii: "D"), UInt8(ascii: "C"): heading.comments.append([UInt8](bytes[scanner.offset..<end]))
      case UInt8(ascii: "N"): heading.rule = .conway
      case UInt8(ascii: "R"):
        do throws(LifeError) {
          heading.rule = try LifeRule.read([UInt8](bytes[scanner.offset..<end]))
        } catch {
          throw error.moved(by: scanner.offset)
        }
      case UInt8(ascii: "P"):
        // Without a place it is the origin, as in Golly's own files.
        (left, y) = (0, 0)
        if scanner.offset < end {
          left = try scanner.coordinate()
          scanner.skipSpace()
          y = try scanner.coordinate()
          heading.hasPosition = true
        }
      default: break
      }
      scanner.skipLine()
    }
    return cells.pattern(heading)
  }
}

extension LifeScanner {
  /// A row of cells as a picture, up to the end of its line.
  @inline(never)
  mutating func row(_ end: Int, _ left: Int64, _ y: Int64, _ cells: inout LifeCollector) throws(LifeError) {
    var x = left
    while offset < end {
      switch next {
      case UInt8(ascii: "*"), UInt8(ascii: "O"), UInt8(ascii: "o"):
        let start = offset
        while offset < end, next == UInt8(ascii: "*") || next == UInt8(ascii: "O") || next == UInt8(ascii: "o") {
          offset += 1
        }
        try cells.add(x: x, y: y, length: Int64(offset - start), at: start)
        x += Int64(offset - start)
      case UInt8(ascii: "."), 32, 9:
        offset += 1
        x += 1
      default: throw LifeError(.unexpected, at: offset)
      }
    }
  }
}
