import Coverage
import SystemKit
import TestSupport
import Testing

@testable import Survey

struct CoverageInspectorTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }

  private func figures(_ record: SurveyRecord) -> [String: Double] {
    Dictionary(record.figures.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `reports are merged to one picture, areas get figures of their own`() throws {
    try project.configure(
      """
      { loadLines: { "coverage.lines": ">= 70 %", "coverage.lines/pay": ">= 90 %" },
        areas: { pay: { paths: ["Sources/Pay/**"], owner: "team-pay" }, none: ["Sources/None/**"] } }
      """)
    try sandbox.write("a.info", lcov { source("Sources/Pay/a.swift", [1: 1, 2: 0, 3: 0, 4: 1]) })
    try sandbox.write(
      "b.info",
      lcov {
        source("Sources/Pay/a.swift", [1: 0, 2: 5, 3: 0, 4: 1])
        source("Sources/b.swift", [1: 1, 2: 1, 3: 1, 4: 1], branches: [(line: 1, counts: [1, 0])])
      })
    let record = try project.survey()
    #expect(figures(record)["coverage.lines"] == 87.5)
    #expect(figures(record)["coverage.lines/pay"] == 75)
    #expect(figures(record)["coverage.branches"] == 50)
    #expect(figures(record)["coverage.files"] == 2)
    #expect(figures(record)["coverage.uncovered"] == 1)
    #expect(record.verdict == .mayNotShip)
    #expect(record.findings.first?.rule == "coverage.lines/pay")
    #expect(record.findings.first?.owner == "team-pay")
    #expect(record.findings.contains { $0.rule == "coverage.area-empty" })
  }

  @Test func `coverage of nothing is no coverage`() throws {
    try project.configure("{loadLines: {'coverage.lines': '>= 80 %'}}")
    for text in ["TN:\n", "TN:\nSF:a.swift\nend_of_record\n", "mode: set\n"] {
      try sandbox.write("c.info", text)
      let record = try project.survey()
      #expect(record.verdict == .cannotTell, "\(text)")
      #expect(record.evidence.map(\.state.name) == ["empty"], "\(text)")
    }
    // Also where everything is excluded.
    try sandbox.write("c.info", lcov { source("Gen/a.swift", [1: 1]) })
    try project.configure("{loadLines: {'coverage.lines': '>= 80 %'}, coverage: {excludes: ['Gen/**']}}")
    #expect(try project.survey().verdict == .cannotTell)
  }

  @Test func `an empty report beside a good one cannot be green`() throws {
    try project.configure("{loadLines: {'coverage.lines': '>= 80 %'}}")
    try sandbox.write("a.info", lcov { source("a.swift", [1: 1]) })
    try sandbox.write("b.info", "TN:\n")
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.evidence.map(\.state.name) == ["good", "empty"])
    // Not empty, only left out by the team.
    try sandbox.write("b.info", lcov { source("Gen/b.swift", [1: 1]) })
    try project.configure("{loadLines: {'coverage.lines': '>= 80 %'}, coverage: {excludes: ['Gen/**']}}")
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a damaged report is told and leaves the figures open`() throws {
    try project.configure("{loadLines: {'coverage.lines': '>= 80 %'}}")
    try sandbox.write("a.info", lcov { source("a.swift", [1: 1]) })
    try sandbox.write("b.info", "TN:\nSF:b.swift\nDA:1,x\nend_of_record\n")
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.evidence.map(\.state.name).sorted() == ["good", "unreadable"])
    #expect(figures(record)["coverage.lines"] == 100)
  }

  @Test func `a report is as old as it says, also among others`() throws {
    try project.configure("{loadLines: {'coverage.lines': '>= 50 %'}}")
    try project.commit(["Sources/a.swift": "1"], at: 1_790_000_000)
    func cobertura(_ seconds: Int64) -> String {
      """
      <?xml version="1.0"?><coverage line-rate="1" timestamp="\(seconds)"><packages><package name="p"><classes>
      <class name="a" filename="Sources/a.swift"><lines><line number="1" hits="1"/></lines></class>
      </classes></package></packages></coverage>
      """
    }
    try sandbox.write("out/a.xml", cobertura(1_790_000_500))
    #expect(try project.survey().verdict == .mayShip)
    try sandbox.write("out/b.xml", cobertura(1_780_000_000))
    let record = try project.survey()
    #expect(record.evidence.map(\.state.name) == ["good", "stale"])
    #expect(record.verdict == .cannotTell)
  }

  @Test func `all files stand in a table that can be sorted, cut where they are too many`() throws {
    try sandbox.write(
      "a.info",
      lcov {
        source("Sources/b.swift", [1: 1, 2: 0, 3: 0], branches: [(line: 1, counts: [1, 0])])
        source("Sources/a.swift", [1: 1])
      })
    let files = try CoverageMerger(workers: 1).read(sandbox.path("a.info")).byPath
    let table = CoverageSection.table(files, target: { $0.hasSuffix("a.swift") ? "files/1.html" : nil })
    #expect(table.columns == ["Path", "Lines", "Branches", "Lines not run"])
    #expect(
      table.rows == [
        [
          .link("Sources/a.swift", target: "files/1.html"), .share(covered: 1, atMost: 1, total: 1), .empty, .count(0),
        ],
        [
          .code("Sources/b.swift"), .share(covered: 1, atMost: 1, total: 3), .share(covered: 1, atMost: 1, total: 2),
          .count(2),
        ],
      ])
    #expect(table.omitted == 0)
    let page = String(decoding: HTMLReport.render(try project.survey()), as: UTF8.self)
    #expect(page.contains("<summary>All files as a table</summary>"))
    _ = try CoveragePages.write(files, to: sandbox.path("pages"), sourceFolders: [])
    #expect(try sandbox.read("pages/index.html").contains("<summary>All files as a table</summary>"))

    let many = (0..<3_000).map { number in source("s/\(number).swift", number == 7 ? [1: 0] : [1: 1]) }
    try sandbox.write("b.info", lcov { for one in many { one } })
    let cut = CoverageSection.table(try CoverageMerger(workers: 1).read(sandbox.path("b.info")).byPath)
    #expect(cut.rows.count + cut.omitted == 3_000)
    #expect(cut.rows.contains { $0[0] == .code("s/7.swift") })
  }
}
