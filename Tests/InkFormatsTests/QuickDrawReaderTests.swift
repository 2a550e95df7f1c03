// Lines of Quick, Draw!.

import Ink
import InkFormats
import Testing

@Suite struct QuickDrawReaderTests {
  @Test("a line is a drawing with its key and its word")
  func lines() throws {
    let document = try readInk(InkFixture.quickDraw)
    #expect(document.pageCount == 2)
    #expect(document.pages.map(\.key) == ["4727732971765760", "6420579601088512"])
    #expect(document.pages.map(\.title) == ["bee", "apple"])
    let raw = document.strokes
    #expect(raw.map { $0.samples.map(\.time) } == [[0, 170, 350], [0]])
    #expect(raw[0].path == [[0, 0], [-5_000, -1_100], [-8_400, -900]])
    #expect(raw.map(\.channels) == [.time, .time])
    // 147 wide, 73 high, and a margin of 16 and half of a brush of 4 points around.
    #expect(document.pages[0].drawing.width == 183)
    #expect(document.pages[0].drawing.height == 109)
    let simplified = VisibleInk(document.pages[1].drawing).visible
    #expect(simplified.map(\.path) == [[[0, 0], [0, 0]], [[0, 0], [1_050, -25_800]]])
    #expect(simplified.map(\.channels) == [[], []])
  }

  @Test("one drawing is read by its place or its key, and the count is still that of the file")
  func selection() throws {
    for selection in [PageSelection("2"), PageSelection("6420579601088512")] {
      let document = try readInk(InkFixture.quickDraw, only: selection)
      #expect(document.pages.map(\.number) == [2])
      #expect(document.pageCount == 2)
    }
  }

  @Test("the ink lies inside of the drawing")
  func inside() throws {
    for page in try readInk(InkFixture.quickDraw).pages {
      for sample in VisibleInk(page.drawing).visible.flatMap(\.samples) {
        #expect(sample.x >= 1_600 && sample.x <= page.drawing.width * 100 - 1_600)
        #expect(sample.y >= 1_600 && sample.y <= page.drawing.height * 100 - 1_600)
      }
    }
  }

  @Test(
    "lines that cannot be read are refused",
    arguments: [
      "[[1,2],[3,4]]", "5", "[[[1,2]]]", "[[[1],[2],[3],[4]]]", "[[[1,\"a\"],[1,2]]]", "[[[1],[2,3]]]", "{}", "[1]",
      "[[[1e99],[1]]]", "null",
    ])
  func refused(_ drawing: String) {
    let error = #expect(throws: InkFormatError.self) { try readInk("{\"word\":\"a\",\"drawing\":\(drawing)}\n") }
    #expect(error?.place == .line(1))
  }

  @Test("broken JSON is refused with line and column")
  func brokenJSON() {
    let error = #expect(throws: InkFormatError.self) {
      try readInk("{\"word\":\"a\",\"drawing\":[]}\n{\"word\":\"b\",\"drawing\":[}\n")
    }
    #expect(error?.description == "ink:2:24: a value expected, found '}'")
  }

  @Test("a drawing without strokes is empty")
  func empty() throws {
    let document = try readInk("{\"word\":\"a\",\"key_id\":17,\"drawing\":[]}")
    #expect(document.pages[0].key == "17")
    #expect(document.strokes.isEmpty)
    #expect(document.told == ["the file holds no ink"])
  }
}
