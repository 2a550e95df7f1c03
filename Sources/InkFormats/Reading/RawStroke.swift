// Ink on its way into a drawing: places in points but as decimal numbers, since where the drawing begins is known only when all of the
// ink was seen. Rounded once, in `InkPlacement`.

internal import Ink

/// One input sample before it is rounded: 40 bytes.
struct RawPoint {
  /// In points.
  var x: Double
  /// In points.
  var y: Double
  /// In milliseconds, since whatever the file counts from.
  var time: Double = 0
  /// 0 to 1.
  var pressure: Float = 0
  /// In degrees.
  var tiltX: Float = 0
  /// In degrees.
  var tiltY: Float = 0
}

/// A stroke before its samples are rounded.
struct RawStroke {
  var brush: Brush
  var device = Device.pen
  var channels: Channels = []
  var points: [RawPoint] = []

  /// The stroke, shifted.
  ///
  /// - Parameter keepsTimes: whether times count from the stroke's beginning already.
  func stroke(scale: Double, _ shift: (x: Double, y: Double), keepsTimes: Bool = false) -> Stroke {
    let began = keepsTimes ? 0 : points.first?.time ?? 0
    var stroke = Stroke(brush: brush, device: device, channels: channels)
    stroke.samples.reserveCapacity(points.count)
    let (hasTime, hasPressure) = (channels.contains(.time), channels.contains(.pressure))
    let hasTilt = channels.contains(.tilt)
    for point in points {
      // Readers let no number through that is none; the samples that would be none are left out all the same.
      guard
        let sample = Sample(
          x: point.x * scale + shift.x, y: point.y * scale + shift.y, time: hasTime ? point.time - began : 0,
          pressure: hasPressure ? Double(point.pressure) : 0, tiltX: hasTilt ? Double(point.tiltX) : 0,
          tiltY: hasTilt ? Double(point.tiltY) : 0)
      else { continue }
      stroke.samples.append(sample)
    }
    return stroke
  }
}
