// The reference: cells in a table, neighbours counted one by one. And patterns that everyone knows, as RLE.

import Life
import SystemKit
import TestSupport

/// A torus whose neighbours are counted one by one.
struct NaiveTorus: Equatable {
  let width: Int
  let height: Int
  var cells: [Bool]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = [Bool](repeating: false, count: width * height)
  }

  mutating func step(_ rule: LifeRule) {
    var next = cells
    for y in 0..<height {
      for x in 0..<width {
        var count = 0
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        where cells[(y + dy + height) % height * width + (x + dx + width) % width] {
          count += 1
        }
        let alive = cells[y * width + x]
        next[y * width + x] = (alive ? rule.survivals : rule.births) >> UInt16(count) & 1 != 0
      }
    }
    cells = next
  }
}

func rule(_ text: String) throws -> LifeRule { try LifeRule.read(Array(text.utf8)) }

func pattern(_ text: String) throws -> LifePattern { try LifePattern.read(Array(text.utf8)) }

/// Live cells relative to the first row and the least column.
func normalised(_ pattern: LifePattern) throws -> [LifeRun] {
  guard let box = pattern.boundingBox else { return [] }
  return try pattern.moved(byX: -box.left, y: -box.top).runs
}

/// A random pattern of a size: about three cells of eight live.
func soup(_ seed: UInt64, width: Int, height: Int) -> LifePattern {
  var random = SeededGenerator(seed: seed)
  var cells: [(x: Int64, y: Int64)] = []
  for y in 0..<height {
    for x in 0..<width where Int.random(in: 0..<8, using: &random) < 3 { cells.append((Int64(x), Int64(y))) }
  }
  return LifePattern(cells: cells)
}

/// Golly's command-line program, where it is installed.
enum BGolly {
  static let isInstalled = (try? Subprocess("sh", ["-c", "command -v bgolly"]).run())?.succeeded ?? false

  /// A pattern some generations later.
  static func run(_ pattern: [UInt8], generations: UInt64, hashlife: Bool = false) throws -> LifePattern {
    let sandbox = Sandbox()
    let file = try sandbox.write("in.rle", pattern)
    let output = sandbox.path("out.rle")
    let outcome = try Subprocess(
      "bgolly",
      ["-q", "-q", "-m", "\(generations)", "-i", "\(max(generations, 1))", "-o", output]
        + (hashlife ? ["-a", "HashLife"] : []) + [file]
    ).run()
    guard outcome.succeeded else { throw Failure(text: outcome.errorText) }
    return try InputFile(path: output).withUnsafeBytes { try LifePattern.read(Array($0)) }
  }

  struct Failure: Error { let text: String }
}

/// Well-known small patterns (LifeWiki), as RLE.
enum Known {
  static let glider = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!"
  static let rPentomino = "x = 3, y = 3\nb2o$2ob$bo!"
  static let acorn = "x = 7, y = 3\nbo5b$3bo3b$2o2b3o!"
  static let gun =
    "x = 36, y = 9\n24bo11b$22bobo11b$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o14b$2o8bo3bob2o4bobo11b$10bo5bo7bo11b$11bo3bo20b$12b2o!"
  static let all: [(name: String, rle: String)] = [
    ("block", "2o$2o!"), ("blinker", "3o!"), ("toad", "b3o$3o!"), ("beacon", "2o$2o$2b2o$2b2o!"),
    ("pulsar", "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!"),
    ("pentadecathlon", "2bo4bo$2ob4ob2o$2bo4bo!"), ("glider", glider), ("lightweight spaceship", "bo2bo$o$o3bo$4o!"),
    ("middleweight spaceship", "3bo$bo3bo$o$o4bo$5o!"), ("heavyweight spaceship", "3b2o$bo4bo$o$o5bo$6o!"),
    ("R-pentomino", rPentomino), ("acorn", acorn), ("diehard", "6bo$2o$bo3b3o!"), ("Gosper gun", gun),
    ("B-heptomino", "ob2o$3o$bo!"), ("pi-heptomino", "3o$obo$obo!"), ("queen bee", "o$obo$3bo$3bo$3bo$obo$o!"),
    ("switch engine", "bobo$o$bo2bo$3b3o!"), ("tumbler", "bo3bo$obobobo$obobobo$2bobo$2o3b2o!"),
    ("ten-cell infinite growth", "6bo$4bob2o$4bobo$4bo$2bo$obo!"),
  ]
}
