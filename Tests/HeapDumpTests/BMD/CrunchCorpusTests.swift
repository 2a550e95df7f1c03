// Crunching the public dumps: against the files that Badoo's cruncher and decruncher made of them, and against themselves.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite(.enabled(if: PackageFolder.corpus != nil)) struct CrunchCorpusTests {
  static let dumps = [
    "leakcanary-leak_service_binder.hprof", "leakcanary-leak_service_binder_ignored.hprof",
    "pyhprof-example-java.hprof",
    "slurp-hprof-32.bin", "slurp-hprof-64.bin", "derived/leak_service_binder.hprof-conv.hprof",
    "derived/leak_service_binder.hprof-conv-z.hprof", "derived/leak_service_binder.badooHEAD.decrunched.hprof",
    "derived/slurp-hprof-64.truncated-2000000.hprof", "derived/jdk17-jcmd-gz1.hprof.gz",
  ]

  static func path(_ name: String) -> String { PathName.join(PackageFolder.corpus ?? "", "heap/\(name)") }

  private func crunch(_ name: String, _ options: CrunchOptions) throws -> (bytes: [UInt8], result: CrunchResult) {
    let sink = MemorySink()
    let result = try Cruncher(options).crunch(path: Self.path(name), to: sink)
    return (sink.bytes, result)
  }

  @Test(
    "the compatible form is byte for byte what Badoo's cruncher writes",
    arguments: [
      ("leakcanary-leak_service_binder.hprof", "derived/leak_service_binder.badooHEAD.bmd"),
      ("slurp-hprof-32.bin", "derived/slurp-hprof-32.badooHEAD.bmd"),
    ])
  func sameAsBadoo(dump: String, bmd: String) throws {
    let (bytes, result) = try crunch(dump, .compatible)
    #expect(result.damage == [])
    #expect(bytes == (try contents(of: Self.path(bmd))))
  }

  @Test("crunching what was decrunched gives the same bytes", arguments: dumps)
  func fixedPoint(name: String) throws {
    // The largest ones in the main modes only: without optimisation a megabyte takes a second.
    let isSmall = try contents(of: Self.path(name)).count < 3_300_000
    for (variant, options) in CrunchOptions.variants
    where variant != "strings" && (isSmall || variant == "default" || variant == "compatible") {
      let first: (bytes: [UInt8], result: CrunchResult)
      do { first = try crunch(name, options) } catch let error as HeapDumpError where options.isCompatible {
        #expect("\(error)".contains("8 bytes"))
        continue
      }
      let hprof = try decrunched(first.bytes)
      #expect(hprof.result.damage == nil)
      let second = try crunched(hprof.bytes, options)
      #expect(second.result.damage == [])
      #expect(second.bytes == first.bytes, "\(variant)")
    }
  }

  @Test("a decrunched dump has the counts of the original, class by class", arguments: dumps)
  func counts(name: String) throws {
    let original = try HeapDump(path: Self.path(name))
    let (bytes, _) = try crunch(name, .everythingClear)
    let copy = try HeapDump(name: name, bytes: decrunched(bytes).bytes)
    #expect(copy.damage == [])
    // Names that stand for hashes are recognised where they are known: `byte[]`.
    func rows(_ dump: HeapDump) -> [String] {
      dump.classCounts().filter { $0.count > 0 }
        .map { "\(name.contains("decrunched") ? "" : $0.name) \($0.count) \($0.bytes)" }.sorted()
    }
    #expect(rows(copy) == rows(original))
    func roots(_ dump: HeapDump) -> [RootKind: Int] {
      Dictionary(dump.census.roots.map { ($0.kind, 1) }, uniquingKeysWith: +)
    }
    #expect(roots(copy) == roots(original))
    #expect(copy.outline.stacks.traces.count == original.outline.stacks.traces.count)
  }

  @Test("a dump in gzip is crunched as the dump in it")
  func gzip() throws {
    let (_, result) = try crunch("derived/jdk17-jcmd-gz1.hprof.gz", CrunchOptions())
    #expect(result.damage == [] && result.inputBytes == 17_618_575)
    let counts = try HeapDump(path: Self.path("derived/jdk17-jcmd-gz1.hprof.gz")).classCounts()
    #expect(result.instances + result.objectArrays + result.primitiveArrays == counts.reduce(0) { $0 + $1.count })
  }

  // MARK: - Badoo's own files

  @Test("what is decrunched from Badoo's file is what Badoo's decruncher makes of it")
  func decruncherAgrees() throws {
    let ours = try HeapDump(
      name: "ours", bytes: decrunched(contents(of: Self.path("derived/leak_service_binder.badooHEAD.bmd"))).bytes)
    let theirs = try HeapDump(path: Self.path("derived/leak_service_binder.badooHEAD.decrunched.hprof"))
    #expect(ours.damage == [])
    func rows(_ dump: HeapDump) -> [String] {
      dump.census.slots.map { "\($0.classID) \($0.instances) \($0.dataBytes) \($0.arrays)" }.sorted()
        + dump.census.primitives.map { "\($0)" } + ["\(dump.census.classOffsets.count)"]
    }
    func known(_ dump: HeapDump) -> Set<String> {
      Set(dump.classCounts().map(\.name).filter { !$0.hasPrefix("Hash$") })
    }
    #expect(known(ours).isSuperset(of: known(theirs)) && known(ours).contains("byte[]"))
    #expect(rows(ours) == rows(theirs))
    #expect(ours.census.roots.map(\.id) == theirs.census.roots.map(\.id))
    #expect(try objects(ours) == objects(theirs))
  }

  /// All objects by their ids: class and data.
  private func objects(_ dump: HeapDump) throws -> [UInt64: [UInt8]] {
    struct Objects: HeapRecordVisitor {
      var data: [UInt64: [UInt8]] = [:]
      mutating func visit(_ instance: InstanceRecord) {
        data[instance.id] = Array("\(instance.classID)".utf8) + Array(instance.data)
      }
      mutating func visit(_ array: ObjectArrayRecord) {
        data[array.id] = Array("\(array.classID)".utf8) + Array(array.data)
      }
      mutating func visit(_ array: PrimitiveArrayRecord) { data[array.id] = [array.type.rawValue] + Array(array.data) }
    }
    var objects = Objects()
    #expect(HeapPass(image: dump.image, outline: dump.outline).run(&objects) == [])
    return objects.data
  }

  @Test("the files of 2015, with a header in their middle, are read whole")
  func repeatedHeader() throws {
    let fixed = try decrunched(contents(of: Self.path("derived/badoo-crunch_test_out.554ac28.header-fixed.bmd")))
    for name in ["badoo-crunch_test_out.554ac28.bmd", "badoo-decrunch_test_in.56fa9a9.bmd"] {
      let bmd = try contents(of: Self.path(name))
      let (bytes, result) = try decrunched(bmd)
      #expect(result.damage == nil && result.classes == 3895 && result.instances == 160_635)
      #expect(result.arrays == 34_072 && result.roots == 41_129)
      if name.contains("554ac28") {
        #expect(bytes == fixed.bytes)
        #expect(try unpacked(packed(bmd)).bytes == bmd)
      } else {
        let dump = try HeapDump(path: Self.path(name))
        #expect(dump.damage == [] && dump.image.losses?.version == 1)
      }
    }
  }

  // MARK: - Sizes

  @Test("a real Android dump of 3.76 MB becomes 0.31 MB, and 0.37 in Badoo's form, both exactly reversible")
  func compressedSize() throws {
    for (options, limit) in [(CrunchOptions(), 315_000), (.compatible, 370_000)] {
      let plain = try crunch("leakcanary-leak_service_binder.hprof", options).bytes
      let small = try packed(plain)
      #expect(small.count < limit, "\(small.count)")
      #expect(try unpacked(small).bytes == plain)
    }
  }

  @Test("a compressed file is opened as any other dump")
  func compressedFile() throws {
    let sandbox = Sandbox()
    let path = sandbox.path("dump.bmdz")
    var options = CrunchOptions()
    options.isCompressed = true
    let result = try AtomicFile.written(path) {
      try Cruncher(options).crunch(path: Self.path("pyhprof-example-java.hprof"), to: $0)
    }
    #expect(result.outputBytes < result.bmdBytes / 2)
    let dump = try HeapDump(path: path)
    #expect(dump.damage == [] && dump.image.origin == .bmd && dump.image.wasCompressed)
    #expect(throws: HeapDumpError.self) { try Cruncher().crunch(path: path, to: MemorySink()) }
    #expect(!(try Decruncher.wantedStrings(path: path)).isEmpty)
    #expect(try Decruncher().decrunch(path: path, to: MemorySink()).damage == nil)
    #expect(throws: HeapDumpError.self) {
      try Decruncher().decrunch(path: Self.path("pyhprof-example-java.hprof"), to: MemorySink())
    }
  }
}

extension CrunchOptions {
  fileprivate static var everythingClear: CrunchOptions {
    var options = CrunchOptions()
    options.keepStrings = [""]
    options.keepPrimitives = true
    return options
  }
}

extension AtomicFile {
  /// Writes a file and returns what the body does.
  fileprivate static func written<Result>(_ path: String, _ body: (FileSink) throws -> Result) throws -> Result {
    var result: Result?
    try write(to: path) { result = try body($0) }
    return result!
  }
}
