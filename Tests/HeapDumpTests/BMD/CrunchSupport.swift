// What the tests of BMD share: crunching in memory, dumps with something of everything, and the content of a dump as plain text, so
// that two dumps can be compared whatever ids and order they have.

import ByteKit
import SystemKit
import TestSupport

@testable import HeapDump

/// A sink that keeps what was written.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  func write(_ other: UnsafeRawBufferPointer) throws(SystemError) { bytes += other }
}

func crunched(_ hprof: [UInt8], _ options: CrunchOptions = CrunchOptions()) throws -> (
  bytes: [UInt8], result: CrunchResult
) {
  let sink = MemorySink()
  let result = try Cruncher(options).crunch(HeapImage(name: "test.hprof", bytes: hprof), to: sink)
  return (sink.bytes, result)
}

func decrunched(
  _ bmd: [UInt8], text: @escaping (WantedString) -> [UInt8]? = { _ in nil }
) throws -> (bytes: [UInt8], result: DecrunchResult) {
  let sink = MemorySink()
  let result = try bmd.withUnsafeBytes { try Decruncher(text: text).run($0, to: sink).result }
  return (sink.bytes, result)
}

func packed(_ bmd: [UInt8]) throws -> [UInt8] {
  let sink = MemorySink()
  _ = try bmd.withUnsafeBytes { try PackedBMD.pack($0, to: sink) }
  return sink.bytes
}

func unpacked(_ bytes: [UInt8]) throws -> (bytes: [UInt8], damage: HeapDumpError?) {
  let sink = MemorySink()
  let damage = try bytes.withUnsafeBytes { try PackedBMD.unpack($0, to: sink) }
  return (sink.bytes, damage)
}

func contents(of path: String) throws -> [UInt8] { try InputFile(path: path).withUnsafeBytes { Array($0) } }

extension CrunchOptions {
  static var compatible: CrunchOptions {
    var options = CrunchOptions()
    options.isCompatible = true
    return options
  }

  static var everything: CrunchOptions {
    var options = CrunchOptions()
    options.keepPrimitives = true
    options.keepArrays = true
    options.keepUnknownRecords = true
    return options
  }

  /// The options whose results are compared, by name.
  static let variants: [(name: String, options: CrunchOptions)] = {
    var primitives = CrunchOptions()
    primitives.keepPrimitives = true
    var strings = CrunchOptions()
    strings.keepStrings = ["com.acme."]
    return [
      ("default", CrunchOptions()), ("compatible", .compatible), ("primitives", primitives), ("strings", strings),
      ("everything", .everything),
    ]
  }()
}

enum SampleDumps {
  /// A dump with every record that HPROF has.
  static func full(idSize: Int, version: String = "JAVA PROFILE 1.0.3") -> [UInt8] {
    heapDump(version: version, idSize: idSize) { dump in
      let object = dump.addClass("java.lang.Object")
      let integer = dump.addClass("java.lang.Integer", super: object, fields: [("value", .int(0))])
      let base = dump.addClass(
        "com.acme.Base", super: object,
        fields: [("a", .int(0)), ("next", .object(0)), ("b", .byte(0)), ("c", .double(0)), ("d", .char(0))],
        statics: [
          ("instance", .object(0x7_7777)), ("count", .int(-5)), ("ratio", .float(0.5)), ("big", .long(.min)),
          ("small", .short(-3)), ("letter", .char(0x263A)), ("yes", .boolean(true)), ("exact", .double(-1e300)),
          ("tiny", .byte(-1)),
        ], constants: [(3, .int(77)), (40_000, .object(object))], instanceSize: 33, loader: 0x9_9990)
      let derived = dump.addClass(
        "com.acme.Derived", super: base,
        fields: [("e", .long(0)), ("f", .object(0)), ("g", .float(0)), ("h", .boolean(true)), ("i", .short(0))])
      let array = dump.addClass("com.acme.Base[]", super: object)
      dump.string("kurz")
      dump.string("a text that is long enough for a padded placeholder")
      dump.string("")
      dump.string(id: 0x6_0001, [0xC0, 0x80, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0xFF, 0x41])
      dump.stack(
        thread: 1, serial: 2, [("com.acme.Base", "run", "Base.java", 12), ("com.acme.Main", "main", "Main.java", -1)])
      let names = [dump.string("worker"), dump.string("group"), dump.string("parent")]
      let thread = dump.newID()
      dump.record(0x0A) { body in
        body.appendBigEndian(UInt32(1))
        dump.appendID(thread, &body)
        body.appendBigEndian(UInt32(2))
        for name in names { dump.appendID(name, &body) }
      }
      dump.record(0x0E) { $0.append(contentsOf: [0, 0, 0, 3, 0, 9]) }
      dump.record(0x07) { $0.append(contentsOf: [UInt8](repeating: 7, count: 24)) }
      dump.record(0x99) { $0.append("an unknown record") }
      dump.heapInfo(type: 65, name: "app")
      let one = dump.instance(
        of: base, [.int(-1), .object(base), .byte(-2), .double(3.25), .char(0x41)])
      let two = dump.instance(
        of: derived,
        [
          .long(-9), .object(one), .float(2.5), .boolean(true), .short(-7), .int(1 << 30), .object(0xDEAD0), .byte(1),
          .double(0), .char(0),
        ])
      dump.instance(of: integer, [.int(4711)])
      dump.instance(of: object, id: thread)
      dump.heapInfo(type: 90, name: "zygote")
      dump.objectArray(of: array, [one, 0, two, two, 0xDEAD0])
      dump.primitiveArray([.char(0x48), .char(0x69)])
      dump.primitiveArray([.int(-1), .int(2)])
      dump.primitiveArray([], type: 11)
      dump.primitiveArray([.byte(1), .byte(2), .byte(3)])
      dump.arrayWithoutData(type: 5, count: 1000)
      dump.heapInfo(type: 90, name: "zygote")
      let extras: [(UInt8, [UInt32])] = [
        (0xFF, []), (0x01, [0x1234]), (0x02, [1, 0]), (0x03, [1, .max]), (0x04, [1]), (0x05, []), (0x06, [1]),
        (0x07, []), (0x08, [1, 2]), (0x89, []), (0x8A, []), (0x8B, []), (0x8C, []), (0x8D, []), (0x8E, [1, 3]),
        (0x90, []), (0x05, []), (0x03, [1, 4]),
      ]
      for (index, (tag, extra)) in extras.enumerated() { dump.root(tag, index % 2 == 0 ? one : two, extra) }
      dump.record(0x0B) { $0.appendBigEndian(UInt32(1)) }
    }
  }
}

/// What a dump says, without ids and without order.
enum DumpContent {
  static func lines(_ hprof: [UInt8]) throws -> [String] {
    let dump = try HeapDump(name: "content", bytes: hprof)
    var lines = ["damage \(dump.damage)"]
    for row in dump.classCounts() { lines.append("class \(row.name) \(row.count) \(row.bytes)") }
    for (heap, mark) in dump.census.heaps.enumerated() {
      let name = mark.name == 0 ? "" : dump.string(mark.name) ?? "?"
      for type in 0..<16 where dump.census.primitives[heap * 16 + type].count > 0 {
        lines.append("arrays \(mark.type) \(name) \(type) \(dump.census.primitives[heap * 16 + type])")
      }
    }
    for root in dump.census.roots { lines.append("root \(root.kind) \(root.thread) \(root.frame)") }
    return lines.sorted()
  }
}
