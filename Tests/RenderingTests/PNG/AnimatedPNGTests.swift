import Ink
import SystemKit
import TestSupport
import Testing

@testable import Rendering

@Suite struct AnimatedPNGTests {
  struct Frame {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    var delay = (0, 0)
    var isOver = false
    var data: [UInt8] = []
  }

  /// Takes a file apart by the third edition of PNG, 11.3.4.
  static func frames(_ bytes: [UInt8]) throws -> (size: (Int, Int), control: [UInt8], frames: [Frame]) {
    let chunks = try #require(PNGFixture.chunks(bytes))
    #expect(chunks.first?.type == "IHDR" && chunks.dropFirst().first?.type == "acTL" && chunks.last?.type == "IEND")
    let header = chunks[0].data
    var frames: [Frame] = []
    var number = 0
    for chunk in chunks.dropFirst(2).dropLast() {
      let data = chunk.data
      switch chunk.type {
      case "fcTL":
        #expect(data.count == 26 && PNGFixture.number(data[0..<4]) == number)
        number += 1
        #expect(data[24] == 0, "a frame stays")
        frames.append(
          Frame(
            x: PNGFixture.number(data[12..<16]), y: PNGFixture.number(data[16..<20]),
            width: PNGFixture.number(data[4..<8]), height: PNGFixture.number(data[8..<12]),
            delay: (PNGFixture.number(data[20..<22]), PNGFixture.number(data[22..<24])), isOver: data[25] == 1))
      case "IDAT":
        #expect(frames.count == 1)
        frames[0].data += data
      case "fdAT":
        #expect(PNGFixture.number(data[0..<4]) == number)
        number += 1
        frames[frames.count - 1].data += data[4...]
      default: Issue.record("an unexpected chunk \(chunk.type)")
      }
    }
    return ((PNGFixture.number(header[0..<4]), PNGFixture.number(header[4..<8])), chunks[1].data, frames)
  }

  /// What is seen after each frame: each is read as a picture of its own and laid on those before.
  static func composed(_ bytes: [UInt8]) throws -> [PixelPicture] {
    let (size, _, frames) = try frames(bytes)
    var shown = [UInt32](repeating: 0, count: size.0 * size.1)
    return try frames.map { frame in
      let alone = PNGFixture.file([
        PNGChunk(
          type: "IHDR", data: PNGFixture.big(frame.width) + PNGFixture.big(frame.height) + [8, 6, 0, 0, 0]),
        PNGChunk(type: "IDAT", data: frame.data), PNGChunk(type: "IEND", data: []),
      ])
      let picture = try PictureReader.read(alone, source: "frame")
      for y in 0..<frame.height {
        for x in 0..<frame.width {
          let pixel = picture[x, y]
          // Laid over: here only what is opaque or nothing at all may occur.
          if frame.isOver && pixel >> 24 != 0xff {
            #expect(pixel == 0)
            continue
          }
          shown[(frame.y + y) * size.0 + frame.x + x] = pixel
        }
      }
      return PixelPicture(width: size.0, height: size.1, pixels: shown)
    }
  }

  private func file(_ frames: [PixelPicture], loops: Int = 0) throws -> [UInt8] {
    let sink = BufferSink()
    let writer = try AnimatedPNGWriter(
      width: frames[0].width, height: frames[0].height, frames: frames.count, loops: loops, to: sink)
    for frame in frames { try writer.add(frame, milliseconds: 40) }
    try writer.finish()
    return sink.bytes
  }

  @Test("frames come together again as they were: growing, clearing, alike, wholly new")
  func composes() throws {
    let white = PixelPicture(50, 40) { _, _ in 0xffff_ffff }
    var growing = white
    growing.pixels[20 * 50 + 10] = 0xff00_0000
    growing.pixels[25 * 50 + 30] = 0xff00_00ff
    var cleared = growing
    for x in 5..<20 { cleared.pixels[20 * 50 + x] = 0x8000_0000 }
    let frames = [
      white, growing, growing, cleared, .noise(50, 40, seed: 1, isOpaque: false),
      .noise(50, 40, seed: 2, isOpaque: true),
    ]
    let bytes = try file(frames, loops: 3)
    #expect(try Self.composed(bytes) == frames)
    let parts = try Self.frames(bytes)
    #expect(parts.control == PNGFixture.big(6) + PNGFixture.big(3))
    // (10, 20) and (30, 25) changed, and both to opaque colours.
    #expect(parts.frames[1].isOver && parts.frames[1].x == 10 && parts.frames[1].y == 20)
    #expect(parts.frames[1].width == 21 && parts.frames[1].height == 6)
    #expect(parts.frames[2].width == 1 && parts.frames[2].height == 1)
    #expect(!parts.frames[3].isOver && parts.frames[3].height == 1)
    #expect(try PictureReader.read(bytes, source: "first") == white)
  }

