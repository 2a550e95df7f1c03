// A turtle's lines as a PDF of one page (ISO 32000-1), written while it walks: Cairo would keep the whole path. The page's content is
// deflated in pieces of 1 MiB on all cores; how long it became stands in an object behind it, as do the opacities that were met.
//
//     1 catalog   2 pages   3 page   4 content   5 its length   6 opacities   7 title

internal import ByteKit
internal import SystemKit
internal import Turtle

struct TurtlePDFWriter: TurtleSink {
  /// 1/72 inch of the page for a point, 1/96 inch.
  private static var scale: Double { 0.75 }
  private static var piece: Int { 1 << 20 }
  /// Lines of an opaque path before it is drawn: viewers keep a path whole. Round ends hide where it was cut.
  private static var mostLines: Int { 10_000 }

  /// Called once for each piece.
  private let sink: any ByteSink
  private let picture: TurtlePicture
  private let unitsPerPoint: Double
  private var content: ByteWriter
  private var failure: SystemError?
  private var count = 0
  private var offsets: [Int] = []
  private var contentStart = 0
  private var sum: UInt32 = 1
  private var isFirstPiece = true
  private var waiting: [[UInt8]] = []
  private var alphas: [UInt32] = []
  private var current = TurtleStyle()
  private var from = TurtlePoint(x: 0, y: 0)
  private var lines = 0
  private var isAtPlace = false
  private var isStyleWritten = false

  init(_ picture: TurtlePicture, to sink: any ByteSink) {
    self.picture = picture
    self.sink = sink
    var units = 1.0
    for _ in 0..<picture.digits { units *= 10 }
    unitsPerPoint = units
    content = ByteWriter(capacity: Self.piece + 256)
    begin()
  }

