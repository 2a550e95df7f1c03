// Model one: from samples to the ribbon of a stroke, sample by sample. The curve goes through the midpoints between the samples with
// the samples as control points of quadratic segments, so that each segment is final as soon as the sample after it is known: what
// comes later changes only the last half step, the tail. Width runs along as a third coordinate of the same segments and has no step.

/// Turns the samples of one stroke into steps of a ribbon. A value: a copy draws the tail and is thrown away.
struct StrokeShaper {
  /// Samples nearer than this to the last one (in points) are passed over, for they have more noise than direction. Their time counts.
  static let nearest = 0.5

  /// The longest step of the ribbon in points: pieces stay small, whatever is drawn with them.
  static let longest = 64.0

  /// The most steps of a line. Only leaps across many drawings need more, and a file of such leaps must not take all memory.
  static let mostSteps = 1024.0

  private struct Node: BitwiseCopyable {
    var x: Double
    var y: Double
    var radius: Double
  }

  private var widths: WidthModel
  private var ribbon: Ribbon
  private let step: Double
  /// How many nodes were taken: 0, 1, or 2 for more.
  private var count = 0
  /// The last node, and the middle of the last step.
  private var last = Node(x: 0, y: 0, radius: 0)
  private var middle = Node(x: 0, y: 0, radius: 0)
  private var time: Int32 = 0
  private var held: Sample?

  init(_ stroke: Stroke) {
    widths = WidthModel(stroke)
    ribbon = Ribbon(stroke.brush)
    let tapers = [stroke.brush.taperIn, stroke.brush.taperOut].filter { $0 > 0 }
    let taperStep = max(0.25, Double(tapers.min() ?? Brush.widest) / Sample.unitsPerPoint / 8)
    step = min(StrokeShaper.longest, taperStep)
  }

  /// Takes a sample and hands on what is final.
  mutating func add<Sink: RibbonSink>(_ sample: Sample, into sink: inout Sink) {
    let x = Double(sample.x) / Sample.unitsPerPoint
    let y = Double(sample.y) / Sample.unitsPerPoint
    guard count > 0 else {
      last = Node(x: x, y: y, radius: widths.begin(sample) / 2)
      time = sample.time
      count = 1
      return
    }
    let distance = Elementary.length(x - last.x, y - last.y)
    if distance < StrokeShaper.nearest {
      // A pen that taps trembles by a tenth of a point: its dot is as large as it was pressed, not as it was touched and lifted.
      if count == 1 { last.radius = widths.rest(sample) / 2 }
      held = sample
    } else {
      accept(sample, x, y, distance, into: &sink)
    }
  }

  private mutating func accept<Sink: RibbonSink>(
    _ sample: Sample, _ x: Double, _ y: Double, _ distance: Double, into sink: inout Sink
  ) {
    held = nil
    let (width, isFirst) = widths.move(distance, ticks: sample.time - time, sample)
    time = max(time, sample.time)
    if isFirst, count == 1 { last.radius = width / 2 }
    let node = Node(x: x, y: y, radius: width / 2)
    let next = Node(x: (last.x + x) / 2, y: (last.y + y) / 2, radius: (last.radius + node.radius) / 2)
    if count == 1 {
      line(from: last, to: next, into: &sink)
      count = 2
    } else if (last.x - middle.x) * (next.x - last.x) + (last.y - middle.y) * (next.y - last.y) < 0 {
      // Turned back by more than a quarter: a corner, which a curve would cut off.
      line(from: middle, to: last, into: &sink)
      ribbon.split(into: &sink)
      line(from: last, to: next, into: &sink)
    } else {
      curve(from: middle, control: last, to: next, into: &sink)
    }
    middle = next
    last = node
  }

  /// Hands on the rest: the way to the last sample and the round end. The samples so far are all.
  consuming func finish<Sink: RibbonSink>(into sink: inout Sink) {
    if let sample = held {
      let x = Double(sample.x) / Sample.unitsPerPoint
      let y = Double(sample.y) / Sample.unitsPerPoint
      let distance = Elementary.length(x - last.x, y - last.y)
      if distance > 0 { accept(sample, x, y, distance, into: &sink) }
    }
    switch count {
    case 0: return
    case 1:
      // A tap is a dot.
      let dot = RibbonNode(x: last.x, y: last.y, radius: last.radius, normalX: 0, normalY: 1, along: 0)
      sink.start(dot)
      sink.end(dot)
    default:
      line(from: middle, to: last, into: &sink)
      ribbon.finish(into: &sink)
    }
  }

  private mutating func line<Sink: RibbonSink>(from a: Node, to b: Node, into sink: inout Sink) {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let length = Elementary.length(dx, dy)
    guard length > 0 else { return }
    let nx = -dy / length
    let ny = dx / length
    ribbon.place(RibbonNode(x: a.x, y: a.y, radius: a.radius, normalX: nx, normalY: ny, along: 0), into: &sink)
    let steps = Int32(min(length / step, StrokeShaper.mostSteps)) + 1
    for index in 1...steps {
      let t = Double(index) / Double(steps)
      ribbon.place(
        RibbonNode(
          x: a.x + dx * t, y: a.y + dy * t, radius: a.radius + (b.radius - a.radius) * t, normalX: nx, normalY: ny,
          along: 0), into: &sink)
    }
  }

  private mutating func curve<Sink: RibbonSink>(from a: Node, control c: Node, to b: Node, into sink: inout Sink) {
    let inX = c.x - a.x
    let inY = c.y - a.y
    let outX = b.x - c.x
    let outY = b.y - c.y
    let inLength = Elementary.length(inX, inY)
    let outLength = Elementary.length(outX, outY)
    // The distance between the unit tangents stands for the angle: no larger than it, and within 11 % up to a right angle.
    let turn = Elementary.length(outX / outLength - inX / inLength, outY / outLength - inY / inLength)
    let sagitta = Elementary.length(outX - inX, outY - inY) / 4
    let radius = max(a.radius, max(c.radius, b.radius))
    // 0.3 = 1.25 / 8 * 1.9: the angle for its chord, and parts of a quadratic turn up to twice as much as their share.
    let wanted = ((sagitta + 0.3 * radius * turn * turn) / Arc.tolerance).squareRoot()
    let steps = Int32(max(min(wanted, 512), min((inLength + outLength) / step, StrokeShaper.mostSteps))) + 1
    for index in 0...steps {
      let t = Double(index) / Double(steps)
      let u = 1 - t
      var tx = inX * u + outX * t
      var ty = inY * u + outY * t
      let length = Elementary.length(tx, ty)
      tx /= length
      ty /= length
      let wa = u * u
      let wc = 2 * u * t
      let wb = t * t
      ribbon.place(
        RibbonNode(
          x: a.x * wa + c.x * wc + b.x * wb, y: a.y * wa + c.y * wc + b.y * wb,
          radius: a.radius * wa + c.radius * wc + b.radius * wb, normalX: -ty, normalY: tx, along: 0), into: &sink)
    }
  }
}
