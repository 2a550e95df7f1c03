// What files are recognised as, and what is said of those that are not read.

import Ink
import InkFormats
import SystemKit
import TestSupport
import Testing

@Suite struct InkFormatTests {
  static func recognise(_ bytes: [UInt8]) -> InkFormat.Recognition { bytes.withUnsafeBytes { InkFormat.recognise($0) } }

  @Test("each format is told by its content", arguments: 0..<InkFixture.all.count)
  func recognised(_ index: Int) throws {
    let sample = InkFixture.all[index]
    #expect(Self.recognise(sample.bytes) == .format(sample.format))
    #expect(try InkReader.read(sample.bytes, source: "x").format == sample.format)
    #expect(try InkReader.read(Gzip.deflate(sample.bytes), source: "x").format == sample.format)
  }

  @Test(
    "a head names the format or the known one that is not read",
    arguments: [
      ("{\"plimsoll-drawing\": 1, \"width\": 3}", InkFormat.Recognition.format(.drawing)),
      ("\u{FEFF}<?xml version='1.0'?><!-- x --><svg:svg xmlns:svg='http://www.w3.org/2000/svg'>", .format(.svg)),
      ("<x:ink>", .format(.inkml)), ("<xournal>", .format(.xournal)),
      ("[{\"penColor\":\"black\",\"points\":[]}]", .notRead("signature_pad data")),
      ("export const face: PointGroup[] = [ { penColor: 'black', points: [", .notRead("signature_pad data")),
      ("idx,SPLINE_X,SPLINE_Y,SENSOR_TIMESTAMP\n0,1,2,3\n", .notRead("Wacom sensor data (CSV)")),
      ("RIFF\u{1}\u{2}\u{3}\u{4}UINKHEAD", .notRead("Universal Ink Model (.uim)")),
      ("RIFF\u{1}\u{2}\u{3}\u{4}WILLHEAD", .notRead("WILL ink (.will)")),
      ("12\n1 2 3 1 4 5 6\n", .format(.wacomSVC)), ("12\n1 2 3 1\n", .format(.wacomSVC)), ("12\n1 2 3\n", .unknown),
      ("12 13\n1 2 3 1\n", .unknown), ("<html>", .unknown), ("{\"a\":1}", .unknown), ("", .unknown),
      ("hello", .unknown),
    ])
  func heads(_ text: String, _ expected: InkFormat.Recognition) {
    #expect(Self.recognise(Array(text.utf8)) == expected)
  }

  @Test("an older WILL archive is named; another archive is not ink")
  func archives() {
    let will = ZipFixture([ZipFixtureEntry("sections/section0.svg", "x")]).bytes
    #expect(Self.recognise(will) == .notRead("WILL ink (.will)"))
    #expect(Self.recognise(ZipFixture([ZipFixtureEntry("a.txt", "x")]).bytes) == .unknown)
  }

  @Test(
    "what is not read is said in one line",
    arguments: [
      (
        "hello",
        "ink: not ink of a known format (Plimsoll drawing, SVG, InkML, Xournal, Quick, Draw! ndjson, Wacom SVC)"
      ),
      (
        "RIFF1234UINK",
        "ink: Universal Ink Model (.uim) is not read (read: Plimsoll drawing, SVG, InkML, Xournal, "
          + "Quick, Draw! ndjson, Wacom SVC)"
      ),
      ("<svg/>", "ink: byte 6: the picture holds shapes, but no drawing that could be read"),
      ("<ink><trace>1 2, 3</trace></ink>", "ink:1: '3' cannot be read (values of X Y expected)"),
      ("<ink>\n<trace>1 2,\n3 x</trace></ink>", "ink:3: 'x' cannot be read (a number of channel Y expected)"),
      (
        "<ink>\n<trace contextRef='#q'>1 2</trace></ink>",
        "ink:2: the context 'q' is not defined before this place"
      ),
      (
        "<xournal><page width='9' height='9'><layer>\n<stroke width='1'>1 2 3</stroke></layer></page></xournal>",
        "ink:2: 'the end' cannot be read (a second coordinate expected)"
      ),
      (
        "{\"word\":\"a\",\"drawing\":[[[1,2],[3]]]}",
        "ink:1: 'lists of 2, 1 numbers' cannot be read (lists of one length expected)"
      ),
      (
        "2\n1 2 3 1\n1 2 x 1\n",
        "ink:3: '1 2 x 1' cannot be read (x y t status azimuth altitude pressure expected)"
      ),
    ])
  func wording(_ text: String, _ expected: String) {
    let error = #expect(throws: InkFormatError.self) { try readInk(text) }
    #expect(error?.description == expected)
  }

  @Test("a document that is not well formed is refused with its place")
  func malformed() {
    let error = #expect(throws: InkFormatError.self) { try readInk("<ink>\n<trace>1 2</ink>") }
    guard case .markup = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.hasPrefix("ink:2:") == true)
  }

  @Test("gzip inside gzip is not followed")
  func nestedGzip() {
    let error = #expect(throws: InkFormatError.self) {
      try InkReader.read(Gzip.deflate(Gzip.deflate(Array(InkFixture.inkml.utf8))), source: "x")
    }
    #expect(error?.kind == .unrecognised)
  }

  @Test("damaged gzip is refused")
  func damagedGzip() {
    let error = #expect(throws: InkFormatError.self) {
      try InkReader.read(Array(Gzip.deflate(Array(InkFixture.inkml.utf8)).dropLast(12)), source: "x")
    }
    guard case .system = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "a page is asked for by number or key",
    arguments: [
      ("2", PageSelection.number(2)), ("6420579601088512", .key("6420579601088512")), ("0", .key("0")),
      ("apple", .key("apple")),
    ])
  func selection(_ text: String, _ expected: PageSelection) {
    #expect(PageSelection(text) == expected)
  }

  @Test("a page that is not there is refused with how many there are")
  func noSuchPage() {
    var error = #expect(throws: InkFormatError.self) { try readInk(InkFixture.quickDraw, only: .number(3)) }
    #expect(error?.description == "ink: no page '3'; it has 2 pages, counted from 1")
    error = #expect(throws: InkFormatError.self) { try readInk(InkFixture.svc, only: .number(2)) }
    #expect(error?.description == "ink: no page '2'; it has one page")
    error = #expect(throws: InkFormatError.self) { try readInk(InkFixture.xournal, only: .key("x")) }
    #expect(error?.kind == .noSuchPage("x", count: 2))
  }
}
