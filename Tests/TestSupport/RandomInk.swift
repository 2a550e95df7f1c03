// Random drawings for tests: the same seed, the same drawing.

public import Ink

/// Writes commands as people make them, and a few as nobody does.
public struct RandomInk {
  var generator: SeededGenerator
  /// Of the drawing, in points.
  public let width: Int32
  /// Of the drawing, in points.
  public let height: Int32

  /// Creates a source; the same seed gives the same ink.
  public init(seed: UInt64, width: Int32 = 160, height: Int32 = 120) {
    generator = SeededGenerator(seed: seed)
    self.width = width
    self.height = height
  }

  /// A number below `limit`.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }

  /// Any brush.
  public mutating func brush() -> Brush {
    let tools: [Brush.Tool] = [.pen, .pen, .pen, .highlighter, .eraser]
    let dynamics: [Brush.Dynamics] = [.natural, .natural, .pressure, .velocity, .constant]
    return Brush(
      tool: tools[below(tools.count)], color: InkColor(rgba: UInt32.random(in: 0...UInt32.max, using: &generator)),
      width: Int32(below(below(8) == 0 ? 6000 : 900)), dynamics: dynamics[below(dynamics.count)],
      minimum: Int32(below(1001)), taperIn: below(3) == 0 ? Int32(below(3000)) : 0,
      taperOut: below(3) == 0 ? Int32(below(3000)) : 0)
  }

  /// Strolls, zigzags, jitter and leaps, with times and pressures that may stand still or be 0.
  public mutating func stroke(samples limit: Int = 60) -> Stroke {
    var stroke = Stroke(
      brush: brush(), device: [Device.touch, .pen, .mouse][below(3)], channels: Channels(rawValue: UInt8(below(8))))
    var x = Int32(below(Int(width) * 100))
    var y = Int32(below(Int(height) * 100))
    var time: Int32 = 0
    let reach = [3, 60, 400, 1500, 9000][below(5)]
    var dx = Int32(below(2 * reach)) - Int32(reach)
    var dy = Int32(below(2 * reach)) - Int32(reach)
    for _ in 0...below(limit) {
      var sample = Sample(x: x, y: y)
      if stroke.channels.contains(.time) { sample.time = time }
      if stroke.channels.contains(.pressure) { sample.pressure = below(9) == 0 ? 0 : Int16(below(32_768)) }
      if stroke.channels.contains(.tilt) {
        sample.tiltX = Int16(below(18_001) - 9000)
        sample.tiltY = Int16(below(18_001) - 9000)
      }
      stroke.samples.append(sample)
      switch below(6) {
      case 0:
        dx = Int32(below(2 * reach)) - Int32(reach)
        dy = Int32(below(2 * reach)) - Int32(reach)
      case 1:
        dx = -dx
        dy = -dy
      case 2: break
      default:
        dx += Int32(below(reach)) - Int32(reach / 2)
        dy += Int32(below(reach)) - Int32(reach / 2)
      }
      if below(7) > 0 {
        x += dx
        y += dy
      }
      time += below(6) == 0 ? 0 : Int32(below(300))
    }
    return stroke
  }

  /// Any command on a drawing of so many strokes.
  public mutating func command(strokes: Int, depth: Int = 0) -> Command {
    switch below(depth > 1 ? 10 : 12) {
    case 0:
      return .erase((0...below(3)).map { _ in Int32(below(strokes + 2)) - 1 })
    case 1: return below(3) == 0 ? .clear : .add(stroke())
    case 2: return below(2) == 0 ? .setBackground(background()) : .add(stroke())
    case 10, 11: return .group((0..<below(4)).map { _ in command(strokes: strokes, depth: depth + 1) })
    default: return .add(stroke())
    }
  }

  /// A colour, or one of two pictures, or one that is not there.
  public mutating func background() -> Background {
    below(2) == 0
      ? .picture(Int32(below(3))) : .paper(InkColor(rgba: UInt32.random(in: 0...UInt32.max, using: &generator)))
  }

  /// A picture of noise and flat parts.
  public mutating func picture() -> Bitmap {
    let width = 1 + below(200)
    let height = 1 + below(200)
    var color: UInt32 = 0xff00_0000
    return Bitmap(
      width: Int32(width), height: Int32(height),
      pixels: (0..<width * height).map { _ in
        if below(5) == 0 { color = UInt32.random(in: 0...0xff_ffff, using: &generator) | 0xff00_0000 }
        return color
      })
  }
}
