// The laws of grids and rows against Chromium's own layout: hundreds of random sizes on one page, laid out by the very CSS that is printed,
// and the browser's frames beside ours.
//
// Chromium keeps lengths as 64ths of a CSS pixel and cuts what is finer. The numbers are therefore worked out from lengths cut in the same
// way, and frames of grids agree within 1/64 pixel, those of rows as the test says. Other ratios of the screen, which the driver emulates, do not change that.

import Foundation
import Layout
import TestSupport
import Testing

@Suite(
  "Layout: in Chromium", .serialized,
  .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"))
struct ChromiumLayoutTests {
  private static let modes = GridShortRows.allCases

  /// A length as Chromium keeps it.
  private static func cut(_ value: Double) -> Double { (value * 64).rounded(.down) / 64 }

  /// Reads the frames of all children of all elements of a class, from each element's upper left: its width and height first.
  private static func frames(_ browser: Browser, _ selector: String, _ before: String = "") async throws -> [[Double]] {
    let found = try await browser.evaluate(
      """
      \(before)
      return [...document.querySelectorAll("\(selector)")].map((box) => {
        const outer = box.getBoundingClientRect();
        const numbers = [outer.width, outer.height];
        for (const part of box.children) {
          const inner = part.getBoundingClientRect();
          numbers.push(inner.x - outer.x, inner.y - outer.y, inner.width, inner.height);
        }
        return numbers;
      });
      """)
    let lists = try #require(found as? [[NSNumber]])
    return lists.map { $0.map(\.doubleValue) }
  }

  // MARK: - Grids

  private struct GridCase {
    var width: Double
    var cell: Double
    var gap: Double
    var count: Int
    var mode: GridShortRows
    var rtl: Bool

    init(_ index: Int, _ random: inout SeededGenerator) {
      // Hundredths, thirds and whole numbers; widths below a cell; exact fits.
      func length(_ range: ClosedRange<Double>) -> Double {
        let value = Double.random(in: range, using: &random)
        return [value.rounded(), (value * 100).rounded() / 100, (value * 3).rounded() / 3, (value * 4).rounded() / 4][
          Int.random(in: 0..<4, using: &random)]
      }
      cell = max(1, length(1...150))
      gap = Int.random(in: 0..<4, using: &random) == 0 ? 0 : length(0...30)
      width = length(0...900)
      if index % 8 == 0 { width = length(0...cell) }
      if index % 8 == 1 {
        (cell, gap) = (cell.rounded(), gap.rounded())
        let columns = Double(Int.random(in: 1...6, using: &random))
        width = columns * cell + (columns - 1) * gap
      }
      count = [0, 1, 2, Int.random(in: 3...13, using: &random)][min(3, Int.random(in: 0..<8, using: &random))]
      mode = ChromiumLayoutTests.modes[index % 3]
      rtl = index % 2 == 0
    }

    func grid(cutting: Bool = true) throws -> GridLayout {
      func cut(_ value: Double) -> Double { cutting ? ChromiumLayoutTests.cut(value) : value }
      return try GridLayout(
        width: cut(width), cell: cut(cell), gap: cut(gap), count: count, shortRows: mode,
        direction: rtl ? .rightToLeft : .leftToRight)
    }
  }

  @Test("600 random grids lie as Chromium lays them, on screens of four ratios", .timeLimit(.minutes(4)))
  func grids() async throws {
    var random = SeededGenerator(seed: 20)
    let cases = (0..<600).map { GridCase($0, &random) }
    var page = "<!doctype html><meta charset=utf-8><style>body{margin:0;width:2000px}</style>"
    for (index, one) in cases.enumerated() {
      let css = String(decoding: try one.grid(cutting: false).css, as: UTF8.self).replacingOccurrences(
        of: ".grid", with: ".g\(index)")
      page += "<style>\(css)</style><div class='grid g\(index)' style='width:\(one.width)px'>"
      page += String(repeating: "<i></i>", count: one.count) + "</div>\n"
    }
    let sandbox = Sandbox()
    let file = URL(fileURLWithPath: try sandbox.write("grids.html", page))
    try await Browser.run { browser in
      try await browser.open(file)
      for ratio in [1.0, 1.5, 2, 3] {
        try await browser.resize(width: 2000, height: 1000, scale: ratio)
        let found = try await Self.frames(browser, ".grid")
        try #require(found.count == cases.count)
        var worst = 0.0
        for (index, one) in cases.enumerated() {
          let grid = try one.grid()
          var expected = [grid.width, grid.contentHeight]
          for item in 0..<grid.count {
            let frame = grid.frame(of: item)
            expected += [frame.x, frame.y, frame.width, frame.height]
          }
          try #require(found[index].count == expected.count)
          let difference = zip(found[index], expected).map { ($0 - $1).magnitude }.max() ?? 0
          worst = max(worst, difference)
          #expect(difference <= 1.0 / 64 + 1e-6, "case \(index) at \(ratio): \(one)\n\(found[index])\n\(expected)")
        }
        print("grids at \(ratio) pixels a point: 600 agree, worst difference \(worst)")
      }
    }
  }

  // MARK: - Rows

  private struct RowCase {
    var width: Double
    var style: ListRow.Style
    var lines: Int
    var picture: (width: Int, height: Int)?
    /// Words of one width, so many that they wrap into `lines`; `nil` for lines that end by themselves.
    var words: (count: Int, width: Int)?

    init(_ index: Int, _ random: inout SeededGenerator) {
      func length(_ range: ClosedRange<Double>) -> Double {
        let value = Double.random(in: range, using: &random)
        return index % 2 == 0 ? value.rounded() : (value * 100).rounded() / 100
      }
      width = length(150...900)
      style = ListRow.Style(
        typeSize: length(8...40), lineHeight: [1, 1.25, 1.5][index % 3], padding: length(0...20),
        spacing: length(0...20), lineSpacing: length(0...10), minimumHeight: length(0...200),
        direction: index % 4 < 2 ? .leftToRight : .rightToLeft)
      lines = 1 + index % 9
      guard index % 5 > 0 else { return }
      let long = Int.random(in: 1...1200, using: &random)
      // Wide, tall, small, any.
      picture =
        [
          (long, max(1, long / 7)), (max(1, long / 3), long), (1 + long % 40, 1 + long % 30),
          (long, Int.random(in: 1...600, using: &random)),
        ][index % 4]
      if index % 3 == 1 { wrap(&random) }
    }

    /// Fills the lines with words, as they fit beside the slot of the picture.
    private mutating func wrap(_ random: inout SeededGenerator) {
      guard let room = try? row(false).textWidth, room > 30 else { return }
      let word = Int.random(in: 10...20, using: &random)
      let fitting = Int(room) / word
      // Where a word more or less is a matter of 1/64 pixel, both are right.
      guard room - Double(fitting * word) > 0.1, Double((fitting + 1) * word) - room > 0.1 else { return }
      words = (fitting * (lines - 1) + Int.random(in: 1...fitting, using: &random), word)
    }

    /// The row before or after its picture is there, of lengths as the browser keeps them.
    func row(_ hasArrived: Bool, cutting: Bool = true) throws -> ListRow {
      func cut(_ value: Double) -> Double { cutting ? ChromiumLayoutTests.cut(value) : value }
      var style = style
      style.lineHeight = cut(style.typeSize * style.lineHeight) / style.typeSize
      (style.padding, style.spacing) = (cut(style.padding), cut(style.spacing))
      (style.lineSpacing, style.minimumHeight) = (cut(style.lineSpacing), cut(style.minimumHeight))
      let known: ListPicture =
        picture.map {
          hasArrived ? .size(width: Double($0.width), height: Double($0.height)) : .expected
        } ?? .none
      return try ListRow(width: cut(width), picture: known, lines: lines, style: style)
    }
  }

  @Test("300 random rows lie as Chromium lays them, before and after their pictures arrive", .timeLimit(.minutes(4)))
  func rows() async throws {
    var random = SeededGenerator(seed: 21)
    let cases = (0..<300).map { RowCase($0, &random) }
    var page = "<!doctype html><meta charset=utf-8><style>body{margin:0;width:2000px}b{display:inline-block}</style>"
    for (index, one) in cases.enumerated() {
      let css = String(decoding: try one.row(true, cutting: false).css, as: UTF8.self)
        .replacingOccurrences(of: ".row", with: ".r\(index)")
      let word = one.words.map { "<b style='width:\($0.width)px'></b>" } ?? ""
      let top =
        one.words.map { String(repeating: word, count: $0.count) }
        ?? (1...one.lines).map { "l\($0)" }.joined(separator: "<br>")
      page += "<style>\(css)</style><div class='row r\(index)\(one.picture == nil ? " plain" : "")' "
      page += "style='width:\(one.width)px'><div class=top>\(top)</div><div class=bottom>bottom</div>"
      if let picture = one.picture {
        page += "<img class=picture alt='' data-size='\(picture.width) \(picture.height)'>"
      }
      page += "</div>\n"
    }
    let arrival = """
      const pictures = [...document.querySelectorAll(".picture")];
      await Promise.all(pictures.map((picture) => {
        const [width, height] = picture.dataset.size.split(" ");
        picture.src = "data:image/svg+xml," +
          encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`);
        return picture.decode();
      }));
      """
    let sandbox = Sandbox()
    let file = URL(fileURLWithPath: try sandbox.write("rows.html", page))
    try await Browser.run { browser in
      try await browser.open(file)
      try await browser.resize(width: 2000, height: 1000)
      let before = try await Self.frames(browser, ".row")
      try await browser.evaluate("return (async () => { \(arrival) return true; })()")
      let after = try await Self.frames(browser, ".row")
      try #require(before.count == cases.count && after.count == cases.count)
      for (index, one) in cases.enumerated() {
        for (found, hasArrived) in [(before[index], false), (after[index], true)] {
          let row = try one.row(hasArrived)
          // A line's height is rounded and not cut: 1/64 a line. A picture's sides follow from one another, each
          // cut as the slot is: 2/64, and 1/64 times its aspect.
          let aspect = one.picture.map { Double($0.height) / Double($0.width) } ?? 1
          let text = Double(row.lines + 1) / 64 + 1e-6
          let shape = (2 + max(aspect, 1 / aspect)) / 64 + 1e-6
          let close = max(text, shape)
          func agrees(_ numbers: ArraySlice<Double>, _ frame: LayoutRect, _ close: Double) -> Bool {
            zip(numbers, [frame.x, frame.y, frame.width, frame.height]).allSatisfy { ($0 - $1).magnitude <= close }
          }
          let what: Comment =
            "case \(index), \(hasArrived ? "after" : "before"): \(one)\n\(found)\n\(row.height) \(row.topFrame)"
          #expect((found[0] - row.width).magnitude <= 1.0 / 64 && (found[1] - row.height).magnitude <= close, what)
          // The block of lines is as wide as its slot at most; its lines begin where it does.
          #expect(agrees(found[2..<6], row.topFrame, text), what)
          #expect(agrees(found[6..<10], row.bottomFrame, close), what)
          if let frame = row.pictureFrame { #expect(agrees(found[10..<14], frame, shape), what) }
        }
        // What a reader sees: no line at the top moves.
        #expect(before[index][2..<6] == after[index][2..<6])
      }
      print(
        "rows: 300 (\(cases.count { $0.words != nil }) of them wrapped) agree before and after their pictures arrive")
    }
  }
}
