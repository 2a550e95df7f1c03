// What a turtle draws on. The engine knows nothing else of a picture, a page or a file.

/// A place in points; y grows downwards, as on screens.
public struct TurtlePoint: Equatable, Sendable, BitwiseCopyable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// A place.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A colour of 8 bits a part, not premultiplied.
public struct TurtleColor: Equatable, Sendable, BitwiseCopyable {
  /// Red in the highest byte, then green, blue and alpha: `0xRRGGBBAA`.
  public var rgba: UInt32

  /// A colour.
  public init(rgba: UInt32) { self.rgba = rgba }

  /// Opaque black.
  public static let black = TurtleColor(rgba: 0x0000_00ff)
}

/// How lines look.
public struct TurtleStyle: Equatable, Sendable, BitwiseCopyable {
  /// Their colour.
  public var color: TurtleColor
  /// How wide they are, in points.
  public var width: Double

  /// A style.
  @inlinable
  public init(color: TurtleColor = .black, width: Double = 1) {
    self.color = color
    self.width = width
  }
}

/// Something that takes lines as they come; it need not keep them.
public protocol TurtleSink {
  /// Lines look like this from now on; called before the first line.
  mutating func style(_ style: TurtleStyle)
  /// The next line begins here.
  mutating func move(to point: TurtlePoint)
  /// A line from where the last one ended, or where a move led to.
  mutating func line(to point: TurtlePoint)
}

/// A sink that drops everything.
public struct TurtleNothing: TurtleSink {
  /// A sink.
  public init() {}
  /// Does nothing.
  public mutating func style(_ style: TurtleStyle) {}
  /// Does nothing.
  public mutating func move(to point: TurtlePoint) {}
  /// Does nothing.
  public mutating func line(to point: TurtlePoint) {}
}
