// The graph of a branch: where its parts stand, how it is drawn, and its other forms.

import SystemKit
import Testing

@testable import Survey

@Suite("Report: graphs of branches")
struct HTMLBranchGraphTests {
  private func page(_ graph: ReportBranchGraph) -> String {
    let area = Area(name: "release", title: "Release branch")
    let bytes = SectionPage.render(
      title: "t", intro: "", sections: [ReportSection(area: area, summary: "", blocks: [.branchGraph(graph)])])
    #expect(HTMLReportTests.firstImbalance(bytes) == nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "links of one lane do not touch, short ones are inside, and what has no room is counted", arguments: [2, 16, 200])
  func lanes(count: Int) {
    let graph = Samples.graph(count)
    for form in [BranchGraphLayout.Form.wide, .narrow] {
      let layout = BranchGraphLayout(graph, form)
      #expect(layout.links.count + layout.omitted == graph.links.count)
      for lane in 0..<form.lanes {
        let rows = layout.links.filter { $0.lane == lane }.map { $0.link.to...$0.link.from }
        for (at, one) in rows.enumerated() { #expect(!rows[(at + 1)...].contains { $0.overlaps(one) }) }
      }
      #expect(layout.links.allSatisfy { layout.laneX($0.lane) < form.width })
      #expect(layout.links.allSatisfy { $0.lane < form.lanes })
      #expect(abs(layout.y(1) - layout.y(0) - form.row) < 1e-9)
      #expect(layout.height > layout.mainY)
    }
  }

  @Test("links that lead nowhere are not drawn")
  func nowhere() {
    var graph = Samples.graph(3)
    graph.links = [(0, 0), (0, 2), (7, 1), (2, -1)].map { .init(kind: .conflict, from: $0.0, to: $0.1, detail: "") }
    let layout = BranchGraphLayout(graph, .wide)
    #expect(layout.links.isEmpty && layout.omitted == 0)
    #expect(layout.linkX == layout.form.width - 6)
  }

  @Test("each kind has a shape and each link a stroke, and what is marked has a shape and a word")
  func drawing() {
    let page = page(Samples.graph(16))
    // Wide and narrow; the key is hidden from readers, since it is about shapes.
    #expect(page.components(of: "role=\"img\"") == 2)
    #expect(
      page.components(
        of:
          "<title>release/12: 16 commits on its trunk, 5 pairs with conflicts, 3 dependencies; blocked: BFG-9002, BFG-9011</title>"
      ) == 2)
    #expect(page.components(of: "<desc>") == 2)
    let shapes = ["nb": 10, "nm": 2, "np": 2, "stop": 2]
    for (name, count) in shapes {
      // Main's own two ends have its shape too.
      let ends = name == "nm" ? 2 : 0
      #expect(page.components(of: "class=\"\(name)\"") == 2 * (count + ends) + 1, "\(name)")
    }
    #expect(page.components(of: ">blocked</text>") == 4)
    #expect(page.components(of: "<title>blocked: BFG-9002, c0ffee1002: 3 files") == 2)
    #expect(page.components(of: "<g class=\"lc\">") == 11)
    #expect(page.components(of: "<g class=\"ld\">") == 7)
    #expect(page.components(of: "origin/main has 3 commits that release/12 does not have") == 1)
    #expect(page.components(of: "NaN") + page.components(of: "inf\"") == 0)
  }

  @Test("a long trunk scrolls, and of one that is too long the newest commits are drawn")
  func long() {
    #expect(page(Samples.graph(16)).components(of: "class=\"scroll\" role=\"region\" tabindex=\"0\"") == 1)
    #expect(page(Samples.graph(60)).components(of: "class=\"scroll tall\" role=\"region\" tabindex=\"0\"") == 1)
    let page = page(Samples.graph(ReportLimits.graphNodes + 40))
    #expect(page.components(of: "<g class=\"row") == 2 * ReportLimits.graphNodes)
    #expect(page.components(of: "40 older commits not drawn") == 1)
    #expect(page.contains("BFG-9539") && !page.contains(">BFG-9039<"))
    #expect(page.contains("There is no room here for"))
  }

  @Test("a trunk without commits draws nothing, and the same graph is the same to the byte")
  func edges() {
    #expect(!page(Samples.graph(0)).contains("<figure"))
    #expect(page(Samples.graph(200)) == page(Samples.graph(200)))
    var graph = Samples.graph(2)
    graph.behind = nil
    #expect(page(graph).contains(">origin/main</text>"))
    graph.behind = 0
    #expect(page(graph).contains("origin/main has nothing more"))
  }

  @Test("text and JSON have the same commits and links")
  func otherForms() {
    var record = surveyRecord { $0.sections = [Samples.releaseSection] }
    let json = String(decoding: JSONReport.render(record).filter { $0 > 0x20 }, as: UTF8.self)
    #expect(
      json.contains(
        #""kind":"branchGraph","caption":"Thetrunkofrelease/12,oldestfirst","branch":"release/12","main":"origin/main","base":"50ebce2596","behind":3,"commits":[{"kind":"branch","name":"BFG-9000""#
      ))
    #expect(json.contains(#"{"kind":"dependency","from":5,"to":1,"detail":"needsit"}"#))
    #expect(json.contains(#""mark":"blocked""#))
    let terminal = Terminal(.output, noColor: true)
    let text = TextReport.render(record, terminal: terminal)
    #expect(text.contains("release/12, oldest first\n  *  BFG-9000"))
    #expect(text.contains("\n  x  BFG-9002     moor"))
    #expect(text.contains("\n  <  origin/main  moor"))
    #expect(text.contains("\n  o  BFG-9005 "))
    #expect(text.contains("; needs BFG-9001\n"))
    #expect(text.contains("; conflict with origin/main\n") || text.contains("; conflict with BFG-9001\n"))
    #expect(text.contains("\n  origin/main has 3 commits more\n"))
    // Of a long trunk the newest, and all that are marked.
    record.sections[0].blocks = [.branchGraph(Samples.graph(100))]
    let long = TextReport.render(record, terminal: terminal)
    #expect(long.contains("\n  x  BFG-9002 "))
    #expect(!long.contains("BFG-9003 "))
    #expect(long.contains("\n  *  BFG-9099 "))
    #expect(long.contains("\n  :  8 more\n"))
  }
}
