// Records to render, built in code: one for each verdict, an empty one, one whose every text is hostile, and a large one.

import MarkupKit
import Rendering
import Survey
import SystemKit

/// Builds a record for a test.
func surveyRecord(_ verdict: Verdict = .mayShip, _ change: (inout SurveyRecord) -> Void = { _ in }) -> SurveyRecord {
  var record = SurveyRecord(project: "Harbour", at: Samples.now)
  record.verdict = verdict
  record.commit = SurveyedCommit(
    id: "4f1c09ab77de2210c6b1f0b7a5c3d9e8f6a1b2c3", subject: "Berth view: keep the tide table while offline",
    committedAt: Samples.now, branch: "release/5.3")
  change(&record)
  return record
}

enum Samples {
  static let now = Timestamp(iso8601: "2026-11-30T14:03:20Z")!
  static let coverage = Area(name: "coverage", title: "Coverage")
  static let tests = Area(name: "tests", title: "Tests")
  static let lines = FigureKind("coverage.lines", "Lines covered", .percent, .higher)
  static let branches = FigureKind("coverage.branches", "Branches covered", .percent, .higher)
  static let failed = FigureKind("tests.failed", "Failed tests", .count, .lower, onlyGrows: true)
  static let duration = FigureKind("tests.duration", "Duration of all tests", .seconds, .lower)
  static let total = FigureKind("tests.total", "Tests", .count, .neutral)
  static let size = FigureKind("bundle.size", "Size of the app", .bytes, .lower)
  static let crashes = FigureKind("crashes.rate", "Sessions that crash", .percent, .lower)

  static func line(
    _ kind: FigureKind, _ comparison: LoadLine.Comparison, _ limit: LoadLine.Limit, _ text: String,
    value: Double?, atMost: Double? = nil, resolved: Double? = nil, margin: Double? = nil,
    outcome: LoadLineResult.Outcome = .held, evidence: [String] = ["build/cover.info"], detail: String? = nil
  ) -> LoadLineResult {
    LoadLineResult(
      line: LoadLine(
        figure: kind.name, comparison: comparison, limit: limit, text: text,
        position: TextPosition(line: 12, column: 5)),
      figure: value.map { Figure(kind, value: $0, atMost: atMost, evidence: evidence, detail: detail) },
      limit: resolved,
      margin: margin, outcome: outcome)
  }

  static let waiver = Waiver(
    rule: "bundle.size", owner: "@ines (release)", reason: "The chart pack moves to on-demand resources in 5.4",
    expires: Timestamp(iso8601: "2026-12-18")!, position: TextPosition(line: 30, column: 3))

  static func common(_ record: inout SurveyRecord) {
    record.configuration = "plimsoll.json"
    record.figures = [
      Figure(size, value: 48_210_944, evidence: ["build/Harbour.ipa"]),
      Figure(
        branches, value: 61.2, atMost: 64.8, evidence: ["build/cover.info"], detail: "at least 2,210 of 3,611 branches"),
      Figure(lines, value: 83.4167, evidence: ["build/cover.info"], detail: "10,010 of 12,000 lines"),
      Figure(duration, value: 312.4, evidence: ["build/tests.xml"]),
      Figure(failed, value: 0, evidence: ["build/tests.xml"]),
      Figure(total, value: 1482, evidence: ["build/tests.xml"]),
    ]
    let shippedAt = [3, 8]
    for (name, start, step) in [
      ("coverage.lines", 78.2, 0.43), ("tests.duration", 340, -2.1), ("tests.failed", 3, -0.25),
      ("bundle.size", 44_000_000, 390_000),
    ] {
      record.history[name] = (0..<12).map { at in
        HistoryPoint(
          survey: Int64(at + 1), at: Timestamp(seconds: now.seconds - Int64(12 - at) * 86_400), commit: "c\(at)",
          value: earlier(start, step, at),
          isShipped: shippedAt.contains(at))
      }
    }
    record.last = ["coverage.lines": 82.93, "tests.duration": 316.9, "tests.failed": 0, "bundle.size": 48_290_000]
    record.shipped = ["coverage.lines": 81.64, "tests.duration": 323.2, "tests.failed": 0, "bundle.size": 47_120_000]
    record.shippedCommit = "91be0c4477aa2210c6b1f0b7a5c3d9e8f6a1b2c3"
    record.evidence = [
      Evidence(
        path: "build/Harbour.ipa", area: Area(name: "bundle", title: "App bundle"), format: "iOS app archive",
        size: 48_210_944, madeAt: now, digest: String(repeating: "a3", count: 32), commit: record.commit?.id),
      Evidence(
        path: "build/cover.info", area: coverage, format: "LCOV", size: 912_344, madeAt: now,
        digest: String(repeating: "9b", count: 32)),
      Evidence(
        path: "build/tests.xml", area: tests, format: "JUnit XML", size: 402_118, madeAt: now,
        digest: String(repeating: "07", count: 32), commit: record.commit?.id),
    ]
    record.passedOver = [PassedOver(path: "docs/example.info", reason: "below a folder that .plimsollignore names")]
    record.sections = [coverageSection, testSection, heapSection]
  }

