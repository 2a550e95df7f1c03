// A turtle's lines as SVG, written while it walks: a path for each style, with relative coordinates in whole units of 1/100 to 1/100,000
// point. Places are rounded and their differences written, so that rounding does not add up: a curve that closes closes here too.

internal import ByteKit
internal import SystemKit
internal import Turtle

struct TurtleSVGWriter: TurtleSink {
  /// Called once for each piece.
  private let sink: any ByteSink
  private let unitsPerPoint: Double
  private let width: Int64
  private let height: Int64
  private let fill: TurtleColor?
  private var out: ByteWriter
  private var failure: SystemError?
  /// Where the pen is, and where the file's is.
  private var x: Int64 = 0
  private var y: Int64 = 0
  private var writtenX: Int64 = 0
  private var writtenY: Int64 = 0
  private var current = TurtleStyle()
  private var isPathOpen = false
  private var isAtPlace = false
  private var onLine = 0

  private static var chunk: Int { 1 << 16 }

  init(_ picture: TurtlePicture, to sink: any ByteSink) {
    self.sink = sink
    var units = 1.0
    for _ in 0..<picture.digits { units *= 10 }
    unitsPerPoint = units
    width = Int64(picture.width * units)
    height = Int64(picture.height * units)
    fill = picture.look.fill
    out = ByteWriter(capacity: Self.chunk + 256)
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    out.append("\(Int(picture.width))\" height=\"\(Int(picture.height))\" viewBox=\"0 0 \(width) \(height)\">\n<title>")
    for scalar in picture.title.unicodeScalars {
      switch scalar {
      case "<": out.append("&lt;")
      case "&": out.append("&amp;")
      default: out.append(String(scalar))
      }
    }
    out.append("</title>\n")
    if let background = picture.look.background {
      out.append("<rect width=\"\(width)\" height=\"\(height)\"\(Self.paint("fill", background))/>\n")
    }
  }

  private static func paint(_ name: String, _ color: TurtleColor) -> String {
    let paint = " \(name)=\"\(color.web)\""
    guard color.alpha < 255 else { return paint }
    return paint + " \(name)-opacity=\"\((Double(color.alpha) / 255 * 1000).rounded() / 1000)\""
  }

  mutating func style(_ style: TurtleStyle) {
    endPath()
    current = style
  }

  mutating func move(to point: TurtlePoint) {
    x = Int64((point.x * unitsPerPoint).rounded())
    y = Int64((point.y * unitsPerPoint).rounded())
    isAtPlace = false
  }

  mutating func line(to point: TurtlePoint) {
    if !isPathOpen { beginPath() }
    if !isAtPlace { place() }
    let nextX = Int64((point.x * unitsPerPoint).rounded())
    let nextY = Int64((point.y * unitsPerPoint).rounded())
    // What is shorter than a unit waits for the next line.
    guard nextX != writtenX || nextY != writtenY else {
      (x, y) = (nextX, nextY)
      return
    }
    let dx = nextX &- writtenX
    if onLine > 0, dx >= 0 { out.append(UInt8(ascii: " ")) }
    out.appendDecimal(dx)
    let dy = nextY &- writtenY
    if dy >= 0 { out.append(UInt8(ascii: " ")) }
    out.appendDecimal(dy)
    (x, y, writtenX, writtenY) = (nextX, nextY, nextX, nextY)
    onLine &+= 1
    if onLine == 64 {
      out.append(UInt8(ascii: "\n"))
      onLine = 0
      if out.count >= Self.chunk { flush() }
    }
  }

  private mutating func beginPath() {
    var path = "<path\(fill.map { Self.paint("fill", $0) } ?? " fill=\"none\"")\(Self.paint("stroke", current.color))"
    // A width has five digits, however small the unit, and an end, however often a system multiplies it.
    let wide = min((current.width * unitsPerPoint * 100).rounded() / 100, 1e9)
    path += " stroke-width=\"\(wide == wide.rounded() ? "\(Int64(wide))" : "\(wide)")\""
    out.append(path + " stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"")
    isPathOpen = true
    (writtenX, writtenY) = (0, 0)
    isAtPlace = false
  }

  private mutating func place() {
    out.append(UInt8(ascii: "m"))
    out.appendDecimal(x &- writtenX)
    out.append(UInt8(ascii: " "))
    out.appendDecimal(y &- writtenY)
    out.append("l")
    (writtenX, writtenY) = (x, y)
    isAtPlace = true
    onLine = 0
    if out.count >= Self.chunk { flush() }
  }

  private mutating func endPath() {
    guard isPathOpen else { return }
    // A line that was shorter than a unit is a dot of a round pen.
    if out.bytes.last == UInt8(ascii: "l") { out.append("0 0") }
    out.append("\"/>\n")
    isPathOpen = false
  }

  private mutating func flush() {
    guard failure == nil else { return out.bytes.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      try out.bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in try sink.write(bytes) }
    } catch {
      failure = error
    }
    out.bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the file.
  mutating func finish() throws(SystemError) {
    endPath()
    out.append("</svg>\n")
    flush()
    if let failure { throw failure }
  }
}
