// A stroke as it was made: the input, not what is drawn. The outline is worked out from it by a versioned model.

/// What made a stroke.
public enum Device: UInt8, Sendable {
  /// A finger.
  case touch
  /// A pen with or without pressure.
  case pen
  /// A mouse, or anything that points like one.
  case mouse
}

/// One stroke: samples and the brush that they move.
public struct Stroke: Equatable, Sendable {
  /// The brush.
  public var brush: Brush
  /// What made it.
  public var device: Device
  /// What its samples hold besides places.
  public var channels: Channels
  /// The samples in order, at least one in a drawing.
  public var samples: [Sample]

  /// A stroke.
  public init(brush: Brush, device: Device = .pen, channels: Channels = [], samples: [Sample] = []) {
    self.brush = brush
    self.device = device
    self.channels = channels
    self.samples = samples
  }
}
