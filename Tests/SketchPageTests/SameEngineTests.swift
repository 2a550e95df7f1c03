// The engines of the sample app in the browser and natively: the same files, and so the same numbers.

import Foundation
import Layout
import Life
import SketchPage
import SystemKit
import TestSupport
import Testing
import Turtle

extension ScreenTests {
  @Test("turtle, Life and layout give in the browser what they give here", .timeLimit(.minutes(6)))
  func sameNumbers() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, kind: .app)
      try await figures(page)
      try await boards(page)
      try await grids(page)
    }
  }

  /// Every figure's points on a level, to the bit.
  private func figures(_ page: Sketching) async throws {
    let folder = PathName.join(PackageFolder.path, "Examples/lsystems")
    for file in try FileTree.walk([folder]).files where file.path.hasSuffix(".lsystem") {
      let text = try InputFile(path: file.path).withUnsafeBytes { [UInt8]($0) }
      let level: Int32 = 4
      var walk = try LSystem(file: text).walk(level: level)
      let map = LatticeMap(step: 1, origin: TurtlePoint(x: 0, y: 0))
      var numbers = [Double](repeating: 0, count: 3 * 4096)
      var sum: UInt32 = 0x811c_9dc5
      while true {
        let count = numbers.withUnsafeMutableBufferPointer { walk.take(4096, map, into: $0.baseAddress!) }
        if count == 0 { break }
        for number in numbers.prefix(3 * count) {
          for word in [UInt32(truncatingIfNeeded: number.bitPattern), UInt32(number.bitPattern >> 32)] {
            sum = (sum ^ word) &* 0x0100_0193
          }
        }
      }
      let seen = try await page.browser.number(
        """
        const app = plimsollSketch.app;
        app.lend(Uint8Array.from([\(text.map { "\($0)" }.joined(separator: ","))]), app.call.turtle_load);
        app.call.turtle_begin(\(level));
        let sum = 0x811c9dc5;
        for (let got = app.call.turtle_next(4096); got > 0; got = app.call.turtle_next(4096)) {
          const points = app.doubles(app.call.turtle_points(), 3 * got);
          for (const word of new Uint32Array(points.buffer)) sum = Math.imul(sum ^ word, 0x01000193);
        }
        return sum >>> 0
        """)
      #expect(seen == Double(sum), "\(file.path)")
    }
  }

  /// Soups of several sizes and rules after 40 generations.
  private func boards(_ page: Sketching) async throws {
    for (seed, (width, height), rule) in [
      (1, (96, 60), "B3/S23"), (2, (64, 64), "B36/S23"), (3, (7, 130), "B2/S"), (4, (1, 1), "B3678/S34678"),
      (5, (129, 33), "B01/S2345"),
    ] {
      let size = try #require(LifeTorusSize(width: Int64(width), height: Int64(height)))
      var board = TorusBoard(size: size, rule: try LifeRule.read(Array(rule.utf8)) as LifeRule)
      var generator = LifeGenerator(seed: UInt64(seed))
      try board.fill(board.box, density: 90, generator: &generator)
      func text() -> String {
        var letters = ""
        for y in 0..<Int64(height) {
          for x in 0..<Int64(width) { letters += board.isAlive(x: x, y: y) ? "O" : "." }
        }
        return letters
      }
      let before = text()
      try board.advance(by: 40)
      let after = text()
      let seen = try await page.browser.text(
        """
        const app = plimsollSketch.app;
        app.call.life_new(\(width), \(height));
        app.lendText("\(rule)", app.call.life_rule);
        app.lendText("\(before)", app.call.life_restore);
        for (let turn = 0; turn < 40; turn++) app.call.life_advance();
        return app.text(app.call.life_save())
        """)
      #expect(seen == after, "\(width) x \(height), \(rule)")
    }
  }

  private func grids(_ page: Sketching) async throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      let width = Double(Int.random(in: 1...200_000, using: &random)) / 128
      let cell = Double(Int.random(in: 64...20_000, using: &random)) / 128
      let gap = Double(Int.random(in: 0...4_000, using: &random)) / 128
      let count = Int.random(in: 0...300, using: &random)
      let law = try GridLayout(width: width, cell: cell, gap: gap, count: count)
      let seen = try await page.browser.evaluate(
        "const law = plimsollSketch.app.grid(\(width), \(cell), \(gap), \(count)); return [law.columns, law.rows, law.offset, law.height]"
      )
      let numbers = (seen as? [NSNumber] ?? []).map(\.doubleValue)
      #expect(numbers == [Double(law.columns), Double(law.rows), law.offset, law.contentHeight])
    }
  }
}
