// The page's bytes: the same each time, balanced, closed against hostile texts, and of bounded size.

import MarkupKit
import Survey
import Testing

@Suite("Report: HTML")
struct HTMLReportTests {
  @Test("the same record gives the same bytes", arguments: Samples.all.map(\.name))
  func identity(name: String) {
    let first = HTMLReport.render(Samples.all.first { $0.name == name }!.record)
    let second = HTMLReport.render(Samples.all.first { $0.name == name }!.record)
    let isSame = first == second
    #expect(isSame)
    #expect(String(validating: first, as: UTF8.self) != nil)
  }

  @Test("every element that begins ends, in order", arguments: Samples.all.map(\.name))
  func balance(name: String) {
    let page = HTMLReport.render(Samples.all.first { $0.name == name }!.record)
    #expect(Self.firstImbalance(page) == nil)
    let section = SectionPage.render(
      title: Samples.hostile, intro: Samples.hostile, sections: Samples.hostileRecord.sections)
    #expect(Self.firstImbalance(section) == nil)
  }

  @Test("hostile texts stay texts")
  func hostile() {
    let page = String(decoding: HTMLReport.render(Samples.hostileRecord), as: UTF8.self)
    #expect(page.components(of: "<script") == 1)
    #expect(page.components(of: "</script") == 1)
    #expect(page.components(of: "<!--") == 0)
    for character in ["\u{1B}", "\u{0}", "\u{7F}", "\u{85}", "\u{202E}", "\u{2066}", "\r"] {
      #expect(page.components(of: character) == 0, "\(character.unicodeScalars.first!.value)")
    }
    #expect(page.components(of: "javascript:") == 0)
    #expect(page.components(of: "href=\"//") == 0)
  }

  @Test("all load lines are shown, held and waived ones too, with value, limit and evidence")
  func loadLines() {
    let page = String(decoding: HTMLReport.render(Samples.mayNotShip), as: UTF8.self)
    for text in [
      "79.99 %", "≥ 80 %", "−0.01 points", "95,995 of 119,999 lines", "61.20–64.80 %", "comes to 48.06 MB", "waived",
      "cannot tell",
      "by @ines (release) until 2026-12-18", "no evidence gives crashes.rate", "build/Harbour.ipa",
    ] { #expect(page.components(of: text) > 0, "\(text)") }
  }

  @Test("the mark says in words where the water stands")
  func mark() {
    func page(_ record: SurveyRecord) -> String { String(decoding: HTMLReport.render(record), as: UTF8.self) }
    #expect(
      page(Samples.mayShip).components(
        of: "below the line of the mark: every load line holds. Tightest line: Branches covered, 1.20 points to spare.")
        == 1)
    #expect(
      page(Samples.mayNotShip).components(
        of: "above the line of the mark: the ship is overladen. Furthest under water: Failed tests, 2 past the limit.")
        == 1)
    #expect(page(Samples.cannotTell).components(of: "hatched: where it stands cannot be told") == 1)
    #expect(page(Samples.empty).components(of: "No evidence was found.") == 1)
    // Never green on nothing: no sign of good stands for blockers that could not be looked for.
    #expect(page(Samples.cannotTell).components(of: "No finding blocks this build") == 0)
  }

  @Test("a large record gives a page of bounded size that says what it left out")
  func large() {
    let bytes = HTMLReport.render(Samples.large)
    #expect(bytes.count < 3_000_000)
    let page = String(decoding: bytes, as: UTF8.self)
    let space = "\u{202F}"
    for text in [
      "1\(space)500 more blockers left out", "1\(space)700 more warnings left out", "800 more notes left out",
      "1\(space)031 more rows left out",
    ] { #expect(page.components(of: text) == 1, "\(text)") }
  }

  @Test("one endless text does not make an endless page")
  func endless() {
    let endless = String(repeating: "e\u{301}\u{301}\u{301}", count: 200_000)
    let record = surveyRecord(.mayNotShip) { record in
      record.findings = [Finding("a.b", .blocker, endless, detail: endless, place: Place(endless), mend: endless)]
      record.reasons = [endless]
    }
    #expect(HTMLReport.render(record).count < 100_000)
  }

  @Test("a deep tree keeps its top")
  func deepTree() {
    var node = ReportTree.Node(name: "leaf", cells: [])
    for depth in 0..<3000 { node = ReportTree.Node(name: "d\(depth)", cells: [], children: [node]) }
    let page = SectionPage.render(
      title: "t", intro: "",
      sections: [
        ReportSection(
          area: Samples.coverage, summary: "", blocks: [.tree(ReportTree(caption: "c", columns: ["Path"], root: node))])
      ])
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.components(of: "<code>d2999</code>") == 1)
    #expect(text.components(of: "1\u{202F}001 more rows left out") == 1)
  }

  /// The first tag that closes something else than what is open; `nil` when all is well.
  static func firstImbalance(_ bytes: [UInt8]) -> String? {
    let void: Set<String> = ["meta", "link", "br", "input", "img", "wbr"]
    var open: [String] = []
    var at = 0
    var isRaw = false
    while at < bytes.count {
      guard bytes[at] == 0x3C, at + 1 < bytes.count, bytes[at + 1] != 0x21 else {
        at += 1
        continue
      }
      let isEnd = bytes[at + 1] == 0x2F
      var end = at + (isEnd ? 2 : 1)
      let start = end
      while end < bytes.count, ![0x20, 0x3E, 0x2F, 0x0A].contains(bytes[end]) { end += 1 }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      if isRaw, !(isEnd && (name == "script" || name == "style")) {
        at += 1
        continue
      }
      // No attribute holds a bare `>`: it would have been escaped.
      while end < bytes.count, bytes[end] != 0x3E { end += 1 }
      let isEmpty = bytes[end - 1] == 0x2F
      if isEnd {
        guard open.popLast() == name else { return "</\(name)> at byte \(at)" }
        isRaw = false
      } else if !void.contains(name), !isEmpty {
        open.append(name)
        isRaw = name == "script" || name == "style"
      }
      at = end + 1
    }
    return open.last
  }
}

extension String {
  /// How often a text occurs, scalar by scalar.
  func components(of text: String) -> Int {
    let bytes = Array(utf8)
    let needle = Array(text.utf8)
    guard bytes.count >= needle.count else { return 0 }
    return bytes.indices.dropLast(needle.count - 1).count { at in
      bytes[at] == needle[0] && bytes[at..<at + needle.count].elementsEqual(needle)
    }
  }
}
