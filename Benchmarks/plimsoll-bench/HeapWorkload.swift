// A heap dump of any size as HotSpot writes them: a linked list whose nodes are also in a hash map, boxed numbers, strings (one in
// ten a duplicate), blobs, and arrays of references and numbers. Seeded: the same size gives the same bytes.

import ByteKit
import SystemKit

/// Writes a dump of about a given size.
struct HeapWorkload {
  let megabytes: Int
  /// 4 or 8.
  let idSize: Int

  /// What the dump has, to be compared with what is read.
  struct Expected {
    var objects = 0
    var strings = 0
  }

  /// The ids of the classes begin here, those of other objects `classRoom` later: virtual machines keep both in one heap.
  private var firstID: UInt64 { idSize == 8 ? 0x6_0000_0000 : 0x1000 }
  private static let classRoom: UInt64 = 0x1000
  private static let classNames = [
    "java/lang/Object", "java/lang/String", "java/lang/Integer", "java/util/HashMap$Node", "[Ljava/util/HashMap$Node;",
    "com/acme/Node", "[Ljava/lang/Object;", "[B", "[J", "com/acme/Main", "java/lang/Class",
  ]

  private final class Output {
    let sink: ScratchlessSink
    var segment = ByteWriter(capacity: 1 << 20)
    let idSize: Int
    var next: UInt64
    init(_ sink: ScratchlessSink, idSize: Int, first: UInt64) {
      self.sink = sink
      self.idSize = idSize
      next = first
    }

    @inline(__always)
    func id(_ value: UInt64) {
      if idSize == 8 {
        segment.appendBigEndian(value)
      } else {
        segment.appendBigEndian(UInt32(truncatingIfNeeded: value))
      }
    }

    func take(_ bytes: Int) -> UInt64 {
      let id = next
      next += UInt64((bytes + 7) & ~7)
      return id
    }

    func flush(force: Bool = false) throws {
      guard segment.count > 0, force || segment.count >= 1 << 20 else { return }
      try sink.record(0x1C, segment.bytes)
      segment.bytes.removeAll(keepingCapacity: true)
    }

    func instance(_ id: UInt64, of classID: UInt64, _ length: Int, _ fill: () -> Void) throws {
      segment.append(0x21)
      self.id(id)
      segment.appendBigEndian(UInt32(1))
      self.id(classID)
      segment.appendBigEndian(UInt32(length))
      fill()
      try flush()
    }

    func bytes(_ id: UInt64, _ bytes: [UInt8]) throws {
      segment.append(0x23)
      self.id(id)
      segment.appendBigEndian(UInt32(1))
      segment.appendBigEndian(UInt32(bytes.count))
      segment.append(8)
      segment.append(contentsOf: bytes)
      try flush()
    }

    func references(_ id: UInt64, of classID: UInt64, _ elements: [UInt64]) throws {
      segment.append(0x22)
      self.id(id)
      segment.appendBigEndian(UInt32(1))
      segment.appendBigEndian(UInt32(elements.count))
      self.id(classID)
      for element in elements { self.id(element) }
      try flush()
    }
  }

  /// Top-level records straight to a file.
  final class ScratchlessSink {
    private let file: FileSink
    init(_ file: FileSink) { self.file = file }
    func write(_ bytes: [UInt8]) throws { try file.write(bytes) }
    func record(_ tag: UInt8, _ body: [UInt8]) throws {
      var head = ByteWriter(capacity: 9)
      head.append(tag)
      head.appendBigEndian(UInt32(0))
      head.appendBigEndian(UInt32(body.count))
      try file.write(head.bytes)
      try file.write(body)
    }
  }

  /// Writes the dump.
  func write(to path: String) throws -> Expected {
    var expected = Expected()
    try AtomicFile.write(to: path) { file in
      let sink = ScratchlessSink(file)
      var head = ByteWriter()
      head.append("JAVA PROFILE 1.0.2")
      head.append(0)
      head.appendBigEndian(UInt32(idSize))
      head.appendBigEndian(UInt64(1_700_000_000_000))
      try sink.write(head.bytes)
      try classes(sink)
      let out = Output(sink, idSize: idSize, first: firstID + Self.classRoom)
      try dumpClasses(out)
      try objects(out, &expected)
      try out.flush(force: true)
      try sink.record(0x2C, [])
    }
    return expected
  }

  private func classID(_ index: Int) -> UInt64 {
    firstID + UInt64(index) * 0x68
  }

  private static let fieldNames = [
    "value", "hash", "coder", "key", "next", "payload", "id", "stamp", "ratio", "live", "HELD",
  ]

  private func stringID(_ index: Int) -> UInt64 { 0x100 + UInt64(index) }

  private func classes(_ sink: ScratchlessSink) throws {
    for (index, text) in (Self.classNames + Self.fieldNames).enumerated() {
      var body = ByteWriter()
      append(stringID(index), &body)
      body.append(text)
      try sink.record(0x01, body.bytes)
    }
    for index in Self.classNames.indices {
      var body = ByteWriter()
      body.appendBigEndian(UInt32(index + 1))
      append(classID(index), &body)
      body.appendBigEndian(UInt32(1))
      append(stringID(index), &body)
      try sink.record(0x02, body.bytes)
    }
  }