  static var heapSection: ReportSection {
    func screen(_ at: Int) -> ReportTreemap.Tile {
      .init(name: "com.acme.Screen 0x\(at)", label: "Screen", value: 24_000, mark: "Leak")
    }
    let map = ReportTreemap(
      caption: "Who holds how much", unit: .bytes,
      tiles: [
        .init(
          name: "class com.acme.Cache 0x10", label: "Cache", value: 180_000, detail: "by way of java.util.ArrayList",
          children: (0..<6).map(screen) + [.init(name: "4 more objects", label: "4 more", value: 12_000)]),
        .init(
          name: "com.acme.Log 0x20", label: "Log", value: 90_000,
          children: [
            .init(
              name: "2,500 objects of com.acme.Log$Event", label: "2 500 × Event", value: 80_000,
              children: [.init(name: "a", value: 40_000, children: [.init(name: "b", value: 30_000)])])
          ]),
        .init(name: "900 more objects", label: "900 more", value: 60_000),
      ])
    let rows: [[ReportCell]] = [
      [.code("com.acme.Screen"), .count(6), .bytes(144_000), .part(144_000, of: 330_000)],
      [.code("com.acme.Log$Event"), .count(2_500), .bytes(80_000), .part(80_000, of: 330_000)],
    ]
    return ReportSection(
      area: Area(name: "heap", title: "Heap dumps"), summary: "3,412 objects of 88 classes, 330.00 kB; 1 leak",
      blocks: [
        .treemap(map),
        .table(
          ReportTable(
            caption: "Classes by what their objects retain", columns: ["Class", "Objects", "Retained", "Of the heap"],
            rows: rows)),
      ])
  }

  private static func earlier(_ start: Double, _ step: Double, _ at: Int) -> Double {
    let dip: Double = at % 3 == 1 ? -step * 1.4 : 0
    return max(0, ((start + step * Double(at) + dip) * 10_000).rounded() / 10_000)
  }

