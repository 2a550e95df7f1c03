// Whose turn it is: fingers, pens and palms.

import Ink
import TestSupport
import Testing

@Suite struct DrawingPadTests {
  static func pad() -> DrawingPad {
    DrawingPad(Sheet(Drawing(width: 200, height: 150), scale: 1))
  }

  static func at(_ x: Double, _ y: Double, _ time: Double, pressure: Double = 0.5) -> PointerSample {
    PointerSample(x: x, y: y, time: time, pressure: pressure)
  }

  /// A stroke from left to right.
  @discardableResult
  static func draw(
    _ pad: DrawingPad, _ id: Int32, _ device: Device, _ y: Double, from time: Double
  ) -> PadOutcome {
    var outcome = pad.down(id, device, at(20, y, time))
    for step in 1...10 {
      outcome.formUnion(pad.move(id, [at(20 + Double(step) * 10, y, time + Double(step) * 8)]))
    }
    return outcome.union(pad.up(id, at(120, y, time + 90)))
  }

  static func strokes(_ pad: DrawingPad) -> [Stroke] { pad.sheet.visibleStrokes.map(\.stroke) }

  static let blank = pad().sheet.shown

  @Test("finger, pen and mouse draw, each with the channels it has, all of which survive a file")
  func devices() throws {
    for (device, channels) in [(Device.touch, Channels.time), (.mouse, .time), (.pen, [.time, .pressure, .tilt])] {
      let pad = Self.pad()
      #expect(Self.draw(pad, 1, device, 50, from: 1000).contains(.added))
      #expect(Self.strokes(pad).map(\.channels) == [channels])
      #expect(Self.strokes(pad)[0].samples.first?.time == 0, "time counts from the beginning of the stroke")
      #expect(Self.strokes(pad)[0].samples.last?.x == 12_000)
      #expect(try Drawing(saved: pad.sheet.drawing.saved()) == pad.sheet.drawing)
    }
  }

  @Test("a touch that began just before the pen is taken back, and the palm is not listened to")
  func palm() {
    let pad = Self.pad()
    _ = pad.down(7, .touch, Self.at(150, 120, 1000))
    _ = pad.move(7, [Self.at(152, 121, 1016)])
    let outcome = Self.draw(pad, 1, .pen, 50, from: 1100)
    #expect(outcome.contains(.rolledBack) && outcome.contains(.penMode) && outcome.contains(.added))
    _ = pad.move(7, [Self.at(160, 125, 1300)])
    _ = pad.up(7, Self.at(160, 125, 1320))
    #expect(Self.strokes(pad).map(\.device) == [.pen])
    #expect(!pad.sheet.canRedo, "a palm is no command that could come back")
  }

  @Test("a palm that was lifted before the pen came has left no dot")
  func liftedPalm() {
    let pad = Self.pad()
    _ = pad.down(7, .touch, Self.at(150, 120, 1000))
    _ = pad.up(7, Self.at(150, 120, 1040))
    #expect(Self.strokes(pad).count == 1)
    Self.draw(pad, 1, .pen, 50, from: 1200)
    #expect(Self.strokes(pad).map(\.device) == [.pen])
    pad.sheet.undo()
    #expect(SheetTests.difference(pad.sheet.shown, Self.blank) == nil)
  }

  @Test("a finger that drew long before the pen keeps its stroke")
  func oldTouch() {
    let pad = Self.pad()
    Self.draw(pad, 7, .touch, 100, from: 1000)
    Self.draw(pad, 1, .pen, 50, from: 3000)
    #expect(Self.strokes(pad).map(\.device) == [.touch, .pen])
  }

  @Test("once a pen has drawn, fingers do not, until someone says so")
  func penMode() {
    let pad = Self.pad()
    Self.draw(pad, 1, .pen, 50, from: 1000)
    #expect(Self.draw(pad, 2, .touch, 100, from: 5000).contains(.ignored))
    #expect(Self.strokes(pad).count == 1)
    #expect(Self.draw(pad, 3, .mouse, 100, from: 6000).contains(.added), "a mouse is no palm")
    pad.isPenMode = false
    #expect(Self.draw(pad, 4, .touch, 120, from: 7000).contains(.added))
  }

  @Test("two fingers that tap undo, three redo, and neither leaves ink")
  func taps() {
    let pad = Self.pad()
    Self.draw(pad, 1, .touch, 50, from: 0)
    Self.draw(pad, 1, .touch, 80, from: 1000)
    _ = pad.down(2, .touch, Self.at(50, 50, 3000))
    #expect(pad.down(3, .touch, Self.at(90, 50, 3060)).contains(.rolledBack))
    _ = pad.up(2, Self.at(51, 50, 3150))
    #expect(pad.up(3, Self.at(90, 51, 3180)).contains(.undone))
    #expect(Self.strokes(pad).count == 1 && pad.sheet.canRedo)
    for id in Int32(4)...6 { _ = pad.down(id, .touch, Self.at(Double(id) * 20, 60, 4000 + Double(id) * 10)) }
    for id in Int32(4)...6 { _ = pad.up(id, Self.at(Double(id) * 20, 60, 4200)) }
    #expect(Self.strokes(pad).count == 2 && !pad.sheet.canRedo)
  }

