// Real files of ink, when they are there: how many strokes and samples they hold, counted by scripts that share nothing with the
// library (2026-12-01):
//
// - InkML: python, `re.findall(r'<trace\b([^>]*)>([^<]*)</trace>')`; each text split at commas, each point by
//   `re.findall(r"([!'\"]?)\s*([-+]?\d+(?:\.\d+)?)")` with marks kept per channel; least and greatest X and Y of all points.
// - Xournal: `re.finditer(r'<stroke ([^>]*)>([^<]*)')` over the inflated text, half of `len(text.split())`.
// - Quick, Draw!: `json.loads` of each line, `sum(len(s[0]) for s in drawing)`.
// - SVC: lines split at spaces; runs of status 1.

import Ink
import InkFormats
import SystemKit
import TestSupport
import Testing

enum InkCorpus {
  static let folder: String? = PackageFolder.corpus.map { PathName.join($0, "ink") }
    .flatMap { AtomicFile.isFolder($0) ? $0 : nil }
  static var isPresent: Bool { folder != nil }

  static func read(_ name: String, only selection: PageSelection = .all) throws -> InkDocument {
    try InkReader.read(InputFile(path: PathName.join(folder ?? "", name)), only: selection)
  }
}

/// A file and what was counted in it.
struct InkCorpusFile: Sendable, CustomTestStringConvertible {
  var name: String
  var format: InkFormat
  /// Of each page.
  var strokes: [Int]
  var samples: [Int]
  /// The extent of the ink in points, where it was worked out.
  var extent: [Double] = []
  var testDescription: String { name }
}

@Suite(.enabled(if: InkCorpus.isPresent, "the public files of ink are not here"))
struct InkCorpusTests {
  /// Points in a hundredth of a millimetre.
  static let himetric = 96.0 / 2_540

  static let files: [InkCorpusFile] = [
    InkCorpusFile(
      name: "inkml_10065.inkml", format: .inkml, strokes: [12], samples: [281], extent: [1_341, 253]),
    InkCorpusFile(
      name: "inkml_correct.xml", format: .inkml, strokes: [1], samples: [140],
      extent: [(8_520 - 2_077) * himetric, (13_670 - 7_098) * himetric]),
    InkCorpusFile(
      name: "inkml_highlighter_onenote.xml", format: .inkml, strokes: [1], samples: [219],
      extent: [(17_714 - 8_801) * himetric, (67_088 - 64_134) * himetric]),
    InkCorpusFile(
      name: "inkml_onenote_web.xml", format: .inkml, strokes: [6], samples: [281],
      extent: [(14_917 - 1_423) * himetric, (17_699 - 3_196) * himetric]),
    InkCorpusFile(
      name: "inkml_word_output.xml", format: .inkml, strokes: [1], samples: [237],
      extent: [(7_273 - 2_389) * himetric, (3_939 - 1) * himetric]),
    InkCorpusFile(
      name: "inkml_journal_output.xml", format: .inkml, strokes: [116], samples: [7_064],
      extent: [(20_744 - 26) * himetric, (22_961 - 26) * himetric]),
    InkCorpusFile(
      name: "inkml_onenote_multiple_contexts.xml", format: .inkml, strokes: [555], samples: [8_748],
      extent: [(54_232 + 2_077) * himetric, (60_411 - 2_825) * himetric]),
    InkCorpusFile(
      name: "quickdraw_raw_timed.ndjson", format: .quickDraw, strokes: [9, 5], samples: [182, 90],
      extent: [734 - 537, 417 - 86]),
    InkCorpusFile(
      name: "quickdraw_simplified.ndjson", format: .quickDraw, strokes: [6, 5, 14, 1, 6, 2, 2],
      samples: [48, 64, 70, 28, 39, 40, 33], extent: [155, 253]),
    InkCorpusFile(name: "wacom_signal.svc", format: .wacomSVC, strokes: [5], samples: [819]),
    InkCorpusFile(
      name: "wacom_jack.svc", format: .wacomSVC, strokes: [3], samples: [501]),
    InkCorpusFile(name: "xopp_layers.xopp", format: .xournal, strokes: [0], samples: [0]),
    InkCorpusFile(name: "xopp_new.xopp", format: .xournal, strokes: [1], samples: [90]),
    InkCorpusFile(name: "xopp_stroke_line_return.xoj", format: .xournal, strokes: [1], samples: [51]),
    InkCorpusFile(name: "xopp_strokes.xopp", format: .xournal, strokes: [12], samples: [1_698]),
    InkCorpusFile(name: "xopp_strokes.xml", format: .xournal, strokes: [12], samples: [1_698]),
    InkCorpusFile(name: "xopp_width_recovery.xopp", format: .xournal, strokes: [5], samples: [162]),
  ]

