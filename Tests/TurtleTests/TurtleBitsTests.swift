// The same bits natively and in the browser: a digest of every place of some walks, and of a turtle's odd turns, beside the one that the
// same sources gave as WebAssembly.

import Testing
import Turtle

@Suite struct TurtleBitsTests {
  /// FNV-1a over whole words.
  private struct Digest {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01b3 }
  }

  /// From node 20 running the module that Swift 6.3.1 made of Sources/Turtle for wasm32, 2026-12-01.
  @Test(
    "places, extents and turns are the bits of the browser's module",
    arguments: [
      ("", 7, 14_615_846_951_722_332_269),
      ("axiom: X\nangle: 22.5\nheading: 90\nX -> F-[[X]+X]+F[+FX]-X\nF -> FF", 5, 10_700_342_607_359_180_381),
      ("axiom: F\nangle: 360/14\nheading: 17.3\nF -> F[+F]F[-F]F", 4, 16_302_707_346_587_124_292),
      ("axiom: F\nangle: 25.7\nF -> F+F-F", 8, 17_863_598_152_506_001_050),
    ] as [(String, Int32, UInt64)])
  func bits(_ text: String, _ level: Int32, _ expected: UInt64) throws {
    let system = text.isEmpty ? LSystem.kochSnowflake : try LSystem(file: Array(text.utf8))
    var digest = Digest()
    let map = LatticeMap(step: 0.37, origin: TurtlePoint(x: 3.3, y: 1.7))
    var walk = try system.walk(level: level)
    while let step = walk.next() {
      switch step {
      case .line(let place), .jump(let place):
        let point = map.point(place)
        digest.add(point.x.bitPattern)
        digest.add(point.y.bitPattern)
      case .style(let style): digest.add(style.width.bitPattern)
      }
    }
    let extent = try system.extent(level: level)
    digest.add(UInt64(bitPattern: extent.most.x))
    digest.add(UInt64(bitPattern: extent.least.y))
    var turtle = Turtle(at: TurtlePoint(x: 50, y: 150))
    var sink = TurtleNothing()
    for index in 0..<5000 {
      try turtle.left(Double(index) * 0.731)
      try turtle.forward(1.1, on: &sink)
      digest.add(turtle.position.x.bitPattern)
      digest.add(turtle.position.y.bitPattern)
      digest.add(turtle.heading.bitPattern)
    }
    #expect(digest.value == expected)
  }
}
