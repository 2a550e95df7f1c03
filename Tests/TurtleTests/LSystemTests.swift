// Lindenmayer systems: how many lines they have, where they lead, and that neither time nor memory runs away.

import SystemKit
import TestSupport
import Testing

@testable import Turtle

@Suite struct LSystemTests {
  /// The files of Examples/lsystems.
  static let names = [
    "bush", "dragon", "gosper", "hilbert", "islands-and-lakes", "koch", "levy", "plant", "quadratic-island",
    "sierpinski-arrowhead", "sierpinski-triangle", "snowflake", "tree",
  ]

  static func example(_ name: String) throws -> LSystem {
    let path = PathName.join(PackageFolder.path, "Examples/lsystems/\(name).lsystem")
    return try LSystem(file: InputFile(path: path).withUnsafeBytes { Array($0) })
  }

  static func system(_ text: String) throws -> LSystem { try LSystem(file: Array(text.utf8)) }

  private func power(_ base: UInt64, _ exponent: Int32) -> UInt64 {
    (0..<exponent).reduce(1) { value, _ in value * base }
  }

  @Test("every example is here and draws", arguments: names)
  func examples(_ name: String) throws {
    let system = try Self.example(name)
    #expect(!system.name.isEmpty)
    #expect(system.size(level: system.level).segments > 100)
    #expect(try system.extent(level: system.level).width > 0)
  }

  @Test("the folder of examples has no other file")
  func allNamed() throws {
    let files = try FileTree.walk([PathName.join(PackageFolder.path, "Examples/lsystems")]).files
    #expect(files.map { PathName.split($0.path).name }.sorted() == Self.names.map { $0 + ".lsystem" })
  }

  /// By hand: each rule's number of lines, multiplied out.
  @Test("the number of lines of each level is as worked out by hand", arguments: Array(Int32(0)...6))
  func counts(_ level: Int32) throws {
    func lines(_ name: String) throws -> UInt64 { try Self.example(name).size(level: level).segments }
    #expect(LSystem.kochSnowflake.size(level: level).segments == 3 * power(4, level))
    #expect(LSystem.kochCurve.size(level: level).segments == power(4, level))
    #expect(try lines("snowflake") == 3 * power(4, level))
    #expect(try lines("koch") == power(4, level))
    #expect(try lines("dragon") == power(2, level))
    #expect(try lines("levy") == power(2, level))
    #expect(try lines("hilbert") == power(4, level) - 1)
    #expect(try lines("gosper") == power(7, level))
    #expect(try lines("quadratic-island") == 4 * power(8, level))
    #expect(try lines("sierpinski-arrowhead") == power(3, level))
    // F: 3 a level; G: doubled, and two of each F.
    #expect(try lines("sierpinski-triangle") == power(3, level + 1))
    #expect(try lines("bush") == power(5, level))
    #expect(try lines("tree") == 2 * (power(2, level) - 1))
    // X(n) = 3 * 2^(n-1) + 4 X(n-1): 0, 3, 18, 84, 360, 1488, 6048.
    #expect(try lines("plant") == [0, 3, 18, 84, 360, 1488, 6048][Int(level)])
    // The word of F has 18 F.
    #expect(try lines("islands-and-lakes") == 4 * power(18, level))
  }

  @Test("a walk has the lines that were counted, and the extent that was put together", arguments: names)
  func walks(_ name: String) async throws {
    let system = try Self.example(name)
    for level in 0...min(system.level, 5) {
      let size = system.size(level: level)
      var walk = try system.walk(level: level)
      var lines: UInt64 = 0
      var memory = 0
      while let step = walk.next() {
        if case .line = step { lines += 1 }
        memory = max(memory, walk.memory)
      }
      #expect(lines == size.segments, "\(name) \(level)")
      // A place a level, and no word of the examples has more than two brackets open.
      #expect(memory <= 3 * Int(level) + 2, "\(name) \(level)")
      #expect(try system.extent(level: level) == system.walkedExtent(level: level), "\(name) \(level)")
      await Task.yield()
    }
  }

