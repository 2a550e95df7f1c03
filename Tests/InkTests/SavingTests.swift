// Saved drawings: equal when read again, refused with a place when they are cut or changed.

import Foundation
import Ink
import TestSupport
import Testing

@Suite struct SavingTests {
  static func drawing(_ seed: Int, commands: Int = 12) -> Drawing {
    var random = RandomInk(seed: UInt64(seed))
    var drawing = Drawing(
      width: random.width, height: random.height, background: random.background(),
      pictures: [Picture(media: .jpeg, width: 3, height: 2, bytes: (0..<UInt8(random.below(9))).map { $0 &* 37 })])
    while drawing.commands.count < commands {
      drawing.commands.append(random.command(strokes: drawing.commands.count))
    }
    drawing.position = random.below(commands + 1)
    return drawing
  }

  @Test("a drawing that is saved and read is the drawing", arguments: 0..<30)
  func roundTrip(seed: Int) throws {
    let drawing = Self.drawing(seed)
    #expect(try Drawing(saved: drawing.saved()) == drawing)
    #expect(try Drawing(svg: drawing.svg()) == drawing)
  }

  @Test("a file that ends early is refused, wherever it ends")
  func cut() {
    let bytes = Self.drawing(3, commands: 3).saved()
    for count in 0..<bytes.count - 2 {
      #expect(throws: DrawingError.self, "\(count) bytes") { try Drawing(saved: Array(bytes.prefix(count))) }
    }
  }

  @Test("a changed byte is refused")
  func changed() {
    let bytes = Self.drawing(5, commands: 3).saved()
    for index in 0..<bytes.count - 1 {
      var other = bytes
      other[index] ^= 1
      #expect(throws: DrawingError.self, "byte \(index)") { try Drawing(saved: other) }
    }
  }

  @Test(
    "errors name what is wrong and where",
    arguments: [
      ("", DrawingError.Problem.cut, 0), ("[]", .unexpected, 0), ("{}", .missing, 1),
      ("{\"width\":3", .missing, 0),
      ("{\"plimsoll-drawing\":2,", .version, 20), ("{\"plimsoll-drawing\":1,\"model\":2,", .version, 30),
      ("{\"plimsoll-drawing\":1,\"heigth\":2", .unknownName, 23),
      ("{\"plimsoll-drawing\":1,\"width\":1.5", .range, 30), ("{\"plimsoll-drawing\":1,\"width\":0,", .range, 30),
      ("{\"plimsoll-drawing\":1,\"width\":2,\"width\":2,", .repeatedName, 33),
    ])
  func places(text: String, problem: DrawingError.Problem, offset: Int) {
    #expect(throws: DrawingError(problem, at: offset)) { try Drawing(saved: Array(text.utf8)) }
  }

  @Test("a file written by hand, without a check, is read")
  func byHand() throws {
    let text = """
      { "plimsoll-drawing": 1, "model": 1, "width": 100, "height": 80,
        "commands": [ { "add": { "tool": "pen", "color": "#102030ff", "size": 400, "x": [1000, 500], "y": [900, -100] } },
                      { "group": [ { "erase": [0] }, { "clear": true }, { "background": "#00000000" } ] } ] }
      """
    let drawing = try Drawing(saved: Array(text.utf8))
    #expect(drawing.width == 100 && drawing.height == 80 && drawing.position == 2)
    guard case .add(let stroke) = drawing.commands[0] else { throw DrawingError(.missing, at: 0) }
    #expect(stroke.samples == [Sample(x: 1000, y: 900), Sample(x: 1500, y: 800)])
    #expect(stroke.channels == [] && stroke.brush.color == InkColor(rgba: 0x1020_30ff))
  }

  @Test("groups deeper than a file holds become part of the group around them")
  func deepGroups() throws {
    var random = RandomInk(seed: 4)
    var command = Command.add(random.stroke())
    for _ in 0..<40 { command = .group([command, .add(random.stroke()), .erase([0])]) }
    var drawing = Drawing(width: random.width, height: random.height, commands: [command])
    let read = try Drawing(saved: drawing.saved())
    #expect(read.commands.count == 1 && VisibleInk(read).visible == VisibleInk(drawing).visible)
    // One that just fits stays as it is.
    command = .clear
    for _ in 0..<15 { command = .group([command]) }
    drawing.commands = [command]
    #expect(try Drawing(saved: drawing.saved()) == drawing)
  }

  @Test("nothing stands behind the check, which would say nothing of it")
  func checkIsLast() {
    // The aca300db-32 of what stands before ',"check"', by Python's zlib.
    let text = "{\"plimsoll-drawing\":1,\"check\":\"aca300db\",\"model\":1"
    #expect(throws: DrawingError(.unexpected, at: text.utf8.count - 10)) { try Drawing(saved: Array(text.utf8)) }
  }

  @Test("pictures in one page have masks of different names")
  func maskNames() {
    let names = (0..<2).map { place -> Substring in
      var drawing = Drawing(width: 50, height: 50)
      for tool in [Brush.Tool.pen, .eraser] {
        drawing.commands.append(
          .add(Stroke(brush: Brush(tool: tool), samples: [Sample(x: 1000, y: Int32(place) * 100)])))
      }
      drawing.position = 2
      let text = String(decoding: drawing.svg(includesDrawing: false), as: UTF8.self)
      let mask = text.split(separator: "<mask id=\"")[1].prefix { $0 != "\"" }
      #expect(text.contains("mask=\"url(#\(mask))\""))
      return mask
    }
    #expect(names[0] != names[1])
  }

  @Test("damaged files are refused or drawn, never trapped on")
  func fuzz() {
    let count = ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"].flatMap { UInt64($0) } ?? 1_000
    // Without the check, so that what is changed is looked at.
    let seeds = (0..<6).map { seed -> [UInt8] in
      let text = String(decoding: Self.drawing(seed, commands: 5).saved(), as: UTF8.self)
      return Array(text[..<text.range(of: ",\"check\"")!.lowerBound].utf8) + Array("}".utf8)
    }
    let mutator = Mutator(seeds: seeds)
    var read = 0
    for number in 0..<count {
      guard let drawing = try? Drawing(saved: mutator.variant(number)) else { continue }
      read += 1
      if Int(drawing.width) * Int(drawing.height) < 100_000 {
        let sheet = Sheet(drawing, scale: 1, budget: 100_000)
        sheet.undo()
      }
      #expect((try? Drawing(saved: drawing.saved())) == drawing)
    }
    #expect(read > 0 && read < count)
  }
}
