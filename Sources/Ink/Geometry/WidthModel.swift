// The width of a stroke at each of its samples: from the speed of the hand or from the pressure of the pen.
//
// The rule of the tutorials takes one event as its unit of time (0.6 of the new speed and 0.4 of the last one; at most a quarter more
// or less width an event), so that the same motion gives another stroke on a screen with another rate: from 10 to 6 in 33, 17 or
// 8 ms. Here both are defined by time, such that 60 events a second give the familiar figures.

struct WidthModel {
  /// Points a second at which a stroke begins to become thinner than its brush.
  static let referenceSpeed = 600.0
  /// After 1/60 s, 0.4 of what the speed was is still in it: (1/60) / ln(1/0.4) seconds.
  static let memory = 0.018_189_277
  /// The width grows by at most a quarter in 1/60 s: 60 * ln(1.25) a second.
  static let growth = 13.388_613

  private enum Source { case constant, velocity, pressure }

  private let source: Source
  private let full: Double
  private let least: Double
  private let isTimed: Bool
  /// Below 0 until there is one.
  private var speed = -1.0
  /// Of the last sample that had one; set by the first.
  private var pressure = 0.0
  private var untimed = 0.0
  private var width: Double

  init(_ stroke: Stroke) {
    let brush = stroke.brush
    full = Double(brush.width) / Sample.unitsPerPoint
    least = full * Double(brush.minimum) / 1000
    isTimed = stroke.channels.contains(.time)
    width = full
    switch brush.dynamics {
    case .constant: source = .constant
    case .velocity: source = isTimed ? .velocity : .constant
    case .pressure: source = stroke.channels.contains(.pressure) ? .pressure : .constant
    case .natural:
      source = stroke.channels.contains(.pressure) ? .pressure : isTimed ? .velocity : .constant
    }
  }

  /// The width of a dot, or of a beginning that nothing further is known of yet.
  mutating func begin(_ sample: Sample) -> Double {
    if source == .pressure {
      pressure = Double(sample.pressure) / Double(Sample.fullPressure)
      width = least + (full - least) * pressure
    }
    return width
  }

  /// The width of a beginning where the pen stands nearly still and is pressed harder.
  mutating func rest(_ sample: Sample) -> Double {
    if source == .pressure {
      pressure = max(pressure, Double(sample.pressure) / Double(Sample.fullPressure))
      width = least + (full - least) * pressure
    }
    return width
  }

  /// The width after a way of `distance` points in `ticks` tenths of a millisecond.
  ///
  /// - Returns: The width, and whether it is also that of the beginning, which had no speed of its own.
  mutating func move(_ distance: Double, ticks: Int32, _ sample: Sample) -> (width: Double, isFirst: Bool) {
    let seconds = Double(max(0, ticks)) / 10_000
    switch source {
    case .constant: return (width, false)
    case .pressure:
      // A pen that is lifted tells 0 before it tells that it was lifted: that would pinch the end.
      if sample.pressure > 0 {
        let value = Double(sample.pressure) / Double(Sample.fullPressure)
        let kept = isTimed ? Elementary.exponential(-seconds / WidthModel.memory) : 0
        pressure = value + (pressure - value) * kept
      }
      width = least + (full - least) * pressure
      return (width, false)
    case .velocity:
      // Two samples of one moment have no speed: the way counts to the next that has one.
      untimed += distance
      guard seconds > 0 else { return (width, false) }
      let measured = untimed / seconds
      untimed = 0
      if speed < 0 {
        speed = measured
        width = target
        return (width, true)
      }
      speed = measured + (speed - measured) * Elementary.exponential(-seconds / WidthModel.memory)
      let factor = Elementary.exponential(WidthModel.growth * seconds)
      width = min(max(target, width / factor), width * factor)
      return (width, false)
    }
  }

  private var target: Double {
    speed * least >= WidthModel.referenceSpeed * full
      ? least : min(full, max(least, full * WidthModel.referenceSpeed / max(speed, 1)))
  }
}