  @Test("a snowflake ends exactly where it began, at levels 0 to 10")
  func closes() async throws {
    for level in Int32(0)...10 {
      var walk = try LSystem.kochSnowflake.walk(level: level)
      var lines = 0
      while walk.next() != nil { lines += 1 }
      #expect(walk.place == .start, "level \(level)")
      #expect(lines == 3 << (2 * level), "level 10: 3,145,728")
      await Task.yield()
    }
  }

  @Test("the built-in curves are those of the files")
  func builtIn() throws {
    for (built, name) in [(LSystem.kochCurve, "koch"), (LSystem.kochSnowflake, "snowflake")] {
      let read = try Self.example(name)
      #expect(built.instructions == read.instructions && built.ends == read.ends && built.name == read.name)
      #expect(built.compass.across == read.compass.across && built.compass.down == read.compass.down)
    }
  }

  /// The curve's base is 3^n steps, its top a third of the height of the triangle over it: root(3)/6 of the base.
  @Test("extents of Koch's curve and snowflake are those of geometry")
  func extents() throws {
    let curve = try LSystem.kochCurve.extent(level: 6)
    #expect(curve.width == 729)
    #expect((curve.height - 729 * 3.0.squareRoot() / 6).magnitude < 1e-6)
    // Four thirds of the triangle's height, from tip to tip; the side is as wide as the base.
    let flake = try LSystem.kochSnowflake.extent(level: 6)
    #expect((flake.height - 729 * 3.0.squareRoot() / 2 * 4 / 3).magnitude < 1e-6)
    #expect(flake.width == 729)
    // Levels that nobody walks.
    #expect(try LSystem.kochSnowflake.extent(level: 13).width == 1_594_323)
  }

  @Test("Hilbert's curve visits each cell of its square once")
  func hilbert() throws {
    var walk = try Self.example("hilbert").walk(level: 5)
    var seen: Set<[Int64]> = [[0, 0]]
    while let step = walk.next() {
      guard case .line(let place) = step else { continue }
      #expect(place.x % (1 << 32) == 0 && place.y % (1 << 32) == 0)
      seen.insert([place.x >> 32, place.y >> 32])
    }
    #expect(seen.count == 1024)
    #expect(Set(seen.map { $0[0] }).count == 32 && Set(seen.map { $0[1] }).count == 32)
  }

