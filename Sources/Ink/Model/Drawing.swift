// A drawing is the list of what was done to it. What can be seen is worked out from the first `position` commands; those behind it
// were undone and can be redone.

/// The place of a stroke among all strokes that were ever added, from 0, in the order of the commands.
public typealias StrokeID = Int32

/// The rules by which samples become an outline. A drawing keeps the version it was drawn with: it renders the same after the rules
/// have changed.
public enum ModelVersion: UInt8, Sendable {
  /// Midpoint quadratics, width from velocity by time.
  case one = 1
  /// The rules for new drawings.
  public static let current = ModelVersion.one
}

/// What lies below the ink.
public enum Background: Equatable, Sendable {
  /// Paper of one colour. The alpha is kept: a transparent drawing has alpha 0 and is shown on white.
  case paper(InkColor)
  /// A picture that fills the drawing, by its place in ``Drawing/pictures``.
  case picture(Int32)
}

/// A picture's file as it was, to be decoded by whoever draws.
public struct Picture: Equatable, Sendable {
  /// How its bytes are written.
  public enum Media: UInt8, Sendable {
    /// Portable Network Graphics.
    case png
    /// JPEG.
    case jpeg
  }
  /// How its bytes are written.
  public var media: Media
  /// In pixels.
  public var width: Int32
  /// In pixels.
  public var height: Int32
  /// The file.
  public var bytes: [UInt8]

  /// A picture.
  public init(media: Media, width: Int32, height: Int32, bytes: [UInt8]) {
    self.media = media
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// A change of a drawing.
public indirect enum Command: Equatable, Sendable {
  /// A stroke is added on top.
  case add(Stroke)
  /// Whole strokes go.
  case erase([StrokeID])
  /// All strokes go.
  case clear
  /// Another background.
  case setBackground(Background)
  /// Several changes that are undone as one.
  case group([Command])

  /// How many commands lie in one another in a file at most.
  static let deepest = 16
}

/// A drawing.
public struct Drawing: Equatable, Sendable {
  /// The largest side in points.
  public static let largest: Int32 = 32_768

  /// The rules its outlines follow.
  public var model: ModelVersion
  /// In points, 1 to ``largest``.
  public var width: Int32
  /// In points, 1 to ``largest``.
  public var height: Int32
  /// What lay below the ink before the first command.
  public var background: Background
  /// The pictures that backgrounds name.
  public var pictures: [Picture]
  /// All changes, also the undone ones.
  public var commands: [Command]
  /// How many of ``commands`` are in effect.
  public var position: Int

  /// A drawing; `position` is the number of commands.
  public init(
    width: Int32, height: Int32, background: Background = .paper(.white), pictures: [Picture] = [],
    commands: [Command] = [], model: ModelVersion = .current
  ) {
    self.model = model
    self.width = min(max(width, 1), Drawing.largest)
    self.height = min(max(height, 1), Drawing.largest)
    self.background = background
    self.pictures = pictures
    self.commands = commands
    self.position = commands.count
  }
}
