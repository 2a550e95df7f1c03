// Fingers, pens and mice on a sheet: whose turn it is. A hand that rests on the glass comes before the pen does; two fingers that tap
// are no strokes; once a pen has drawn, fingers do not until someone says so.

/// What a device says of one pointer at one moment.
public struct PointerSample: Sendable {
  /// In points of the drawing.
  public var x: Double
  /// In points of the drawing.
  public var y: Double
  /// In milliseconds of any clock that goes on.
  public var time: Double
  /// 0 to 1.
  public var pressure: Double
  /// In degrees.
  public var tiltX: Double
  /// In degrees.
  public var tiltY: Double

  /// A sample.
  public init(x: Double, y: Double, time: Double, pressure: Double = 0.5, tiltX: Double = 0, tiltY: Double = 0) {
    self.x = x
    self.y = y
    self.time = time
    self.pressure = pressure
    self.tiltX = tiltX
    self.tiltY = tiltY
  }
}

/// What came of an event, for whoever has to tell the user.
public struct PadOutcome: OptionSet, Equatable, Sendable {
  /// The bits.
  public let rawValue: Int32
  /// Outcomes of bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// A stroke was added.
  public static let added = PadOutcome(rawValue: 1)
  /// Strokes were erased.
  public static let erased = PadOutcome(rawValue: 2)
  /// Two fingers have tapped: a command was undone.
  public static let undone = PadOutcome(rawValue: 4)
  /// Three fingers have tapped: a command was done again.
  public static let redone = PadOutcome(rawValue: 8)
  /// From now on fingers do not draw.
  public static let penMode = PadOutcome(rawValue: 16)
  /// A stroke was taken back: it was a palm, or the first finger of a tap.
  public static let rolledBack = PadOutcome(rawValue: 32)
  /// A finger was not listened to, because of the pen.
  public static let ignored = PadOutcome(rawValue: 64)
}

/// A sheet and the hands on it.
public final class DrawingPad {
  /// What the tool does.
  public enum Tool: Equatable, Sendable {
    /// Draws with a brush, which may be an eraser of pixels.
    case brush(Brush)
    /// Takes whole strokes, with this radius in points.
    case strokeEraser(Double)
  }

  /// A touch that began at most this many milliseconds before a pen was a palm.
  public static let palmWindow = 350.0
  /// Fingers that come down within this many milliseconds tap together.
  public static let tapStart = 180.0
  /// A tap is over after this many milliseconds.
  public static let tapLength = 450.0
  /// A finger that tapped has not moved further than this, in points.
  public static let tapReach = 14.0

  struct Pointer {
    var id: Int32
    var device: Device
    var start: PointerSample
    var last: PointerSample
    /// Whether it draws or erases; otherwise it only counts for taps.
    var isDrawing: Bool
    var hasMoved = false
  }

  /// The sheet.
  public private(set) var sheet: Sheet
  /// What the next stroke is made with.
  public var tool: Tool = .brush(Brush())
  /// What a pen's other end does.
  public var eraser: Tool = .strokeEraser(8)
  /// Whether only pens (and mice) draw. Set by the first pen; only the user ends it.
  public var isPenMode = false
  /// Whether the pen is shown a little ahead of where it is.
  public var predicts = true

  var pointers: [Pointer] = []
  var erasingRadius = 0.0
  /// How many fingers tap together, and whether they still may.
  var tapping = 0
  var tapFailed = false
  /// When the last touch stroke began and where its command stands, for a palm that was lifted before the pen came.
  var lastTouch: (began: Double, position: Int)?

  /// Whether a pointer draws or erases.
  var isDrawing: Bool { pointers.contains { $0.isDrawing } }

  /// A pad over a sheet.
  public init(_ sheet: Sheet) { self.sheet = sheet }

  /// Another sheet, for another drawing or scale; what is under the pen is given up.
  public func replace(_ sheet: Sheet) {
    cancelAll()
    self.sheet = sheet
    lastTouch = nil
  }

  /// Gives up all that is under way.
  public func cancelAll() {
    sheet.cancelStroke()
    sheet.cancelErasing()
    pointers.removeAll()
    tapping = 0
  }

  /// A pointer comes down.
  ///
  /// - Parameter isEraser: Whether the pen is upside down.
  public func down(_ id: Int32, _ device: Device, _ sample: PointerSample, isEraser: Bool = false) -> PadOutcome {
    guard sample.x.isFinite, sample.y.isFinite, sample.time.isFinite else { return [] }
    var outcome: PadOutcome = []
    if let at = pointers.firstIndex(where: { $0.id == id }) { outcome.formUnion(end(at, commits: false)) }
    if device == .pen {
      outcome.formUnion(rejectPalms(sample.time))
      if !isPenMode {
        isPenMode = true
        outcome.insert(.penMode)
      }
    }
    let fingers = pointers.filter { $0.device == .touch }
    if device == .touch, let first = fingers.first {
      outcome.formUnion(joinTap(first, fingers.count, sample))
    } else if device == .touch {
      tapping = 1
      // A hand that rests while the pen draws comes and goes with several fingers: no tap.
      tapFailed = isDrawing
    }
    let draws = !isDrawing && (device != .touch || (!isPenMode && tapping <= 1 && fingers.isEmpty))
    if device == .touch, !draws, isPenMode { outcome.insert(.ignored) }
    pointers.append(Pointer(id: id, device: device, start: sample, last: sample, isDrawing: draws))
    if draws { begin(device, sample, isEraser: isEraser) }
    return outcome
  }

  /// A pointer has moved.
  ///
  /// - Parameters:
  ///   - samples: All that the device said since the last call, oldest first.
  ///   - predicted: What the system expects next; with none, the pad guesses itself.
  public func move(_ id: Int32, _ samples: [PointerSample], predicted: [PointerSample] = []) -> PadOutcome {
    guard let at = pointers.firstIndex(where: { $0.id == id }) else { return [] }
    let good = samples.filter { $0.x.isFinite && $0.y.isFinite }
    guard let last = good.last else { return [] }
    let start = pointers[at].start
    for sample in good
    where Elementary.length(sample.x - start.x, sample.y - start.y) > DrawingPad.tapReach {
      pointers[at].hasMoved = true
      if pointers[at].device == .touch { tapFailed = true }
    }
    if pointers[at].isDrawing { extend(pointers[at], good, predicted) }
    pointers[at].last = last
    return []
  }

  /// A pointer goes up. Its last place counts, also when nothing was said of it before.
  public func up(_ id: Int32, _ sample: PointerSample) -> PadOutcome {
    guard let at = pointers.firstIndex(where: { $0.id == id }) else { return [] }
    if sample.x.isFinite, sample.y.isFinite { _ = move(id, [sample]) }
    let isTap = pointers[at].device == .touch
    let began = pointers[at].start.time
    var outcome = end(at, commits: true)
    guard isTap, !pointers.contains(where: { $0.device == .touch }) else { return outcome }
    if tapping >= 2, !tapFailed, !isDrawing, sample.time - began <= DrawingPad.tapLength {
      if tapping == 2, sheet.undo() != nil { outcome.insert(.undone) }
      if tapping == 3, sheet.redo() != nil { outcome.insert(.redone) }
    }
    tapping = 0
    return outcome
  }

  /// The system takes a pointer away: what it was making is given up.
  public func cancel(_ id: Int32) -> PadOutcome {
    guard let at = pointers.firstIndex(where: { $0.id == id }) else { return [] }
    if pointers[at].device == .touch { tapFailed = true }
    return end(at, commits: false)
  }
}
