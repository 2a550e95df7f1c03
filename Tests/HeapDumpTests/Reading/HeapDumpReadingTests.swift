// What a dump file may look like: versions, id sizes, segments, damage, two dumps in one file. All dumps are built byte by byte.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HeapDumpReadingTests {
  static func nodes(_ dump: HeapDumpFixture, count: Int = 3) -> [UInt64] {
    let object = dump.addClass("java/lang/Object")
    let node = dump.addClass("com/acme/Node", super: object, fields: [("next", .object(0)), ("id", .int(0))])
    var ids: [UInt64] = []
    for number in 0..<count {
      ids.append(dump.instance(of: node, [.object(ids.last ?? 0), .int(Int32(number))]))
    }
    if let last = ids.last { dump.root(0x05, last) }
    return ids
  }

  static func counts(_ dump: HeapDump) -> [String: Int] {
    dump.classCounts().reduce(into: [:]) { $0[$1.name, default: 0] += $1.count }
  }

  @Test(
    "every version is read with both id sizes",
    arguments: ["JAVA PROFILE 1.0", "JAVA PROFILE 1.0.1", "JAVA PROFILE 1.0.2", "JAVA PROFILE 1.0.3"], [4, 8])
  func versions(version: String, idSize: Int) throws {
    let bytes = heapDump(version: version, idSize: idSize) { fixture in
      _ = Self.nodes(fixture)
      fixture.primitiveArray([.long(1), .long(2)])
      fixture.primitiveArray([], type: 4)
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.damage == [])
    #expect(dump.header.text == version)
    #expect(dump.header.idSize == idSize)
    #expect(dump.header.milliseconds == 1_700_000_000_000)
    #expect(Self.counts(dump)["com.acme.Node"] == 3)
    #expect(Self.counts(dump)["long[]"] == 1)
    #expect(Self.counts(dump)["boolean[]"] == 1)
  }

  @Test("every root kind is read with the bytes that follow it", arguments: [4, 8])
  func roots(idSize: Int) throws {
    let bytes = heapDump(version: "JAVA PROFILE 1.0.3", idSize: idSize) { fixture in
      let ids = Self.nodes(fixture, count: 1)
      fixture.root(0xFF, ids[0])
      fixture.root(0x01, ids[0], [7])
      fixture.root(0x02, ids[0], [11, 2])
      fixture.root(0x03, ids[0], [12, UInt32.max])
      fixture.root(0x04, ids[0], [13])
      fixture.root(0x06, ids[0], [14])
      fixture.root(0x07, ids[0])
      fixture.root(0x08, ids[0], [15, 99])
      for tag: UInt8 in [0x89, 0x8A, 0x8B, 0x8C, 0x8D] { fixture.root(tag, ids[0]) }
      fixture.root(0x8E, ids[0], [16, 3])
      fixture.root(0x90, ids[0])
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.damage == [])
    #expect(Set(dump.census.roots.map(\.kind)) == Set(RootKind.allCases))
    let byKind = Dictionary(dump.census.roots.map { ($0.kind, $0) }, uniquingKeysWith: { a, _ in a })
    #expect(byKind[.jniLocal]?.thread == 11)
    #expect(byKind[.jniLocal]?.frame == 2)
    #expect(byKind[.javaFrame]?.frame == .max)
    #expect(byKind[.threadObject]?.frame == 99)
    #expect(byKind[.jniMonitor]?.thread == 16)
  }

  @Test("objects belong to the heap that was named last, across segments")
  func heaps() throws {
    let bytes = heapDump(version: "JAVA PROFILE 1.0.3", idSize: 4) { fixture in
      let node = fixture.addClass("com.acme.Node", fields: [("id", .int(0))])
      fixture.heapInfo(type: 90, name: "zygote")
      fixture.instance(of: node, [.int(1)])
      fixture.endSegment()
      fixture.instance(of: node, [.int(2)])
      fixture.heapInfo(type: 65, name: "app")
      fixture.instance(of: node, [.int(3)])
      fixture.arrayWithoutData(type: 8, count: 100)
    }
    let summary = try HeapDump(name: "a.hprof", bytes: bytes).summary()
    #expect(summary.heaps.map(\.name) == ["zygote", "app"])
    #expect(summary.heaps.map(\.objects) == [2, 2])
  }

  @Test("instances may come before the dump of their class, as in Android")
  func lateClasses() throws {
    let bytes = heapDump(version: "JAVA PROFILE 1.0.3", idSize: 4) { fixture in
      let node = fixture.newID()
      fixture.addClass("com.acme.Node", id: node, fields: [("next", .object(0))], isDumped: false)
      let first = fixture.instance(of: node, [.object(0)])
      fixture.root(0x05, fixture.instance(of: node, [.object(first)]))
      fixture.endSegment()
      fixture.addClass("com.acme.Node", id: node, fields: [("next", .object(0))])
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(Self.counts(dump)["com.acme.Node"] == 2)
    let paths = try dump.paths(to: "com.acme.Node")
    #expect(paths.unreached == 0)
    #expect(paths.groups.map(\.path.steps.count).sorted() == [1, 2])
  }

  @Test("segments without length and records of unknown tags are passed over")
  func emptySegments() throws {
    let bytes = heapDump { fixture in
      fixture.emptySegment()
      fixture.record(0xDE) { $0.append(contentsOf: [1, 2, 3]) }
      _ = Self.nodes(fixture)
      fixture.endSegment()
      fixture.emptySegment()
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.damage == [])
    #expect(Self.counts(dump)["com.acme.Node"] == 3)
  }

  @Test("a last segment whose length was never written holds the rest of the file")
  func unwrittenLength() throws {
    let whole = heapDump(version: "JAVA PROFILE 1.0.1") { _ = Self.nodes($0) }
    // The last heap record's length: behind it are a class of 89 bytes (ids 56, numbers 9, counts 6, fields 18), three nodes of 37
    // and a root of 9.
    let length = 89 + 3 * 37 + 9
    var bytes = whole
    for at in whole.count - length - 4..<whole.count - length { bytes[at] = 0 }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(Self.counts(dump)["com.acme.Node"] == 3)
  }

  @Test("two dumps in one file are told, and each is read")
  func twoDumps() throws {
    let first = heapDump { _ = Self.nodes($0, count: 3) }
    let second = heapDump(idSize: 4) { _ = Self.nodes($0, count: 5) }
    let one = try HeapDump(name: "a.hprof", bytes: first + second)
    #expect(one.partCount == 2)
    #expect(one.damage == [])
    #expect(Self.counts(one)["com.acme.Node"] == 3)
    let two = try HeapDump(name: "a.hprof", bytes: first + second, part: 1)
    #expect(two.header.idSize == 4)
    #expect(Self.counts(two)["com.acme.Node"] == 5)
    #expect(throws: HeapDumpError.self) { try HeapDump(name: "a.hprof", bytes: first + second, part: 2) }
  }

  @Test("every prefix of a dump is told to be damaged, or is no dump")
  func prefixes() throws {
    let bytes = heapDump { fixture in
      _ = Self.nodes(fixture)
      fixture.javaString("hello")
    }
    for length in 0..<bytes.count {
      do {
        let dump = try HeapDump(name: "a.hprof", bytes: Array(bytes[..<length]))
        #expect(!dump.damage.isEmpty, "prefix of \(length) bytes")
        #expect(dump.damage.allSatisfy { ($0.offset ?? 0) <= length })
      } catch let error as HeapDumpError {
        #expect(error.offset ?? 0 <= length)
        #expect(length < 31, "a dump with a whole header is read as far as it goes")
      }
    }
    #expect(try HeapDump(name: "a.hprof", bytes: bytes).damage == [])
  }

  @Test("damage inside a segment names the record and the place, and later segments are read")
  func damagedSegment() throws {
    let bytes = heapDump { fixture in
      let node = fixture.addClass("com.acme.Node", fields: [("id", .int(0))])
      fixture.instance(of: node, [.int(1)])
      fixture.heap { $0.append(0x55) }
      fixture.instance(of: node, [.int(2)])
      fixture.endSegment()
      fixture.instance(of: node, [.int(3)])
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.damage.count == 1)
    #expect(dump.damage.first?.kind == .unknownTag(0x55))
    #expect(dump.damage.first?.offset.map { bytes[$0] } == 0x55)
    #expect(Self.counts(dump)["com.acme.Node"] == 2)
  }

  @Test("what is no dump is refused with what was expected")
  func notADump() {
    for bytes in [[], Array("JAVA PROFILE 1.0.9\0".utf8), Array("hello".utf8), [UInt8](repeating: 0, count: 100)] {
      #expect { try HeapDump(name: "a", bytes: bytes) } throws: { ($0 as? HeapDumpError)?.kind == .notAHeapDump }
    }
    let odd = Array("JAVA PROFILE 1.0.2\0".utf8) + [0, 0, 0, 6] + [UInt8](repeating: 0, count: 8)
    #expect { try HeapDump(name: "a", bytes: odd) } throws: { ($0 as? HeapDumpError)?.kind == .idSize(6) }
  }

  @Test("a class that is its own superclass is told and read")
  func classCycle() throws {
    let bytes = heapDump { fixture in
      let a = fixture.newID()
      let b = fixture.newID()
      fixture.addClass("A", id: a, super: b, fields: [("x", .int(0))])
      fixture.addClass("B", id: b, super: a, fields: [("y", .object(0))])
      fixture.root(0x05, fixture.instance(of: a, [.int(1), .object(0)]))
    }
    let dump = try HeapDump(name: "a.hprof", bytes: bytes)
    #expect(dump.damage.count == 1)
    #expect(Self.counts(dump)["A"] == 1)
    _ = dump.summary()
    _ = try dump.leaks()
  }

  @Test("a HEAP_DUMP of version 1.0.1 beyond 4 GiB, whose length has wrapped, is read to its end")
  func wrappedLength() throws {
    // A long array of 600,000,000 zeros: 4.8 GB, which a file system holds as a hole.
    let sandbox = Sandbox()
    let head = heapDump(version: "JAVA PROFILE 1.0.1") { fixture in
      _ = Self.nodes(fixture)
    }
    let count = 600_000_000
    var array: [UInt8] = [0x23] + [0, 0, 0, 0, 0, 0x90, 0, 0] + [0, 0, 0, 1]
    array += withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) } + [11]
    let tail: [UInt8] = [0x05] + [0, 0, 0, 0, 0, 0x90, 0, 0]
    let length = array.count + count * 8 + tail.count
    let record: [UInt8] =
      [0x0C, 0, 0, 0, 0] + withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).bigEndian) { Array($0) }
    try sandbox.write("big.hprof", head + record + array)
    let size = head.count + record.count + array.count + count * 8
    let made = try sandbox.run("truncate", ["-s", "\(size)", "big.hprof"])
    try #require(made.status == 0, "truncate makes a file with a hole: \(made.errors)")
    try sandbox.write("tail", tail)
    _ = try sandbox.run("sh", ["-c", "cat tail >> big.hprof"])
    let dump = try HeapDump(path: sandbox.path("big.hprof"))
    #expect(dump.damage == [])
    #expect(Self.counts(dump)["long[]"] == 1)
    #expect(Self.counts(dump)["com.acme.Node"] == 3)
    // Header 16 (two ids), length 4, elements, rounded up to 8.
    #expect(dump.classCounts().first { $0.name == "long[]" }?.bytes == (16 + 4 + count * 8 + 7) / 8 * 8)
  }
}
