// The geometry of treemaps, and how they are drawn.

import Testing

@testable import Survey

@Suite("Report: treemaps")
struct TreemapTests {
  static let frame = TreemapRectangle(x: 10, y: 20, width: 640, height: 360)

  /// Weights of all sorts, the same on each run.
  static let lists: [[Double]] = {
    var state: UInt64 = 7
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40)
    }
    var lists: [[Double]] = [[1], [1, 1], [6, 6, 4, 3, 2, 2, 1], [1e18, 1], [1, 0, 2], [0.001, 1e9, 5]]
    for count in [3, 10, 50, 400] { lists.append((0..<count).map { _ in next() }) }
    lists.append((1...60).map { 1e12 / Double($0 * $0) })
    return lists
  }()

  @Test("areas are in proportion, lie within the frame and do not overlap", arguments: lists)
  func proportion(weights: [Double]) {
    let places = TreemapLayout.divide(Self.frame, by: weights)
    let total = weights.reduce(0, +)
    #expect(places.count == weights.count)
    for (weight, place) in zip(weights, places) {
      let wanted = Self.frame.area * weight / total
      #expect(abs(place.area - wanted) <= 1e-6 * Self.frame.area, "\(place) for \(weight) of \(total)")
      #expect(place.x >= Self.frame.x - 1e-6 && place.x + place.width <= Self.frame.x + Self.frame.width + 1e-6)
      #expect(place.y >= Self.frame.y - 1e-6 && place.y + place.height <= Self.frame.y + Self.frame.height + 1e-6)
    }
    let overlaps = Self.overlaps(places)
    #expect(overlaps < 1e-5 * Self.frame.area)
    #expect(abs(places.reduce(0) { $0 + $1.area } - Self.frame.area) < 1e-6 * Self.frame.area)
    #expect(places == TreemapLayout.divide(Self.frame, by: weights))
  }

  static func overlaps(_ places: [TreemapRectangle]) -> Double {
    var sum = 0.0
    for (at, a) in places.enumerated() {
      for b in places[(at + 1)...] {
        let width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
        let height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
        if width > 0, height > 0 { sum += width * height }
      }
    }
    return sum
  }

  @Test("areas are near squares where they can be")
  func squares() {
    // The example of the paper: a frame of 6 by 4.
    let places = TreemapLayout.divide(TreemapRectangle(width: 6, height: 4), by: [6, 6, 4, 3, 2, 2, 1])
    #expect(places[0] == TreemapRectangle(x: 0, y: 0, width: 3, height: 2))
    #expect(places[1] == TreemapRectangle(x: 0, y: 2, width: 3, height: 2))
    let even = TreemapLayout.divide(TreemapRectangle(width: 100, height: 100), by: Array(repeating: 1, count: 100))
    #expect(even.allSatisfy { abs($0.width - 10) < 1e-9 && abs($0.height - 10) < 1e-9 })
  }

  @Test(
    "nothing comes of nothing, and no number that is none",
    arguments: [
      [], [0], [0, 0, 0], [.nan], [.nan, 1], [.infinity, 1], [-1, 2],
      [.greatestFiniteMagnitude, .greatestFiniteMagnitude],
      [.leastNonzeroMagnitude, 1],
    ] as [[Double]])
  func nothing(weights: [Double]) {
    for frame in [
      Self.frame, TreemapRectangle(), TreemapRectangle(width: 0, height: 10),
      TreemapRectangle(width: 1e-300, height: 1),
    ] {
      for place in TreemapLayout.divide(frame, by: weights) {
        #expect(
          place.x.isFinite && place.y.isFinite && place.width.isFinite && place.height.isFinite && place.width >= 0
            && place.height >= 0, "\(place) in \(frame)")
      }
    }
  }

  static let map = ReportTreemap(
    caption: "Who holds how much", unit: .bytes,
    tiles: [
      .init(
        name: "com.acme.Cache 0x10", label: "Cache", value: 600_000, detail: "by way of java.util.HashMap",
        children: [
          .init(name: "com.acme.Screen 0x20", label: "Screen", value: 300_000, mark: "Leak"),
          .init(name: "nothing", value: 0),
          .init(name: "byte[] 0x30", value: 100_000),
        ]),
      .init(name: "<b>&\"", value: 400_000),
    ])

  @Test("tiles lie within the tile they belong to, in proportion to one another, and what is its own stays free")
  func nesting() throws {
    let placed = TreemapLayout.place(Self.map, width: 1000, height: 400, limit: 100)
    #expect(placed.map(\.tile.name) == ["com.acme.Cache 0x10", "com.acme.Screen 0x20", "byte[] 0x30", "<b>&\""])
    #expect(placed.map(\.depth) == [0, 1, 1, 0])
    #expect(placed.map(\.isOpen) == [true, false, false, false])
    let outer = placed[0].rectangle
    let inner = outer.inset(by: 2, top: TreemapLayout.header)
    for tile in placed[1...2] {
      #expect(tile.rectangle.x >= inner.x && tile.rectangle.x + tile.rectangle.width <= inner.x + inner.width + 1e-9)
      #expect(tile.rectangle.y >= inner.y && tile.rectangle.y + tile.rectangle.height <= inner.y + inner.height + 1e-9)
    }
    #expect(abs(placed[1].rectangle.area / placed[2].rectangle.area - 3) < 1e-9)
    #expect(abs(placed[1].rectangle.area / inner.area - 0.5) < 1e-9)
  }

  @Test("there is a limit, and the innermost are left out first")
  func limit() {
    let many = (0..<60).map { at in
      ReportTreemap.Tile(
        name: "t\(at)", value: 100, children: (0..<10).map { .init(name: "c\($0)", value: 10) })
    }
    let placed = TreemapLayout.place(
      ReportTreemap(caption: "", unit: .count, tiles: many), width: 2000, height: 2000, limit: 100)
    #expect(placed.count == 100)
    #expect(placed.count { $0.depth == 0 } == 60)
    // Deeper than anyone draws, wider than any screen: still an answer.
    var deep = ReportTreemap.Tile(name: "leaf", value: 1)
    for depth in 0..<5000 { deep = ReportTreemap.Tile(name: "d\(depth)", value: 1, children: [deep]) }
    let drawn = TreemapLayout.place(
      ReportTreemap(caption: "", unit: .count, tiles: [deep]), width: 1000, height: 1000, limit: 100)
    #expect(drawn.count == TreemapLayout.levels)
  }

  private func page(_ map: ReportTreemap) -> String {
    let area = Area(name: "heap", title: "Heap")
    let bytes = SectionPage.render(
      title: "t", intro: "", sections: [ReportSection(area: area, summary: "", blocks: [.treemap(map)])])
    #expect(HTMLReportTests.firstImbalance(bytes) == nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("each area has a title, the drawing a name, and hostile names stay texts")
  func drawing() {
    let page = page(Self.map)
    // Wide and narrow.
    #expect(page.components(of: "role=\"img\"") == 2)
    #expect(page.components(of: "<title>Treemap: Who holds how much. Largest: com.acme.Cache 0x10, 60.00 %;") == 2)
    #expect(page.components(of: "<title>Leak: com.acme.Screen 0x20: 300.00 kB, 30.00 %</title>") == 2)
    #expect(page.components(of: "(by way of java.util.HashMap)</title>") == 2)
    #expect(page.components(of: ">Leak: Screen</text>") == 2)
    #expect(page.components(of: "<b>") == 0)
    #expect(page.components(of: "NaN") + page.components(of: "inf\"") == 0)
  }

  @Test("an empty treemap draws nothing")
  func empty() {
    let nothing = ReportTreemap(caption: "c", unit: .bytes, tiles: [.init(name: "a", value: 0)])
    #expect(page(nothing).components(of: "role=\"img\"") == 0)
  }

  @Test("a label is as long as there is room, and says what matters")
  func labels() {
    func label(_ name: String, _ width: Double, mark: String? = nil) -> String? {
      HTMLPage.label(ReportTreemap.Tile(name: name, value: 1, mark: mark), width)
    }
    #expect(label("Screen", 200) == "Screen")
    #expect(label("Shop$ArticleScreen", 110) == "ArticleScreen")
    #expect(label("Shop$ArticleScreen", 60) == "Articl…")
    #expect(label("Shop$1", 30) == nil)
    #expect(label("Screen", 20) == nil)
    #expect(label("Screen", 200, mark: "Leak") == "Leak: Screen")
    #expect(label("画面の名前", 50) == nil)
  }

  @Test("JSON has the areas with their sizes")
  func json() throws {
    let record = surveyRecord { record in
      record.sections = [
        ReportSection(
          area: Area(name: "heap", title: "Heap"), summary: "",
          blocks: [
            .treemap(Self.map),
            .table(ReportTable(caption: "c", columns: ["a", "b"], rows: [[.bytes(7), .part(1, of: 4)]])),
          ])
      ]
    }
    let text = String(decoding: JSONReport.render(record).filter { $0 > 0x20 }, as: UTF8.self)
    #expect(
      text.contains(
        #""kind":"treemap","caption":"Whoholdshowmuch","unit":"B","tiles":[{"name":"com.acme.Cache0x10","value":600000"#
      ))
    #expect(text.contains(#""mark":"Leak","tiles":[]"#))
    #expect(text.contains(#"[7,{"part":1,"total":4}]"#))
  }
}
