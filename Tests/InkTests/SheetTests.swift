// A sheet's pixels are those of its drawing, by whatever way it came to them.

import Foundation
import Ink
import TestSupport
import Testing

@Suite struct SheetTests {
  static let count = Int(ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"] ?? "") ?? 30

  /// What is different, or nil. Comparing large arrays with #expect would print them.
  static func difference(_ a: Bitmap, _ b: Bitmap) -> String? {
    guard a.width == b.width, a.height == b.height else { return "\(a.width)x\(a.height) and \(b.width)x\(b.height)" }
    let isSame = a.pixels.withUnsafeBytes { a in
      b.pixels.withUnsafeBytes { b in memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0 }
    }
    if isSame { return nil }
    for index in a.pixels.indices where a.pixels[index] != b.pixels[index] {
      let x = index % Int(a.width)
      let y = index / Int(a.width)
      return "pixel \(x), \(y): \(String(a.pixels[index], radix: 16)) and \(String(b.pixels[index], radix: 16))"
    }
    return nil
  }

  @Test(
    "live, undone and redone, loaded from a file and with little memory: the same pixels",
    arguments: 0..<SheetTests.count)
  func samePixels(seed: Int) async throws {
    await Task.yield()
    var random = RandomInk(seed: UInt64(seed))
    let scale = [1.0, 0.5, 2.0, 1.25][random.below(4)]
    let pictures: [Bitmap?] = [random.picture(), random.picture()]
    let blank = Drawing(
      width: random.width, height: random.height, background: random.background(),
      pictures: [
        Picture(media: .png, width: 1, height: 1, bytes: []), Picture(media: .png, width: 1, height: 1, bytes: []),
      ])
    let sheet = Sheet(blank, scale: scale, pictures: pictures)
    let small = Sheet(blank, scale: scale, budget: 20_000, pictures: pictures)
    var after: [Bitmap] = [sheet.shown]
    for step in 0..<24 {
      switch random.below(8) {
      case 0 where sheet.canUndo:
        let undone = sheet.undo()
        #expect(undone != nil && small.undo() == undone)
      case 1 where sheet.canRedo:
        let redone = sheet.redo()
        #expect(redone != nil && small.redo() == redone)
      case 2...5:
        // By hand, a few samples at a time, with a prediction; some are given up.
        let stroke = random.stroke()
        sheet.beginStroke(brush: stroke.brush, device: stroke.device, channels: stroke.channels)
        var rest = stroke.samples[...]
        while !rest.isEmpty {
          let part = rest.prefix(1 + random.below(4))
          rest = rest.dropFirst(part.count)
          let last = part.last!
          // Predicted samples reach tiles that the stroke never does.
          let predicted =
            random.below(2) == 0 ? [] : [Sample(x: last.x + 900, y: last.y - 700, time: last.time + 80, pressure: 9000)]
          sheet.extendStroke(Array(part), predicted: predicted)
        }
        if random.below(6) == 0 {
          sheet.cancelStroke()
        } else {
          sheet.endStroke()
          small.apply(.add(stroke))
          after.removeLast(after.count - sheet.drawing.position)
          after.append(sheet.shown)
        }
      default:
        let command = random.command(strokes: step)
        sheet.apply(command)
        small.apply(command)
        after.removeLast(after.count - sheet.drawing.position)
        after.append(sheet.shown)
      }
      let position = sheet.drawing.position
      #expect(Self.difference(sheet.shown, after[position]) == nil, "seed \(seed), step \(step): as it was")
      #expect(Self.difference(sheet.shown, small.shown) == nil, "seed \(seed), step \(step): with little memory")
    }
    #expect(sheet.drawing == small.drawing)
    let loaded = try Drawing(saved: sheet.drawing.saved())
    #expect(loaded == sheet.drawing)
    let replayed = Sheet(loaded, scale: scale, pictures: pictures)
    #expect(Self.difference(sheet.shown, replayed.shown) == nil, "seed \(seed): replayed")
    #expect(replayed.drawing == sheet.drawing)
    while sheet.canUndo {
      #expect(sheet.undo() == replayed.undo())
      #expect(Self.difference(sheet.shown, after[sheet.drawing.position]) == nil, "seed \(seed): undone")
      #expect(Self.difference(sheet.shown, replayed.shown) == nil, "seed \(seed): undone after replay")
    }
    while sheet.canRedo {
      sheet.redo()
      #expect(Self.difference(sheet.shown, after[sheet.drawing.position]) == nil, "seed \(seed): redone")
    }
  }
}

@Suite struct SheetPaintTests {
  private static func pixel(_ sheet: Sheet, _ x: Int, _ y: Int) -> UInt32 {
    sheet.shown.pixels[y * Int(sheet.shown.width) + x]
  }

