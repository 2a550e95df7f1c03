// The compressed form: whatever goes in comes out, also what is no proper BMD; damage is told.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct PackedBMDTests {
  @Test("BMD of every kind comes back as it was", arguments: [4, 8], CrunchOptions.variants.map(\.name))
  func exact(idSize: Int, name: String) throws {
    let options = CrunchOptions.variants.first { $0.name == name }!.options
    if options.isCompatible, idSize == 8 { return }
    let bmd = try crunched(SampleDumps.full(idSize: idSize), options).bytes
    let small = try packed(bmd)
    #expect(small[PackedBMD.headLength - 1] == PackedBMD.columns)
    let (bytes, damage) = try unpacked(small)
    #expect(damage == nil && bytes == bmd)
  }

  @Test("a dump of many blocks comes back as it was")
  func blocks() throws {
    let hprof = heapDump(idSize: 4) { dump in
      let node = dump.addClass("Node", fields: [("next", .object(0)), ("value", .long(0)), ("other", .object(0))])
      let array = dump.addClass("Node[]")
      var random = SeededGenerator(seed: 7)
      var ids: [UInt64] = [0]
      for index in 0..<150_000 {
        let any = ids[Int(random.next() % UInt64(ids.count))]
        let id = dump.instance(of: node, [.object(ids[index]), .long(Int64(bitPattern: random.next())), .object(any)])
        ids.append(id)
      }
      dump.objectArray(of: array, ids)
      for id in ids { dump.root(0x03, id, [UInt32(truncatingIfNeeded: id), .max]) }
    }
    var options = CrunchOptions()
    options.keepPrimitives = true
    let bmd = try crunched(hprof, options).bytes
    #expect(bmd.count > 3 * PackedBMD.blockSize)
    let (bytes, damage) = try unpacked(packed(bmd))
    #expect(damage == nil && bytes == bmd)
  }

  @Test("bytes that are no BMD, or not as a cruncher writes it, come back as they were")
  func otherBytes() throws {
    let bmd = try crunched(SampleDumps.full(idSize: 8)).bytes
    var random = SeededGenerator(seed: 3)
    let noise = (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let header = Array(bmd[..<20])
    for bytes in [
      [], [1], noise, Array(bmd.dropLast(3)), bmd + header, header + [2, 1, 0x81, 0x00, 5],
      header + [1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02, 0],
      header + [2, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    ] as [[UInt8]] {
      let (back, damage) = try unpacked(packed(bytes))
      #expect(damage == nil && back == bytes)
    }
  }

  @Test("every number survives its column, in every mode")
  func numbers() {
    for value: UInt64 in [0, 1, 2, 127, 128, 1 << 31, 1 << 61, .max, .max - 1, 1 << 63] {
      #expect(PackNumber.unzigzag(PackNumber.zigzag(value)) == value)
      var writer = ByteWriter()
      writer.appendLEB128(value)
      #expect(PackNumber.length(value) == writer.count)
    }
    #expect(PackNumber.zigzag(0 &- 1) == 1 && PackNumber.zigzag(1) == 2)
  }

  @Test("a compressed file cut short anywhere is damage, and gives no more than there was")
  func prefixes() throws {
    let bmd = try crunched(SampleDumps.full(idSize: 4)).bytes
    let small = try packed(bmd)
    for length in PackedBMD.headLength..<small.count {
      let (bytes, damage) = try unpacked(Array(small[..<length]))
      #expect(damage != nil)
      #expect(bmd.starts(with: bytes))
    }
    let (_, more) = try unpacked(small + [0])
    #expect(more != nil)
  }

  @Test("a changed byte is found out, or changes nothing")
  func changedBytes() throws {
    let bmd = try crunched(SampleDumps.full(idSize: 4)).bytes
    let small = try packed(bmd)
    for place in PackedBMD.headLength - 1..<small.count {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var copy = small
        copy[place] ^= change
        let (bytes, damage) = try unpacked(copy)
        #expect(damage != nil || bytes == bmd, "byte \(place)")
      }
    }
  }

  @Test("few bytes that claim much are refused")
  func claims() throws {
    var file = ByteWriter()
    file.append("BMDPACK1")
    file.append(PackedBMD.columns)
    file.appendLEB128(1 << 60)
    file.appendLEB128(3)
    file.append(contentsOf: [1, 2, 3])
    let (bytes, damage) = try unpacked(file.bytes)
    #expect(bytes.isEmpty && damage != nil)
  }
}