  @Test("an animation of many bands keeps its numbers in order")
  func manyBands() throws {
    let frames = [PixelPicture.noise(700, 900, seed: 1, isOpaque: true), .noise(700, 900, seed: 2, isOpaque: true)]
    #expect(try Self.composed(try file(frames)) == frames)
  }

  @Test(
    "a time is a fraction of two short numbers",
    arguments: [(0, 0, 1000), (40, 40, 1000), (65_000, 65_000, 1000), (70_049, 700, 10), (10_000_000, 10_000, 1)])
  func delays(milliseconds: Int, part: Int, unit: Int) {
    let delay = AnimatedPNGWriter<BufferSink>.delay(milliseconds)
    #expect(delay == (part, unit))
    #expect(AnimatedPNGWriter<BufferSink>.delay(.max) == (65_535, 1))
    #expect(AnimatedPNGWriter<BufferSink>.delay(-5) == (0, 1000))
  }

  @Test("a wrong number of frames or another size is refused")
  func refuses() throws {
    #expect(throws: RenderingError.self) {
      _ = try AnimatedPNGWriter(width: 2, height: 2, frames: 0, to: BufferSink())
    }
    #expect(throws: RenderingError.self) {
      _ = try AnimatedPNGWriter(width: 20_000, height: 2, frames: 1, to: BufferSink())
    }
    let writer = try AnimatedPNGWriter(width: 2, height: 2, frames: 1, to: BufferSink(), source: "a.png")
    #expect(throws: RenderingError(.badFrame("frame 1 is 3 x 2 (expected 2 x 2)"), "a.png")) {
      try writer.add(.noise(3, 2, seed: 1, isOpaque: true), milliseconds: 1)
    }
    #expect(throws: RenderingError(.badFrame("0 frames were added, 1 were promised"), "a.png")) { try writer.finish() }
    try writer.add(.noise(2, 2, seed: 1, isOpaque: true), milliseconds: 1)
    #expect(throws: RenderingError.self) { try writer.add(.noise(2, 2, seed: 1, isOpaque: true), milliseconds: 1) }
    try writer.finish()
  }

  @Test("ink that grows on a canvas is an animation of its frames")
  func canvas() throws {
    let drawing = Drawing(width: 40, height: 30)
    let sink = BufferSink()
    var seen: [PixelPicture] = []
    let canvas = PixelCanvas()
    canvas.begin(drawing.background, of: drawing)
    let writer = try AnimatedPNGWriter(width: 40, height: 30, frames: 4, to: sink, source: "a.png")
    for frame in 0..<4 {
      canvas.fill(rectangle(Double(frame) * 7.5, 4, 6, 9.5), with: Paint(color: .black, effect: .cover))
      seen.append(try canvas.picture())
      try writer.add(canvas, milliseconds: 40)
    }
    try writer.finish()
    #expect(try Self.composed(sink.bytes) == seen && seen.count == 4)
  }

  @Test("a replay is an animation of its frames")
  func replay() throws {
    var random = RandomInk(seed: 5, width: 60, height: 40)
    let drawing = Drawing(width: 60, height: 40, commands: [.add(random.stroke()), .add(random.stroke()), .erase([0])])
    let replay = try Replay(drawing, timing: Replay.Timing(speed: 10), source: "a.json")
    let sink = BufferSink()
    var told = 0
    try replay.writeAnimation(to: sink) { told += 1 }
    var seen: [PixelPicture] = []
    try replay.frames { _, picture, _ throws(RenderingError) in seen.append(picture) }
    #expect(try Self.composed(sink.bytes) == seen && seen.count == replay.frameCount && told == replay.frameCount)
  }
}
