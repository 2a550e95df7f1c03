// A level of a Lindenmayer system as a picture of a wanted size: where its lines lie on the page, and the three kinds of files. Every file
// is written while the turtle walks; nothing holds the lines.

public import SystemKit
public import Turtle

/// How a turtle's picture looks.
public struct TurtleLook: Equatable, Sendable {
  /// The longer side in points; `nil` takes the system's own step, or 600 where it has none.
  public var size: Double?
  /// The width of lines, in points.
  public var width: Double
  /// The colour of lines for which the system names none.
  public var color: TurtleColor
  /// What lies below; `nil` is nothing, so that the picture is transparent.
  public var background: TurtleColor?
  /// What the lines enclose, by the nonzero rule; `nil` is nothing.
  public var fill: TurtleColor?

  /// A look.
  public init(
    size: Double? = nil, width: Double = 1, color: TurtleColor = .black,
    background: TurtleColor? = TurtleColor(rgba: 0xffff_ffff), fill: TurtleColor? = nil
  ) {
    self.size = size
    self.width = width
    self.color = color
    self.background = background
    self.fill = fill
  }
}

/// A level of a system on a page.
///
///     let picture = try TurtlePicture(.kochSnowflake, level: 10)
///     try picture.writeSVG(to: sink)
public struct TurtlePicture: Sendable {
  /// The longest side, in points.
  public static let largest = 16_384.0
  /// The longer side when nobody says another.
  public static let usual = 600.0

  let system: LSystem
  let level: Int32
  let look: TurtleLook
  let map: LatticeMap
  /// In whole points.
  public let width: Double
  /// In whole points.
  public let height: Double
  /// How many lines it has.
  public let segments: UInt64
  private let source: String

  /// Places a level on a page, with as much margin as lines are wide.
  ///
  /// - Parameter source: What an error names.
  /// - Throws: ``RenderingError`` when the level is too deep or draws nothing, or the page would be larger than ``largest``.
  public init(
    _ system: LSystem, level: Int32, look: TurtleLook = TurtleLook(), source: String = ""
  ) throws(RenderingError) {
    self.system = system
    self.level = level
    self.look = look
    self.source = source
    segments = system.size(level: level).segments
    let extent: LatticeExtent
    do throws(LSystemError) { extent = try system.extent(level: level) } catch {
      throw RenderingError(.system(error), source)
    }
    guard !extent.isEmpty else { throw RenderingError(.cannotDraw("level \(level) has no line"), source) }
    let margin = max(look.width, 1)
    let longer = max(extent.width, extent.height)
    // A line back and forth is as long as wide.
    let wanted = look.size ?? (system.step == nil ? TurtlePicture.usual : longer * (system.step ?? 1) + 2 * margin)
    let step = longer > 0 ? (wanted - 2 * margin) / longer : 1
    guard wanted <= TurtlePicture.largest, step > 0, look.width > 0 else {
      let (side, most) = (Int(min(max(wanted, 0), 1e15)), Int(TurtlePicture.largest))
      throw RenderingError(
        .cannotDraw("no room on a side of \(side) points (expected from a few times the line's width to \(most))"),
        source)
    }
    // A whole number stays one, whatever the last digit of the product.
    width = max(1, (extent.width * step + 2 * margin - 1e-6).rounded(.up))
    height = max(1, (extent.height * step + 2 * margin - 1e-6).rounded(.up))
    let factor = step / LatticePoint.step
    map = LatticeMap(
      step: step,
      origin: TurtlePoint(
        x: (width - Double(extent.most.x - extent.least.x) * factor) / 2 - Double(extent.least.x) * factor,
        y: (height - Double(extent.most.y - extent.least.y) * factor) / 2 - Double(extent.least.y) * factor))
  }

  /// Lets the turtle draw.
  func walk<Sink: TurtleSink>(on sink: inout Sink) throws(RenderingError) {
    do throws(LSystemError) {
      var walk = try system.walk(level: level)
      walk.run(map, base: TurtleStyle(color: look.color, width: look.width), colors: system.colors, on: &sink)
    } catch {
      throw RenderingError(.system(error), source)
    }
  }

