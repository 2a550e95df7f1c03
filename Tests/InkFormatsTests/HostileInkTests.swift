// Ink that is made to hurt: counts, depths and sizes out of all proportion. Each is refused or read, in bounded time.

import Ink
import InkFormats
import SystemKit
import TestSupport
import Testing

@Suite struct HostileInkTests {
  @Test(
    "elements nested without end are refused",
    arguments: ["traceGroup", "context", "definitions", "annotationXML", "traceView"])
  func deep(_ element: String) {
    let text = "<ink>" + String(repeating: "<\(element) id='a'>", count: 20_000)
    #expect(throws: InkFormatError.self) { try readInk(text) }
  }

  @Test("ends without beginnings and parts outside of their places do no harm")
  func misplaced() throws {
    let document = try readInk(
      """
      <ink><channel name="X"/><channelProperty channel="X" name="resolution" value="1"/><brushProperty name="width" value="3"/>
      <mapping type="affine"><affine>1 2 3 4 5 6</affine></mapping><intermittentChannels/><affine>1</affine>
      <canvasTransform><mapping type="affine"/></canvasTransform><traceView/><trace>1 1<trace>2 2</trace></trace></ink>
      """)
    #expect(document.strokes.count == 1)
    #expect(try readInk("<xournal><stroke>1 2</stroke><layer/><background/></xournal>").pages.isEmpty)
  }

  @Test("more definitions than any document needs are refused")
  func definitions() {
    let text = "<ink><definitions>" + String(repeating: "<brush id='a'/>", count: 100_001) + "</definitions></ink>"
    let error = #expect(throws: InkFormatError.self) { try readInk(text) }
    #expect(error?.kind == .tooMany("definitions", limit: 100_000))
  }

  @Test("coordinates at the edge of all numbers give a drawing within its limits")
  func farOff() throws {
    for unit in ["m", "px", ""] {
      let document = try readInk(
        """
        <ink><context><traceFormat><channel name="X" units="\(unit)"/><channel name="Y" units="\(unit)"/></traceFormat>
        <canvasTransform><mapping type="affine"><affine>1e15 1e15 1e15, 1e15 1e15 -1e15</affine></mapping></canvasTransform>
        </context><trace>-1e15 1e15,1e15 1e15,0 0</trace></ink>
        """)
      let drawing = document.pages[0].drawing
      #expect(drawing.width <= Drawing.largest && drawing.height <= Drawing.largest)
      for sample in document.strokes.flatMap(\.samples) {
        #expect(sample.x >= 0 && sample.x <= drawing.width * 100)
      }
    }
  }

  @Test("resolutions and ranges of no sense are passed over")
  func senselessProperties() throws {
    for value in ["0", "-5", "1e-300", "x", "1e15"] {
      _ = try readInk(
        """
        <ink><context><inkSource><traceFormat><channel name="X" type="integer" units="cm"/><channel name="Y"/>
        <channel name="F" min="5" max="5"/><channel name="T" units="\(value)"/></traceFormat><channelProperties>
        <channelProperty channel="X" name="resolution" value="\(value)" units="1/cm"/>
        <channelProperty channel="T" name="resolution" value="\(value)" units="1/s"/>
        </channelProperties></inkSource></context><trace>1 2 3 4,1 2 3 -999999999999999</trace></ink>
        """)
    }
  }

  @Test("a package that claims to inflate beyond the limit is refused")
  func claimedSize() {
    let entry = ZipFixtureEntry("content.xml", InkFixture.xournal).with { $0.claimedSize = 1 << 29 }
    let bytes = ZipFixture([ZipFixtureEntry("mimetype", " application/xournal++", method: 0), entry]).bytes
    let error = #expect(throws: InkFormatError.self) { try InkReader.read(bytes, source: "a") }
    guard case .system = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("numbers of traces of any shape are read or refused", arguments: 0..<8)
  func randomTraces(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("0123456789--..,,,  ''\"\"!*?#TFeE")
    var read = 0
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 0...60, using: &random)).map { _ in letters.randomElement(using: &random)! })
      do {
        let document = try readInk(
          """
          <ink><traceFormat><channel name="X"/><channel name="Y"/><intermittentChannels><channel name="T"/><channel name="F"/>
          <channel name="S" type="boolean"/></intermittentChannels></traceFormat><trace>\(text)</trace></ink>
          """)
        read += 1
        for page in document.pages {
          let again = try InkReader.read(InkMLWriter.write(page.drawing).bytes, source: "again")
          try #require(again.pages[0].drawing == page.drawing)
        }
      } catch is InkFormatError {
        continue
      }
    }
    #expect(read > 0)
  }
}
