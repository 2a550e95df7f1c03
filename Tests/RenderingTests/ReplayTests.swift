// A drawing that draws itself: ends as the drawing is, and refuses timings that make no film.

import Ink
import Rendering
import TestSupport
import Testing

@Suite struct ReplayTests {
  @Test("the last frame is the drawing, the first its background", arguments: 0..<6)
  func ends(seed: Int) throws {
    var random = RandomInk(seed: UInt64(seed))
    var drawing = Drawing(width: random.width, height: random.height)
    // A stroke of no samples has an id as any other: what is erased behind it stays the same.
    drawing.commands = [.add(Stroke(brush: Brush())), .add(random.stroke(samples: 9)), .erase([1])]
    for _ in 0..<6 { drawing.commands.append(.add(random.stroke(samples: 9))) }
    drawing.commands.append(.group([.erase([3]), .setBackground(.paper(InkColor(rgba: 0xffee_ccff))), .clear]))
    drawing.position = drawing.commands.count - seed % 2
    let replay = try Replay(drawing, timing: Replay.Timing(rate: 5, speed: 20), source: "replay")
    var frames: [PixelPicture] = []
    replay.frames { _, picture, milliseconds in
      #expect(milliseconds > 0)
      frames.append(picture)
    }
    #expect(frames.count == replay.frameCount)
    #expect(frames[0] == PixelPicture(Sheet(Drawing(width: drawing.width, height: drawing.height), scale: 1).shown))
    #expect(frames[frames.count - 1] == PixelPicture(Sheet(drawing, scale: 1).shown))
  }

  @Test(
    "a timing without a film is refused, whatever its numbers",
    arguments: [
      Replay.Timing(rate: 0), Replay.Timing(rate: -5), Replay.Timing(rate: .nan), Replay.Timing(rate: .infinity),
      Replay.Timing(speed: 0), Replay.Timing(speed: .nan), Replay.Timing(pause: -1), Replay.Timing(pause: .infinity),
      Replay.Timing(rest: .nan), Replay.Timing(rest: 1e300), Replay.Timing(speed: 1e-300),
    ])
  func timing(timing: Replay.Timing) {
    var random = RandomInk(seed: 1)
    let drawing = Drawing(width: 20, height: 20, commands: [.add(random.stroke())])
    #expect(throws: RenderingError.self) { try Replay(drawing, timing: timing, source: "replay") }
  }

  @Test("a damaged picture that no background names is not decoded")
  func unusedPicture() throws {
    let damaged = Picture(media: .png, width: 1, height: 1, bytes: [1, 2, 3])
    var drawing = Drawing(width: 10, height: 10, pictures: [damaged, damaged])
    #expect(try drawing.decodedPictures(source: "drawing") == [nil, nil])
    drawing.commands = [.group([.setBackground(.picture(1))])]
    #expect(throws: RenderingError.self) { try drawing.decodedPictures(source: "drawing") }
  }
}
