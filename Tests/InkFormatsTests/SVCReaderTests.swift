// Samples of Wacom tablets.

import Ink
import InkFormats
import Testing

@Suite struct SVCReaderTests {
  @Test("whole numbers are lines of the tablet, y up, milliseconds, tenths of a degree")
  func raw() throws {
    let document = try readInk(InkFixture.svc)
    let strokes = document.strokes
    #expect(strokes.map(\.samples.count) == [2, 2])
    // (5080 - 4034) / 5080 inch are 19.767 points; 75 lines up are 1.417.
    #expect(abs(strokes[0].path[1][0] - 1_977) <= 1)
    #expect(strokes[0].path[1][1] == 0)
    #expect(abs(strokes[1].path[1][0] - 229) <= 1)
    #expect(abs(strokes[1].path[1][1] + 142) <= 1)
    #expect(strokes.map { $0.samples.map(\.time) } == [[0, 80], [0, 80]])
    #expect(strokes[0].samples.map(\.pressure) == [10_852, 32_767])
    // Azimuth 90, altitude 45: 45 degrees to the right. Azimuth 119 and 72: atan(sin 119 / tan 72) = 15.86 and
    // atan(-cos 119 / tan 72) = 8.95.
    #expect(strokes[0].samples.map(\.tiltX) == [1_586, 4_500])
    #expect(strokes[0].samples.map(\.tiltY) == [895, 0])
    #expect(strokes[1].samples.map(\.tiltX).last == 0)
    #expect(
      document.told == [
        "coordinates are taken as 5080 lines an inch, which the file does not say",
        "2 samples above the surface are left out",
      ])
  }

  @Test("decimal numbers are millimetres, seconds and shares of the full pressure")
  func converted() throws {
    let document = try readInk("2\n52.81 81.31 0.000000 1 510.0 520.0 0.0\n62.81 71.31 0.007000 1 510.0 520.0 0.5\n")
    let stroke = document.strokes[0]
    // 10 mm are 37.795 points.
    #expect(abs(stroke.path[1][0] - 3_780) <= 1)
    #expect(abs(stroke.path[1][1] - 3_780) <= 1)
    #expect(stroke.samples.map(\.time) == [0, 70])
    #expect(stroke.samples.map(\.pressure) == [0, 16_384])
    #expect(document.told == [])
  }

  @Test("files without angles and pressure have times alone")
  func fourColumns() throws {
    let document = try readInk("3\r\n10 10 5 1\r\n20 20 15 1\r\n30 30 25 1\r\n")
    #expect(document.strokes[0].channels == .time)
    #expect(document.strokes[0].samples.map(\.time) == [0, 100, 200])
  }

  @Test("a count that is not the number of samples is told")
  func count() throws {
    #expect(try readInk("9\n1 2 3 1\n1.5 2 4 1\n").told == ["its first line says 9 samples, it has 2"])
  }

  @Test(
    "lines of another shape are refused",
    arguments: ["1\n1 2 3 1\n1 2 3\n", "1\n1 2 3 1\n1 2 3 1 4 5 6\n", "1\n1 2 3 1\nnan 2 3 1\n"])
  func refused(_ text: String) {
    let error = #expect(throws: InkFormatError.self) { try readInk(text) }
    #expect(error?.place == .line(3))
  }
}
