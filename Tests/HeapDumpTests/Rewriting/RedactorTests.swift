// Redaction: the structure stays, the contents go. What is searched for here is searched for by `CanaryDump`, not by the proof.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

/// All references of a dump in the order of the file, with who has them, and its roots.
struct ReferenceList: HeapRecordVisitor {
  let classes: ClassTable
  var references: [UInt64] = []

  init(_ dump: HeapDump) {
    classes = dump.classes
    _ = HeapPass(image: dump.image, outline: dump.outline).run(&self)
  }

  mutating func visit(_ root: RootRecord) {
    references += [UInt64(root.kind.rawValue), root.id, UInt64(root.thread), UInt64(root.frame)]
  }
  mutating func visit(_ instance: InstanceRecord) {
    references += [instance.id, instance.classID, UInt64(instance.data.count)]
    guard let index = classes.index(of: instance.classID) else { return }
    for at in classes.referenceOffsets(of: index, limit: instance.data.count) {
      references.append(instance.data.readID(at: Int(at), size: classes.idSize))
    }
  }
  mutating func visit(_ array: ObjectArrayRecord) {
    references += [array.id, array.classID]
    for index in 0..<array.count {
      references.append(array.data.readID(at: index * classes.idSize, size: classes.idSize))
    }
  }
  mutating func visit(_ array: PrimitiveArrayRecord) {
    references += [array.id, UInt64(array.type.rawValue), UInt64(array.count)]
  }
  mutating func visit(_ record: ClassRecord) {
    references += [record.id, record.superID, record.loader, UInt64(record.instanceSize)]
    record.forEachConstant { _, type, at in
      if type == .object { references.append(record.bits(type, at: at)) }
    }
    record.forEachStatic { name, type, at in
      references.append(name)
      if type == .object { references.append(record.bits(type, at: at)) }
    }
    record.forEachField { references += [$0, UInt64($1.rawValue)] }
  }
}

extension HeapDump {
  /// The dump after redaction, and what was done.
  func redacted(_ options: RedactionOptions = RedactionOptions()) throws -> (bytes: [UInt8], done: Redaction) {
    let sink = BufferSink()
    let done = try Redactor.redact(self, to: sink, options: options)
    return (sink.bytes, done)
  }
}

@Suite struct RedactorTests {
  @Test("of planted canaries none is left, in no encoding", arguments: [4, 8], ["1.0.1", "1.0.2", "1.0.3"])
  func canaries(idSize: Int, version: String) throws {
    let input = CanaryDump(idSize: idSize, version: "JAVA PROFILE \(version)").bytes
    let planted = CanaryDump.texts.count + CanaryDump.numbers.count + 2
    #expect(CanaryDump.found(in: input).count == planted)
    let dump = try HeapDump(name: "canaries", bytes: input)
    #expect(CanaryDump.found(in: try dump.redacted().bytes) == [CanaryDump.threadName])
    let silent = try dump.redacted(RedactionOptions(keeping: ["nothing"]))
    #expect(CanaryDump.found(in: silent.bytes) == [])
    #expect(silent.done.dropped.map(\.record) == ["record 0xde"])
  }

  @Test("classes, counts, references and roots are as they were", arguments: [4, 8])
  func structure(idSize: Int) throws {
    let dump = try HeapDump(name: "sample", bytes: rewritingSample(version: "JAVA PROFILE 1.0.3", idSize: idSize))
    let (bytes, done) = try dump.redacted()
    let copy = try HeapDump(name: "redacted", bytes: bytes)
    #expect(copy.damage == [])
    #expect(copy.classCounts().map { "\($0)" } == dump.classCounts().map { "\($0)" })
    #expect(ReferenceList(copy).references == ReferenceList(dump).references)
    #expect(copy.outline.stacks.frames == dump.outline.stacks.frames)
    #expect(copy.outline.stacks.traces == dump.outline.stacks.traces)
    #expect(copy.census.heaps == dump.census.heaps)
    #expect(done.instances == 3 && done.statics == 2 && done.arrays == 2)
    #expect(done.size == bytes.count)
  }

  @Test(
    "public dumps keep their structure, sizes and thread names", .enabled(if: PackageFolder.corpus != nil),
    arguments: GoldenTests.names)
  func corpus(name: String) throws {
    guard let path = GoldenTests.path(name) else { return }
    let dump = try HeapDump(path: path)
    let (bytes, _) = try dump.redacted()
    let copy = try HeapDump(name: name, bytes: bytes)
    #expect(copy.damage == [])
    #expect(copy.sizeRule == dump.sizeRule)
    #expect(copy.classCounts().map { "\($0)" } == dump.classCounts().map { "\($0)" })
    #expect(ReferenceList(copy).references == ReferenceList(dump).references)
    #expect("\(copy.summary().threads)" == "\(dump.summary().threads)")
    let proof = RedactionProof(of: copy, against: dump)
    #expect(proof.holds, "\(proof)")
    #expect(proof.searched > 500)
  }

