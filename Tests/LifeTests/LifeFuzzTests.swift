// Damaged files of all formats: an error with its place, or a pattern within the limits; never a trap or a hang.

import Life
import SystemKit
import TestSupport
import Testing

@Suite struct LifeFuzzTests {
  static let count = UInt64(Environment["PLIMSOLL_FUZZ_COUNT"] ?? "") ?? 400

  static let seeds: [[UInt8]] = {
    var start = soup(1, width: 30, height: 20)
    start.heading.rule = .conway
    start.heading.generation = 5
    start.heading.hasPosition = true
    var all = [start.rle(), Array(Known.gun.utf8)]
    if let bytes = try? start.life106() { all.append(bytes) }
    if let bytes = try? start.plaintext() { all.append(bytes) }
    if let board = try? HashlifeBoard(start) { all.append(board.macrocell()) }
    all.append(Array("#Life 1.05\n#D x\n#R 23/3\n#P -3 -2\n.*.\n..*\n***\n#P 5 5\n**\n**\n".utf8))
    return all
  }()

  @Test("damaged files", arguments: 0..<6)
  func damaged(format: Int) async throws {
    let mutator = Mutator(seeds: [Self.seeds[format]], donors: Self.seeds)
    var read = 0
    for number in 0..<Self.count {
      if number % 64 == 0 { await Task.yield() }
      let bytes = mutator.variant(number)
      do throws(LifeError) {
        let pattern = try LifePattern.read(bytes, most: 20_000)
        read += 1
        guard pattern.population <= 20_000 else {
          Issue.record("variant \(number) has \(pattern.population) cells")
          return
        }
        let board = try HashlifeBoard(pattern, memoryLimit: 4_000_000)
        try board.advance(by: 3)
        _ = board.boundingBox
      } catch {
        if let offset = error.offset, offset < 0 || offset > bytes.count {
          Issue.record("variant \(number): offset \(offset) of \(bytes.count)")
        }
      }
    }
    #expect(read > 0)
  }
}