  static var coverageSection: ReportSection {
    func node(_ name: String, _ covered: UInt64, _ total: UInt64, _ children: [ReportTree.Node] = []) -> ReportTree.Node
    {
      ReportTree.Node(
        name: name, target: children.isEmpty ? "files/\(name).html" : nil,
        cells: [.share(covered: covered, atMost: covered + (total - covered) / 9, total: total), .count(total)],
        children: children)
    }
    let tree = ReportTree(
      caption: "Coverage by folder", columns: ["Path", "Lines covered", "Lines"],
      root: node(
        "Harbour", 10_010, 12_000,
        [
          node("Sources", 9_410, 11_200, [node("Berth.swift", 410, 420), node("Tide.swift", 0, 80)]),
          node("Shared", 600, 800, [node("Clock.swift", 600, 800)]),
        ]))
    let source = ReportSource(
      path: "Sources/Tide.swift",
      lines: [
        .init(number: 1, count: nil, text: "// The tide table."),
        .init(number: 2, count: 12, text: "func height(at time: Time) -> Metres {"),
        .init(number: 3, count: 12, isPartial: true, text: "\tguard let entry = table[time] else {"),
        .init(number: 4, count: 0, text: "\t\treturn interpolated(time) // <never run> & \"quoted\""),
        .init(number: 9, count: 12, text: "}"),
      ], omitted: 71)
    return ReportSection(
      area: coverage, summary: "10,010 of 12,000 lines ran, from 1 report of 84 files.",
      blocks: [
        .paragraph("Files that no test touches count as not covered."), .tree(tree),
        .details(title: "Sources/Tide.swift", blocks: [.source(source)]),
      ])
  }

  static var testSection: ReportSection {
    let rows: [[ReportCell]] = (0..<18).map { at -> [ReportCell] in
      let seconds: Double = at % 5 == 0 ? 12.25 + Double(at) : Double(at) * 0.031
      let outcome = at % 6 == 2 ? "flaky" : "passed"
      return [.code("BerthTests.testMooring\(at)"), .seconds(seconds), .count(UInt64((at * 37) % 101)), .text(outcome)]
    }
    return ReportSection(
      area: tests, summary: "1,482 tests, none failed, 6 skipped.",
      blocks: [
        .table(
          ReportTable(caption: "Slowest tests", columns: ["Test", "Time", "Runs", "Outcome"], rows: rows, omitted: 3)),
        .details(
          title: "Log of the runner",
          blocks: [.preformatted("Test Suite 'All tests' passed\n\texecuted 1482 tests, with 0 failures")]),
      ])
  }

  static var mayShip: SurveyRecord {
    surveyRecord(.mayShip) { record in
      common(&record)
      record.reasons = ["all 5 load lines hold, one of them by a waiver", "no finding blocks"]
      record.loadLines = [
        line(
          lines, .atLeast, .absolute(80), ">= 80 %", value: 83.4167, resolved: 80, margin: 3.4167,
          detail: "10,010 of 12,000 lines"),
        line(branches, .atLeast, .absolute(60), ">= 60 %", value: 61.2, atMost: 64.8, resolved: 60, margin: 1.2),
        line(
          size, .atMost, .relativePercent(2), "<= +2 %", value: 48_210_944, resolved: 48_062_400, margin: -148_544,
          outcome: .waived(waiver), evidence: ["build/Harbour.ipa"]),
        line(failed, .equal, .absolute(0), "== 0", value: 0, resolved: 0, margin: 0, evidence: ["build/tests.xml"]),
        line(
          duration, .atMost, .relativePercent(10), "<= +10 %", value: 312.4, resolved: 355.52, margin: 43.12,
          evidence: ["build/tests.xml"]),
      ]
      record.findings = [
        finding(
          "tests.flaky", .warning, "BerthTests.testMooring2 passed only on its second run", 4, owner: "@harbour/ios")
      ]
    }
  }

