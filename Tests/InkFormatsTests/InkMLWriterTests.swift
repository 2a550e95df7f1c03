// Drawings written as InkML come back as they were, as far as they can be seen; what does not come back is said.

import Ink
import InkFormats
import MarkupKit
import TestSupport
import Testing

@Suite struct InkMLWriterTests {
  /// A stroke of anything that a drawing may hold.
  static func stroke(_ random: inout SeededGenerator) -> Stroke {
    let channels = Channels(rawValue: UInt8.random(in: 0...7, using: &random))
    let brush = Brush(
      tool: Brush.Tool(rawValue: .random(in: 0...2, using: &random))!,
      color: InkColor(rgba: .random(in: 0...UInt32.max, using: &random)),
      width: .random(in: 1...(Bool.random(using: &random) ? 2_000 : Brush.widest), using: &random),
      dynamics: Brush.Dynamics(rawValue: .random(in: 0...3, using: &random))!,
      minimum: .random(in: 0...1_000, using: &random), taperIn: .random(in: 0...300, using: &random),
      taperOut: .random(in: 0...1, using: &random))
    let reach: Int32 = Bool.random(using: &random) ? 10_000_000 : 300
    var stroke = Stroke(
      brush: brush, device: Device(rawValue: .random(in: 0...2, using: &random))!, channels: channels)
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      stroke.samples.append(
        Sample(
          x: .random(in: -reach...reach, using: &random), y: .random(in: -reach...reach, using: &random),
          time: channels.contains(.time) ? .random(in: 0...Sample.longest, using: &random) : 0,
          pressure: channels.contains(.pressure) ? .random(in: 0...Sample.fullPressure, using: &random) : 0,
          tiltX: channels.contains(.tilt) ? .random(in: -9_000...9_000, using: &random) : 0,
          tiltY: channels.contains(.tilt) ? .random(in: -9_000...9_000, using: &random) : 0))
    }
    return stroke
  }

  @Test("visible strokes, size and paper come back exactly", arguments: InkMLWriter.Encoding.allCases)
  func roundTrip(_ encoding: InkMLWriter.Encoding) throws {
    var random = SeededGenerator(seed: 7)
    for number in 0..<200 {
      let strokes = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.stroke(&random) }
      let drawing = Drawing(
        width: .random(in: 1...Drawing.largest, using: &random), height: 600,
        background: .paper(InkColor(rgba: .random(in: 0...UInt32.max, using: &random))),
        commands: strokes.map { .add($0) })
      let written = InkMLWriter.write(drawing, encoding: encoding)
      let page = try #require(InkReader.read(written.bytes, source: "x").pages.first).drawing
      #expect(page.commands == drawing.commands, "drawing \(number)")
      #expect(page == drawing)
    }
  }

  @Test("numbers stand together where nothing need part them")
  func compact() {
    let samples = [
      Sample(x: 100, y: 200, time: 0, pressure: 5), Sample(x: 110, y: 195, time: 80, pressure: 5),
      Sample(x: 121, y: 189, time: 160, pressure: 7), Sample(x: 130, y: 189, time: 241, pressure: 0),
    ]
    let drawing = Drawing(
      width: 9, height: 9, commands: [.add(Stroke(brush: Brush(), channels: [.time, .pressure], samples: samples))])
    func trace(_ encoding: InkMLWriter.Encoding) -> String {
      let text = String(decoding: InkMLWriter.write(drawing, encoding: encoding).bytes, as: UTF8.self)
      let start = text.firstRange(of: "brushRef=\"#br0\">")!.upperBound
      return String(text[start...].prefix { $0 != "<" })
    }
    #expect(trace(.explicit) == "100 200 0 5,110 195 80 5,121 189 160 7,130 189 241 0")
    #expect(trace(.differences) == "100 200 0 5,'10'-5'80'0,11-6 80 2,9 0 81-7")
    #expect(trace(.secondDifferences) == "100 200 0 5,'10'-5'80'0,\"1\"-1\"0 2,-2 6 1-7")
  }

  @Test("strokes of one kind share a context and a brush")
  func shared() throws {
    let stroke = Stroke(brush: Brush(), samples: [Sample(x: 1, y: 2)])
    var other = stroke
    other.brush.width = 7
    other.channels = .time
    let drawing = Drawing(width: 9, height: 9, commands: [.add(stroke), .add(other), .add(stroke)])
    let text = String(decoding: InkMLWriter.write(drawing).bytes, as: UTF8.self)
    #expect(text.ranges(of: "<context ").count == 2)
    #expect(text.ranges(of: "<brush ").count == 2)
    #expect(text.ranges(of: "<trace ").count == 3)
  }

  @Test("what InkML does not hold is said")
  func losses() {
    let stroke = Stroke(brush: Brush(tool: .eraser, dynamics: .velocity, taperIn: 5), samples: [Sample(x: 1, y: 2)])
    var drawing = Drawing(
      width: 9, height: 9, background: .picture(0), commands: [.add(stroke), .add(stroke), .erase([0]), .clear])
    drawing.position = 3
    #expect(
      InkMLWriter.write(drawing).losses.map(\.description) == [
        "other programs show strokes of the eraser in the colour of the paper",
        "other programs show no tapered ends", "other programs show no widths that follow velocity",
        "the picture behind the ink is left out", "an undone change is left out", "an erased stroke is left out",
      ])
    let plain = Stroke(brush: Brush(dynamics: .constant), samples: [Sample(x: 1, y: 2)])
    #expect(InkMLWriter.write(Drawing(width: 9, height: 9, commands: [.add(plain)])).losses.isEmpty)
  }

  @Test("strokes without samples are not written")
  func emptyStroke() throws {
    let drawing = Drawing(width: 9, height: 9, commands: [.add(Stroke(brush: Brush()))])
    #expect(try InkReader.read(InkMLWriter.write(drawing).bytes, source: "x").strokes.isEmpty)
  }
}