  @Test("values of chosen classes are kept, where those declare them, and no text")
  func keptClasses() throws {
    let dump = try HeapDump(name: "canaries", bytes: CanaryDump().bytes)
    let options = try RedactionOptions(keeping: ["class:com.acme.Hold*"])
    let (bytes, _) = try dump.redacted(options)
    // The bytes behind the fields are no field's.
    #expect(
      CanaryDump.found(in: bytes)
        == Set(["\(CanaryDump.pin)", "\(CanaryDump.numbers[0])", "\(CanaryDump.numbers[1])"]))
    let copy = try HeapDump(name: "redacted", bytes: bytes)
    #expect(RedactionProof(of: copy, against: dump, options: options).holds)
    #expect(RedactionProof(of: copy, against: dump).instancesWithValues == 2)
    #expect(RedactionProof(of: copy, against: dump).staticsWithValues == 2)
  }

  @Test("words that keep nothing known are refused")
  func words() throws {
    #expect(throws: HeapDumpError.self) { try RedactionOptions(keeping: ["thread"]) }
    #expect(throws: HeapDumpError.self) { try RedactionOptions(keeping: ["class:"]) }
    #expect(try RedactionOptions(keeping: ["threads"]) == RedactionOptions())
  }

  @Test("records of another shape than HPROF's are left out, since they could hold anything")
  func shapes() throws {
    let bytes = heapDump { dump in
      dump.addClass("Node")
      dump.record(0x02) { $0.append("too short") }
      dump.record(0x2C) { $0.append("an end with a tail") }
      dump.record(0x07) { $0.append("too long for a summary's 24 bytes") }
      dump.record(0x01) { $0.append("s") }
    }
    let dump = try HeapDump(name: "shapes", bytes: bytes)
    let (redacted, done) = try dump.redacted()
    #expect(CanaryDump.found(in: redacted, texts: ["too short", "a tail", "too long"], numbers: [], pin: nil) == [])
    #expect(done.dropped.map(\.record) == ["LOAD_CLASS", "HEAP_DUMP_END", "HEAP_SUMMARY", "STRING"])
    #expect(done.dropped.map(\.count) == [1, 1, 1, 1])
  }

  @Test("of two strings with one id only the first, which names, is kept")
  func repeatedIDs() throws {
    let bytes = heapDump { dump in
      let node = dump.addClass("Node")
      dump.string(id: dump.string("Node"), Array("SECOND-TEXT".utf8))
      dump.instance(of: node)
    }
    let (redacted, _) = try HeapDump(name: "repeated", bytes: bytes).redacted()
    #expect(CanaryDump.found(in: redacted, texts: ["SECOND-TEXT", "Node"], numbers: [], pin: nil) == ["Node"])
  }

  @Test("a name that a thread shares with a secret array of another kind is not kept")
  func oddThreadNames() throws {
    let bytes = heapDump { dump in
      let object = dump.addClass("java/lang/Object")
      let thread = dump.addClass("java/lang/Thread", super: object, fields: [("name", .object(0))])
      // A name that is no string: bytes, and an instance of another class.
      let bytes = dump.primitiveArray("CANARY-bytes-name".utf8.map { .byte(Int8($0)) })
      let box = dump.addClass("Box", super: object, fields: [("value", .object(0)), ("n", .long(0))])
      let inner = dump.primitiveArray("CANARY-boxed-name".utf8.map { .byte(Int8($0)) })
      let chars = dump.primitiveArray("CANARY-chars-name".utf16.map { .char($0) })
      for name in [bytes, dump.instance(of: box, [.object(inner), .long(0x4341_4E41_5259_0009)]), chars] {
        dump.root(0x08, dump.instance(of: thread, [.object(name)]), [UInt32(name), 0])
      }
    }
    let (redacted, _) = try HeapDump(name: "threads", bytes: bytes).redacted()
    let found = CanaryDump.found(
      in: redacted, texts: ["CANARY-bytes-name", "CANARY-boxed-name", "CANARY-chars-name"],
      numbers: [0x4341_4E41_5259_0009], pin: nil)
    #expect(found == ["CANARY-chars-name"])
  }
}
