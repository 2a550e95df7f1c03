// Rows of lists: frames by hand, and what a picture that arrives late may change.

import Layout
import TestSupport
import Testing

@Suite struct ListRowTests {
  /// Width 375, type 16 with lines of 20, padding and spacing 12, 4 above the bottom line.
  private func row(_ picture: ListPicture, lines: Int = 3, rtl: Bool = false) throws -> ListRow {
    var style = ListRow.Style()
    style.direction = rtl ? .rightToLeft : .leftToRight
    return try ListRow(width: 375, picture: picture, lines: lines, style: style)
  }

  @Test("a picture is a third of the width at most, keeps its aspect and is never enlarged")
  func pictures() throws {
    #expect(try row(.size(width: 800, height: 600)).pictureFrame == LayoutRect(x: 12, y: 12, width: 125, height: 93.75))
    #expect(try row(.size(width: 40, height: 30)).pictureFrame == LayoutRect(x: 12, y: 12, width: 40, height: 30))
    #expect(try row(.size(width: 125, height: 1)).pictureFrame?.width == 125)
    #expect(try row(.none).pictureFrame == nil && row(.expected).pictureFrame == nil)
  }

  @Test("text has what is left beside the slot, all without a picture")
  func text() throws {
    #expect(try row(.none).textWidth == 351)
    // 375 - 24 - 125 - 12.
    #expect(try row(.expected).textWidth == 214)
    #expect(try row(.size(width: 40, height: 30)).textWidth == 214)
    let row = try row(.expected)
    #expect(row.topFrame == LayoutRect(x: 149, y: 12, width: 214, height: 60))
    #expect(row.bottomFrame == LayoutRect(x: 149, y: 76, width: 214, height: 20))
    #expect(row.height == 108)
  }

  @Test("the height is the largest of the least, the text's and the picture's")
  func heights() throws {
    #expect(try row(.none, lines: 0).height == 64, "24 + 4 + 20 are less")
    #expect(try row(.none, lines: 2).height == 88)
    #expect(try row(.none, lines: 5).height == 148)
    #expect(try row(.none, lines: 9).height == 148 && row(.none, lines: 9).lines == 5)
    #expect(try row(.size(width: 100, height: 300)).height == 324)
    #expect(try row(.none, lines: 0).bottomFrame.y == 32, "at the bottom, however much room there is")
  }

  @Test("from right to left the picture is at the right")
  func rightToLeft() throws {
    let row = try row(.size(width: 800, height: 600), rtl: true)
    #expect(row.pictureFrame == LayoutRect(x: 238, y: 12, width: 125, height: 93.75))
    #expect(row.topFrame == LayoutRect(x: 12, y: 12, width: 214, height: 60))
  }

  @Test(
    "a late picture moves no line at the top and wraps none anew; the row grows by what it lacks", arguments: 0..<300)
  func latePicture(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let style = ListRow.Style(
      typeSize: .random(in: 8...40, using: &random), lineHeight: .random(in: 1...2, using: &random),
      padding: .random(in: 0...20, using: &random), spacing: .random(in: 0...20, using: &random),
      lineSpacing: .random(in: 0...10, using: &random), minimumHeight: .random(in: 0...120, using: &random),
      direction: Bool.random(using: &random) ? .leftToRight : .rightToLeft)
    let width = Double.random(in: 0...900, using: &random)
    let lines = Int.random(in: 0...9, using: &random)
    let size = (Double.random(in: 1...1000, using: &random), Double.random(in: 1...1000, using: &random))
    let before = try ListRow(width: width, picture: .expected, lines: lines, style: style)
    let after = try ListRow(width: width, picture: .size(width: size.0, height: size.1), lines: lines, style: style)
    #expect(before.topFrame == after.topFrame && before.textWidth == after.textWidth)
    let picture = try #require(after.pictureFrame)
    #expect(picture.width <= width / 3 + 1e-9 && picture.width <= size.0)
    #expect((picture.width * size.1 - picture.height * size.0).magnitude < 1e-6)
    let growth = max(0, picture.height + 2 * style.padding - before.height)
    #expect((after.height - before.height - growth).magnitude < 1e-9)
    #expect(try before.growth(pictureWidth: size.0, pictureHeight: size.1) == after.height - before.height)
    #expect((after.bottomFrame.y - before.bottomFrame.y - growth).magnitude < 1e-9)
    #expect(after.bottomFrame.x == before.bottomFrame.x && after.bottomFrame.height == before.bottomFrame.height)
    #expect(after.height >= style.minimumHeight)
    #expect(after.bottomFrame.y - after.topFrame.y - after.topFrame.height >= style.lineSpacing - 1e-9)
  }

  @Test("lines grow with the type")
  func typeSizes() throws {
    for size in [8.0, 11, 17, 23, 53] {
      let row = try ListRow(width: 375, lines: 2, style: ListRow.Style(typeSize: size))
      #expect(row.line == size * 1.25 && row.topFrame.height == size * 2.5 && row.bottomFrame.height == size * 1.25)
    }
  }

  @Test("a measure that is no measure is refused")
  func refused() {
    #expect(throws: LayoutError.self) { try ListRow(width: -1) }
    #expect(throws: LayoutError.self) { try ListRow(width: 10, lines: -1) }
    #expect(throws: LayoutError.self) { try ListRow(width: 10, picture: .size(width: 0, height: 1)) }
    #expect(throws: LayoutError.self) { try ListRow(width: 10, picture: .size(width: .nan, height: 1)) }
    #expect(throws: LayoutError.self) { try ListRow(width: 10, style: ListRow.Style(typeSize: 0)) }
    #expect(throws: LayoutError.self) { try ListRow(width: 10, style: ListRow.Style(padding: .infinity)) }
    let error = #expect(throws: LayoutError.self) { try ListRow(width: 10, style: ListRow.Style(lineHeight: 0)) }
    #expect(error?.measure == .lineHeight)
  }

  @Test("code has the numbers")
  func forms() throws {
    for picture in [ListPicture.none, .expected, .size(width: 10, height: 20)] {
      for rtl in [false, true] {
        let row = try row(picture, rtl: rtl)
        for bytes in [row.css, row.uikit, row.compose] {
          let code = String(decoding: bytes, as: UTF8.self)
          #expect(code.contains("12") && code.contains("64") && !code.contains("#"))
          for (open, shut) in [("{", "}"), ("(", ")"), ("[", "]")] as [(Character, Character)] {
            #expect(code.count { $0 == open } == code.count { $0 == shut })
          }
        }
      }
    }
  }
}