  @Test("a real file holds the strokes and samples that a script counts", arguments: files)
  func counts(_ file: InkCorpusFile) throws {
    let document = try InkCorpus.read(file.name)
    #expect(document.format == file.format)
    let pages = document.pages.map { VisibleInk($0.drawing).visible }
    #expect(pages.map(\.count) == file.strokes)
    #expect(pages.map { $0.reduce(0) { $0 + $1.samples.count } } == file.samples)
    guard !file.extent.isEmpty else { return }
    let samples = pages[0].flatMap(\.samples)
    for (values, extent) in zip([samples.map(\.x), samples.map(\.y)], file.extent) {
      let (least, greatest) = (try #require(values.min()), try #require(values.max()))
      #expect(abs(Double(greatest - least) / 100 - extent) <= 0.011)
    }
  }

  @Test("a real file goes through InkML without loss", arguments: files)
  func throughInkML(_ file: InkCorpusFile) throws {
    for page in try InkCorpus.read(file.name).pages {
      let written = InkMLWriter.write(page.drawing)
      #expect(try InkReader.read(written.bytes, source: "again").pages[0].drawing == page.drawing)
    }
  }

  @Test("pressures of Microsoft's files add up to what a script adds up")
  func pressures() throws {
    // Sums of F over all points, each held to 0…32767: `fs` of the script.
    for (name, sum) in [
      ("inkml_correct.xml", 3_416_188), ("inkml_onenote_web.xml", 2_683_520), ("inkml_word_output.xml", 5_351_637),
      ("inkml_journal_output.xml", 156_564_952), ("inkml_onenote_multiple_contexts.xml", 100_064_189),
    ] {
      let samples = try InkCorpus.read(name).strokes.flatMap(\.samples)
      #expect(samples.reduce(0) { $0 + Int($1.pressure) } == sum, "\(name)")
    }
  }

  @Test("the highlighter of OneNote is one, and the pens of Journal have tilts")
  func details() throws {
    let highlighter = try InkCorpus.read("inkml_highlighter_onenote.xml").strokes[0]
    // 0.5 cm high: 18.9 points.
    #expect(highlighter.brush.tool == .highlighter)
    #expect(highlighter.brush.width == 1_890)
    #expect(highlighter.brush.color == InkColor(rgba: 0xfffc_0080))
    #expect(highlighter.channels == [])
    let journal = try InkCorpus.read("inkml_journal_output.xml").strokes
    // The first point says 1902 244, hundredths of a degree.
    #expect(journal[0].samples[0].tiltX == 1_902)
    #expect(journal[0].samples[0].tiltY == 244)
  }

  @Test(
    "a real file that is no ink of a format that is read is refused by name",
    arguments: [
      ("wacom_value_of_ink.uim", InkFormatError.Kind.notRead("Universal Ink Model (.uim)")),
      ("wacom_input_providers.uim", .notRead("Universal Ink Model (.uim)")),
      ("wacom_elephant.will", .notRead("WILL ink (.will)")),
      ("wacom_sensor_ink.csv", .notRead("Wacom sensor data (CSV)")),
      ("signature_pad_face.ts", .notRead("signature_pad data")),
      ("perfect-freehand_inputs.json", .unrecognised), ("LOG.md", .unrecognised),
      ("inkml_bool_trace.xml", .malformed(value: "T", expected: "a number of channel X")),
    ])
  func refused(_ name: String, _ kind: InkFormatError.Kind) {
    let error = #expect(throws: InkFormatError.self) { try InkCorpus.read(name) }
    #expect(error?.kind == kind)
  }
}