  /// A trunk with all kinds of commits and links, as long as wanted.
  static func graph(_ count: Int) -> ReportBranchGraph {
    var graph = ReportBranchGraph(
      caption: "The trunk of release/12, oldest first", branch: "release/12", main: "origin/main", base: "50ebce2596",
      behind: 3)
    for at in 0..<count {
      let kind: ReportBranchGraph.Node.Kind = at % 7 == 3 ? .main : at % 7 == 5 ? .patch : .branch
      graph.nodes.append(
        .init(
          kind: kind, name: kind == .main ? "origin/main" : "BFG-\(9000 + at)",
          words: at % 5 == 0
            ? "moor at a berth whose name is longer than any line has room for, however wide it may be" : "moor",
          commit: "c0ffee\(1000 + at)", facts: "\(at + 1) files · 1 conflict · Ada Lovelace-Byron +\(at % 3)",
          mark: at % 9 == 2 ? "blocked" : nil, detail: "Merge branch 'BFG-\(9000 + at)_moor'"))
      if at > 2, at % 3 == 0 {
        graph.links.append(.init(kind: .conflict, from: at, to: at / 2, detail: "in Tide.swift"))
      }
      if at > 4, at % 4 == 1 { graph.links.append(.init(kind: .dependency, from: at, to: at - 4, detail: "needs it")) }
    }
    return graph
  }

  static var releaseSection: ReportSection {
    ReportSection(
      area: Area(name: "release", title: "Release branch"), summary: "release/12: 13 tickets",
      blocks: [
        .branchGraph(graph(16)),
        .table(ReportTable(caption: "Tickets of release/12", columns: ["Ticket"], rows: [[.code("BFG-9000")]])),
      ])
  }

  static var screenshotSection: ReportSection {
    func picture(_ path: String, _ width: Int, _ height: Int, test: String? = nil) -> ReportGallery.Picture {
      var picture = ReportGallery.Picture(
        path: path, file: path, width: width, height: height, size: 213_400, format: "PNG")
      let (columns, rows) = (width * 320 / max(width, height), height * 320 / max(width, height))
      let pixels = (0..<columns * rows).map { at -> UInt32 in at / columns < rows / 9 ? 0xff7d_4a1c : 0xfff4_f0ea }
      picture.thumbnail = .init(
        width: columns, height: rows,
        png: PNGWriter.bytes(of: PixelPicture(width: columns, height: rows, pixels: pixels)))
      picture.test = test
      picture.target = "sketch/\(PathName.split(path).name.dropLast(4))-0123456789ab.html"
      return picture
    }
    var large = ReportGallery.Picture(
      path: "build/shots/chart of all harbours at full size.jpg", file: "", width: 16_000, height: 9000,
      size: 41_000_000, format: "JPEG")
    large.problem = "too large to be shown here"
    return ReportSection(
      area: Area(name: "screenshots", title: "Screenshots"), summary: "4 pictures, 1 of failed tests",
      blocks: [
        .pictures(
          ReportGallery(
            caption: "Pictures of failed tests",
            pictures: [
              picture("build/failures/tide.png", 1170, 2532, test: "HarbourUITests.TideTableTests.testOffline")
            ])),
        .pictures(
          ReportGallery(
            caption: "Other pictures",
            pictures: [
              picture("build/shots/berths.png", 1170, 2532), picture("build/shots/wide.png", 2048, 1536), large,
            ])),
      ])
  }

