// Copies of dumps: byte for byte where nothing is changed, and whole where the input is not.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

extension HeapDump {
  /// The dump after a transform.
  func rewritten(
    _ transform: inout some DumpTransform, lengthLimit: Int = Int(UInt32.max), pieceSize: Int = 1 << 30
  ) throws -> [UInt8] {
    let sink = BufferSink()
    var rewriter = try DumpRewriter(self)
    rewriter.lengthLimit = lengthLimit
    rewriter.pieceSize = pieceSize
    let count = try rewriter.run(&transform, to: sink)
    #expect(count == sink.bytes.count)
    return sink.bytes
  }

  func copied() throws -> [UInt8] {
    var transform = IdentityTransform()
    return try rewritten(&transform)
  }
}

/// A dump with everything that a rewrite meets.
func rewritingSample(version: String = "JAVA PROFILE 1.0.2", idSize: Int = 8) -> [UInt8] {
  heapDump(version: version, idSize: idSize) { dump in
    let object = dump.addClass("java/lang/Object")
    let node = dump.addClass(
      "Node", super: object, fields: [("next", .object(0)), ("id", .int(0)), ("live", .boolean(false))],
      statics: [("first", .object(0)), ("count", .long(77))], constants: [(1, .int(5))])
    dump.emptySegment()
    let last = dump.instance(of: node, [.object(0), .int(2), .boolean(true)])
    dump.endSegment()
    if version == "JAVA PROFILE 1.0.3" {
      dump.heapInfo(type: 65, name: "app")
      dump.arrayWithoutData(type: 10, count: 3)
      dump.root(0x8D, last)
    }
    let first = dump.instance(of: node, [.object(last), .int(1), .boolean(false)])
    dump.objectArray(of: node, [first, last, 0])
    dump.primitiveArray((0..<300).map { .int($0) })
    dump.javaString("a text of the user")
    dump.root(0x05, first)
    dump.root(0x01, last, [7])
    dump.stack(thread: 1, serial: 2, [("Node", "run", "Node.java", 12)])
    dump.root(0x03, last, [1, 0])
    dump.record(0x0A) { body in
      body.appendBigEndian(UInt32(1))
      for id in [first] { dump.appendID(id, &body) }
      body.appendBigEndian(UInt32(2))
      for _ in 0..<3 { dump.appendID(0, &body) }
    }
    dump.record(0xDE) { $0.append("unknown") }
  }
}

@Suite struct DumpRewriterTests {
  static let versions = ["1.0", "1.0.1", "1.0.2", "1.0.3"].map { "JAVA PROFILE \($0)" }

  @Test("a copy of a dump is the same bytes: all versions, both sizes of ids", arguments: versions, [4, 8])
  func copies(version: String, idSize: Int) throws {
    let bytes = rewritingSample(version: version, idSize: idSize)
    let dump = try HeapDump(name: "sample", bytes: bytes)
    #expect(dump.damage == [])
    #expect(try dump.copied() == bytes)
  }

  @Test(
    "a copy of each public dump is the same bytes", .enabled(if: PackageFolder.corpus != nil),
    arguments: GoldenTests.names + ["leak_service_binder.hprof-conv-z.hprof"])
  func corpus(name: String) throws {
    guard let path = GoldenTests.path(name) else { return }
    let copy = try HeapDump(path: path).copied()
    #expect(try InputFile(path: path).withUnsafeBytes { $0.elementsEqual(copy) })
  }

  @Test("of two dumps in one file the chosen one is copied")
  func parts() throws {
    let first = rewritingSample()
    let second = rewritingSample(idSize: 4)
    for (part, bytes) in [first, second].enumerated() {
      #expect(try HeapDump(name: "two", bytes: first + second, part: part).copied() == bytes)
    }
  }

  @Test("a crunched dump is refused, with the way out")
  func crunched() throws {
    guard let corpus = PackageFolder.corpus else { return }
    let dump = try HeapDump(path: PathName.join(corpus, "heap/derived/slurp-hprof-32.badooHEAD.bmd"))
    #expect(throws: HeapDumpError.self) { try dump.copied() }
  }

