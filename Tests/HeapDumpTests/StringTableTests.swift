import Testing

@testable import HeapDump

@Suite struct StringTableTests {
  @Test func `places of any size are found again, and the first one with an id stays`() {
    var table = StringTable()
    let places = [
      0..<0, 31..<47, 5..<5 + (1 << 24) - 2, 5..<5 + (1 << 24) - 1, 7..<7 + (1 << 31), (1 << 40)..<(1 << 40) + 3,
    ]
    for (index, place) in places.enumerated() {
      table.insert(id: UInt64(index) << 32, at: place.lowerBound, length: place.count)
      table.insert(id: UInt64(index) << 32, at: 1, length: 1)
    }
    #expect(table.count == places.count)
    for (index, place) in places.enumerated() { #expect(table.range(of: UInt64(index) << 32) == place) }
    #expect(table.range(of: 5) == nil)
  }
}
