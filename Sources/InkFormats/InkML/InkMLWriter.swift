// Writes what can be seen of a drawing as InkML (W3C Recommendation of 20 September 2011). Channels are whole numbers with a declared
// resolution, so that every sample comes back as it was: X and Y 9,600 to the inch (hundredths of a point), T ten to the millisecond,
// tilts a hundred to the degree, F up to 32,767. A context for each set of channels and device, a brush for each kind of stroke. What
// InkML has no words for stands in brush properties named `plimsoll…` and in an annotation, which other programs pass over.

internal import ByteKit
public import Ink

/// A document in a foreign format.
public struct WrittenInk: Equatable, Sendable {
  /// The document.
  public var bytes: [UInt8]
  /// What of the drawing it does not hold, or what other programs will not see.
  public var losses: [InkWarning]
}

/// Writes InkML.
public enum InkMLWriter {
  /// How the numbers of traces are written.
  public enum Encoding: Sendable, CaseIterable {
    /// As they are.
    case explicit
    /// As differences from sample to sample.
    case differences
    /// Places and times as differences of differences, the rest as differences: the shortest.
    case secondDifferences
  }

  /// Writes the visible strokes of a drawing.
  ///
  /// - Returns: the document, and what it does not hold.
  /// - Complexity: O(samples).
  public static func write(_ drawing: Drawing, encoding: Encoding = .secondDifferences) -> WrittenInk {
    let ink = VisibleInk(drawing)
    let strokes = ink.visible.filter { !$0.samples.isEmpty }
    var paper = InkColor.white
    if case .paper(let color) = ink.background { paper = color }
    var document = Document(paper: paper)
    document.write(drawing, strokes, encoding)
    return WrittenInk(bytes: document.output.bytes, losses: losses(of: drawing, ink))
  }

  /// What of a drawing does not get into InkML, or is not seen by other programs.
  private static func losses(of drawing: Drawing, _ ink: VisibleInk) -> [InkWarning] {
    var tally = WarningTally()
    if case .picture = ink.background { tally.leaveOut("the picture behind the ink", "pictures behind the ink") }
    let undone = drawing.commands.count - min(max(drawing.position, 0), drawing.commands.count)
    if undone > 0 { tally.leaveOut("an undone change", "undone changes", count: undone) }
    let visible = ink.visible
    let gone = ink.strokes.count - visible.count
    if gone > 0 { tally.leaveOut("an erased stroke", "erased strokes", count: gone) }
    if visible.contains(where: { $0.brush.tool == .eraser }) {
      tally.note("other programs show strokes of the eraser in the colour of the paper")
    }
    if visible.contains(where: { $0.brush.taperIn > 0 || $0.brush.taperOut > 0 }) {
      tally.note("other programs show no tapered ends")
    }
    let follows = { (stroke: Stroke) in
      stroke.brush.dynamics == .velocity || stroke.brush.dynamics == .natural && !stroke.channels.contains(.pressure)
    }
    if visible.contains(where: follows) { tally.note("other programs show no widths that follow velocity") }
    return tally.warnings
  }
}

/// A document that is being written.
private struct Document {
  /// What a context is for.
  struct Setting: Hashable {
    var channels: UInt8
    var device: UInt8
  }

  /// A brush to look it up by.
  struct BrushKey: Hashable {
    var parts: [UInt32]

    init(_ brush: Brush) {
      parts = [UInt32(brush.tool.rawValue), brush.color.rgba, UInt32(brush.dynamics.rawValue)]
      parts += [brush.width, brush.minimum, brush.taperIn, brush.taperOut].map(UInt32.init(bitPattern:))
    }
  }

  var output = ByteWriter()
  let paper: InkColor
  private var settings: [Setting: Int] = [:]
  private var brushes: [BrushKey: Int] = [:]

  init(paper: InkColor) { self.paper = paper }