  private static func line(_ brush: Brush, _ a: (Double, Double), _ b: (Double, Double)) -> Command {
    .add(Stroke(brush: brush, device: .mouse, samples: [Sample(x: a.0, y: a.1)!, Sample(x: b.0, y: b.1)!]))
  }

  @Test("a stroke that crosses itself has one alpha")
  func uniformAlpha() {
    let sheet = Sheet(Drawing(width: 100, height: 100), scale: 1)
    // Half of 0 on 255, rounded to the nearest: 255 * 127 / 255 = 127.
    let brush = Brush(color: InkColor(rgba: 0x0000_0080), width: 1000, dynamics: .constant)
    let places = [(10.0, 50.0), (90, 50), (90, 90), (50, 90), (50, 10)]
    sheet.apply(
      .add(Stroke(brush: brush, device: .mouse, samples: places.map { Sample(x: $0.0, y: $0.1)! })))
    #expect(Self.pixel(sheet, 50, 50) == 0xff7f_7f7f)
    #expect(Self.pixel(sheet, 30, 50) == 0xff7f_7f7f)
  }

  @Test("a highlighter multiplies with what lies below it, a picture as well")
  func highlighter() {
    let picture = Bitmap(width: 2, height: 1, pixels: [0xff40_80c0, 0xffff_ffff])
    let drawing = Drawing(
      width: 100, height: 50, background: .picture(0),
      pictures: [Picture(media: .png, width: 2, height: 1, bytes: [])])
    let sheet = Sheet(drawing, scale: 1, pictures: [picture])
    let yellow = Brush(tool: .highlighter, color: InkColor(rgba: 0xffff_00ff), width: 2000, dynamics: .constant)
    sheet.apply(Self.line(yellow, (10, 25), (90, 25)))
    // Red and green stay, blue is gone.
    #expect(Self.pixel(sheet, 30, 25) == 0xff00_80c0)
    #expect(Self.pixel(sheet, 70, 25) == 0xff00_ffff)
  }

  @Test("an eraser of pixels brings the picture back, and takes nothing of it")
  func eraser() {
    let picture = Bitmap(width: 1, height: 1, pixels: [0xff40_80c0])
    let drawing = Drawing(
      width: 100, height: 50, background: .picture(0),
      pictures: [Picture(media: .png, width: 1, height: 1, bytes: [])])
    let sheet = Sheet(drawing, scale: 1, pictures: [picture])
    sheet.apply(Self.line(Brush(width: 2000, dynamics: .constant), (10, 25), (90, 25)))
    #expect(Self.pixel(sheet, 50, 25) == 0xff00_0000)
    sheet.apply(Self.line(Brush(tool: .eraser, width: 1000, dynamics: .constant), (50, 0), (50, 50)))
    #expect(Self.pixel(sheet, 50, 25) == 0xff40_80c0 && Self.pixel(sheet, 40, 25) == 0xff00_0000)
    sheet.undo()
    #expect(Self.pixel(sheet, 50, 25) == 0xff00_0000)
  }

  @Test("new ink drops what could be redone")
  func redoIsDropped() {
    let sheet = Sheet(Drawing(width: 50, height: 50), scale: 1)
    sheet.apply(Self.line(Brush(), (5, 5), (40, 5)))
    sheet.undo()
    #expect(sheet.canRedo)
    sheet.apply(Self.line(Brush(), (5, 25), (40, 25)))
    #expect(!sheet.canRedo && sheet.drawing.commands.count == 1 && sheet.redo() == nil)
  }

  @Test("the memory for undo stays within its budget, and all is undone nevertheless")
  func budget() {
    let sheet = Sheet(Drawing(width: 300, height: 300), scale: 1, budget: 100_000)
    var random = RandomInk(seed: 7, width: 300, height: 300)
    let blank = sheet.shown
    for _ in 0..<80 {
      sheet.apply(.add(random.stroke()))
      // The newest patch and the newest checkpoint are kept whatever they take.
      #expect(sheet.historySize < 100_000 + 2 * 300 * 300 * 4)
    }
    while sheet.canUndo { sheet.undo() }
    #expect(SheetTests.difference(sheet.shown, blank) == nil)
  }