  static var mayNotShip: SurveyRecord {
    surveyRecord(.mayNotShip) { record in
      common(&record)
      record.sections.append(releaseSection)
      record.sections.append(screenshotSection)
      record.reasons = [
        "2 load lines are broken: coverage.lines, tests.failed", "3 findings block: 2 of @harbour/ios, 1 of nobody",
      ]
      record.loadLines = [
        line(
          lines, .atLeast, .absolute(80), ">= 80 %", value: 79.996, resolved: 80, margin: -0.004, outcome: .broken,
          detail: "95,995 of 119,999 lines"),
        line(
          failed, .equal, .absolute(0), "== 0", value: 2, resolved: 0, margin: -2, outcome: .broken,
          evidence: ["build/tests.xml"]),
        line(
          size, .atMost, .relativePercent(2), "<= +2 %", value: 48_210_944, resolved: 48_062_400, margin: -148_544,
          outcome: .waived(waiver), evidence: ["build/Harbour.ipa"]),
        line(branches, .atLeast, .absolute(60), ">= 60 %", value: 61.2, atMost: 64.8, resolved: 60, margin: 1.2),
        line(
          duration, .atMost, .relativePercent(10), "<= +10 %", value: 312.4, resolved: 355.52, margin: 43.12,
          evidence: ["build/tests.xml"]),
        line(
          crashes, .below, .absolute(0.5), "< 0.5 %", value: nil,
          outcome: .unknown("no evidence gives crashes.rate"), evidence: []),
      ]
      var waived = finding("bundle.unused", .blocker, "Assets.car holds 4 MB of images that no code names", nil)
      waived.waiver = waiver
      record.findings = [
        finding(
          "tests.failure", .blocker, "TideTests.testSpringTide failed: 3.41 is not 3.40", 88, owner: "@harbour/ios",
          detail:
            "XCTAssertEqual failed: (\"3.41\") is not equal to (\"3.40\")\n  at Tests/TideTests.swift:88\n  at XCTest"),
        finding(
          "tests.failure", .blocker, "BerthTests.testOffline failed: timed out after 10 s", 203, owner: "@harbour/ios"),
        finding(
          "coverage.unread", .blocker, "Sources/Anchor.swift changed and no test ran any of its 42 lines", 7,
          path: "Sources/Anchor.swift"),
        waived,
      ]
      record.findings += (0..<16).map { at in
        finding(
          "tests.slow", .warning, "PortTests.testLongName\(at) took \(10 + at) s", 10 + at * 3,
          owner: at % 2 == 0 ? "@harbour/ios" : nil)
      }
      record.findings.append(finding("coverage.merged", .note, "2 reports of the same run were merged", nil))
    }
  }

  static var cannotTell: SurveyRecord {
    surveyRecord(.cannotTell) { record in
      common(&record)
      record.reasons = ["build/tests.xml holds no test", "build/cover.info is older than the sources"]
      record.evidence[1].state = .stale(evidence: Timestamp(seconds: now.seconds - 90_000), sources: now)
      record.evidence[2].state = .empty("it holds no test")
      record.loadLines = [
        line(failed, .equal, .absolute(0), "== 0", value: nil, outcome: .unknown("no good evidence gives tests.failed"))
      ]
      record.sections = [coverageSection]
    }
  }

  static var empty: SurveyRecord { SurveyRecord(project: "", at: Timestamp(seconds: 0)) }

  static func finding(
    _ rule: String, _ severity: Severity, _ message: String, _ line: Int?, owner: String? = nil, detail: String? = nil,
    path: String = "Tests/TideTests.swift"
  ) -> Finding {
    var finding = Finding(
      rule, severity, message, detail: detail, place: line.map { Place(path, line: $0) }, evidence: "build/tests.xml",
      mend: rule == "coverage.merged" ? nil : "plimsoll coverage tests --run \(path)")
    finding.owner = owner
    return finding
  }

  /// Text that tries to break out of everything.
  static let hostile =
    "</script><script>alert(1)</script>\"'>&amp;<!--]]>\u{1B}[31m\u{0}\u{7F}\u{85}\u{202E}gpj\u{2066}%0A::error::\r\n,:|`*_"

