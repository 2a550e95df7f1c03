// The terminal's summary: complete where it matters, coloured only where colour is shown, and harmless.

import Survey
import SystemKit
import Testing

@Suite("Report: text")
struct TextReportTests {
  static let plain = Terminal(isInteractive: false, hasColor: false)

  @Test("verdict, reasons, load lines, blockers with commands, and counts of the rest")
  func whole() {
    let text = TextReport.render(Samples.mayNotShip, terminal: Self.plain)
    let expected = """
      Harbour 4f1c09ab77de: may not ship
        - 2 load lines are broken: coverage.lines, tests.failed
        - 3 findings block: 2 of @harbour/ios, 1 of nobody

      load line          outcome              value             limit        margin
      -----------------  -----------  -------------  ----------------  ------------
      coverage.lines     broken             79.99 %            ≥ 80 %  −0.01 points
      tests.failed       broken                   2               = 0            −2
      bundle.size        waived            48.22 MB  ≤ +2 % (48.06 MB)    −148.55 kB
      coverage.branches  held         61.20–64.80 %            ≥ 60 %  +1.20 points
      """
    for line in expected.split(separator: "\n") where !line.contains("---") {
      let words = line.split(separator: " ").joined(separator: " ")
      #expect(
        text.split(separator: "\n").contains { $0.split(separator: " ").joined(separator: " ").hasPrefix(words) },
        "\(line)")
    }
    for part in [
      "bundle.size: waived by @ines (release) until 2026-12-18: ", "crashes.rate: no evidence gives crashes.rate",
      "3 blockers",
      "@harbour/ios (2)", "Tests/TideTests.swift:88: TideTests.testSpringTide failed: 3.41 is not 3.40 [tests.failure]",
      "$ plimsoll coverage tests --run Tests/TideTests.swift", "nobody's yet (1)",
      "16 warnings, 1 note, 1 waiver in use, evidence from 3 files, 1 passed over",
    ] { #expect(text.components(of: part) > 0, "\(part) in\n\(text)") }
  }

  @Test("each load line names the file that its figure comes from")
  func sources() {
    var record = SurveyRecord(project: "p", at: Timestamp(seconds: 0))
    let kind = FigureCatalogue.standard["tests.failed"]!
    for files in [["out/a.xml"], ["out/a.xml", "b.xml", "c.xml"], []] {
      let line = LoadLine(figure: "tests.failed", comparison: .equal, limit: .absolute(0), text: "== 0")
      let figure = Figure(kind, value: 0, evidence: files)
      record.loadLines.append(LoadLineResult(line: line, figure: figure, limit: 0, margin: 0, outcome: .held))
    }
    let rows = TextReport.render(record, terminal: Self.plain).split(separator: "\n").filter { $0.contains("held") }
    #expect(rows.map { $0.split(separator: "±0  ").last } == ["out/a.xml", "out/a.xml +2 more", "-"])
  }

  @Test("columns line up, in colour too")
  func columns() {
    for terminal in [Self.plain, Terminal(isInteractive: true, hasColor: true)] {
      let lines = TextReport.render(Samples.mayNotShip, terminal: terminal).split(separator: "\n").map(String.init)
      let rows = lines.filter { $0.contains("points") }
      #expect(rows.count == 2)
      let starts = rows.compactMap { row in
        row.firstRange(of: "points").map { Terminal.columns(of: String(row[..<$0.lowerBound])) }
      }
      #expect(Set(starts).count == 1)
    }
  }

  @Test("colour only where it is shown")
  func color() {
    for (_, record) in Samples.all {
      #expect(TextReport.render(record, terminal: Self.plain).components(of: "\u{1B}") == 0)
    }
    #expect(
      TextReport.render(Samples.mayShip, terminal: Terminal(isInteractive: true, hasColor: true)).components(
        of: "\u{1B}[1;32mmay ship") == 1)
  }

  @Test("nothing hostile reaches the terminal")
  func hostile() {
    let text = TextReport.render(Samples.hostileRecord, terminal: Self.plain)
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control && scalar != "\u{202E}" && scalar != "\u{2066}")
    }
  }

  @Test("evidence that cannot be believed is named")
  func evidence() {
    let text = TextReport.render(Samples.cannotTell, terminal: Self.plain)
    #expect(text.components(of: "build/tests.xml: empty: it holds no test") == 1)
    #expect(text.components(of: "build/cover.info: stale: made 2026-11-29T13:03:20Z, before the sources") == 1)
    #expect(TextReport.render(Samples.empty, terminal: Self.plain).hasPrefix("this build: cannot tell\n"))
  }

  @Test("a large survey stays readable")
  func large() {
    let text = TextReport.render(Samples.large, terminal: Self.plain)
    #expect(text.split(separator: "\n").count < 200)
    #expect(text.components(of: "and 1\u{202F}950 more") == 1)
  }
}
