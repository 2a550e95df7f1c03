// A drawing as it came about: its commands in order, its strokes in the time that the hand took.

public import Ink
public import SystemKit

/// The frames of a drawing that draws itself.
public struct Replay {
  /// How the time runs.
  public struct Timing: Equatable, Sendable {
    /// Frames a second.
    public var rate: Double
    /// How many times faster than the hand.
    public var speed: Double
    /// Between two commands, in milliseconds before the speed counts.
    public var pause: Double
    /// The last frame, in milliseconds.
    public var rest: Double

    /// A timing.
    public init(rate: Double = 25, speed: Double = 1, pause: Double = 250, rest: Double = 2000) {
      self.rate = rate
      self.speed = speed
      self.pause = pause
      self.rest = rest
    }
  }

  /// The most frames that are made.
  public static let mostFrames = 20_000
  /// The speed of strokes without times, in points a second.
  static let untimedSpeed = 900.0

  private let drawing: Drawing
  private let timing: Timing
  private let scale: Double
  private let pictures: [Bitmap?]
  private let source: String
  /// When each command begins and ends, in milliseconds of the hand.
  private let spans: [(start: Double, end: Double)]
  /// How many frames there are: one before the first command, and one after the last.
  public let frameCount: Int

  /// A replay of the commands that are in effect.
  ///
  /// - Parameters:
  ///   - drawing: What is drawn.
  ///   - scale: Pixels for a point.
  ///   - timing: How the time runs.
  ///   - source: What an error names.
  /// - Throws: ``RenderingError`` when a picture cannot be decoded, the timing makes no sense or there would be more than ``mostFrames``
  ///   frames.
  public init(_ drawing: Drawing, scale: Double = 1, timing: Timing = Timing(), source: String) throws(RenderingError) {
    self.drawing = drawing
    self.timing = timing
    self.scale = scale
    self.source = source
    guard timing.rate > 0, timing.speed > 0, timing.pause >= 0, timing.rest >= 0, timing.rest <= 1e9 else {
      throw RenderingError(.badFrame("rate and speed have to be above 0, pause and rest not below"), source)
    }
    pictures = try drawing.decodedPictures(source: source)
    var time = 0.0
    var spans: [(start: Double, end: Double)] = []
    for command in drawing.commands.prefix(drawing.position) {
      time += timing.pause
      let length = Replay.length(command)
      spans.append((time, time + length))
      time += length
    }
    self.spans = spans
    let frames = (time / timing.speed * timing.rate / 1000).rounded(.up) + 2
    guard frames.isFinite, frames <= Double(Replay.mostFrames) else {
      throw RenderingError(
        .badFrame("more than \(Replay.mostFrames) frames: raise the speed or lower the rate"), source)
    }
    frameCount = Int(frames)
  }

  /// How long a command takes, in milliseconds.
  private static func length(_ command: Command) -> Double {
    switch command {
    case .add(let stroke): (times(stroke).last ?? 0)
    case .erase, .clear, .setBackground: 0
    case .group(let commands): commands.reduce(0) { $0 + length($1) }
    }
  }

  /// When each sample was made, in milliseconds; never backwards.
  static func times(_ stroke: Stroke) -> [Double] {
    var times: [Double] = []
    times.reserveCapacity(stroke.samples.count)
    var last = 0.0
    for (index, sample) in stroke.samples.enumerated() {
      if stroke.channels.contains(.time) {
        last = max(last, Double(sample.time) / 10)
      } else if index > 0 {
        let before = stroke.samples[index - 1]
        let x = Double(sample.x) - Double(before.x)
        let y = Double(sample.y) - Double(before.y)
        last += (x * x + y * y).squareRoot() / Sample.unitsPerPoint / untimedSpeed * 1000
      }
      times.append(last)
    }
    return times
  }

  /// Draws all frames in order.
  ///
  /// - Parameter body: Gets each frame's number, its pixels, and for how many milliseconds it is shown.
  /// - Complexity: O(samples), and O(pixels) a frame.
  public func frames<Failure: Error>(
    _ body: (Int, PixelPicture, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var blank = drawing
    blank.commands = []
    blank.position = 0
    // Nothing is undone here: no memory and no time for it.
    let sheet = Sheet(blank, scale: scale, budget: 0, pictures: pictures)
    var next = 0
    var at = Cursor()
    for frame in 0..<frameCount {
      let isLast = frame == frameCount - 1
      let now = isLast ? Double.infinity : Double(frame) / timing.rate * 1000 * timing.speed
      while next < spans.count, spans[next].start <= now {
        guard advance(sheet, drawing.commands[next], now - spans[next].start, &at) else { break }
        at = Cursor()
        next += 1
      }
      let shown =
        Int((Double(frame + 1) / timing.rate * 1000).rounded()) - Int((Double(frame) / timing.rate * 1000).rounded())
      try body(frame, PixelPicture(sheet.shown), isLast ? Int(timing.rest) : max(1, shown))
    }
  }

  /// Writes all frames as an animated PNG.
  ///
  /// - Parameters:
  ///   - loops: How often it is played; 0 is for ever.
  ///   - sink: Where it goes.
  ///   - onFrame: Called after each frame.
  /// - Throws: ``RenderingError``.
  public func writeAnimation<Sink: ByteSink>(
    loops: Int = 0, to sink: Sink, onFrame: () -> Void = {}
  ) throws(RenderingError) {
    var writer: AnimatedPNGWriter<Sink>?
    try frames { _, picture, milliseconds throws(RenderingError) in
      let known: AnimatedPNGWriter<Sink>
      if let writer {
        known = writer
      } else {
        known = try AnimatedPNGWriter(
          width: picture.width, height: picture.height, frames: frameCount, loops: loops, to: sink, source: source)
        writer = known
      }
      try known.add(picture, milliseconds: milliseconds)
      onFrame()
    }
    try writer?.finish()
  }

  /// How far a command has come.
  private struct Cursor {
    var times: [Double] = []
    var taken = 0
  }

  /// Brings a command to the state it has after some milliseconds.
  ///
  /// - Returns: Whether it is done.
  private func advance(_ sheet: Sheet, _ command: Command, _ elapsed: Double, _ at: inout Cursor) -> Bool {
    guard case .add(let stroke) = command, !stroke.samples.isEmpty else {
      guard elapsed >= Replay.length(command) else { return false }
      sheet.apply(command)
      return true
    }
    if !sheet.isDrawing {
      at.times = Replay.times(stroke)
      sheet.beginStroke(brush: stroke.brush, device: stroke.device, channels: stroke.channels)
    }
    var end = at.taken
    while end < at.times.count, at.times[end] <= elapsed { end += 1 }
    if end > at.taken { sheet.extendStroke(Array(stroke.samples[at.taken..<end])) }
    at.taken = end
    guard end == stroke.samples.count else { return false }
    sheet.endStroke()
    return true
  }
}