  mutating func write(_ drawing: Drawing, _ strokes: [Stroke], _ encoding: InkMLWriter.Encoding) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ink xmlns=\"http://www.w3.org/2003/InkML\">\n")
    output.append("  <annotationXML type=\"plimsoll\"><page xmlns=\"urn:plimsoll:ink\" width=\"")
    output.appendDecimal(drawing.width)
    output.append("\" height=\"")
    output.appendDecimal(drawing.height)
    output.append("\" paper=\"")
    append(paper, withAlpha: true)
    output.append("\"/></annotationXML>\n  <definitions>\n")
    var uses: [(context: Int, brush: Int)] = []
    uses.reserveCapacity(strokes.count)
    for stroke in strokes {
      uses.append((context(of: stroke), brush(of: stroke)))
    }
    output.append("  </definitions>\n")
    for (stroke, use) in zip(strokes, uses) {
      output.append("  <trace contextRef=\"#ctx")
      output.appendDecimal(use.context)
      output.append("\" brushRef=\"#br")
      output.appendDecimal(use.brush)
      output.append("\">")
      InkMLTraceText.append(stroke, encoding, to: &output)
      output.append("</trace>\n")
    }
    output.append("</ink>\n")
  }

  // MARK: - Contexts

  /// The number of the context for a stroke, written when it is the first that needs it.
  private mutating func context(of stroke: Stroke) -> Int {
    let setting = Setting(channels: stroke.channels.rawValue & 7, device: stroke.device.rawValue)
    if let number = settings[setting] { return number }
    let number = settings.count
    settings[setting] = number
    let rows = InkMLTraceText.channels(of: stroke.channels)
    output.append("    <context xml:id=\"ctx\(number)\">\n      <inkSource xml:id=\"src\(number)\">\n")
    output.append("        <traceFormat>\n")
    for row in rows {
      output.append("          <channel name=\"\(row.name)\" type=\"integer\"")
      if let range = row.range { output.append(" min=\"\(range.lowerBound)\" max=\"\(range.upperBound)\"") }
      output.append(" units=\"\(row.units)\"/>\n")
    }
    output.append("        </traceFormat>\n")
    if stroke.device != .pen {
      output.append(
        "        <sourceProperty name=\"plimsollDevice\" value=\"\(stroke.device == .touch ? "touch" : "mouse")\"/>\n")
    }
    output.append("        <channelProperties>\n")
    for row in rows {
      output.append("          <channelProperty channel=\"\(row.name)\" name=\"resolution\" value=\"\(row.steps)\"")
      output.append(" units=\"1/\(row.units)\"/>\n")
    }
    output.append("        </channelProperties>\n      </inkSource>\n    </context>\n")
    return number
  }

  // MARK: - Brushes

  /// The number of the brush of a stroke, written when it is the first that has it.
  private mutating func brush(of stroke: Stroke) -> Int {
    let key = BrushKey(stroke.brush)
    if let number = brushes[key] { return number }
    let number = brushes.count
    brushes[key] = number
    write(stroke.brush, number)
    return number
  }

  private mutating func write(_ brush: Brush, _ number: Int) {
    output.append("    <brush xml:id=\"br\(number)\">\n")
    let length = Self.centimetres(brush.width)
    property("width", length, units: "cm")
    property("height", length, units: "cm")
    let color = brush.tool == .eraser ? paper : brush.color
    output.append("      <brushProperty name=\"color\" value=\"")
    append(color, withAlpha: false)
    output.append("\"/>\n")
    property("transparency", "\(255 - color.alpha)")
    property("tip", "ellipse")
    property("rasterOp", brush.tool == .highlighter ? "maskPen" : "copyPen")
    let ignores = brush.dynamics == .velocity || brush.dynamics == .constant
    property("ignorePressure", ignores ? "true" : "false")
    property("plimsollTool", InkMLBrush.tools[Int(brush.tool.rawValue)].name)
    property("plimsollDynamics", InkMLBrush.dynamics[Int(brush.dynamics.rawValue)].name)
    property("plimsollMinimum", "\(brush.minimum)")
    if brush.taperIn != 0 { property("plimsollTaperIn", "\(brush.taperIn)") }
    if brush.taperOut != 0 { property("plimsollTaperOut", "\(brush.taperOut)") }
    if brush.tool == .eraser {
      output.append("      <brushProperty name=\"plimsollColor\" value=\"")
      append(brush.color, withAlpha: true)
      output.append("\"/>\n")
    }
    output.append("    </brush>\n")
  }

  private mutating func property(_ name: StaticString, _ value: String, units: String? = nil) {
    output.append("      <brushProperty name=\"")
    output.append(name)
    output.append("\" value=\"\(value)\"")
    if let units { output.append(" units=\"\(units)\"") }
    output.append("/>\n")
  }

  /// Hundredths of a point in centimetres with seven places, which is a thousandth of the smallest step.
  static func centimetres(_ hundredths: Int32) -> String {
    let millionths = (Int64(hundredths) * 25_400_000 + 4_800) / 9_600
    let digits = "\(millionths % 10_000_000)"
    let places = String(repeating: "0", count: 7 - digits.utf8.count) + digits
    return "\(millionths / 10_000_000).\(places)"
  }

  private mutating func append(_ color: InkColor, withAlpha: Bool) {
    output.append("#")
    let digits = String(withAlpha ? color.rgba : color.rgba >> 8, radix: 16)
    output.append(String(repeating: "0", count: (withAlpha ? 8 : 6) - digits.utf8.count))
    output.append(digits)
  }
}
