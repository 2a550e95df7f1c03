// Bitmaps whose sizes a dump no longer has: they are unknown, and never zero.

import TestSupport
import Testing

@testable import HeapDump

@Suite struct BitmapTests {
  /// Bitmaps as (width, height, length of the buffer or 0).
  private static func dump(_ bitmaps: [(Int32, Int32, Int)]) -> [UInt8] {
    heapDump(idSize: 4) { dump in
      let object = dump.addClass("java.lang.Object")
      let bitmap = dump.addClass(
        "android.graphics.Bitmap", super: object,
        fields: [("mBuffer", .object(0)), ("mWidth", .int(0)), ("mHeight", .int(0)), ("mNativePtr", .long(0))])
      for (width, height, length) in bitmaps {
        let buffer = length > 0 ? dump.primitiveArray((0..<length).map { .byte(Int8(truncatingIfNeeded: $0)) }) : 0
        dump.root(0x01, dump.instance(of: bitmap, [.object(buffer), .int(width), .int(height), .long(7)]))
      }
    }
  }

  @Test("no bitmap is 0 pixels wide: a zero is a value that was dropped")
  func zeros() throws {
    let dump = try open(Self.dump([(0, 0, 0), (0, 0, 0)]))
    #expect(dump.summary().bitmaps.value == nil)
    let mixed = try #require(try open(Self.dump([(0, 0, 0), (2, 3, 0)])).summary().bitmaps.value)
    #expect(mixed.map(\.bytes) == [24, nil] && mixed.map(\.width) == [2, nil])
  }

  @Test("a buffer in the heap has a size whatever the fields say")
  func buffers() throws {
    let bitmaps = try #require(try open(Self.dump([(0, 0, 16)])).summary().bitmaps.value)
    #expect(bitmaps.map(\.bytes) == [16])
  }

  @Test("a dump that was redacted, or crunched and decrunched, does not show 0 B")
  func dropped() throws {
    let bytes = Self.dump([(4, 4, 0)])
    #expect(try open(open(bytes).redacted().bytes).summary().bitmaps.value == nil)
    for options in [CrunchOptions(), .compatible] {
      let bmd = try crunched(bytes, options).bytes
      #expect(try open(decrunched(bmd).bytes).summary().bitmaps.value == nil)
    }
  }
}
