import ByteKit
import TestSupport
import Testing

struct OpenTableTests {
  @Test func `keys get dense indices in order of first insertion`() {
    var table = OpenTable()
    #expect(table.insert(0) == (0, true))
    #expect(table.insert(UInt64.max) == (1, true))
    #expect(table.insert(0) == (0, false))
    #expect(table.index(of: UInt64.max) == 1)
    #expect(table.index(of: 5) == nil)
    #expect(table.count == 2)
  }

  @Test(arguments: [0, 1, 8, 100_000])
  func `it agrees with a dictionary while it grows`(capacity: Int) {
    var table = OpenTable(capacity: capacity)
    var model: [UInt64: Int] = [:]
    var random = SeededGenerator(seed: 3)
    for step in 0..<20_000 {
      // Small numbers, multiples of large powers of two (ids of heap objects) and random ones.
      let key = step % 3 == 0 ? random.next() % 100 : step % 3 == 1 ? UInt64(step) << 40 : random.next()
      let isNew = model[key] == nil
      if isNew { model[key] = model.count }
      #expect(table.insert(key) == (model[key] ?? -1, isNew))
    }
    #expect(table.count == model.count)
    for (key, index) in model { #expect(table.index(of: key) == index) }
  }
}

struct ByteStringTableTests {
  @Test func `strings get dense indices and are kept`() {
    var table = ByteStringTable()
    var model: [String: Int] = [:]
    var random = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
      let text = String(repeating: "é", count: Int(random.next() % 5)) + String(random.next() % 1_000)
      if model[text] == nil { model[text] = model.count }
      #expect(table.insert(text) == model[text])
    }
    #expect(table.count == model.count)
    for (text, index) in model { #expect(table.string(at: index) == text) }
  }

  @Test func `names that were made to collide do not`() {
    // The fixed hash can be turned back: the second half undoes what the first one did to the state.
    let count = 20_000
    let names = (0..<UInt64(count)).map { first in
      let state = StableHash.mix(0x9E37_79B9_7F4A_7C15 ^ first, 0xD6E8_FEB8_6659_FD93)
      return [first.littleEndian, (state ^ 42).littleEndian]
    }
    #expect(Set(names.prefix(100).map { name in name.withUnsafeBytes { StableHash.of($0) } }).count == 1)
    #expect(Set(names.map { name in name.withUnsafeBytes { TableHash.of($0) } }).count == count)
    var table = ByteStringTable()
    for name in names { #expect(name.withUnsafeBytes { table.insert($0) }.isNew) }
  }

  @Test func `the empty string and bytes that are no UTF-8 are strings too`() {
    var table = ByteStringTable()
    #expect(table.insert("") == 0)
    let bad: [UInt8] = [0xFF, 0]
    bad.withUnsafeBytes { bytes in
      #expect(table.insert(bytes) == (1, true))
      #expect(table.insert(bytes) == (1, false))
      #expect(table.equals(1, bytes))
      #expect(!table.equals(0, bytes))
    }
    #expect(table.string(at: 1) == "\u{FFFD}\0")
    #expect(table.string(at: 0) == "")
    #expect(table.insert(UnsafeRawBufferPointer(start: nil, count: 0)) == (0, false))
  }
}