  private func append(_ id: UInt64, _ body: inout ByteWriter) {
    if idSize == 8 { body.appendBigEndian(id) } else { body.appendBigEndian(UInt32(truncatingIfNeeded: id)) }
  }

  private func dumpClasses(_ out: Output) throws {
    // Fields by class: names and HPROF's types.
    let fields: [Int: [(String, UInt8)]] = [
      1: [("value", 2), ("hash", 10), ("coder", 8)], 2: [("value", 10)],
      3: [("hash", 10), ("key", 2), ("value", 2), ("next", 2)],
      5: [("next", 2), ("payload", 2), ("id", 10), ("stamp", 11), ("ratio", 7), ("live", 4)],
    ]
    for index in Self.classNames.indices {
      out.segment.append(0x20)
      out.id(classID(index))
      out.segment.appendBigEndian(UInt32(1))
      out.id(index == 0 ? 0 : classID(0))
      for _ in 0..<5 { out.id(0) }
      out.segment.appendBigEndian(UInt32(0))
      out.segment.appendBigEndian(UInt16(0))
      if index == 9 {
        out.segment.appendBigEndian(UInt16(1))
        out.id(stringID(Self.classNames.count + 10))
        out.segment.append(2)
        // The first array of references that is written.
        out.id(out.next)
      } else {
        out.segment.appendBigEndian(UInt16(0))
      }
      out.segment.appendBigEndian(UInt16(fields[index]?.count ?? 0))
      for (name, type) in fields[index] ?? [] {
        out.id(stringID(Self.classNames.count + (Self.fieldNames.firstIndex(of: name) ?? 0)))
        out.segment.append(type)
      }
      out.segment.append(0x05)
      out.id(classID(index))
    }
    try out.flush(force: true)
  }

  private func objects(_ out: Output, _ expected: inout Expected) throws {
    // A node with its map entry, key and payload takes about 330 bytes of a dump with ids of 8 bytes.
    // What is written is 0.7 of what is reckoned here.
    let megabytes = self.megabytes * 141 / 100
    let nodes = max(1_000, megabytes * 1_000_000 / 2 / 330)
    var random = UInt64(42)
    func below(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(bound))
    }
    let top = out.take(16 + 8 * 8)
    let table = out.take(24 + nodes * 8)
    var entries: [UInt64] = []
    entries.reserveCapacity(nodes)
    var previous: UInt64 = 0
    var texts: [UInt64] = []
    func string(_ text: String) throws -> UInt64 {
      let bytes = Array(text.utf8)
      let id = out.take(24)
      let value = out.take(16 + bytes.count)
      try out.instance(id, of: classID(1), idSize + 5) {
        out.id(value)
        out.segment.appendBigEndian(UInt32(0))
        out.segment.append(0)
      }
      try out.bytes(value, bytes)
      expected.objects += 2
      expected.strings += 1
      return id
    }
    for number in 0..<nodes {
      let node = out.take(56)
      let entry = out.take(32)
      var payload: UInt64 = 0
      switch number % 3 {
      case 0:
        payload = out.take(16)
        try out.instance(payload, of: classID(2), 4) { out.segment.appendBigEndian(UInt32(number)) }
        expected.objects += 1
      case 1: payload = try string("user-\(number)@example.com")
      default:
        payload = out.take(24)
        try out.bytes(payload, [1, 2, 3, 4, 5, 6, 7, 8])
        expected.objects += 1
      }
      let key = try string("key-\(number)")
      let next = previous
      try out.instance(node, of: classID(5), 2 * idSize + 21) {
        out.id(next)
        out.id(payload)
        out.segment.appendBigEndian(UInt32(number))
        out.segment.appendBigEndian(UInt64(number) * 31)
        out.segment.appendBigEndian((Double(number) / 7).bitPattern)
        out.segment.append(UInt8(number & 1))
      }
      try out.instance(entry, of: classID(3), 3 * idSize + 4) {
        out.segment.appendBigEndian(UInt32(number))
        out.id(key)
        out.id(node)
        out.id(0)
      }
      expected.objects += 2
      entries.append(entry)
      previous = node
    }
    try out.references(table, of: classID(4), entries)
    var blobs: [UInt64] = []
    var left = megabytes * 1_000_000 / 5
    while left > 0 {
      let size = 1_000 + below(60_000)
      let blob = out.take(16 + size)
      try out.bytes(blob, (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ size) })
      blobs.append(blob)
      left -= size
    }
    for number in 0..<megabytes * 1_000_000 / 10 / 70 { texts.append(try string("duplicate-\(number % 50)")) }
    let held = out.take(24 + (blobs.count + texts.count) * 8)
    try out.references(held, of: classID(6), blobs + texts)
    let mixed = (0..<megabytes * 1_000_000 / 20 / 8).map { $0 % 5 == 0 ? 0 : texts[$0 % max(1, texts.count)] }
    let array = out.take(24 + mixed.count * 8)
    try out.references(array, of: classID(6), mixed)
    try out.references(top, of: classID(6), [table, held, array])
    expected.objects += blobs.count + 4
  }
}
