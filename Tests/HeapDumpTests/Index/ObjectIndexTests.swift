// The index against a sorted array of the ids and a dictionary: whatever the alignment, the span and the layout.

import Synchronization
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct ObjectIndexTests {
  /// Checks each id, and ids that are not there, against a dictionary.
  static func check(
    _ ids: [UInt64], directLimit: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var survey = IDSurvey()
    for id in ids { survey.add(id) }
    var builder =
      directLimit.map { ObjectIndex.Builder(survey, directLimit: $0) } ?? ObjectIndex.Builder(survey)
    var seen: Set<UInt64> = []
    for id in ids { #expect(builder.insert(id) == seen.insert(id).inserted, sourceLocation: sourceLocation) }
    let index = try builder.finish()
    let sorted = seen.sorted()
    #expect(index.count == sorted.count, sourceLocation: sourceLocation)
    if let directLimit, directLimit == 0 { #expect(index.isDirect == false, sourceLocation: sourceLocation) }
    let numbers = Dictionary(uniqueKeysWithValues: zip(sorted, 0..<UInt32(sorted.count)))
    var wrong = 0
    for (number, id) in sorted.enumerated() {
      if index.number(of: id) != UInt32(number) || index.id(of: UInt32(number)) != id { wrong += 1 }
      for other in [id &+ 1, id &- 1, id &+ 8, id &- 8, id ^ 1 << 40, id ^ 1 << 63, ~id]
      where index.number(of: other) != numbers[other] ?? ObjectIndex.absent {
        wrong += 1
      }
    }
    for other: UInt64 in [0, 1, 7, .max, .max - 1, 1 << 63]
    where index.number(of: other) != numbers[other] ?? ObjectIndex.absent {
      wrong += 1
    }
    #expect(wrong == 0, sourceLocation: sourceLocation)
    var inOrder: [UInt64] = []
    index.forEachID { inOrder.append($0) }
    #expect(inOrder == sorted, sourceLocation: sourceLocation)
  }

  @Test("ids of any alignment get numbers in ascending order", arguments: [0, 1, 2, 3, 4, 5, 12] as [UInt64])
  func alignments(shift: UInt64) throws {
    var random = SeededGenerator(seed: shift)
    for count in [1, 2, 447, 448, 449, 1500] {
      let base = UInt64.random(in: 0...UInt64.max >> 20, using: &random)
      let ids = (0..<count).map { _ in base + UInt64.random(in: 0..<4000, using: &random) << shift }
      try Self.check(ids)
      try Self.check(ids, directLimit: 0)
    }
  }

  @Test("each bit of a line counts: a full run and every second id")
  func denseRuns() throws {
    try Self.check((1...2000).map { $0 })
    try Self.check((1...2000).map { 0x7000_0000 + $0 * 16 })
    try Self.check((1...2000).reversed().map { $0 * 2 + ($0 % 7 == 0 ? 1 : 0) })
    try Self.check((1...2000).map { $0 }, directLimit: 0)
  }

  @Test("ids scattered over 64 bits, with both ends, take memory by their number and not by their span")
  func scattered() throws {
    var random = SeededGenerator(seed: 64)
    let ids = (0..<3000).map { _ in random.next() } + [0, .max, 0, .max]
    try Self.check(ids)
    try Self.check([0, .max])
    try Self.check([.max])
    try Self.check([0])
    try Self.check([1, 1 << 63])

    var survey = IDSurvey()
    for id in ids { survey.add(id) }
    var builder = ObjectIndex.Builder(survey)
    for id in ids { builder.insert(id) }
    let index = try builder.finish()
    #expect(index.isDirect == false)
    #expect(index.memory <= (64 * 2 + 8 + 48) * ids.count)
  }

  @Test("clumps far apart share a table of lines")
  func clumps() throws {
    var random = SeededGenerator(seed: 5)
    let clumps = (0..<20).map { _ in UInt64.random(in: 0...UInt64.max >> 8, using: &random) & ~0xFFFFF }
    try Self.check(clumps.flatMap { clump in (0..<100).map { clump + $0 * 24 } }.shuffled(using: &random))
  }

  @Test("no ids make an index that finds nothing")
  func empty() throws {
    let index = try ObjectIndex.Builder(IDSurvey()).finish()
    #expect(index.count == 0)
    for id: UInt64 in [0, 1, 8, .max] { #expect(index.number(of: id) == ObjectIndex.absent) }
  }

  @Test("surveys merge to the survey of all", arguments: 0..<20)
  func surveys(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let shift = UInt64.random(in: 0...5, using: &random)
    let ids = (0..<Int.random(in: 0...6, using: &random)).map { _ in (random.next() >> 9) << shift }
    var whole = IDSurvey()
    for id in ids { whole.add(id) }
    for cut in 0...ids.count {
      var first = IDSurvey()
      var second = IDSurvey()
      for id in ids[..<cut] { first.add(id) }
      for id in ids[cut...] { second.add(id) }
      first.merge(second)
      #expect(first == whole)
    }
    let differences = ids.reduce(0) { $0 | ($1 ^ ids[0]) }
    #expect(whole.differences == differences)
  }

  @Test("builders of several workers merge to one index", arguments: [nil, 0])
  func merging(directLimit: Int?) throws {
    var random = SeededGenerator(seed: 11)
    let ids = (0..<4000).map { _ in 0x1000 + UInt64.random(in: 0..<100_000, using: &random) * 8 }
    var survey = IDSurvey()
    for id in ids { survey.add(id) }
    let surveyed = survey
    let merged = Mutex(ObjectIndex.Builder(surveyed, directLimit: directLimit ?? 1 << 20))
    Parallel.forEach(count: 4, workers: 2) { _, shard in
      var builder = ObjectIndex.Builder(surveyed, directLimit: directLimit ?? 1 << 20)
      for id in ids[shard * 1000..<(shard + 1) * 1000] { builder.insert(id) }
      let done = builder
      merged.withLock { $0.merge(done) }
    }
    var all = ObjectIndex.Builder(surveyed)
    merged.withLock { all = exchange(&$0, for: ObjectIndex.Builder(surveyed)) }
    let index = try all.finish()
    let sorted = Set(ids).sorted()
    #expect(index.count == sorted.count)
    #expect(sorted.indices.allSatisfy { index.number(of: sorted[$0]) == UInt32($0) })
  }
}

private func exchange<Value: ~Copyable>(_ place: inout Value, for value: consuming Value) -> Value {
  swap(&place, &value)
  return value
}
