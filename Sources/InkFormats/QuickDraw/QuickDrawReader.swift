// Reads lines of the Quick, Draw! collection (github.com/googlecreativelab/quickdraw-dataset): one JSON object a line.
//
//   {"word":"bee","key_id":"4727732971765760",…,"drawing":[ [[x…],[y…],[t…]], … ]}       raw: pixels of a screen, milliseconds
//                                              "drawing":[ [[x…],[y…]], … ]               simplified: a box of 256 by 256
//
// A file of one word has 100,000 lines and more: of those that were not asked for nothing is built.

internal import ByteKit
internal import Ink
internal import MarkupKit

enum QuickDrawReader {
  /// Reads the lines that were asked for.
  ///
  /// - Throws: `InkFormatError` with the line that cannot be read.
  /// - Complexity: O(n); memory O(what was asked for).
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ source: String, _ selection: PageSelection
  ) throws(InkFormatError) -> InkDocument {
    var document = InkDocument(format: .quickDraw, pages: [], pageCount: 0, warnings: [])
    var tally = WarningTally()
    var budget = InkReader.sampleLimit
    var strokeCount = 0
    var lines = LineScanner(bytes.bytes)
    while let range = lines.nextRange() {
      let line = UnsafeRawBufferPointer(rebasing: bytes[range])
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      document.pageCount += 1
      var reader = QuickDrawLine(line, source, lines.number)
      let parts = try reader.parts()
      guard selection.takes(document.pageCount, key: parts.key) else { continue }
      let strokes = try reader.strokes(parts.drawing, &budget)
      strokeCount += strokes.count + 1
      guard strokeCount <= InkReader.strokeLimit else {
        throw InkFormatError(
          .tooMany("strokes in the drawings that are asked for", limit: InkReader.strokeLimit), source: source,
          at: .line(lines.number))
      }
      document.pages.append(
        InkPage(
          number: document.pageCount, key: parts.key, title: parts.word,
          drawing: InkPlacement.drawing(around: strokes, hasUnits: true, &tally)))
    }
    guard selection == .all || !document.pages.isEmpty else {
      throw InkFormatError(.noSuchPage(selection.text, count: document.pageCount), source: source)
    }
    document.warnings = tally.warnings
    return document
  }
}

/// One line.
private struct QuickDrawLine {
  let bytes: UnsafeRawBufferPointer
  let source: String
  let line: Int

  init(_ bytes: UnsafeRawBufferPointer, _ source: String, _ line: Int) {
    self.bytes = bytes
    self.source = source
    self.line = line
  }

  private func error(_ value: String, _ expected: String) -> InkFormatError {
    InkFormatError(.malformed(value: value, expected: expected), source: source, at: .line(line))
  }

  /// The members that matter; the drawing as the range of its text, whose grammar was checked.
  mutating func parts() throws(InkFormatError) -> (key: String?, word: String?, drawing: Range<Int>) {
    var key: String?
    var word: String?
    var drawing: Range<Int>?
    do throws(MarkupError) {
      var reader = JSONReader(bytes)
      try reader.beginObject()
      while let name = try reader.nextKey() {
        switch name {
        case "key_id":
          // A number in some copies.
          if try reader.peek() == .string {
            key = try reader.readString()
          } else {
            let start = reader.offset
            try reader.skipValue()
            key = String(decoding: bytes[start..<reader.offset], as: UTF8.self)
          }
        case "word" where try reader.peek() == .string: word = try reader.readString()
        case "drawing":
          _ = try reader.peek()
          let start = reader.offset
          try reader.skipValue()
          drawing = start..<reader.offset
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      let place = TextPosition(line: line, column: error.position.column)
      throw InkFormatError(.markup(MarkupError(error.kind, at: place)), source: source, at: .line(line))
    }
    guard let drawing else { throw self.error("{…}", "a member \"drawing\"") }
    return (key, word, drawing)
  }

  /// The strokes of a drawing.
  func strokes(_ range: Range<Int>, _ budget: inout Int) throws(InkFormatError) -> [RawStroke] {
    var strokes: [RawStroke] = []
    var scan = NumberScan(bytes, from: range.lowerBound, to: range.upperBound)
    try list(&scan) { scan throws(InkFormatError) in
      var rows: [[Double]] = []
      try list(&scan) { scan throws(InkFormatError) in
        var row: [Double] = []
        try list(&scan) { scan throws(InkFormatError) in
          guard let value = scan.number() else { throw error(scan.piece(), "a number") }
          budget -= 1
          guard budget >= 0 else {
            throw InkFormatError(
              .tooMany("numbers in the drawings that are asked for", limit: InkReader.sampleLimit), source: source,
              at: .line(line))
          }
          row.append(value)
        }
        guard rows.count < 3 else { throw error("[[…],[…],[…],[…]]", "[x, y] or [x, y, t] of a stroke") }
        rows.append(row)
      }
      if let stroke = try stroke(rows) { strokes.append(stroke) }
    }
    return strokes
  }

  private func stroke(_ rows: [[Double]]) throws(InkFormatError) -> RawStroke? {
    guard rows.count >= 2 else { throw error("a stroke of \(rows.count) lists", "[x, y] or [x, y, t]") }
    let (xs, ys) = (rows[0], rows[1])
    guard rows.allSatisfy({ $0.count == xs.count }) else {
      throw error("lists of \(rows.map { "\($0.count)" }.joined(separator: ", ")) numbers", "lists of one length")
    }
    if xs.isEmpty { return nil }
    var stroke = RawStroke(brush: Brush(), device: .mouse, channels: rows.count == 3 ? .time : [])
    stroke.points = xs.indices.map { RawPoint(x: xs[$0], y: ys[$0], time: rows.count == 3 ? rows[2][$0] : 0) }
    return stroke
  }

  /// Walks over `[…, …]`.
  private func list(
    _ scan: inout NumberScan, _ element: (inout NumberScan) throws(InkFormatError) -> Void
  ) throws(InkFormatError) {
    scan.skipSpace()
    guard scan.next == 0x5B else { throw error(scan.piece(), "a list") }
    scan.at += 1
    scan.skipSpace()
    while scan.next != 0x5D {
      try element(&scan)
      scan.skipSpace()
      // The grammar was checked, so this is a comma or the end.
      if scan.next == 0x2C { scan.at += 1 }
      scan.skipSpace()
      guard !scan.isAtEnd else { throw error(scan.piece(), "']'") }
    }
    scan.at += 1
  }
}
