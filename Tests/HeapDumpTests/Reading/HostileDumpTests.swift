// Dumps that are made to cost more than they have bytes: each of these few kilobytes once took a trap, memory without bound, or time
// that grows with the square of the file.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HostileDumpTests {
  @Test("a class whose id is all ones is a class like any other")
  func classOfAllOnes() throws {
    let bytes = heapDump(idSize: 8) { fixture in
      fixture.instance(of: .max, [.int(1)])
      fixture.instance(of: .max, [.int(2)])
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(HeapDumpReadingTests.counts(dump) == ["unknown class 0xffffffffffffffff": 2])
  }

  @Test("heaps beyond what any system has are counted as one")
  func manyHeaps() throws {
    let bytes = heapDump(version: "JAVA PROFILE 1.0.3", idSize: 4) { fixture in
      let node = fixture.addClass("com.acme.Node")
      for type in 1...2_000 {
        fixture.heap { heap in
          heap.append(0xFE)
          heap.appendBigEndian(UInt32(type))
          heap.appendBigEndian(UInt32(0))
        }
        fixture.instance(of: node)
      }
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.heapNames.count <= Census.heapLimit + 1)
    #expect(HeapDumpReadingTests.counts(dump)["com.acme.Node"] == 2_000)
    let summary = dump.summary()
    #expect(summary.heaps.reduce(0) { $0 + $1.objects } == 2_000)
  }

  @Test("of thousands of broken records the first few are told")
  func brokenRecords() throws {
    let bytes = heapDump(idSize: 4) { fixture in
      _ = HeapDumpReadingTests.nodes(fixture)
      for _ in 0..<1_000 { fixture.record(RecordTag.string) { $0.append(1) } }
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.damage.count == 16)
    #expect(HeapDumpReadingTests.counts(dump)["com.acme.Node"] == 3)
  }

  @Test("threads that name one stack share its frames")
  func sharedStacks() throws {
    let bytes = heapDump(idSize: 4) { fixture in
      let ids = HeapDumpReadingTests.nodes(fixture, count: 3)
      _ = fixture.stack(
        thread: 1, serial: 9, [("com.acme.Node", "run", "Node.java", 3), ("com.acme.Node", "a", "b", 4)])
      for (number, id) in ids.enumerated() { fixture.root(0x08, id, [UInt32(number + 1), 9]) }
    }
    let threads = try #require(try HeapDump(name: "a.hprof", bytes: bytes).summary().threads.value)
    #expect(threads.map(\.frames.count) == [2, 2, 2])
    let places = Set(threads.map { thread in thread.frames.withUnsafeBufferPointer { $0.baseAddress } })
    #expect(places.count == 1)
  }

  /// 20,000 classes without fields, each the next one's superclass, with an instance of one byte each: looking through all
  /// superclasses of each took minutes.
  @Test("classes without fields cost nothing to their subclasses", .timeLimit(.minutes(1)))
  func longChains() throws {
    let bytes = heapDump(idSize: 4) { fixture in
      var above = fixture.addClass("com.acme.Base", fields: [("next", .object(0))])
      for number in 0..<20_000 {
        above = fixture.addClass("C\(number)", super: above)
        fixture.instance(of: above, [.byte(1)])
      }
      fixture.root(0x05, fixture.instance(of: above, [.object(above)]))
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    let last = try #require(dump.classes.indices(named: "C19999").first)
    #expect(dump.classes.referenceOffsets(of: last, limit: 4) == [0])
    #expect(dump.classes.referenceOffsets(of: last, limit: 3) == [])
    #expect(try dump.dominators(rule: .strong).unreachedCount == 40_000)
    let sink = MemorySink()
    try Redactor.redact(dump, to: sink)
    #expect(sink.bytes.count == bytes.count)
  }

  @Test("an instance larger than what a crunched dump may grow to is not written")
  func endlessInstance() throws {
    // Ten classes of 524,280 removed bytes each make an instance of 5 MB out of three bytes.
    var bmd: [UInt8] = [1, 18] + Array("JAVA PROFILE 1.0.3".utf8)
    for id: UInt8 in 1...10 { bmd += [3, id, id - 1, 0, 0, 0, 0, 0xF8, 0xFF, 0x1F] }
    bmd += [4, 20, 10]
    var decruncher = Decruncher(purpose: .analysis)
    decruncher.outputLimit = 4 << 20
    let sink = MemorySink()
    let (result, _) = try bmd.withUnsafeBytes { try decruncher.run($0, to: sink) }
    #expect(result.classes == 10)
    #expect(result.damage != nil)
    #expect(sink.bytes.count <= 4 << 20)
  }

  /// Blocks may have up to 64 MiB: room for so many bytes was zeroed for each of these members of twenty.
  @Test("a large block size costs nothing where the blocks are small", .timeLimit(.minutes(1)))
  func smallBlocks() throws {
    let dump = heapDump(idSize: 4) { _ = HeapDumpReadingTests.nodes($0) }
    var gzip = Gzip.deflate(dump)
    gzip[3] = 16
    gzip.insert(contentsOf: Array("HPROF BLOCKSIZE=67108864".utf8) + [0], at: 10)
    for _ in 0..<4_000 { gzip += Gzip.deflate([]) }
    let outcome = try gzip.withUnsafeBytes { bytes throws(SystemError) in
      try GzipBlocks.inflate(bytes, limit: 1 << 20, name: "a.hprof.gz")
    }
    #expect(outcome.damage == nil)
    #expect(outcome.file.withUnsafeBytes { Array($0) } == dump)
  }

  /// In pieces that are read at once either record could come last, and sizes that were added at once got lost.
  @Test("of two records of one object the last one tells its class, however many threads read")
  func repeatedObjects() throws {
    let bytes = heapDump(idSize: 4) { fixture in
      let kinds = [
        fixture.addClass("com.acme.First", fields: (0..<8).map { ("a\($0)", .long(0)) }),
        fixture.addClass("com.acme.Second", fields: [("b", .int(0))]),
      ]
      for (position, kind) in kinds.enumerated() {
        let values: [HeapValue] = position == 0 ? Array(repeating: .long(1), count: 8) : [.int(2)]
        for number in 0..<120_000 { fixture.instance(of: kind, id: 0x100_0000 + UInt64(number) * 8, values) }
        fixture.endSegment()
      }
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    let graph = try HeapGraph.read(dump, weakClasses: [], followsWeak: false)
    let second = UInt32(try #require(dump.classes.indices(named: "com.acme.Second").first))
    let shapes = ObjectShapes.classes(dump, graph.index)
    let sizes = OwnedBuffer<UInt64>(repeating: 0, count: graph.index.count)
    ObjectShapes.addSizes(dump, graph.index, to: sizes.base)
    let both = dump.classes.entries.indices.reduce(0) { $0 + UInt64(dump.classes.instanceSize($1, dump.sizeRule)) }
    var others = 0
    for number in 0..<120_000 {
      let object = Int(graph.index.number(of: 0x100_0000 + UInt64(number) * 8))
      if shapes[object] != second || sizes[object] != both { others += 1 }
    }
    #expect(others == 0)
  }
}