  @Test("a hand that comes and goes while the pen draws undoes nothing", arguments: [true, false])
  func restingHand(penStays: Bool) {
    let pad = Self.pad()
    Self.draw(pad, 1, .pen, 40, from: 0)
    _ = pad.down(1, .pen, Self.at(20, 80, 1000))
    for id in Int32(2)...3 { _ = pad.down(id, .touch, Self.at(Double(id) * 40, 120, 1000 + Double(id) * 10)) }
    if !penStays { _ = pad.up(1, Self.at(60, 80, 1060)) }
    for id in Int32(2)...3 { #expect(!pad.up(id, Self.at(Double(id) * 40, 120, 1100)).contains(.undone)) }
    if penStays { #expect(pad.up(1, Self.at(90, 80, 1200)).contains(.added)) }
    #expect(Self.strokes(pad).map { $0.samples[0].y } == [4000, 8000])
  }

  @Test("a pen takes a palm's dot back, and nothing that came to its place")
  func palmWasUndone() {
    let pad = Self.pad()
    _ = pad.down(7, .touch, Self.at(150, 120, 1000))
    _ = pad.up(7, Self.at(150, 120, 1040))
    pad.sheet.undo()
    pad.sheet.apply(.setBackground(.paper(.black)))
    Self.draw(pad, 1, .pen, 50, from: 1200)
    #expect(pad.sheet.drawing.commands.first == .setBackground(.paper(.black)))
  }

  @Test("an eraser of no or negative size takes what it is put on, and does not trap", arguments: [0.0, -3, -1e300])
  func smallEraser(radius: Double) {
    let pad = Self.pad()
    Self.draw(pad, 1, .mouse, 40, from: 0)
    pad.tool = .strokeEraser(radius)
    _ = pad.down(1, .mouse, Self.at(70, 40, 1000))
    #expect(pad.up(1, Self.at(70, 40, 1010)).contains(.erased))
  }

  @Test("two fingers that move, come late or stay are no tap", arguments: [0, 1, 2])
  func noTap(kind: Int) {
    let pad = Self.pad()
    Self.draw(pad, 1, .touch, 50, from: 0)
    _ = pad.down(2, .touch, Self.at(50, 50, 3000))
    _ = pad.down(3, .touch, Self.at(90, 50, kind == 1 ? 3400 : 3050))
    if kind == 0 { _ = pad.move(3, [Self.at(130, 50, 3080)]) }
    _ = pad.up(3, Self.at(kind == 0 ? 130 : 90, 50, kind == 2 ? 4000 : 3450))
    let outcome = pad.up(2, Self.at(50, 50, kind == 2 ? 4000 : 3460))
    #expect(!outcome.contains(.undone))
    #expect(Self.strokes(pad).contains { $0.samples[0].y == 5000 && $0.samples.count > 2 }, "the first stroke is there")
  }

  @Test("a pointer that the system takes away leaves nothing")
  func cancel() {
    let pad = Self.pad()
    _ = pad.down(1, .touch, Self.at(20, 20, 0))
    _ = pad.move(1, [Self.at(90, 90, 20), Self.at(120, 60, 40)])
    #expect(SheetTests.difference(pad.sheet.shown, Self.blank) != nil)
    #expect(!pad.cancel(1).contains(.added))
    #expect(SheetTests.difference(pad.sheet.shown, Self.blank) == nil && !pad.sheet.canUndo)
    #expect(pad.move(1, [Self.at(50, 50, 60)]) == [] && pad.up(1, Self.at(50, 50, 70)) == [])
  }

  @Test("events that are no numbers, of no pointer, or twice: nothing breaks")
  func strange() {
    let pad = Self.pad()
    #expect(pad.down(1, .mouse, Self.at(.nan, 3, 0)) == [])
    #expect(pad.up(9, Self.at(1, 1, 1)) == [] && pad.cancel(9) == [])
    _ = pad.down(1, .mouse, Self.at(10, 10, 0))
    _ = pad.down(1, .mouse, Self.at(30, 30, 10))
    _ = pad.move(1, [Self.at(.infinity, 3, 20), Self.at(60, 60, .nan), Self.at(90, 60, -50)])
    _ = pad.move(1, [])
    #expect(pad.up(1, Self.at(.nan, 0, 100)).contains(.added))
    #expect(Self.strokes(pad).count == 1)
    #expect(Self.strokes(pad)[0].samples.allSatisfy { $0.time >= 0 })
  }

  @Test("hands in any order: what is shown is the drawing, which survives a file", arguments: 0..<60)
  func anyOrder(seed: Int) throws {
    var random = RandomInk(seed: UInt64(seed))
    let pad = Self.pad()
    var time = 0.0
    func sample() -> PointerSample {
      let odd = random.below(40)
      return PointerSample(
        x: odd == 0 ? .infinity : odd == 1 ? 1e300 : Double(random.below(200)), y: Double(random.below(150)),
        time: odd == 2 ? .nan : odd == 3 ? -1e300 : time + Double(random.below(9)), pressure: odd == 4 ? .nan : 0.4)
    }
    for _ in 0..<150 {
      time += Double(random.below(60))
      let id = Int32(random.below(4))
      switch random.below(14) {
      case 0: pad.tool = .strokeEraser(Double(random.below(30)) - 5)
      case 1: pad.tool = .brush(random.brush())
      case 2: _ = random.below(2) == 0 ? pad.sheet.undo() : pad.sheet.redo()
      case 3: pad.isPenMode = random.below(2) == 0
      case 4: _ = pad.cancel(id)
      case 5, 6: _ = pad.up(id, sample())
      case 7...9:
        _ = pad.down(id, [.touch, .touch, .pen, .mouse][random.below(4)], sample(), isEraser: random.below(5) == 0)
      default:
        _ = pad.move(id, (0...random.below(4)).map { _ in sample() }, predicted: random.below(3) == 0 ? [sample()] : [])
      }
    }
    pad.cancelAll()
    #expect(SheetTests.difference(pad.sheet.shown, Sheet(pad.sheet.drawing, scale: 1).shown) == nil, "seed \(seed)")
    #expect(try Drawing(saved: pad.sheet.drawing.saved()) == pad.sheet.drawing)
  }

  @Test("the eraser takes the strokes it touches as one command, dots as well")
  func eraser() {
    let pad = Self.pad()
    Self.draw(pad, 1, .mouse, 40, from: 0)
    Self.draw(pad, 1, .mouse, 80, from: 1000)
    _ = pad.down(1, .mouse, Self.at(70, 110, 2000))
    _ = pad.up(1, Self.at(70, 110, 2010))
    let before = pad.sheet.shown
    pad.tool = .strokeEraser(5)
    _ = pad.down(1, .mouse, Self.at(70, 60, 3000))
    _ = pad.move(1, [Self.at(70, 120, 3050)])
    #expect(pad.up(1, Self.at(70, 120, 3060)).contains(.erased))
    #expect(Self.strokes(pad).map { $0.samples[0].y } == [4000])
    #expect(pad.sheet.undo() == .erase([1, 2]))
    #expect(SheetTests.difference(pad.sheet.shown, before) == nil)
  }

  @Test("an eraser that is given up brings back what it took")
  func cancelledEraser() {
    let pad = Self.pad()
    Self.draw(pad, 1, .mouse, 40, from: 0)
    let before = pad.sheet.shown
    pad.tool = .strokeEraser(5)
    _ = pad.down(1, .mouse, Self.at(70, 20, 3000))
    _ = pad.move(1, [Self.at(70, 60, 3050)])
    #expect(SheetTests.difference(pad.sheet.shown, before) != nil)
    _ = pad.cancel(1)
    #expect(SheetTests.difference(pad.sheet.shown, before) == nil && Self.strokes(pad).count == 1)
  }

  @Test("the other end of a pen erases")
  func otherEnd() {
    let pad = Self.pad()
    Self.draw(pad, 1, .pen, 40, from: 0)
    _ = pad.down(1, .pen, Self.at(70, 20, 3000), isEraser: true)
    _ = pad.move(1, [Self.at(70, 60, 3050)])
    #expect(pad.up(1, Self.at(70, 60, 3060)).contains(.erased))
    #expect(Self.strokes(pad).isEmpty)
  }

  @Test("a guess at where the pen will be is shown and never kept")
  func prediction() {
    let pad = Self.pad()
    _ = pad.down(1, .mouse, Self.at(20, 50, 0))
    for step in 1...8 { _ = pad.move(1, [Self.at(20 + Double(step) * 8, 50, Double(step) * 8)]) }
    // 1 point a millisecond: 84 now, and 16 ms later 100.
    let ahead = Int(92) + 50 * 200
    #expect(pad.sheet.shown.pixels[ahead] != 0xffff_ffff)
    _ = pad.up(1, Self.at(84, 50, 70))
    #expect(pad.sheet.shown.pixels[ahead] == 0xffff_ffff)
    #expect(Self.strokes(pad)[0].samples.last?.x == 8400)
  }
}