  @Test("what is undone stays within the budget too, though ink takes more room than paper")
  func budgetOfUndone() {
    var random = RandomInk(seed: 3, width: 400, height: 400)
    let noise = Bitmap(
      width: 400, height: 400, pixels: (0..<160_000).map { _ in UInt32(random.below(1 << 24)) | 0xff00_0000 })
    let drawing = Drawing(
      width: 400, height: 400, background: .picture(0),
      pictures: [Picture(media: .png, width: 400, height: 400, bytes: [])])
    let sheet = Sheet(drawing, scale: 1, budget: 600_000, pictures: [noise])
    let marker = Brush(tool: .highlighter, color: InkColor(rgba: 0xffff_00ff), width: 200, dynamics: .constant)
    for row in 1..<400 { sheet.apply(Self.line(marker, (5, Double(row)), (390, Double(row)))) }
    let before = sheet.shown
    // The newest checkpoint stays whatever it takes: here up to 4 bytes a pixel.
    let most = 600_000 + 4 * 160_000
    while sheet.canUndo {
      sheet.undo()
      #expect(sheet.historySize < most)
    }
    while sheet.canRedo {
      sheet.redo()
      #expect(sheet.historySize < most)
    }
    #expect(SheetTests.difference(sheet.shown, before) == nil)
  }

  @Test("with a budget of 0 no time goes into checkpoints, and undo works nevertheless")
  func noBudget() {
    let sheet = Sheet(Drawing(width: 60, height: 60), scale: 1, budget: 0)
    var after = [sheet.shown]
    var random = RandomInk(seed: 9, width: 60, height: 60)
    for _ in 0..<20 {
      sheet.apply(.add(random.stroke()))
      after.append(sheet.shown)
      // The newest patch: 4 bytes for each of its pixels, and what arrays have in reserve.
      #expect(sheet.historySize < 60 * 60 * 4 * 2 + 500)
    }
    while sheet.canUndo {
      sheet.undo()
      #expect(SheetTests.difference(sheet.shown, after[sheet.drawing.position]) == nil)
    }
  }

  @Test("a picture that comes late is below the ink that was drawn before")
  func latePicture() {
    let drawing = Drawing(
      width: 40, height: 40, background: .picture(0), pictures: [Picture(media: .png, width: 1, height: 1, bytes: [])])
    let sheet = Sheet(drawing, scale: 1)
    sheet.apply(Self.line(Brush(width: 1000, dynamics: .constant), (5, 20), (35, 20)))
    sheet.setPicture(0, Bitmap(width: 1, height: 1, pixels: [0xff11_2233]))
    #expect(Self.pixel(sheet, 20, 20) == 0xff00_0000 && Self.pixel(sheet, 20, 35) == 0xff11_2233)
    sheet.undo()
    #expect(Self.pixel(sheet, 20, 20) == 0xff11_2233)
  }

  /// A million where the tests run optimised: `PLIMSOLL_FUZZ_COUNT=1000 swift test -c release -Xswiftc -enable-testing --filter InkTests`.
  static let samples = Int32(SheetTests.count >= 1_000 ? 1_000_000 : 10_000)

  @Test("a stroke of a million samples is drawn, undone and saved")
  func million() throws {
    let sheet = Sheet(Drawing(width: 400, height: 300), scale: 1)
    let blank = sheet.shown
    var generator = SeededGenerator(seed: 1)
    sheet.beginStroke(brush: Brush(width: 300), device: .mouse, channels: .time)
    var x: Int32 = 20_000
    var y: Int32 = 15_000
    var part: [Sample] = []
    for index in 0..<Self.samples {
      x = min(39_900, max(100, x + Int32.random(in: -200...200, using: &generator)))
      y = min(29_900, max(100, y + Int32.random(in: -200...200, using: &generator)))
      part.append(Sample(x: x, y: y, time: index * 40))
      if part.count == 10_000 {
        sheet.extendStroke(part)
        part.removeAll(keepingCapacity: true)
      }
    }
    sheet.endStroke()
    #expect(SheetTests.difference(sheet.shown, blank) != nil)
    let saved = sheet.drawing.saved()
    #expect(saved.count < 16 * Int(Self.samples), "some 15 bytes a sample")
    sheet.undo()
    #expect(SheetTests.difference(sheet.shown, blank) == nil)
  }
}
