// Files of ink built in code, one of each format, and what tests ask of what was read.

import Ink
import InkFormats
import SystemKit
import TestSupport

/// Reads text as a file of ink.
func readInk(_ text: String, only selection: PageSelection = .all) throws -> InkDocument {
  try InkReader.read(Array(text.utf8), source: "ink", only: selection)
}

extension InkDocument {
  /// The strokes of the first page.
  var strokes: [Stroke] { pages.first.map { VisibleInk($0.drawing).visible } ?? [] }
  /// What it warns of, as text.
  var told: [String] { warnings.map(\.description) }
}

extension Stroke {
  /// Places relative to the first sample, in hundredths of a point.
  var path: [[Int32]] { samples.map { [$0.x - samples[0].x, $0.y - samples[0].y] } }
}

enum InkFixture {
  static let inkml = """
    <?xml version="1.0"?>
    <i:ink xmlns:i="http://www.w3.org/2003/InkML">
      <i:definitions>
        <i:context xml:id="c">
          <i:inkSource xml:id="s">
            <i:traceFormat>
              <i:channel name="X" type="integer" units="cm"/>
              <i:channel name="Y" type="integer" units="cm"/>
              <i:channel name="F" type="integer" max="1000"/>
              <i:channel name="OTx" type="integer"/>
              <i:channel name="OTy" type="integer"/>
              <i:channel name="T" type="integer" units="ms"/>
              <i:intermittentChannels><i:channel name="B1" type="boolean" default="F"/></i:intermittentChannels>
            </i:traceFormat>
            <i:channelProperties>
              <i:channelProperty channel="X" name="resolution" value="1000" units="1/cm"/>
              <i:channelProperty channel="Y" name="resolution" value="1000" units="1/cm"/>
              <i:channelProperty channel="OTx" name="resolution" value="100" units="1/deg"/>
              <i:channelProperty channel="OTy" name="resolution" value="100" units="1/deg"/>
            </i:channelProperties>
          </i:inkSource>
        </i:context>
        <i:brush xml:id="b"><i:brushProperty name="width" value="0.1" units="cm"/></i:brush>
      </i:definitions>
      <i:trace xml:id="t1" contextRef="#c" brushRef="#b">7464 13670 500 0
        0 100 T,'37'-40'168'0'0'8,"16"-18"-134"0"0"0,7-19-27 0 0 1F</i:trace>
      <i:traceGroup><i:trace contextRef="#c" type="penUp">1 1 0 0 0 0</i:trace>
        <i:trace contextRef="#c" continuation="end" priorRef="#t1">7500 13600 1 2 3 140</i:trace></i:traceGroup>
    </i:ink>
    """

  static let xournal = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="xournalpp 1.2.8" fileversion="4">
    <title>a title</title>
    <page width="595.27559" height="841.88976">
    <background type="solid" color="#ffffffff" style="graph"/>
    <layer>
    <stroke tool="pen" color="#002e99ff" width="2.26 0.5 1.5 0.75" capStyle="round">72 72 144 72.5
    144 144 -1.5e1 9</stroke>
    <stroke tool="highlighter" color="yellow" width="8.5" fill="128">0 0 3 4</stroke>
    <text font="Sans" size="12" x="1" y="2" color="#000000ff">a word</text>
    </layer>
    <layer><stroke tool="eraser" color="#ffffffff" width="8.5">1 2 3 4</stroke></layer>
    </page>
    <page width="300" height="400"><background type="solid" color="pink" style="plain"/><layer/></page>
    </xournal>
    """

  static let quickDraw = """
    {"word":"bee","countrycode":"US","timestamp":"2017-03-06 00:28:58 UTC","recognized":true,"key_id":"4727732971765760",\
    "drawing":[[[200,150,116],[97,86,88],[10,27,45]],[[53],[159],[700]]]}
    {"word":"apple","key_id":"6420579601088512","drawing":[[[255,255],[0,0]],[[0,10.5],[255,-3]]]}

    """

  static let svc = """
    6
    4034 7509 354642400 1 1190 720 10852
    5080 7509 354642408 1 900 450 32767
    4150 7582 354642416 0 1170 690 0
    4241 7639 354642423 1 1150 670 11077
    4362 7714 354642431 1 0 900 12085
    4513 7814 354642438 0 1120 640 13222

    """

  /// The pages of Xournal++ in its package.
  static let package = ZipFixture([
    ZipFixtureEntry("mimetype", " application/xournal++", method: 0), ZipFixtureEntry("META-INF/version", "current=4"),
    ZipFixtureEntry("content.xml", xournal),
  ]).bytes

  static let all: [(format: InkFormat, bytes: [UInt8])] = [
    (.inkml, Array(inkml.utf8)), (.xournal, Array(xournal.utf8)), (.xournal, package),
    (.quickDraw, Array(quickDraw.utf8)), (.wacomSVC, Array(svc.utf8)),
  ]
}