  @Test("a level with too many lines is refused at once, with the highest one that can be drawn")
  func tooDeep() throws {
    #expect(LSystem.kochSnowflake.size(level: 13).segments == 201_326_592)
    let error = #expect(throws: LSystemError.self) { try LSystem.kochSnowflake.walk(level: 14) }
    #expect(
      String(decoding: error?.message() ?? [], as: UTF8.self)
        == "level 14 is too deep: 805,306,368 lines (expected at most 268,435,456 steps; level 13 can be drawn)")
    #expect(LSystem.kochSnowflake.size(level: 1000).segments == .max)
    let most = #expect(throws: LSystemError.self) { try LSystem.kochSnowflake.walk(level: 1000) }
    let words = String(decoding: most?.message() ?? [], as: UTF8.self)
    #expect(words.contains("more lines than can be counted"))
    #expect(throws: LSystemError.self) { try LSystem.kochSnowflake.walk(level: -1) }
    #expect(throws: LSystemError.self) { try LSystem.kochSnowflake.extent(level: 1001) }
    // Letters that draw nothing take time as well.
    #expect(throws: LSystemError.self) { try Self.system("axiom: X\nX -> XX").walk(level: 40) }
    // Level 1000 of what grows by one line a level is fine.
    var walk = try Self.system("axiom: X\nX -> FX").walk(level: 1000)
    var lines = 0
    while walk.next() != nil { lines += 1 }
    #expect(lines == 1000 && walk.place.x == 1000 << 32)
  }

  @Test("a file of long rules, fine turns and many levels is measured or refused soon", .timeLimit(.minutes(1)))
  func heavy() throws {
    // Of 36,000 directions the walk meets few; put together would be 10^10 instructions.
    let fine = try LSystem(file: Array("axiom: A\nangle: 0.01\nA -> A\(String(repeating: "F+", count: 3_000))".utf8))
    #expect(try fine.extent(level: 10) == fine.walkedExtent(level: 10))
    let deep = try LSystem(file: Array("axiom: A\nA -> AA\(String(repeating: "F", count: 6_000))".utf8))
    let error = #expect(throws: LSystemError.self) { try deep.walk(level: 1000) }
    #expect(error?.possible == 15 && error?.count == .max)
    let (opened, closed) = (String(repeating: "[", count: 2_000), String(repeating: "]", count: 2_000))
    let open = try LSystem(file: Array("axiom: AF\nA -> \(opened)A\(closed)".utf8))
    let nested = #expect(throws: LSystemError.self) { try open.walk(level: 1000) }
    #expect(nested?.possible == 524)
    let words = String(decoding: try #require(nested).message(), as: UTF8.self)
    #expect(words.hasSuffix("open brackets (level 524 can be drawn)"))
    let size = open.size(level: 30)
    var walk = LSystemWalk(open, level: 30)
    #expect(walk.next() != nil && size.brackets == 60_000)
  }

  @Test("directions of any fraction of a circle come round exactly")
  func compass() throws {
    for (angle, count) in [
      ("60", 6), ("22.5", 16), ("25.7", 3600), ("360/7", 7), ("90", 4), ("-120", 3), ("0.01", 36_000),
    ] {
      let system = try Self.system("axiom: F\nangle: \(angle)\nF -> F")
      #expect(system.compass.count == Int32(count), "\(angle)")
      #expect(system.compass.across.count == count)
      for index in 0..<count where count % 2 == 0 {
        let opposite = (index + count / 2) % count
        #expect(system.compass.across[index] == -system.compass.across[opposite])
        #expect(system.compass.down[index] == -system.compass.down[opposite])
      }
    }
    // Half a turn is no multiple of a fifth.
    var walk = try Self.system("axiom: F|F\nangle: 72").walk(level: 0)
    while walk.next() != nil {}
    #expect(walk.place == .start)
    #expect(try Self.system("axiom: F|F\nangle: 72").compass.count == 10)
  }

  @Test("brackets, widths and colours are a plant's")
  func styles() throws {
    let system = try Self.system(
      "axiom: F!'[+F'F]F3F9F\nangle: 90\ntaper: 0.5\ncolors: #ff0000 #00ff00 #0000ff #ffffff")
    var trace = TurtleTrace()
    var walk = try system.walk(level: 0)
    let base = TurtleStyle(color: .black, width: 4)
    walk.run(LatticeMap(step: 10, origin: TurtlePoint(x: 5, y: 5)), base: base, colors: system.colors, on: &trace)
    func style(_ rgba: UInt32, _ width: Double) -> TurtleTrace.Event {
      .style(TurtleStyle(color: TurtleColor(rgba: rgba), width: width))
    }
    #expect(
      trace.events == [
        .style(base), .move(5, 5), .line(15, 5), style(0xff00_00ff, 2), .line(15, -5), style(0x00ff_00ff, 2),
        .line(15, -15), .move(15, 5), style(0xff00_00ff, 2), .line(25, 5), style(0xffff_ffff, 2), .line(35, 5),
        .line(45, 5),
      ])
  }

  @Test("chunks of any size give the steps of one walk")
  func chunks() throws {
    let system = try Self.example("plant")
    let map = LatticeMap(step: 2, origin: TurtlePoint(x: 1, y: 2))
    func all(_ size: Int) throws -> [Double] {
      var walk = try system.walk(level: 4)
      var numbers: [Double] = []
      var buffer = [Double](repeating: 0, count: 3 * size)
      while true {
        let taken = buffer.withUnsafeMutableBufferPointer { walk.take(size, map, into: $0.baseAddress!) }
        if taken == 0 { return numbers }
        numbers += buffer.prefix(3 * taken)
      }
    }
    let whole = try all(100_000)
    #expect(whole.count / 3 > 360)
    for size in [1, 7, 64] {
      let same = try all(size) == whole
      #expect(same)
    }
  }
}
