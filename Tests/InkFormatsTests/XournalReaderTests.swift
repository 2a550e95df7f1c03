// Pages of Xournal and Xournal++.

import Ink
import InkFormats
import SystemKit
import TestSupport
import Testing

@Suite struct XournalReaderTests {
  @Test("pages become drawings in points")
  func pages() throws {
    let document = try readInk(InkFixture.xournal)
    #expect(document.pages.map(\.number) == [1, 2])
    // 595.27559 / 72 × 96 = 793.7, 841.88976 gives 1122.5; 300 × 400 gives 400 × 533.3.
    #expect(document.pages.map(\.drawing.width) == [794, 400])
    #expect(document.pages.map(\.drawing.height) == [1_123, 534])
    #expect(document.pages[1].drawing.background == .paper(InkColor(rgba: 0xffc0_d4ff)))
    #expect(
      document.told == [
        "layers of a page become one", "a ruling is left out", "the filling of a stroke is left out",
        "a text is left out",
      ])
  }

  @Test("widths of segments become pressures against the greatest")
  func widths() throws {
    let stroke = try readInk(InkFixture.xournal).strokes[0]
    // 1.5 / 72 inch = 2 points; 0.5, 1.5, 0.75 of it, the last segment's for the last sample too.
    #expect(
      stroke.brush
        == Brush(color: InkColor(rgba: 0x002e_99ff), width: 200, dynamics: .pressure, minimum: 0))
    #expect(stroke.channels == .pressure)
    #expect(stroke.samples.map(\.pressure) == [10_922, 32_767, 16_384, 16_384])
    #expect(stroke.samples.map(\.x) == [9_600, 19_200, 19_200, -2_000])
    #expect(stroke.samples.map(\.y) == [9_600, 9_667, 19_200, 1_200])
  }

  @Test("tools become tools")
  func tools() throws {
    let strokes = try readInk(InkFixture.xournal).strokes
    #expect(strokes.map(\.brush.tool) == [.pen, .highlighter, .eraser])
    // A named colour of a highlighter lets half through; 8.5 / 72 inch are 11.33 points.
    #expect(strokes[1].brush.color == InkColor(rgba: 0xffff_007f))
    #expect(strokes[1].brush.width == 1_133)
    #expect(strokes[1].brush.dynamics == .constant)
    #expect(strokes[1].channels == [])
  }

  static func page(_ stroke: String) -> String {
    "<xournal><page width='100' height='100'><layer>\(stroke)</layer></page></xournal>"
  }

  @Test(
    "widths that are no widths are drawn as nothing",
    arguments: [
      ("1.41 nan 0.2 -nan", [0, 32_767, 0, 0], 27), ("1.41 0 0.16 -0.0", [0, 32_767, 0, 0], 21),
      ("1.41 -1 -1 -1", [0, 0, 0, 0], 188), ("1.41 0.5 -1", [32_767, 0, 0, 0], 67), ("1.41", [0, 0, 0, 0], 188),
    ] as [(String, [Int16], Int32)])
  func damagedWidths(_ width: String, _ pressures: [Int16], _ widest: Int32) throws {
    let stroke = try readInk(Self.page("<stroke width='\(width)'>0 0 1 1 2 2 3 3</stroke>")).strokes[0]
    #expect(stroke.samples.map(\.pressure) == pressures)
    #expect(stroke.brush.width == widest)
  }

  @Test(
    "strokes that cannot be read are refused",
    arguments: [
      "<stroke width='x'>0 0</stroke>", "<stroke width='1 x'>0 0</stroke>", "<stroke width='1'>0 0 1</stroke>",
      "<stroke width='1'>0 nan</stroke>", "<stroke width='1e99'>0 0</stroke>", "<stroke width='1'>1e99 0</stroke>",
    ])
  func refused(_ stroke: String) {
    let error = #expect(throws: InkFormatError.self) { try readInk(Self.page(stroke)) }
    guard case .malformed = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a page without a size is refused")
  func noSize() {
    let error = #expect(throws: InkFormatError.self) {
      try readInk("<xournal>\n<page width='0' height='5'/></xournal>")
    }
    #expect(error?.description == "ink:2: '<page width=\"0\">' cannot be read (a length expected)")
  }

  @Test("a package is read as the page that it holds")
  func package() throws {
    let document = try InkReader.read(InkFixture.package, source: "notes.xopp")
    #expect(document == (try readInk(InkFixture.xournal)))
    let file = InputFile(name: "notes.xopp", bytes: InkFixture.package)
    #expect(try InkReader.read(file, only: .number(2)).pages.map(\.number) == [2])
  }

  @Test("a package without a document, and a damaged one, are refused")
  func badPackages() {
    let mime = ZipFixtureEntry("mimetype", " application/xournal++", method: 0)
    var error = #expect(throws: InkFormatError.self) {
      try InkReader.read(ZipFixture([mime]).bytes, source: "a.xopp")
    }
    #expect(error?.description == "a.xopp: the archive has no 'content.xml'")
    error = #expect(throws: InkFormatError.self) {
      try InkReader.read(ZipFixture([mime, ZipFixtureEntry("content.xml", "<a/>")]).bytes, source: "a.xopp")
    }
    #expect(error?.kind == .unrecognised)
    error = #expect(throws: InkFormatError.self) {
      try InkReader.read(Array(InkFixture.package.dropLast(30)), source: "a.xopp")
    }
    guard case .system = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("what is not ink is counted")
  func notInk() throws {
    let document = try readInk(
      Self.page(
        """
        <text>a</text><text>b</text><image>AAAA</image><teximage text="x">AA</teximage>
        <stroke width="1" fn="a.ogg" ts="3" style="dash" capStyle="butt" tool="crayon" color="mauve">1 2</stroke>
        <stroke width="1"></stroke>
        """))
    #expect(
      document.told == [
        "'crayon' is no known tool; a pen is taken", "'mauve' is no colour of ink; black is taken",
        "strokes with square ends are drawn with round ones", "2 texts are left out", "an image is left out",
        "a formula is left out", "the dashing of a stroke is left out", "the sound of a stroke is left out",
        "a stroke without points is left out",
      ])
  }
}
