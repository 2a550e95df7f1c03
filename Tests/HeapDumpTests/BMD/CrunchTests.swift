// Crunching dumps that are built in code: what is kept, what is gone, and that a dump which was crunched once has its form.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct CrunchTests {
  @Test("crunching what was decrunched gives the same bytes", arguments: [4, 8], CrunchOptions.variants.map(\.name))
  func fixedPoint(idSize: Int, name: String) throws {
    let options = CrunchOptions.variants.first { $0.name == name }!.options
    if options.isCompatible, idSize == 8 { return }
    for version in ["JAVA PROFILE 1.0.1", "JAVA PROFILE 1.0.2", "JAVA PROFILE 1.0.3"] {
      let first = try crunched(SampleDumps.full(idSize: idSize, version: version), options)
      #expect(first.result.damage == [])
      let hprof = try decrunched(first.bytes)
      #expect(hprof.result.damage == nil)
      #expect(try HeapDump(name: "again", bytes: hprof.bytes).damage == [])
      let second = try crunched(hprof.bytes, options)
      #expect(second.bytes == first.bytes, "\(version)")
    }
  }

  @Test("version 2 gives back counts, heaps, roots with their threads, and stacks", arguments: [4, 8])
  func everythingReturns(idSize: Int) throws {
    let original = SampleDumps.full(idSize: idSize)
    var options = CrunchOptions()
    options.keepStrings = [""]
    let hprof = try decrunched(try crunched(original, options).bytes).bytes
    #expect(try DumpContent.lines(hprof) == DumpContent.lines(original))
    let (one, two) = (try HeapDump(name: "a", bytes: original), try HeapDump(name: "b", bytes: hprof))
    #expect(one.header == two.header)
    #expect(stacks(one) == stacks(two))
    #expect(stacks(one).count == 3)
  }

  private func stacks(_ dump: HeapDump) -> [String] {
    let frames = dump.outline.stacks.frames.map { id, frame in
      "\(id) \(dump.string(frame.method) ?? "") \(dump.string(frame.source) ?? "") \(frame.classSerial) \(frame.line)"
    }
    let threads = dump.outline.stacks.threads.map {
      "\($0.serial) \(dump.string($0.name) ?? "") \(dump.string($0.group) ?? "")"
    }
    return (frames + threads).sorted()
  }

  @Test("with primitives, arrays and strings kept, nothing is lost but serial numbers of stacks", arguments: [4, 8])
  func lossless(idSize: Int) throws {
    let original = SampleDumps.full(idSize: idSize)
    var options = CrunchOptions.everything
    options.keepStrings = [""]
    let (bytes, result) = try crunched(original, options)
    #expect(result.hashedStrings == 0 && result.emptiedArrays == 0 && result.removedFieldBytes == 0)
    #expect(result.droppedRecords == 0)
    let hprof = try decrunched(bytes).bytes
    #expect(values(hprof) == values(original))
  }

  /// The data of all instances and primitive arrays in order; references are told only from null, as ids change.
  private func values(_ hprof: [UInt8]) -> [String] {
    struct Values: HeapRecordVisitor {
      let classes: ClassTable
      var lines: [String] = []
      mutating func visit(_ array: PrimitiveArrayRecord) { lines.append("\(array.type) \(Array(array.data))") }
      mutating func visit(_ record: ClassRecord) {
        var line = ""
        record.forEachStatic { _, type, at in
          line += type == .object ? " ref" : " \(Array(record.data[at..<at + type.size(idSize: record.idSize)]))"
        }
        record.forEachConstant { index, type, at in
          line +=
            type == .object
            ? " \(index) ref" : " \(index) \(Array(record.data[at..<at + type.size(idSize: record.idSize)]))"
        }
        lines.append("class \(record.instanceSize) \(record.stack)" + line)
      }
      mutating func visit(_ instance: InstanceRecord) {
        var data = Array(instance.data)
        let index = classes.index(of: instance.classID) ?? 0
        for at in classes.referenceOffsets(of: index, limit: data.count) {
          let reference = Int(at)..<Int(at) + classes.idSize
          data.replaceSubrange(reference, with: [data[reference].allSatisfy { $0 == 0 } ? 0 : 1])
          data.insert(contentsOf: repeatElement(0, count: classes.idSize - 1), at: Int(at))
        }
        lines.append("\(data)")
      }
      mutating func visit(_ array: ObjectArrayRecord) { lines.append("\(array.count) elements") }
    }
    guard let dump = try? HeapDump(name: "values", bytes: hprof) else { return [] }
    var values = Values(classes: dump.classes)
    _ = HeapPass(image: dump.image, outline: dump.outline).run(&values)
    return values.lines
  }

  @Test("a version 1 dump comes back with field_removed in place of what was removed, and unknown roots")
  func versionOne() throws {
    let (bytes, result) = try crunched(SampleDumps.full(idSize: 4), .compatible)
    #expect(result.legacyRecords > 0 && result.droppedRecords == 0)
    #expect(bytes.starts(with: [1, 18]))
    let hprof = try decrunched(bytes)
    #expect(hprof.result.version == 1 && hprof.result.removedFieldBytes == 15 + 15)
    let dump = try HeapDump(name: "v1", bytes: hprof.bytes)
    #expect(dump.string(0x7FFF_FFFF) == "field_removed")
    #expect(dump.census.roots.allSatisfy { $0.kind == .unknown })
    // One for each root but the one that Android marks unreachable.
    #expect(dump.census.roots.count == 17)
  }

  @Test("texts that the caller finds take the places of hashes")
  func recovery() throws {
    let bmd = try crunched(SampleDumps.full(idSize: 4)).bytes
    let wanted = bmd.withUnsafeBytes { Decruncher.wantedStrings($0) }
    let text = "a text that is long enough for a padded placeholder"
    let hash = JavaStringHash.of(text)
    #expect(wanted.contains { $0.hash == hash && $0.byteLength == text.utf8.count })
    let hprof = try decrunched(bmd) { $0.hash == hash && $0.byteLength == text.utf8.count ? Array(text.utf8) : nil }
    #expect(hprof.result.recoveredStrings == (try decrunched(bmd).result.recoveredStrings) + 1)
    #expect(hprof.bytes.firstRange(of: Array(text.utf8)) != nil)
  }

  @Test("texts that a search has found take the places of hashes, and crunching them gives the same bytes")
  func search() throws {
    let bmd = try crunched(SampleDumps.full(idSize: 8)).bytes
    var recovery = StringRecovery(bmd.withUnsafeBytes { Decruncher.wantedStrings($0) })
    for name in ["com.acme.Base", "com.acme.Derived", "instance", "worker"] { recovery.consider(name) }
    let sink = MemorySink()
    let result = try bmd.withUnsafeBytes { try Decruncher(recovery).run($0, to: sink).result }
    #expect(result.recoveredStrings >= 4)
    let dump = try HeapDump(name: "found", bytes: sink.bytes)
    #expect(dump.classCounts().contains { $0.name == "com.acme.Derived" && $0.count == 1 })
    #expect(try crunched(sink.bytes).bytes == bmd)
  }

  @Test("a BMD file that is cut short is opened as far as it goes, with the place in it")
  func cutFile() throws {
    let bmd = try crunched(SampleDumps.full(idSize: 8)).bytes
    let sandbox = Sandbox()
    let path = sandbox.path("cut.bmd")
    try AtomicFile.write(Array(bmd[..<(bmd.count - 20)]), to: path)
    let dump = try HeapDump(path: path)
    #expect(dump.damage.count == 1 && (bmd.count - 100..<bmd.count).contains(dump.damage[0].offset ?? 0))
    #expect(!dump.classCounts().isEmpty)
    #expect(dump.image.losses?.hasStaticValues == false)
  }

  @Test("modified UTF-8 is hashed as the text it stands for")
  func modifiedUTF8() throws {
    let bmd = try crunched(
      heapDump(idSize: 4) { $0.string(id: 5, [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0xC0, 0x80]) }
    ).bytes
    let wanted = bmd.withUnsafeBytes { Decruncher.wantedStrings($0) }
    #expect(wanted == [WantedString(id: 1, hash: JavaStringHash.of("\u{1F600}\0"), byteLength: 5)])
  }

  @Test("bytes that are no UTF-8 become what Java makes of them")
  func recoding() {
    let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    let cases: [([UInt8], [UInt8])] = [
      (
        [0x41, 0xC3, 0xA4, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80],
        [0x41, 0xC3, 0xA4, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80]
      ),
      ([0xED, 0xA0, 0xBD, 0x41], replacement + [0x41]), ([0xC0, 0x80], replacement + replacement),
      ([0xE2, 0x82], replacement), ([0xF0, 0x9F, 0x98], replacement), ([0xFF, 0x41], replacement + [0x41]),
      ([0xE2, 0x41], replacement + [0x41]), ([], []),
    ]
    for (bytes, expected) in cases {
      #expect(bytes.withUnsafeBytes { JavaRecoder.recode($0) } == expected)
      #expect(bytes.withUnsafeBytes { JavaRecoder.isStandard($0) } == (bytes == expected))
    }
  }

  // MARK: - Options

  @Test("a prefix keeps names dotted, slashed and of arrays")
  func prefixes() {
    var options = CrunchOptions()
    options.keepStrings = ["com.acme."]
    let rule = ClearStrings(options)
    func keeps(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { rule.keeps($0) } }
    for text in ["com.acme.Main", "com/acme/Main", "[Lcom/acme/Main;", "[[Lcom.acme.X;", "com.acme.Main[]"] {
      #expect(keeps(text), "\(text)")
    }
    for text in ["com.acmes", "xcom.acme.Main", "Lcom/acme/Main;", "", "[", "java.lang.String"] {
      #expect(!keeps(text), "\(text)")
    }
  }

  @Test("the names of java.lang's classes and of primitive types stay clear, and no others")
  func systemClasses() {
    func isSystem(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { ClearStrings.isSystemClass($0) } }
    for text in [
      "java.lang.String", "java/lang/String", "java.lang.ref.WeakReference", "[Ljava/lang/Object;", "[B", "[[I", "int",
      "byte[]", "long[][]", "java.lang.Object[]",
    ] {
      #expect(isSystem(text), "\(text)")
    }
    for text in ["java.language", "javax.lang", "java/util/Map", "[Lcom/acme/A;", "[X", "V", "", "[]", "[", "intern"] {
      #expect(!isSystem(text), "\(text)")
    }
  }

  @Test("ids of 8 bytes, and elements of arrays, are refused in version 1, with what to do")
  func refusals() {
    let wide = #expect(throws: HeapDumpError.self) { try crunched(SampleDumps.full(idSize: 8), .compatible) }
    #expect("\(wide!)".contains("without compatibility"))
    var options = CrunchOptions.compatible
    options.keepArrays = true
    let arrays = #expect(throws: HeapDumpError.self) { try crunched(SampleDumps.full(idSize: 4), options) }
    #expect("\(arrays!)".contains("without compatibility"))
    #expect(throws: HeapDumpError.self) { try crunched([1, 2, 3]) }
  }

  @Test("records that HPROF does not define are left out, and counted")
  func unknownRecords() throws {
    let (bytes, result) = try crunched(SampleDumps.full(idSize: 8))
    #expect(result.droppedRecords == 1)
    #expect(bytes.firstRange(of: Array("unknown record".utf8)) == nil)
    let kept = try crunched(SampleDumps.full(idSize: 8), .everything)
    #expect(kept.bytes.firstRange(of: Array("unknown record".utf8)) != nil)
    // One of HPROF's records that is longer than HPROF says.
    let long = heapDump { dump in dump.record(0x0B) { $0.append("\0\0\0\u{1}secret") } }
    #expect(try crunched(long).result.droppedRecords == 1)
  }

  // MARK: - Damage

  @Test("instances of classes that have no CLASS_DUMP are kept, and the classes named")
  func undefinedClasses() throws {
    let original = heapDump(idSize: 4) { dump in
      let missing = dump.addClass("com.acme.Missing", isDumped: false)
      dump.instance(of: missing, [.int(1)])
      let child = dump.addClass("com.acme.Child", super: 0xABC, fields: [("a", .int(0))])
      dump.instance(of: child, [.int(1), .long(2)])
    }
    for options in [CrunchOptions(), .compatible] {
      let (bytes, result) = try crunched(original, options)
      #expect(result.undefinedClasses == 2 && result.instances == 2 && result.droppedInstances == 0)
      let again = try decrunched(bytes)
      #expect(again.result.damage == nil && again.result.instances == 2)
      #expect(try crunched(again.bytes, options).bytes == bytes)
    }
  }

  @Test("an instance shorter than its class is damage and left out; the rest is there")
  func shortInstance() throws {
    let original = heapDump { dump in
      let node = dump.addClass("Node", fields: [("a", .long(0)), ("b", .object(0))])
      dump.instance(of: node, [.long(1)])
      dump.instance(of: node, [.long(1), .object(0)])
    }
    let (bytes, result) = try crunched(original)
    #expect(result.droppedInstances == 1 && result.instances == 1)
    #expect(result.damage.count == 1 && result.damage[0].record == "INSTANCE_DUMP" && result.damage[0].offset != nil)
    #expect(try decrunched(bytes).result.instances == 1)
  }

  @Test("a class that is its own superclass is damage, and ends nothing")
  func classCycle() throws {
    let original = heapDump { dump in
      dump.addClass("A", id: 0x1000, super: 0x2000, fields: [("x", .object(0))])
      dump.addClass("B", id: 0x2000, super: 0x1000, fields: [("y", .object(0))])
      dump.instance(of: 0x1000, [.object(0), .object(0)])
    }
    let (bytes, result) = try crunched(original)
    #expect(result.damage.contains { if case .classCycle = $0.kind { true } else { false } })
    #expect(result.instances == 1)
    #expect(try decrunched(bytes).result.damage == nil)
  }

  @Test("a dump cut short anywhere is crunched as far as it goes", arguments: [4, 8])
  func prefixesOfDump(idSize: Int) throws {
    let whole = SampleDumps.full(idSize: idSize)
    for length in 31..<whole.count {
      let (bytes, _) = try crunched(Array(whole[..<length]))
      #expect(try decrunched(bytes).result.damage == nil, "\(length) bytes")
    }
  }

  @Test("the second of two dumps in a file can be crunched")
  func parts() throws {
    let one = SampleDumps.full(idSize: 8)
    let two = heapDump { dump in dump.instance(of: dump.addClass("Second")) }
    let sink = MemorySink()
    let result = try Cruncher().crunch(HeapImage(name: "two", bytes: one + two), part: 1, to: sink)
    #expect(result.classes == 1 && result.inputBytes == two.count)
    #expect(sink.bytes == (try crunched(two).bytes))
    #expect(throws: HeapDumpError.self) {
      try Cruncher().crunch(HeapImage(name: "two", bytes: one + two), part: 2, to: sink)
    }
  }

  @Test("the cruncher finds the dumps of a file as opening it does, also where the last one has no whole header")
  func samePartsAsOpening() throws {
    let one = SampleDumps.full(idSize: 8)
    let file = one + one + Array("JAVA PROFILE 1.0.2".utf8)
    let opened = #expect(throws: HeapDumpError.self) {
      try HeapDump(image: HeapImage(name: "cut", bytes: file), part: 2)
    }
    let crunched = #expect(throws: HeapDumpError.self) {
      try Cruncher().crunch(HeapImage(name: "cut", bytes: file), part: 2, to: MemorySink())
    }
    #expect(crunched == opened && opened?.description == "no part 3 (the file holds 2) in the dump")
  }

  @Test("Android's marks are written only where the heap changes")
  func heapMarks() throws {
    let bmd = try crunched(
      heapDump(version: "JAVA PROFILE 1.0.3", idSize: 4) { dump in
        let node = dump.addClass("Node")
        for index in 0..<100 {
          dump.heapInfo(type: 65, name: "app")
          dump.instance(of: node)
          if index == 50 { dump.heapInfo(type: 90, name: "zygote") }
        }
      }
    ).bytes
    struct Marks: BMDVisitor {
      var count = 0
      mutating func define(_ definition: BMDClass, at offset: Int) throws {}
      mutating func instance(id: UInt64, classID: UInt64, at offset: Int, values: inout BMDValues) throws {}
      mutating func heap(type: UInt32, name: UInt64) throws { count += 1 }
    }
    var marks = Marks()
    try bmd.withUnsafeBytes { try BMDReader.read($0, &marks) }
    #expect(marks.count == 1)
  }

  // MARK: - Placeholders

  @Test("a placeholder says the hash and length that it stands for")
  func placeholders() {
    for hash: Int32 in [0, 1, -1, .min, .max, 1_376_723_408] {
      for length in [0, 1, 5, 6, 7, 15, 16, 17, 100, 65_536, 65_537, 4_000_000_000] {
        let text = HashPlaceholder.text(hash: hash, length: length)
        let parsed = Array(text.utf8).withUnsafeBytes { HashPlaceholder.parse($0) }
        #expect(parsed?.hash == hash && parsed?.length == length, "\(text.prefix(40))")
        if length >= 16, length <= 65_536 { #expect(text.utf8.count == length) }
      }
    }
    for text in ["Hash$", "Hash$x", "hash$1", "Hash$1+2", "Hash$99999999999", "Hash$1@", "Hash$1@-2", "Hash$+1"] {
      #expect(Array(text.utf8).withUnsafeBytes { HashPlaceholder.parse($0) } == nil, "\(text)")
    }
  }
}