  private mutating func begin() {
    let (wide, high) = (picture.width * Self.scale, picture.height * Self.scale)
    write("%PDF-1.4\n%\u{e2}\u{e3}\u{cf}\u{d3}\n")
    object("<< /Type /Catalog /Pages 2 0 R >>")
    object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    object(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(wide) \(high)] /Contents 4 0 R "
        + "/Resources << /ExtGState 6 0 R >> >>")
    offsets.append(count)
    write("4 0 obj\n<< /Length 5 0 R /Filter /FlateDecode >>\nstream\n")
    contentStart = count
    // Whole units, y downwards.
    let unit = Self.decimal(Self.scale / unitsPerPoint)
    content.append("\(unit) 0 0 -\(unit) 0 \(high) cm 1 J 1 j\n")
    if let background = picture.look.background {
      setColor(background, isFill: true)
      let (across, down) = (Int64(picture.width * unitsPerPoint), Int64(picture.height * unitsPerPoint))
      content.append("0 0 \(across) \(down) re f\n")
    }
  }

  /// A small number without an exponent, which PDF does not have.
  private static func decimal(_ value: Double) -> String {
    let digits = "\(UInt64((value * 1e10).rounded()))"
    let padded = String(repeating: "0", count: max(0, 11 - digits.count)) + digits
    return padded.dropLast(10) + "." + padded.suffix(10)
  }

  private mutating func setColor(_ color: TurtleColor, isFill: Bool) {
    for shift: UInt32 in [24, 16, 8] {
      content.append(Self.decimal((Double(color.rgba >> shift & 0xff) / 255 * 10_000).rounded() / 10_000))
      content.append(UInt8(ascii: " "))
    }
    if !alphas.contains(color.alpha) { alphas.append(color.alpha) }
    content.append(isFill ? "rg /F\(color.alpha) gs\n" : "RG /S\(color.alpha) gs\n")
  }

  mutating func style(_ style: TurtleStyle) {
    paint()
    current = style
    isStyleWritten = false
  }

  mutating func move(to point: TurtlePoint) {
    from = point
    isAtPlace = false
  }

  mutating func line(to point: TurtlePoint) {
    if !isStyleWritten {
      isStyleWritten = true
      setColor(current.color, isFill: false)
      if let fill = picture.look.fill { setColor(fill, isFill: true) }
      content.append("\(Self.decimal(min(current.width * unitsPerPoint, 1e8))) w\n")
    }
    if !isAtPlace {
      add(from, UInt8(ascii: "m"))
      isAtPlace = true
    }
    add(point, UInt8(ascii: "l"))
    from = point
    lines &+= 1
    if lines >= Self.mostLines, picture.look.fill == nil, current.color.alpha == 255 {
      paint()
    }
    if content.count >= Self.piece { flushContent(isLast: false) }
  }

  private mutating func add(_ point: TurtlePoint, _ order: UInt8) {
    content.appendDecimal(Int64((point.x * unitsPerPoint).rounded()))
    content.append(UInt8(ascii: " "))
    content.appendDecimal(Int64((point.y * unitsPerPoint).rounded()))
    content.append(UInt8(ascii: " "))
    content.append(order)
    content.append(UInt8(ascii: "\n"))
  }

  private mutating func paint() {
    guard lines > 0 else { return }
    content.append(picture.look.fill == nil ? "S\n" : "B\n")
    lines = 0
    isAtPlace = false
  }

  // MARK: - The file

  /// Puts a piece aside, and deflates those that wait, each on a core of its own. Where pieces end does not depend on how many cores there
  /// are, so the bytes do not either.
  private mutating func flushContent(isLast: Bool) {
    waiting.append(content.bytes)
    content.bytes.removeAll(keepingCapacity: true)
    guard isLast || waiting.count >= Parallel.workerCount else { return }
    let pieces = waiting
    waiting = []
    let deflated = Parallel.map(count: pieces.count) { index in
      pieces[index].withUnsafeBytes { raw in
        (
          data: Deflate.compress(raw, level: 3, isLast: isLast && index == pieces.count - 1), sum: Deflate.adler(raw)
        )
      }
    }
    // zlib's wrapping (RFC 1950).
    if isFirstPiece { write(bytes: [0x78, 0x01]) }
    isFirstPiece = false
    for (index, piece) in deflated.enumerated() {
      write(bytes: piece.data)
      sum = Deflate.adler(sum, followedBy: piece.sum, of: pieces[index].count)
    }
    if isLast { write(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }) }
  }

  private mutating func object(_ text: String) {
    offsets.append(count)
    write("\(offsets.count) 0 obj\n\(text)\nendobj\n")
  }

  private mutating func write(_ text: String) { write(bytes: text.unicodeScalars.map { UInt8($0.value & 0xff) }) }

  private mutating func write(bytes: [UInt8]) {
    count += bytes.count
    guard failure == nil else { return }
    do throws(SystemError) {
      try bytes.span.bytes.withUnsafeBytes { raw throws(SystemError) in try sink.write(raw) }
    } catch {
      failure = error
    }
  }

  /// Ends the file.
  mutating func finish() throws(SystemError) {
    paint()
    flushContent(isLast: true)
    let length = count - contentStart
    write("\nendstream\nendobj\n")
    object("\(length)")
    var states = ""
    for alpha in alphas {
      let share = Self.decimal((Double(alpha) / 255 * 10_000).rounded() / 10_000)
      states += "/F\(alpha) << /ca \(share) >> /S\(alpha) << /CA \(share) >> "
    }
    object("<< \(states)>>")
    // UTF-16 with its byte order mark, in hexadecimal.
    var title = "feff"
    for unit in picture.title.utf16 {
      let digits = String(unit, radix: 16)
      title += String(repeating: "0", count: 4 - digits.count) + digits
    }
    object("<< /Title <\(title)> >>")
    let start = count
    var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = "\(offset)"
      table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    write(table + "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R /Info 7 0 R >>\nstartxref\n\(start)\n%%EOF\n")
    if let failure { throw failure }
  }
}
