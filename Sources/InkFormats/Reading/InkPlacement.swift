// Puts ink that has no page into a drawing of its own: the box around it, with a margin. Ink without units is taken as points unless
// that gives a drawing nobody could look at, and then it is brought to a size that a screen shows.

internal import Ink

/// Places strokes into drawings.
enum InkPlacement {
  /// Around the ink, in points, besides half of the widest brush.
  static let margin = 16.0
  /// The side of ink that was scaled because its units are not known.
  static let usualSide = 1_000.0
  /// Sides between which ink of unknown units is left as it is.
  static let plausibleSides = 50.0...4_000.0

  /// A drawing around the strokes.
  ///
  /// - Parameters:
  ///   - hasUnits: whether the coordinates are points; otherwise they are numbers of some unit.
  ///   - tally: what had to be guessed is noted here.
  static func drawing(around strokes: [RawStroke], hasUnits: Bool, _ tally: inout WarningTally) -> Drawing {
    var box: (left: Double, top: Double, right: Double, bottom: Double)?
    var widest: Int32 = 0
    for stroke in strokes {
      widest = max(widest, stroke.brush.width)
      for point in stroke.points {
        guard let so = box else {
          box = (point.x, point.y, point.x, point.y)
          continue
        }
        box = (min(so.left, point.x), min(so.top, point.y), max(so.right, point.x), max(so.bottom, point.y))
      }
    }
    guard let box else {
      tally.note("the file holds no ink")
      return Drawing(width: 100, height: 100)
    }
    let side = max(box.right - box.left, box.bottom - box.top)
    var scale = 1.0
    if !hasUnits, side > 0, !plausibleSides.contains(side) {
      scale = usualSide / side
      tally.note("coordinates have no units; the ink is scaled to \(Int(usualSide)) points")
    }
    let edge = margin + Double(widest) / 200
    let room = Double(Drawing.largest) - 2 * edge
    if side * scale > room, room > 0 {
      scale = room / side
      tally.note("the ink is larger than a drawing may be; it is scaled down to \(Drawing.largest) points")
    }
    // Whole hundredths: a shift that is none rounds places that were exact.
    func shift(_ low: Double) -> Double { (edge * 100).rounded(.up) / 100 - (low * scale * 100).rounded(.down) / 100 }
    func length(_ low: Double, _ high: Double) -> Int32 {
      Int32(min(max(((high - low) * scale + 2 * edge).rounded(.up), 1), Double(Drawing.largest)))
    }
    let (x, y) = (shift(box.left), shift(box.top))
    return Drawing(
      width: length(box.left, box.right), height: length(box.top, box.bottom),
      commands: strokes.map { .add($0.stroke(scale: scale, (x, y))) })
  }
}
