// One stroke of a Xournal page: its brush from the attributes, its samples from the text.

internal import Ink
internal import MarkupKit

/// A stroke that is open.
struct XournalStroke {
  /// Its brush; the width is the greatest of all.
  var brush: Brush
  /// One width a segment as a share of the greatest; empty where the stroke has one width.
  var widths: [Float] = []

  init(_ attributes: XMLAttributes, _ document: XournalDocument, line: Int) throws(MarkupError) {
    brush = Brush(dynamics: .constant)
    switch attributes["tool"] {
    case .some("highlighter"): brush.tool = .highlighter
    case .some("eraser"): brush.tool = .eraser
    case .some("pen"), nil: break
    case .some(let other): document.tally.note("'\(other.string)' is no known tool; a pen is taken")
    }
    if let text = attributes.string("color") {
      if let color = XournalColors.pen(text, isHighlighter: brush.tool == .highlighter) {
        brush.color = color
      } else {
        document.tally.note("'\(text)' is no colour of ink; black is taken")
      }
    }
    if let fill = attributes["fill"], let value = fill.unsigned, value > 0 {
      document.tally.leaveOut("the filling of a stroke", "fillings of strokes")
    }
    if let style = attributes.string("style"), style != "plain" {
      document.tally.leaveOut("the dashing of a stroke", "dashings of strokes")
    }
    if let cap = attributes["capStyle"], !(cap == "round") {
      document.tally.note("strokes with square ends are drawn with round ones")
    }
    if let name = attributes["fn"], !name.isEmpty {
      document.tally.leaveOut("the sound of a stroke", "sounds of strokes")
    }
    try readWidths(attributes["width"], document, line)
  }

  private mutating func readWidths(
    _ text: DocumentText?, _ document: XournalDocument, _ line: Int
  ) throws(MarkupError) {
    guard let text else { return document.tally.note("a stroke has no width; 1.41 is taken") }
    var scan = NumberScan(text.bytes)
    scan.skipSpace()
    guard let nominal = scan.number(), nominal >= 0 else {
      throw document.fail(.malformed(value: scan.piece(), expected: "a width"), line: line)
    }
    var all: [Double] = []
    scan.skipSpace()
    while !scan.isAtEnd {
      if let width = scan.number() {
        all.append(max(width, 0))
      } else if Self.skipNaN(&scan) {
        all.append(0)
      } else {
        throw document.fail(.malformed(value: scan.piece(), expected: "a width"), line: line)
      }
      scan.skipSpace()
    }
    let greatest = all.max() ?? 0
    if greatest > 0 {
      brush.dynamics = .pressure
      brush.minimum = 0
      brush.width = Self.hundredths(greatest)
      widths = all.map { Float($0 / greatest) }
      if all.contains(0) { document.tally.note("widths that are no positive numbers are drawn as nothing") }
    } else {
      if !all.isEmpty { document.tally.note("a stroke has no positive width; its nominal one is taken") }
      brush.width = Self.hundredths(nominal)
    }
  }

  /// Xournal++ has written `nan` and `-nan` (its test file of damaged widths).
  private static func skipNaN(_ scan: inout NumberScan) -> Bool {
    var copy = scan
    if copy.next == 0x2D { copy.at += 1 }
    guard copy.end - copy.at >= 3, copy.bytes[copy.at..<copy.at + 3].elementsEqual("nan".utf8) else { return false }
    scan.at = copy.at + 3
    return true
  }

  private static func hundredths(_ width: Double) -> Int32 {
    Int32(min(max((width * XournalReader.scale * 100).rounded(), 1), Double(Brush.widest)))
  }

  /// The samples of the stroke's text.
  func points(_ text: [UInt8], _ document: XournalDocument, line: Int) throws(MarkupError) -> [RawPoint] {
    let result: Result<[RawPoint], MarkupError> = text.withUnsafeBytes { bytes in
      do throws(MarkupError) { return .success(try points(bytes, document, line)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func points(
    _ bytes: UnsafeRawBufferPointer, _ document: XournalDocument, _ line: Int
  ) throws(MarkupError) -> [RawPoint] {
    var points: [RawPoint] = []
    var scan = NumberScan(bytes)
    func here() -> Int { line + bytes[..<min(scan.at, bytes.count)].count { $0 == 0x0A } }
    scan.skipSpace()
    while !scan.isAtEnd {
      guard let x = scan.number() else {
        throw document.fail(.malformed(value: scan.piece(), expected: "a coordinate"), line: here())
      }
      scan.skipSpace()
      guard let y = scan.number() else {
        throw document.fail(.malformed(value: scan.piece(), expected: "a second coordinate"), line: here())
      }
      points.append(RawPoint(x: x, y: y))
      scan.skipSpace()
    }
    guard !widths.isEmpty, !points.isEmpty else { return points }
    // One width a segment; a further one is what a fault of Xournal++ wrote (its issue 5238).
    if widths.count != points.count - 1 {
      document.tally.note("a stroke has more or fewer widths than segments")
    }
    for index in points.indices { points[index].pressure = widths[min(index, widths.count - 1)] }
    return points
  }
}
