// Damaged files of ink: whatever comes, a reader gives a document or a typed error, in bounded time and memory, of samples that a
// drawing may hold. `PLIMSOLL_FUZZ_COUNT` sets how many variants of each format; `PLIMSOLL_FUZZ_START` the first one, to run a
// failure again.

import Ink
import InkFormats
import SystemKit
import TestSupport
import Testing

@Suite struct InkReadersFuzz {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(Int.init) ?? 2_000
  static let start = Environment["PLIMSOLL_FUZZ_START"].flatMap(UInt64.init) ?? 0

  @Test("damaged ink gives drawings or an error", .timeLimit(.minutes(30)), arguments: 0..<InkFixture.all.count)
  func damaged(_ index: Int) throws {
    var random = SeededGenerator(seed: 3)
    let written = InkMLWriter.write(
      Drawing(width: 90, height: 90, commands: (0..<3).map { _ in .add(InkMLWriterTests.stroke(&random)) }))
    let sample = InkFixture.all[index]
    let seeds = sample.format == .inkml ? [sample.bytes, written.bytes] : [sample.bytes]
    let mutator = Mutator(seeds: seeds, donors: InkFixture.all.map(\.bytes))
    let before = ProcessMemory.peak
    var outcomes = (read: 0, refused: 0, slowest: Duration.zero, slowestNumber: UInt64(0))
    for number in Self.start..<Self.start + UInt64(Self.count) {
      let bytes = mutator.variant(number)
      let began = ContinuousClock.now
      do {
        let document = try InkReader.read(bytes, source: "x", only: number % 8 == 7 ? .number(1) : .all)
        outcomes.read += 1
        try check(document, number)
      } catch let error as InkFormatError {
        outcomes.refused += 1
        try #require(!error.description.isEmpty)
      }
      let took = ContinuousClock.now - began
      if took > outcomes.slowest { (outcomes.slowest, outcomes.slowestNumber) = (took, number) }
    }
    let growth = max(0, ProcessMemory.peak - before) >> 20
    print(
      "fuzz \(sample.format.rawValue) \(index): \(Self.count) variants, \(outcomes.read) read, \(outcomes.refused) refused, "
        + "slowest \(outcomes.slowest) (\(outcomes.slowestNumber)), +\(growth) MB")
    // Of the whole process, in which other tests run beside this one.
    #expect(growth < 1024)
    #expect(outcomes.slowest < .seconds(20), "variant \(outcomes.slowestNumber)")
  }

  @Test(
    "ink whose numbers are changed and whose document is whole is mostly read", .timeLimit(.minutes(30)),
    arguments: [0, 1, 3, 4])
  func changedNumbers(_ index: Int) throws {
    let sample = InkFixture.all[index]
    let letters = Array((sample.format == .inkml ? "0123456789 .-,'!*?" : "0123456789 .-").utf8)
    var outcomes = (read: 0, refused: 0)
    for number in Self.start..<Self.start + UInt64(Self.count) {
      var random = SeededGenerator(seed: number)
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        // A place among numbers, not in the first line: there the XML declaration and the count of samples stand.
        var at = Int.random(in: 40..<bytes.count, using: &random)
        while at < bytes.count, !(48...57).contains(bytes[at]) { at += 1 }
        if at < bytes.count { bytes[at] = letters.randomElement(using: &random)! }
      }
      do {
        try check(try InkReader.read(bytes, source: "x"), number)
        outcomes.read += 1
      } catch let error as InkFormatError {
        outcomes.refused += 1
        try #require(!error.description.isEmpty)
      }
    }
    print("fuzz numbers \(sample.format.rawValue): \(outcomes.read) read, \(outcomes.refused) refused")
    #expect(outcomes.read > outcomes.refused / 4)
  }

  private func check(_ document: InkDocument, _ number: UInt64) throws {
    let furthest = Int32(Sample.furthest * Sample.unitsPerPoint)
    for page in document.pages {
      try #require((1...Drawing.largest).contains(page.drawing.width), "variant \(number)")
      try #require((1...Drawing.largest).contains(page.drawing.height), "variant \(number)")
      for stroke in VisibleInk(page.drawing).strokes {
        try #require(!stroke.samples.isEmpty, "variant \(number)")
        try #require((1...Brush.widest).contains(stroke.brush.width), "variant \(number)")
        for sample in stroke.samples {
          try #require(abs(sample.x) <= furthest && abs(sample.y) <= furthest, "variant \(number)")
          try #require((0...Sample.longest).contains(sample.time) && sample.pressure >= 0, "variant \(number)")
          try #require(abs(sample.tiltX) <= 9_000 && abs(sample.tiltY) <= 9_000, "variant \(number)")
        }
      }
      if number % 16 == 0 {
        let again = try InkReader.read(InkMLWriter.write(page.drawing).bytes, source: "again")
        try #require(again.pages[0].drawing.commands == page.drawing.commands, "variant \(number)")
      }
    }
    for warning in document.warnings { try #require(!warning.description.isEmpty) }
  }
}
