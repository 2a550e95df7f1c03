// Brushes of InkML: the properties of the Recommendation and those that Microsoft's programs write, and ours, which carry what InkML
// has no words for and other readers pass over.

internal import Ink
internal import MarkupKit

/// The properties of a brush.
struct InkMLBrush {
  private var width: Double?
  private var height: Double?
  private var color: UInt32?
  private var transparency: UInt8 = 0
  private var isRectangle = false
  private var isMask = false
  private var ignoresPressure = false
  private var own = Own()

  /// What only Plimsoll writes.
  private struct Own {
    var tool: Brush.Tool?
    var dynamics: Brush.Dynamics?
    var minimum: Int32?
    var taperIn: Int32?
    var taperOut: Int32?
    var color: UInt32?
  }

  /// Our names of tools, in the order of their numbers.
  static let tools: [(name: String, tool: Brush.Tool)] = [
    ("pen", .pen), ("highlighter", .highlighter), ("eraser", .eraser),
  ]
  /// Our names of dynamics.
  static let dynamics: [(name: String, dynamics: Brush.Dynamics)] = [
    ("natural", .natural), ("pressure", .pressure), ("velocity", .velocity), ("constant", .constant),
  ]

  /// Takes a property; what is wrong with it is noted.
  mutating func take(_ name: DocumentText, value: DocumentText, units: String?, _ tally: inout WarningTally) {
    let text = value.string
    func number() -> Double? {
      var scan = NumberScan(value.bytes)
      scan.skipSpace()
      return scan.number()
    }
    func whole() -> Int32? { number().flatMap { Int32(exactly: $0.rounded()) } }
    switch name {
    case "width", "height":
      // Millimetres where no unit is named, as for the channel of widths.
      guard let length = number(), length > 0, let unit = InkMLUnits.length(units ?? "mm") else {
        return tally.note("the width '\(text)' of a brush cannot be read")
      }
      if name == "width" { width = length * unit } else { height = length * unit }
    case "color":
      guard let rgba = ColorText.rgba(text) else {
        return tally.note("the colour '\(text)' of a brush cannot be read; black is taken")
      }
      color = rgba
    case "transparency": transparency = UInt8(min(max(number() ?? 0, 0), 255))
    case "tip": isRectangle = text == "rectangle"
    case "rasterOp": isMask = text == "maskPen"
    case "ignorePressure": ignoresPressure = text == "1" || text == "true"
    case "inkEffects": tally.leaveOut("the effect '\(text.prefix(20))' of a brush", "effects of brushes")
    case "plimsollTool": own.tool = Self.tools.first { $0.name == text }?.tool
    case "plimsollDynamics": own.dynamics = Self.dynamics.first { $0.name == text }?.dynamics
    case "plimsollMinimum": own.minimum = whole()
    case "plimsollTaperIn": own.taperIn = whole()
    case "plimsollTaperOut": own.taperOut = whole()
    case "plimsollColor": own.color = ColorText.rgba(text)
    default: break
    }
  }

  /// The brush for strokes with or without pressure.
  func brush(hasPressure: Bool) -> Brush {
    let standard = Brush()
    let usual: Brush.Dynamics = hasPressure && !ignoresPressure ? .pressure : .constant
    // Microsoft's highlighters are rectangles that let light through.
    let tool: Brush.Tool = isMask || isRectangle && transparency > 0 ? .highlighter : .pen
    let points = max(width ?? 0, height ?? 0)
    let rgba = color ?? InkColor.black.rgba
    return Brush(
      tool: own.tool ?? tool, color: InkColor(rgba: own.color ?? rgba & ~0xff | UInt32(255 - transparency)),
      width: points > 0 ? Int32(min(max((points * 100).rounded(), 1), Double(Brush.widest))) : standard.width,
      dynamics: own.dynamics ?? usual, minimum: own.minimum ?? standard.minimum, taperIn: own.taperIn ?? 0,
      taperOut: own.taperOut ?? 0)
  }
}
