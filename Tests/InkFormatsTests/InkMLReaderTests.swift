// What InkML's elements mean: contexts, units, brushes, groups, views, continuations.

import Ink
import InkFormats
import Testing

@Suite struct InkMLReaderTests {
  @Test("channels become samples in the units of a drawing")
  func channels() throws {
    let document = try readInk(InkFixture.inkml)
    let stroke = try #require(document.strokes.first)
    #expect(document.strokes.count == 1)
    #expect(stroke.channels == [.time, .pressure, .tilt])
    // 1/1000 cm = 96 / 2540 point = 3.7795 hundredths. Places from the first on: 37 -40, then by 53 -58 to 90 -98, by 60 -77 to
    // 150 -175; the continuation stands at 36 -70.
    let expected: [[Int32]] = [[0, 0], [140, -151], [340, -370], [567, -661], [136, -265]]
    for (found, wanted) in zip(stroke.path, expected) {
      #expect(abs(found[0] - wanted[0]) <= 1 && abs(found[1] - wanted[1]) <= 1, "\(found) \(wanted)")
    }
    // 500, 668, 702, 709, 1 of 1000, as shares of 32767.
    #expect(stroke.samples.map(\.pressure) == [16384, 21888, 23002, 23232, 33])
    // 100 108 116 125 140 ms from the first on; the resolution of tilts is a hundredth of a degree.
    #expect(stroke.samples.map(\.time) == [0, 80, 160, 250, 400])
    #expect(stroke.samples.map(\.tiltX) == [0, 0, 0, 0, 2])
    #expect(stroke.samples.map(\.tiltY) == [0, 0, 0, 0, 3])
    // 0.1 cm = 3.7795 points.
    #expect(stroke.brush.width == 378)
    #expect(stroke.brush.dynamics == .pressure)
    #expect(
      document.told == [
        "channels that drawings have no place for are left out: B1", "a trace above the surface is left out",
      ])
  }

  /// A document of one trace whose X and Y have some units.
  static func twoPoints(_ channel: String, property: String = "") -> String {
    let name = { (text: String, name: String) in
      text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: name)
    }
    return """
      <ink><definitions><context id="c"><inkSource><traceFormat>\(name(channel, "X"))\(name(channel, "Y"))</traceFormat>
      <channelProperties>\(name(property, "X"))\(name(property, "Y"))</channelProperties></inkSource></context></definitions>
      <trace contextRef="#c">0 0, 1000 -1000</trace></ink>
      """
  }

  @Test(
    "units and resolutions give points",
    arguments: [
      // 1000 steps in hundredths of a point: 96 points an inch.
      ("<channel name='@' units='px'/>", "", 100_000),
      ("<channel name='@' units='pt'/>", "", 133_333),
      ("<channel name='@' units='mm'/>", "", 377_953),
      ("<channel name='@' type='integer' units='himetric'/>", "", 3_780),
      (
        "<channel name='@' type='integer'/>",
        "<channelProperty channel='@' name='resolution' value='1000' units='1/cm'/>", 3_780
      ),
      (
        "<channel name='@' type='integer' units='cm'/>",
        "<channelProperty channel='@' name='resolution' value='1000' units='1/cm'/>", 3_780
      ),
      (
        "<channel name='@' type='integer' units='in'/>",
        "<channelProperty channel='@' name='resolution' value='9600' units='1/in'/>", 1_000
      ),
      (
        "<channel name='@' type='decimal' units='mm'/>",
        "<channelProperty channel='@' name='resolution' value='100' units='1/mm'/>", 377_953
      ),
      (
        "<channel name='@' type='integer' units='mm'/>",
        "<channelProperty channel='@' name='resolution' value='0' units='1/dev'/>", 377_953
      ),
      ("<channel name='@' orientation='-ve' units='px'/>", "", -100_000),
    ])
  func units(_ channel: String, _ property: String, _ expected: Int32) throws {
    let stroke = try #require(readInk(Self.twoPoints(channel, property: property)).strokes.first)
    #expect(abs(stroke.path[1][0] - expected) <= 1, "\(stroke.path)")
    #expect(abs(stroke.path[1][1] + expected) <= 1)
  }

  @Test("coordinates without units are points, and ink of a hopeless size is scaled")
  func unitless() throws {
    let document = try readInk("<ink><trace>3 3, 103 103</trace></ink>")
    #expect(document.strokes[0].path == [[0, 0], [10_000, 10_000]])
    #expect(document.told == ["X and Y have no units; one is taken as 1/96 inch"])
    // Brush of 4 points, so the margin is 18: 36 + 100.
    #expect(document.pages[0].drawing.width == 136)
    let large = try readInk("<ink><trace>0 0, 50000 25000</trace></ink>")
    #expect(large.strokes[0].path == [[0, 0], [100_000, 50_000]])
    #expect(large.told.contains("coordinates have no units; the ink is scaled to 1000 points"))
    #expect(try readInk("<ink><trace>0 0, 0.5 1</trace></ink>").strokes[0].path == [[0, 0], [50_000, 100_000]])
  }

  @Test("azimuth and elevation become tilts; throughout 0 they say nothing")
  func directions() throws {
    let format = """
      <traceFormat><channel name="X"/><channel name="Y"/><channel name="OA" units="deg"/><channel name="OE" units="deg"/>
      </traceFormat>
      """
    let document = try readInk(
      "<ink>\(format)<trace>0 0 0 90, 9 0 90 45, 9 9 180 45, 0 9 0 60</trace><trace>1 1 0 0,70 70 0 0</trace></ink>")
    // Upright; 45 degrees to the right; 45 to the user; 30 away.
    #expect(document.strokes[0].samples.map(\.tiltX) == [0, 4_500, 0, 0])
    #expect(document.strokes[0].samples.map(\.tiltY) == [0, 0, 4_500, -3_000])
    #expect(document.strokes[0].channels == .tilt)
    #expect(document.strokes[1].channels == [])
    #expect(document.strokes[1].samples.allSatisfy { $0.tiltX == 0 && $0.tiltY == 0 })
  }

  @Test(
    "properties make a brush",
    arguments: [
      (
        "<p name='width' value='100' units='himetric'/><p name='height' value='100' units='himetric'/>"
          + "<p name='color' value='#0000FF'/><p name='transparency' value='0'/><p name='rasterOp' value='copyPen'/>",
        Brush(color: InkColor(rgba: 0x0000_ffff), width: 378, dynamics: .constant)
      ),
      (
        "<p name='width' value='0.07' units='cm'/><p name='height' value='0.5' units='cm'/><p name='color' value='#FFFC00'/>"
          + "<p name='transparency' value='127'/><p name='tip' value='rectangle'/>",
        Brush(tool: .highlighter, color: InkColor(rgba: 0xfffc_0080), width: 1_890, dynamics: .constant)
      ),
      (
        "<p name='rasterOp' value='maskPen'/><p name='height' value='3'/>",
        Brush(tool: .highlighter, width: 1_134, dynamics: .constant)
      ),
      (
        "<p name='plimsollTool' value='eraser'/><p name='plimsollDynamics' value='velocity'/>"
          + "<p name='plimsollTaperIn' value='70'/><p name='plimsollMinimum' value='1'/>",
        Brush(tool: .eraser, dynamics: .velocity, minimum: 1, taperIn: 70)
      ),
      ("<p name='width' value='-1' units='cm'/><p name='color' value='red'/>", Brush(dynamics: .constant)),
    ])
  func brushes(_ properties: String, _ expected: Brush) throws {
    let text = properties.split(separator: "<p ", omittingEmptySubsequences: false).joined(separator: "<brushProperty ")
    let document = try readInk(
      "<ink><definitions><brush xml:id='b'>\(text)</brush></definitions><trace brushRef='#b'>1 1,99 99</trace></ink>")
    #expect(document.strokes.first?.brush == expected)
  }

  @Test("pressure follows the brush unless it ignores it")
  func ignoredPressure() throws {
    for (value, dynamics) in [("0", Brush.Dynamics.pressure), ("1", .constant), ("true", .constant)] {
      let document = try readInk(
        """
        <ink><traceFormat><channel name="X"/><channel name="Y"/><channel name="F" min="100" max="300"/></traceFormat>
        <brush><brushProperty name="ignorePressure" value="\(value)"/></brush><trace>1 1 100,60 60 250,70 70 900</trace></ink>
        """)
      #expect(document.strokes[0].brush.dynamics == dynamics)
      #expect(document.strokes[0].samples.map(\.pressure) == [0, 24_575, 32_767])
    }
  }

  @Test("a force without a maximum is held against the greatest of the file")
  func openForce() throws {
    let format = "<traceFormat><channel name='X'/><channel name='Y'/><channel name='F'/></traceFormat>"
    let document = try readInk("<ink>\(format)<trace>1 1 5,90 9 10</trace><trace>1 1 20</trace></ink>")
    #expect(document.strokes.map { $0.samples.map(\.pressure) } == [[8_192, 16_384], [32_767]])
    #expect(document.told.contains("the force has no maximum; the greatest of the file counts as full pressure"))
    let shares = try readInk("<ink>\(format)<trace>1 1 0.5,90 9 1</trace></ink>")
    #expect(shares.strokes[0].samples.map(\.pressure) == [16_384, 32_767])
  }

  @Test("contexts inherit, groups hand on, elements outside of definitions stay in force")
  func contexts() throws {
    let document = try readInk(
      """
      <ink><definitions>
        <traceFormat id="yx"><channel name="Y" units="px"/><channel name="X" units="px"/></traceFormat>
        <brush id="thick"><brushProperty name="width" value="10" units="px"/></brush>
        <context id="base" traceFormatRef="#yx"/>
        <context id="derived" contextRef="#base" brushRef="#thick"/>
      </definitions>
      <trace>1 2,3 9</trace>
      <traceGroup contextRef="#derived"><trace>1 2,3 9</trace><traceGroup><trace>1 2,3 9</trace></traceGroup></traceGroup>
      <context contextRef="#base"><traceFormat><channel name="X"/><channel name="Z"/><channel name="Y"/></traceFormat></context>
      <trace>1 50 2,3 50 9</trace>
      <trace contextRef="#DefaultContext">1 50 2,3 50 9</trace>
      </ink>
      """)
    #expect(document.strokes.map { $0.path[1] } == [[200, 700], [700, 200], [700, 200], [200, 700], [200, 700]])
    #expect(document.strokes.map(\.brush.width) == [400, 1_000, 1_000, 400, 400])
  }

  @Test("traces of the definitions are strokes where a view names them or their group, and once")
  func views() throws {
    let document = try readInk(
      """
      <ink><definitions><trace id="a">1 1,60 60</trace><trace id="b">2 2,70 70</trace>
      <traceGroup id="g"><trace id="c">3 3,80 80</trace></traceGroup></definitions>
      <trace id="d">4 4,90 90</trace>
      <traceView traceDataRef="#a"/><traceView><traceView traceDataRef="#a"/><traceView traceDataRef="#g"/></traceView>
      <traceView traceDataRef="#d"/></ink>
      """)
    #expect(document.strokes.map { $0.path[1][0] } == [5_900, 7_700, 8_600])
    #expect(document.told.contains("a trace that nothing refers to is left out"))
  }

  @Test("an affine canvas transform moves the ink, another one is named")
  func transforms() throws {
    func text(_ mapping: String) -> String {
      """
      <ink><definitions><context id="c"><traceFormat><channel name="X" units="px"/><channel name="Y" units="px"/></traceFormat>
      <canvasTransform>\(mapping)</canvasTransform></context></definitions><trace contextRef="#c">1 2,11 32</trace></ink>
      """
    }
    let turned = try readInk(text("<mapping type='affine'><affine>0 2 5, -1 0 7</affine></mapping>"))
    // x' = 2 y + 5, y' = 7 - x: a step of (10, 30) becomes (60, -10).
    #expect(turned.strokes[0].path[1] == [6_000, -1_000])
    let other = try readInk(text("<mapping type='lookup'><table>1 2</table></mapping>"))
    #expect(other.strokes[0].path[1] == [1_000, 3_000])
    #expect(other.told == ["a canvas transform of type 'lookup' is left out"])
    let broken = try readInk(text("<mapping type='affine'><affine>0 2 x</affine></mapping>"))
    #expect(broken.told == ["a canvas transform is left out"])
  }

  @Test("sources, canvases and brushes build on those they name")
  func inherited() throws {
    let document = try readInk(
      """
      <ink><definitions>
        <traceFormat id="f"><channel name="Y" units="px"/><channel name="X" units="px"/></traceFormat>
        <inkSource id="s" traceFormatRef="#f"/><context id="c" inkSourceRef="#s"/>
        <brush id="a"><brushProperty name="width" value="10" units="px"/></brush>
        <brush id="b" brushRef="#a"><brushProperty name="color" value="#010203"/></brush>
      </definitions><trace contextRef="#c" brushRef="#b">1 2,3 9</trace></ink>
      """)
    #expect(document.strokes[0].path[1] == [700, 200])
    #expect(document.strokes[0].brush == Brush(color: InkColor(rgba: 0x0102_03ff), width: 1_000, dynamics: .constant))
  }

  @Test("what was written is the title of the page")
  func title() throws {
    let document = try readInk(
      "<ink><annotation type='truth'>x^2</annotation><annotation type='truth'>y</annotation><trace>1 1</trace></ink>")
    #expect(document.pages[0].title == "x^2")
  }

  @Test("what stands in annotations is no ink")
  func annotations() throws {
    let document = try readInk(
      """
      <ink><annotation type="truth">1 2</annotation><annotationXML type="other"><page width="5" height="5"/>
      <trace>9 9,1 1</trace></annotationXML><trace>0 0,100 0</trace></ink>
      """)
    #expect(document.strokes.count == 1)
    #expect(document.pages[0].drawing.width == 136)
  }

  @Test("a file without ink gives an empty drawing and says so")
  func empty() throws {
    let document = try readInk("<ink><trace> </trace></ink>")
    #expect(document.strokes.isEmpty)
    #expect(document.told == ["the file holds no ink", "a trace without points is left out"])
  }

  @Test("a format without X and Y, and one of too many channels, are refused")
  func refusedFormats() {
    #expect(throws: InkFormatError.self) {
      try readInk("<ink><traceFormat><channel name='X'/></traceFormat><trace>1</trace></ink>")
    }
    let many = String(repeating: "<channel name='X'/>", count: 65)
    let error = #expect(throws: InkFormatError.self) { try readInk("<ink><traceFormat>\(many)</traceFormat></ink>") }
    #expect(error?.kind == .tooMany("channels", limit: 64))
  }
}
