// Life: the torus beside the same algorithm in C and beside numpy, the unbounded board beside bgolly, all in the same run.
//
// The C peer is `Benchmarks/peers/life.c`, compiled here with `cc -O3` for the processor that both are compiled for. numpy rolls four
// arrays: the rows, and their sums. bgolly gets the whole number of generations as its step. Peers that are not installed are left out.

import Life
import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct LifeBench {
  let folder: String
  private static let seed: UInt64 = 7
  private static let generations: UInt64 = 20_000

  func run() throws {
    print("## Life\n")
    try torus()
    try unbounded()
  }

  /// The soup of the C peer: words of SplitMix64, each the AND of two.
  private static func soup(_ rule: LifeRule) -> TorusBoard {
    var board = TorusBoard(size: LifeTorusSize(width: 512, height: 512)!, rule: rule)
    var generator = LifeGenerator(seed: seed)
    for y in Int64(0)..<512 {
      for word in Int64(0)..<8 {
        let one = generator.next()
        let bits = one & generator.next()
        for bit in Int64(0)..<64 where bits >> UInt64(bit) & 1 != 0 { board.set(x: 64 * word + bit, y: y, alive: true) }
      }
    }
    return board
  }

  private func torus() throws {
    print("Torus of 512 x 512 cells, soup of a quarter, \(Self.generations) generations, processor time, best of 5:\n")
    print("| what | generations/s | of C |")
    print("| --- | ---: | ---: |")
    let peer = try cPeer()
    if let peer { print("| C, 64-bit words, `cc -O3` | \(Int(peer.rate)) | 1 |") }
    for text in ["B3/S23", "B36/S23", "B3678/S34678"] {
      let rule = try LifeRule.read(Array(text.utf8))
      let start = Self.soup(rule)
      var board = start
      let seconds = try Self.best {
        board = start
        // In pieces too short for the board to look out for cells that come back: every generation is computed, as in C.
        for _ in 0..<Self.generations / 1000 { try board.advance(by: 1000) }
      }
      let rate = Double(Self.generations) / seconds
      if text == "B3/S23", let peer {
        guard board.population == peer.population else { throw BenchFailure("C and Swift came to different cells") }
        guard rate >= 0.8 * peer.rate else { throw BenchFailure("the torus is slower than 0.8 of C: \(rate)") }
      }
      let ratio = peer.map { "\((rate / $0.rate * 100).rounded() / 100)" } ?? ""
      print("| Plimsoll, \(text) | \(Int(rate)) | \(ratio) |")
    }
    if let rate = try numpy() { print("| numpy, rolled arrays | \(Int(rate)) | |") }
    print("")
  }

  /// The least processor time of five runs, in seconds.
  private static func best(of runs: Int = 5, _ body: () throws -> Void) throws -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let start = clock()
      try body()
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    return best
  }

  private func cPeer() throws -> (rate: Double, population: UInt64)? {
    guard Figures.isInstalled("cc") else { return nil }
    let program = PathName.join(folder, "life-c")
    let compiled = try Subprocess("cc", ["-O3", "-o", program, "Benchmarks/peers/life.c"]).run()
    guard compiled.succeeded else { throw BenchFailure("cc: \(compiled.errorText.suffix(400))") }
    let outcome = try Subprocess(program, ["\(Self.seed)", "\(Self.generations)"]).run()
    let words = String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard outcome.succeeded, words.count == 2, let rate = Double(words[0]), let population = UInt64(words[1]) else {
      throw BenchFailure("the C peer failed")
    }
    return (rate, population)
  }

  private func numpy() throws -> Double? {
    let script = """
      import time, numpy as np
      a = (np.random.default_rng(7).random((512, 512)) < 0.25).astype(np.uint8)
      best = 1e9
      for _ in range(5):
          start = time.process_time()
          for _ in range(100):
              rows = np.roll(a, 1, 0) + a + np.roll(a, -1, 0)
              n = np.roll(rows, 1, 1) + rows + np.roll(rows, -1, 1)
              a = ((n == 3) | ((n == 4) & (a == 1))).astype(np.uint8)
          best = min(best, time.process_time() - start)
      print(100 / best)
      """
    guard Figures.isInstalled("python3") else { return nil }
    let outcome = try Subprocess("python3", ["-c", script]).run()
    guard outcome.succeeded else { return nil }
    let text = String(decoding: outcome.output, as: UTF8.self)
    return Double(text.split(whereSeparator: \.isWhitespace).first ?? "")
  }

  // MARK: - The unbounded board

  private static let gun =
    "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!"

  private func unbounded() throws {
    print("Unbounded plane, processor time, best of 3 (bgolly one run, its start included):\n")
    print("| pattern | generations | population | Plimsoll | memory | bgolly HashLife |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    let gun = PathName.join(folder, "gun.rle")
    try AtomicFile.write(to: gun) { try $0.write(Array(Self.gun.utf8)) }
    var cases = [(name: "Gosper gun", path: gun, generations: UInt64(1) << 40)]
    // Golly's patterns, where the variable names their folder.
    if let patterns = Environment["GOLLY_PATTERNS"] {
      for (name, path, generations) in [
        ("breeder", "Life/Breeders/breeder.lif", UInt64(10_000_000)),
        ("breeder", "Life/Breeders/breeder.lif", 1 << 24),
        ("metapixel galaxy", "HashLife/metapixel-galaxy.mc.gz", 1_000_000),
        ("metapixel galaxy", "HashLife/metapixel-galaxy.mc.gz", 1 << 20),
        ("Justyna", "Life/Methuselahs/justyna.rle", 26_458),
      ] {
        let whole = PathName.join(patterns, path)
        if AtomicFile.exists(whole) { cases.append((name, whole, generations)) }
      }
    }
    for one in cases {
      let bytes = try InputFile(path: one.path).withUnsafeBytes { [UInt8]($0) }
      var (population, memory): (UInt64, UInt64) = (0, 0)
      let seconds = try Self.best(of: 3) {
        let board: HashlifeBoard
        if LifeFormat.recognise(bytes) == .macrocell {
          board = try HashlifeBoard.read(macrocell: bytes).board
        } else {
          board = try HashlifeBoard(try LifePattern.read(bytes))
        }
        try board.advance(by: one.generations)
        (population, memory) = (board.population, board.memory)
      }
      var peer = ""
      if Figures.isInstalled("bgolly") {
        let golly = try Measured.best(
          of: 1, "bgolly", "bgolly",
          ["-q", "-a", "HashLife", "-m", "\(one.generations)", "-i", "\(one.generations)", one.path])
        peer = Figures.milliseconds(golly.processor)
        guard golly.processor >= seconds else { throw BenchFailure("\(one.name): slower than bgolly") }
      }
      print(
        "| \(one.name) | \(one.generations) | \(population) | \(Figures.milliseconds(seconds)) | "
          + "\(Figures.megabytes(Int(memory))) | \(peer) |")
    }
    print("")
  }
}
