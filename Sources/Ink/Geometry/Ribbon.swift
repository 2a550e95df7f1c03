// The steps of a stroke's centre line, parted into runs that can be outlined without folds, and tapered at the ends.
//
// Where a line turns so sharply that its inner edge would run backwards, edges that follow it make a loop of the opposite winding:
// hairs, hourglasses and holes come from there. Such a step becomes a capsule of its own between two runs. All pieces then wind in
// the same direction, their union is the stroke, and nothing can cancel.

struct Ribbon {
  private let taperIn: Double
  private let taperOut: Double
  private var previous: RibbonNode?
  /// Whether a run with at least one step is open at `previous`.
  private var isOpen = false
  private var along = 0.0
  private var lastX = 0.0
  private var lastY = 0.0
  private var isEmpty = true
  /// Nodes that a taper at the end may still change, oldest first; a break between runs is a node without a radius.
  private var waiting: [RibbonNode] = []
  private var released = 0

  init(_ brush: Brush) {
    taperIn = Double(brush.taperIn) / Sample.unitsPerPoint
    taperOut = Double(brush.taperOut) / Sample.unitsPerPoint
  }

  /// Takes the next place of the line.
  mutating func place<Sink: RibbonSink>(_ placed: RibbonNode, into sink: inout Sink) {
    var node = placed
    if isEmpty {
      isEmpty = false
    } else {
      along += Elementary.length(node.x - lastX, node.y - lastY)
    }
    lastX = node.x
    lastY = node.y
    node.along = along
    if along < taperIn { node.radius *= along / taperIn }
    guard taperOut > 0 else { return take(node, into: &sink) }
    waiting.append(node)
    while released < waiting.count, waiting[released].along <= along - taperOut { release(1, into: &sink) }
    // The queue is cut when half of it is gone: constant work for each node.
    if released > 64, released * 2 > waiting.count {
      waiting.removeFirst(released)
      released = 0
    }
  }

  /// Ends the run: the line has a corner here.
  mutating func split<Sink: RibbonSink>(into sink: inout Sink) {
    guard taperOut > 0 else { return endRun(into: &sink) }
    var mark = RibbonNode(x: lastX, y: lastY, radius: -1, normalX: 0, normalY: 0, along: along)
    mark.along = along
    waiting.append(mark)
  }

  /// Ends the line.
  mutating func finish<Sink: RibbonSink>(into sink: inout Sink) {
    while released < waiting.count {
      let left = along - waiting[released].along
      release(taperOut > 0 && left < taperOut ? left / taperOut : 1, into: &sink)
    }
    endRun(into: &sink)
  }

  private mutating func release<Sink: RibbonSink>(_ factor: Double, into sink: inout Sink) {
    var node = waiting[released]
    released += 1
    guard node.radius >= 0 else { return endRun(into: &sink) }
    node.radius *= factor
    take(node, into: &sink)
  }

  private mutating func endRun<Sink: RibbonSink>(into sink: inout Sink) {
    if isOpen, let previous { sink.end(previous) }
    isOpen = false
    previous = nil
  }

  private mutating func take<Sink: RibbonSink>(_ node: RibbonNode, into sink: inout Sink) {
    guard let a = previous else {
      previous = node
      return
    }
    let dx = node.x - a.x
    let dy = node.y - a.y
    // Segments meet at a place of both, whose directions can differ in their last bit.
    if dx == 0, dy == 0, node.normalX * a.normalX + node.normalY * a.normalY > 0.999_999 { return }
    previous = node
    if Ribbon.goesForward(a, node, dx, dy) {
      if !isOpen { sink.start(a) }
      isOpen = true
      sink.advance(from: a, to: node)
      return
    }
    if isOpen { sink.end(a) }
    isOpen = false
    let length = Elementary.length(dx, dy)
    guard length > 0 else { return }
    var from = a
    var to = node
    from.normalX = -dy / length
    from.normalY = dx / length
    to.normalX = from.normalX
    to.normalY = from.normalY
    sink.start(from)
    sink.advance(from: from, to: to)
    sink.end(to)
  }

  /// Whether both edges go forward.
  private static func goesForward(_ a: RibbonNode, _ b: RibbonNode, _ dx: Double, _ dy: Double) -> Bool {
    guard a.normalX * b.normalX + a.normalY * b.normalY > 0 else { return false }
    let left = (b.left.x - a.left.x) * dx + (b.left.y - a.left.y) * dy
    let right = (b.right.x - a.right.x) * dx + (b.right.y - a.right.y) * dy
    return left > 0 && right > 0
  }
}