  /// What viewers show instead of the file's name.
  var title: String {
    let name = String(decoding: system.name, as: UTF8.self).filter { $0 >= " " || $0 == "\t" }
    return (name.isEmpty ? "L-system" : name) + ", level \(level)"
  }

  /// Digits behind the point of coordinates: what is rounded stays below a sixteenth of a step, where five digits are enough.
  var digits: Int {
    var digits = 2
    var unit = 0.01
    while unit > map.step / 8, digits < 5 {
      digits += 1
      unit /= 10
    }
    return digits
  }

  /// Writes it as SVG.
  ///
  /// - Throws: ``RenderingError`` `output` when the sink takes no more.
  /// - Complexity: O(lines); 64 KiB of memory.
  public func writeSVG(to sink: any ByteSink) throws(RenderingError) {
    var writer = TurtleSVGWriter(self, to: sink)
    try walk(on: &writer)
    try output { () throws(SystemError) in try writer.finish() }
  }

  /// Writes it as PDF of one page.
  ///
  /// - Throws: ``RenderingError`` `output` when the sink takes no more.
  /// - Complexity: O(lines), deflated on all cores; 2 MiB of memory for each.
  public func writePDF(to sink: any ByteSink) throws(RenderingError) {
    var writer = TurtlePDFWriter(self, to: sink)
    try walk(on: &writer)
    try output { () throws(SystemError) in try writer.finish() }
  }

  /// Writes it as PNG.
  ///
  /// - Parameter scale: Pixels for a point.
  /// - Throws: ``RenderingError`` when there are too many pixels or the sink takes no more.
  public func writePNG(scale: Double = 1, to sink: some ByteSink) throws(RenderingError) {
    let picture = try pixels(scale: scale)
    try output { () throws(SystemError) in try PNGWriter.write(picture, to: sink) }
  }

  private func output(_ body: () throws(SystemError) -> Void) throws(RenderingError) {
    do throws(SystemError) { try body() } catch { throw RenderingError(.output(error), source) }
  }

  /// It as pixels, in bands on all cores: the walk is repeated for each band, so that memory is 4 bytes a pixel and 8 MiB a core,
  /// or 64 MiB for more than 16 million lines.
  ///
  /// - Parameter scale: Pixels for a point.
  /// - Throws: ``RenderingError`` when there are too many pixels.
  public func pixels(scale: Double = 1) throws(RenderingError) -> PixelPicture {
    guard scale > 0, scale.isFinite else { throw RenderingError(.badScale(scale), source) }
    let wide = Int(min((width * scale).rounded(.up), 1e9))
    let high = Int(min((height * scale).rounded(.up), 1e9))
    guard PixelPicture.isAllowed(width: wide, height: high) else {
      throw RenderingError(.tooLarge(width: wide, height: high), source)
    }
    let below = look.background.map { TurtleRaster.pixel($0) } ?? 0
    var pixels = [UInt32](repeating: below, count: wide * high)
    let rows = min(
      max(1, TurtleRaster.bandBytes(segments: segments) / TurtleRaster.rowBytes(width: wide)),
      max(64, (high + Parallel.workerCount - 1) / Parallel.workerCount))
    let count = (high + rows - 1) / rows
    let failures = pixels.withUnsafeMutableBufferPointer { buffer in
      let target = PixelTarget(start: buffer.baseAddress!, width: wide)
      return Parallel.map(count: count) { band -> RenderingError? in
        var raster = TurtleRaster(
          target, rows: band * rows..<min(high, (band + 1) * rows), scale: scale, fill: look.fill)
        do throws(RenderingError) { try walk(on: &raster) } catch { return error }
        raster.finish()
        return nil
      }
    }
    if let failure = failures.compactMap({ $0 }).first { throw failure }
    return PixelPicture(width: wide, height: high, pixels: pixels)
  }
}

/// Pixels that several bands write to, each to rows of its own.
struct PixelTarget: @unchecked Sendable {
  let start: UnsafeMutablePointer<UInt32>
  let width: Int
}

extension TurtleColor {
  /// `#rrggbb`, as SVG has it.
  var web: String {
    let digits = String(rgba >> 8, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// 255 is opaque.
  var alpha: UInt32 { rgba & 0xff }
}