  static var hostileRecord: SurveyRecord {
    let bad = hostile
    return surveyRecord(.mayNotShip) { record in
      common(&record)
      record.project = bad
      record.commit = SurveyedCommit(id: bad, subject: bad, branch: bad, isDirty: true)
      record.configuration = bad
      record.shippedCommit = bad
      record.reasons = [bad]
      let kind = FigureKind("x." + bad, bad, .percent, .higher)
      let waiver = Waiver(rule: bad, place: bad, owner: bad, reason: bad, expires: now)
      record.figures.append(Figure(kind, value: .nan, evidence: [bad], detail: bad))
      record.history[kind.name] = [HistoryPoint(survey: 1, at: now, commit: bad, value: .infinity, isShipped: true)]
      record.loadLines = [
        line(
          kind, .below, .absolute(.infinity), bad, value: .nan, resolved: .infinity, outcome: .broken, evidence: [bad]),
        line(
          kind, .below, .absolute(1), bad, value: 1, resolved: 1, margin: 0, outcome: .waived(waiver), evidence: [bad]),
        line(kind, .below, .absolute(1), bad, value: nil, outcome: .unknown(bad)),
      ]
      for severity in Severity.allCases {
        var finding = finding(bad, severity, bad, 1, owner: bad, detail: bad, path: bad)
        finding.mend = bad
        finding.evidence = bad
        record.findings.append(finding)
        finding.waiver = waiver
        record.findings.append(finding)
      }
      record.evidence.append(
        Evidence(
          path: bad, area: Area(name: bad, title: bad), format: bad, size: -1, madeAt: now, digest: bad, commit: bad,
          state: .unreadable(bad)))
      record.passedOver.append(PassedOver(path: bad, reason: bad))
      record.sections.append(
        ReportSection(
          area: Area(name: "x", title: bad), summary: bad,
          blocks: [
            .paragraph(bad), .preformatted(bad), .details(title: bad, blocks: [.paragraph(bad)]),
            .table(
              ReportTable(
                caption: bad, columns: [bad, bad], rows: [[.link(bad, target: "javascript:alert(1)"), .text(bad)], []])),
            .tree(
              ReportTree(
                caption: bad, columns: [bad],
                root: .init(name: bad, target: "//evil.example/\(bad)", cells: [.code(bad), .seconds(.nan)]))),
            .treemap(
              ReportTreemap(
                caption: bad, unit: .bytes,
                tiles: [
                  .init(name: bad, value: .max, detail: bad, mark: bad, children: [.init(name: bad, value: .max)])
                ])),
            .branchGraph(
              ReportBranchGraph(
                caption: bad, branch: bad, main: bad, base: bad, behind: .max,
                nodes: [
                  .init(kind: .branch, name: bad, words: bad, commit: bad, facts: bad, mark: bad, detail: bad),
                  .init(kind: .main, name: bad, commit: bad),
                ],
                links: [
                  .init(kind: .conflict, from: 1, to: 0, detail: bad),
                  .init(kind: .conflict, from: 9, to: -1, detail: bad),
                  .init(kind: .dependency, from: 0, to: 0, detail: bad),
                ])),
            .source(ReportSource(path: bad, lines: [.init(number: 1, count: .max, text: bad)])),
          ]))
    }
  }

  /// 5,000 findings and a tree of 3,000 files.
  static var large: SurveyRecord {
    var record = mayNotShip
    record.findings = (0..<5000).map { at in
      finding(
        "tests.failure", at < 2000 ? .blocker : at < 4000 ? .warning : .note, "Test number \(at) failed", at + 1,
        owner: "@team-\(at % 7)", path: "Tests/Folder\(at % 30)/File\(at).swift")
    }
    let folders = (0..<30).map { folder in
      ReportTree.Node(
        name: "Folder\(folder)", cells: [.share(covered: 900, atMost: 900, total: 1000)],
        children: (0..<100).map { file in
          ReportTree.Node(name: "File\(file).swift", cells: [.share(covered: 9, atMost: 9, total: 10)])
        })
    }
    record.sections.append(
      ReportSection(
        area: Area(name: "many", title: "Many files"), summary: "3,000 files",
        blocks: [
          .tree(
            ReportTree(
              caption: "Many files", columns: ["Path", "Covered"],
              root: .init(
                name: "all", cells: [.share(covered: 27_000, atMost: 27_000, total: 30_000)], children: folders)))
        ]))
    return record
  }

  /// All of them with a name.
  static var all: [(name: String, record: SurveyRecord)] {
    [
      ("may-ship", mayShip), ("may-not-ship", mayNotShip), ("cannot-tell", cannotTell), ("empty", empty),
      ("hostile", hostileRecord), ("large", large),
    ]
  }
}
