// What a stroke is drawn with.

/// A colour of 8 bits a part, not premultiplied, in sRGB.
public struct InkColor: Equatable, Sendable, BitwiseCopyable {
  /// Red.
  public var red: UInt8
  /// Green.
  public var green: UInt8
  /// Blue.
  public var blue: UInt8
  /// 255 is opaque.
  public var alpha: UInt8

  /// A colour of its parts.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `0xRRGGBBAA`.
  public init(rgba: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgba >> 24), green: UInt8(truncatingIfNeeded: rgba >> 16),
      blue: UInt8(truncatingIfNeeded: rgba >> 8), alpha: UInt8(truncatingIfNeeded: rgba))
  }

  /// `0xRRGGBBAA`.
  public var rgba: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha) }

  /// Black.
  public static let black = InkColor(rgba: 0x0000_00ff)
  /// White.
  public static let white = InkColor(rgba: 0xffff_ffff)
}

/// What a stroke is drawn with.
public struct Brush: Equatable, Sendable {
  /// What the ink does to what lies below it.
  public enum Tool: UInt8, Sendable {
    /// Covers it.
    case pen
    /// Colours it as a marker does: multiplies.
    case highlighter
    /// Brings the background back.
    case eraser
  }

  /// What the width follows.
  public enum Dynamics: UInt8, Sendable {
    /// Pressure where the device tells one, otherwise velocity, without times nothing.
    case natural
    /// Pressure alone.
    case pressure
    /// Velocity alone.
    case velocity
    /// Nothing.
    case constant
  }

  /// The widest brush in hundredths of a point.
  public static let widest: Int32 = 1_000_000

  /// What the ink does.
  public var tool: Tool
  /// Its colour; the same over the whole stroke, however often it crosses itself. An eraser's says nothing.
  public var color: InkColor
  /// The full width in hundredths of a point, 1 to ``widest``.
  public var width: Int32
  /// What the width follows.
  public var dynamics: Dynamics
  /// The least width in thousandths of the full one, 0 to 1000.
  public var minimum: Int32
  /// The length over which the beginning grows from nothing to its width, in hundredths of a point.
  public var taperIn: Int32
  /// The length over which the end shrinks to nothing, in hundredths of a point.
  public var taperOut: Int32

  /// A brush.
  public init(
    tool: Tool = .pen, color: InkColor = .black, width: Int32 = 400, dynamics: Dynamics = .natural,
    minimum: Int32 = 200, taperIn: Int32 = 0, taperOut: Int32 = 0
  ) {
    self.tool = tool
    self.color = color
    self.width = min(max(width, 1), Brush.widest)
    self.dynamics = dynamics
    self.minimum = min(max(minimum, 0), 1000)
    self.taperIn = min(max(taperIn, 0), Brush.widest)
    self.taperOut = min(max(taperOut, 0), Brush.widest)
  }
}
