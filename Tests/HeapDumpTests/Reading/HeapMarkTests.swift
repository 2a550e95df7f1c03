// Marks of heaps hold on across segments, whatever the header calls the dump and however many threads read it.

import ByteKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HeapMarkTests {
  @Test(
    "an object belongs to the heap that was last marked, in whichever piece of the dump that was",
    arguments: ["JAVA PROFILE 1.0.2", "JAVA PROFILE 1.0.3"])
  func pieces(version: String) throws {
    let bytes = heapDump(version: version, idSize: 4) { fixture in
      let node = fixture.addClass("com.acme.Node")
      let big = [UInt8](repeating: 1, count: 1 << 20)
      func block() {
        fixture.heap { heap in
          heap.append(0x23)
          fixture.appendID(fixture.newID(), &heap)
          heap.appendBigEndian(UInt32(1))
          heap.appendBigEndian(UInt32(big.count))
          heap.append(8)
          heap.append(contentsOf: big)
        }
        fixture.instance(of: node)
        fixture.endSegment()
      }
      for _ in 0..<3 { block() }
      fixture.heapInfo(type: 65, name: "app")
      for _ in 0..<12 { block() }
      fixture.heapInfo(type: 90, name: "zygote")
      for _ in 0..<4 { block() }
      // Back to the heap that has no name: it is the one of the objects before the first mark.
      fixture.heap { heap in
        heap.append(0xFE)
        heap.appendBigEndian(UInt32(0))
        fixture.appendID(0, &heap)
      }
      for _ in 0..<2 { block() }
    }
    let dump = try open(bytes)
    let heaps = dump.summary().heaps
    #expect(heaps.map(\.objects) == [10, 24, 8])
    #expect(heaps.dropFirst().map(\.name) == ["app", "zygote"])
  }

  @Test("pieces that are merged give what one pass over all of them gives")
  func merging() throws {
    let bytes = SampleDumps.full(idSize: 4)
    let dump = try open(bytes)
    let whole = dump.heapNames
    var census = Census(idSize: 4)
    dump.image.withUnsafeBytes { bytes in
      let scanner = HeapScanner(bytes: bytes, idSize: 4)
      for segment in dump.outline.segments {
        var at = segment.lowerBound
        while at < segment.upperBound {
          // A piece for each record.
          var piece = Census(idSize: 4)
          at = (try? scanner.scan(segment, from: at, until: at + 1, &piece)) ?? segment.upperBound
          census.merge(piece)
        }
      }
    }
    #expect(census.heaps == dump.census.heaps)
    #expect(whole.count == census.heaps.count)
    func text(_ census: Census) -> [String] {
      census.slots.map { "\($0.heap) \($0.classID) \($0.instances) \($0.dataBytes) \($0.arrays)" }.sorted()
    }
    #expect(text(census) == text(dump.census))
    #expect(census.primitives == dump.census.primitives)
  }
}