  @Test("every beginning of a dump gives a whole dump of what could be read")
  func prefixes() throws {
    let bytes = rewritingSample(version: "JAVA PROFILE 1.0.3", idSize: 4)
    for length in 40..<bytes.count {
      let cut = try HeapDump(name: "cut", bytes: Array(bytes[..<length]))
      let mended = try HeapDump(name: "mended", bytes: cut.copied())
      #expect(mended.damage == [], "\(length) bytes")
      #expect(mended.classCounts().map(\.count) == cut.classCounts().map(\.count))
      #expect(mended.outline.strings.count == cut.outline.strings.count)
    }
  }

  @Test("a segment that breaks off is written up to its last whole record, and those behind it too")
  func brokenSegment() throws {
    let bytes = heapDump { dump in
      let node = dump.addClass("Node")
      dump.instance(of: node)
      dump.heap { $0.append(0x77) }
      dump.instance(of: node)
      dump.endSegment()
      dump.instance(of: node)
    }
    let dump = try HeapDump(name: "broken", bytes: bytes)
    #expect(dump.damage.map(\.kind) == [.unknownTag(0x77)])
    let mended = try HeapDump(name: "mended", bytes: dump.copied())
    #expect(mended.damage == [])
    #expect(mended.classCounts().filter { $0.name == "Node" }.map(\.count) == [2])
  }

  @Test("an empty segment before one that cannot be read does not swallow what follows")
  func emptyBeforeBroken() throws {
    let bytes = heapDump { dump in
      dump.addClass("Node")
      dump.endSegment()
      dump.emptySegment()
      dump.heap { $0.append(0x77) }
      dump.record(0x21) { $0.append("an unknown record") }
      dump.instance(of: dump.classNamed("Node"))
    }
    let dump = try HeapDump(name: "broken", bytes: bytes)
    let mended = try HeapDump(name: "mended", bytes: dump.copied())
    #expect(mended.damage == [])
    #expect(mended.classCounts().map(\.count) == [1] && dump.classCounts().map(\.count) == [1])
  }

  @Test("a heap that is too long for a record becomes several records")
  func splits() throws {
    let bytes = rewritingSample()
    let dump = try HeapDump(name: "sample", bytes: bytes)
    var transform = IdentityTransform()
    let copy = try HeapDump(
      name: "split", bytes: dump.rewritten(&transform, lengthLimit: 60, pieceSize: 40))
    #expect(copy.damage == [])
    #expect(copy.outline.segments.count > dump.outline.segments.count)
    #expect(copy.classCounts().map(\.count) == dump.classCounts().map(\.count))
  }

  /// Doubles each array of ints and removes those of references.
  struct Doubling: DumpTransform {
    var keepsLengths: Bool { false }
    var seen = 0
    mutating func edit(_ array: PrimitiveArrayRecord, _ output: RewriteOutput) {
      guard array.type == .int else { return }
      seen += 1
      let end = array.dataOffset(idSize: 8) + array.data.count
      output.replaceWord(at: array.offset + 13, with: UInt32(array.count * 2))
      output.replace(end..<end, with: Array(array.data))
    }
    mutating func edit(_ array: ObjectArrayRecord, _ output: RewriteOutput) {
      output.replace(array.offset..<array.offset + 25 + array.data.count, with: [])
    }
  }

  @Test("where records change their lengths, so do their segments")
  func lengths() throws {
    let dump = try HeapDump(name: "sample", bytes: rewritingSample())
    var transform = Doubling()
    let copy = try HeapDump(name: "doubled", bytes: dump.rewritten(&transform))
    #expect(transform.seen == 1)
    #expect(copy.damage == [])
    #expect(copy.census.primitives[Int(FieldType.int.rawValue)].elements == 600)
    #expect(copy.classCounts().reduce(0) { $0 + $1.count } == dump.classCounts().reduce(0) { $0 + $1.count } - 1)
  }

  @Test("what a full disk says is told")
  func fullDisk() throws {
    let dump = try HeapDump(name: "sample", bytes: rewritingSample())
    #expect(throws: SystemError.self) { try Redactor.redact(dump, to: BufferSink(limit: 100)) }
  }

  @Test("a dump in gzip is copied inflated", .enabled(if: PackageFolder.corpus != nil))
  func compressed() throws {
    let path = PathName.join(PackageFolder.corpus ?? "", "heap/derived/jdk17-jcmd-gz1.hprof.gz")
    let copy = try HeapDump(path: path).copied()
    #expect(copy.count == 17_618_575)
  }
}
