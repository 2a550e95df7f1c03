// A sheet's pixels are those of its drawing, by whatever way it came to them.

import Foundation
import Ink
import TestSupport
import Testing

@Suite struct SheetTests {
  static let count = Int(ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"] ?? "") ?? 60

  /// What is different, or nil. Comparing large arrays with #expect would print them.
  static func difference(_ a: Bitmap, _ b: Bitmap) -> String? {
    guard a.width == b.width, a.height == b.height else { return "\(a.width)x\(a.height) and \(b.width)x\(b.height)" }
    for index in a.pixels.indices where a.pixels[index] != b.pixels[index] {
      let x = index % Int(a.width)
      let y = index / Int(a.width)
      return "pixel \(x), \(y): \(String(a.pixels[index], radix: 16)) and \(String(b.pixels[index], radix: 16))"
    }
    return nil
  }

  @Test("live, undone and redone, replayed and with little memory: the same pixels", arguments: 0..<SheetTests.count)
  func samePixels(seed: Int) async throws {
    await Task.yield()
    var random = RandomInk(seed: UInt64(seed))
    let scale = [1.0, 0.5, 2.0, 1.25][random.below(4)]
    let pictures: [Bitmap?] = [random.picture(), random.picture()]
    let blank = Drawing(
      width: random.width, height: random.height, background: random.background(),
      pictures: [Picture(media: .png, width: 1, height: 1, bytes: []), Picture(media: .png, width: 1, height: 1, bytes: [])])
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
    let replayed = Sheet(sheet.drawing, scale: scale, pictures: pictures)
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
