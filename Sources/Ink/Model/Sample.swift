// What a finger, a pen or a mouse says at one moment. Everything is a whole number, rounded once where it comes in: what is saved is
// what was drawn with, so that a drawing that was loaded renders to the very pixels it had, natively and in the browser, and no
// decimal number has to survive a way through text.

/// One input sample of a stroke.
public struct Sample: Equatable, Sendable, BitwiseCopyable {
  /// Units of `x` and `y` in one point (1/96 inch on paper, a CSS pixel on a screen).
  public static let unitsPerPoint: Double = 100
  /// The furthest coordinate in points; input beyond it is held to it. 26 m of paper: far beyond any screen, small enough for
  /// exact arithmetic everywhere.
  public static let furthest: Double = 100_000
  /// Full pressure.
  public static let fullPressure: Int16 = 32_767
  /// The longest time in tenths of a millisecond: 24 hours.
  public static let longest: Int32 = 864_000_000

  /// From the left edge, in hundredths of a point.
  public var x: Int32
  /// From the upper edge, in hundredths of a point.
  public var y: Int32
  /// Since the stroke began, in tenths of a millisecond.
  public var time: Int32
  /// 0 to ``fullPressure``.
  public var pressure: Int16
  /// Lean to the right (left: negative), in hundredths of a degree, -9000 to 9000.
  public var tiltX: Int16
  /// Lean towards the user (away: negative), in hundredths of a degree, -9000 to 9000.
  public var tiltY: Int16

  /// A sample of stored units; what is beyond their limits is held to them.
  public init(x: Int32, y: Int32, time: Int32 = 0, pressure: Int16 = 0, tiltX: Int16 = 0, tiltY: Int16 = 0) {
    let far = Int32(Sample.furthest * Sample.unitsPerPoint)
    self.x = min(max(x, -far), far)
    self.y = min(max(y, -far), far)
    self.time = min(max(time, 0), Sample.longest)
    self.pressure = max(pressure, 0)
    self.tiltX = min(max(tiltX, -9000), 9000)
    self.tiltY = min(max(tiltY, -9000), 9000)
  }

  /// Rounds what a device says; `nil` where a coordinate is not a number (infinite ones are none either).
  ///
  /// - Parameters:
  ///   - x: In points.
  ///   - y: In points.
  ///   - time: In milliseconds since the stroke began; no number counts as 0.
  ///   - pressure: 0 to 1; no number counts as 0.
  ///   - tiltX: In degrees.
  ///   - tiltY: In degrees.
  public init?(
    x: Double, y: Double, time: Double = 0, pressure: Double = 0, tiltX: Double = 0, tiltY: Double = 0
  ) {
    guard x.isFinite, y.isFinite else { return nil }
    self.x = Sample.units(x, limit: Sample.furthest, scale: Sample.unitsPerPoint)
    self.y = Sample.units(y, limit: Sample.furthest, scale: Sample.unitsPerPoint)
    self.time = max(0, Sample.units(time, limit: Double(Sample.longest) / 10, scale: 10))
    self.pressure = Int16(max(0, Sample.units(pressure, limit: 1, scale: Double(Sample.fullPressure))))
    self.tiltX = Int16(Sample.units(tiltX, limit: 90, scale: 100))
    self.tiltY = Int16(Sample.units(tiltY, limit: 90, scale: 100))
  }

  /// A value held to ±`limit` in whole units, ties upwards: `floor` is one instruction of wasm, `round` a call to a library that is
  /// not there.
  static func units(_ value: Double, limit: Double, scale: Double) -> Int32 {
    guard value == value else { return 0 }
    return Int32((min(max(value, -limit), limit) * scale + 0.5).rounded(.down))
  }
}

/// Which parts of a sample a device told; the others are 0 and say nothing.
public struct Channels: OptionSet, Equatable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Channels of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Times.
  public static let time = Channels(rawValue: 1)
  /// Pressures.
  public static let pressure = Channels(rawValue: 2)
  /// Tilts.
  public static let tilt = Channels(rawValue: 4)
}
