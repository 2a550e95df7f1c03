import SystemKit
import TestSupport
import Testing

@testable import Rendering

@Suite struct PNGWriterTests {
  static let pictures: [(String, PixelPicture)] = [
    ("one pixel", PixelPicture(1, 1) { _, _ in 0x1234_56ff }),
    ("one clear pixel", PixelPicture(1, 1) { _, _ in 0 }),
    ("two colours, an odd width", PixelPicture(13, 3) { x, y in (x + y) % 3 == 0 ? 0xff : 0xffff_ffff }),
    ("four colours", PixelPicture(7, 5) { x, y in UInt32(x + y) % 4 * 0x4000_0000 | 0xff }),
    ("sixteen colours", PixelPicture(17, 16) { x, y in UInt32(x + y) % 16 * 0x1000_0000 | 0xff }),
    (
      "256 colours, half of them clear in part",
      PixelPicture(64, 40) { x, _ in UInt32(x * 4) << 8 | UInt32(x % 2) * 255 }
    ),
    ("257 colours", PixelPicture(257, 2) { x, _ in UInt32(x) << 16 | 0xff }),
    ("noise", .noise(61, 47, seed: 3, isOpaque: true)),
    ("noise with alpha", .noise(33, 50, seed: 4, isOpaque: false)),
    (
      "a soft ramp",
      PixelPicture(300, 200) { x, y in UInt32(x & 255) << 24 | UInt32(y) << 16 | UInt32((x + y) / 2) << 8 | 255 }
    ),
    ("one column", .noise(1, 400, seed: 5, isOpaque: true)),
    ("several bands", PixelPicture(1200, 900) { x, y in UInt32(x / 3) << 20 ^ UInt32(y / 5) << 9 | 0xff }),
  ]

  @Test(
    "what is written is read again as it was, and every checksum is right", arguments: PNGWriterTests.pictures.indices)
  func roundTrip(index: Int) throws {
    let (name, picture) = Self.pictures[index]
    let bytes = PNGWriter.bytes(of: picture)
    #expect(PNGFixture.chunks(bytes)?.last?.type == "IEND", "\(name)")
    #expect(try PictureReader.read(bytes, source: name) == picture, "\(name)")
    let sink = BufferSink()
    try PNGWriter.write(picture, to: sink)
    #expect(sink.bytes == bytes)
  }

  @Test(
    "the colour type is the smallest that holds the picture",
    arguments: zip(
      PNGWriterTests.pictures.indices,
      [
        // Depth and type by ISO 15948, table 8.
        (1, 3), (1, 3), (1, 3), (2, 3), (4, 3), (8, 3), (8, 2), (8, 2), (8, 6), (8, 2), (8, 2), (8, 2),
      ] as [(UInt8, UInt8)]))
  func colorType(index: Int, expected: (UInt8, UInt8)) throws {
    let (name, picture) = Self.pictures[index]
    let bytes = PNGWriter.bytes(of: picture)
    #expect((bytes[24], bytes[25]) == expected, "\(name)")
  }

  @Test("a palette names alphas only as far as there are any")
  func alphas() throws {
    let picture = PixelPicture(4, 1) { x, _ in [0xff, 0x1020_3040, 0xffff_ffff, 0x5060_70ff][x] }
    let chunks = try #require(PNGFixture.chunks(PNGWriter.bytes(of: picture)))
    #expect(chunks.first { $0.type == "tRNS" }?.data == [0x40])
    #expect(
      chunks.first { $0.type == "PLTE" }?.data == [0x10, 0x20, 0x30, 0, 0, 0, 0xff, 0xff, 0xff, 0x50, 0x60, 0x70])
  }

  @Test("a big sheet of one colour is a few kilobytes")
  func flat() throws {
    let picture = PixelPicture(width: 4000, height: 3000, pixels: [UInt32](repeating: 0xff33_2211, count: 12_000_000))
    let bytes = PNGWriter.bytes(of: picture)
    // One bit a pixel: 1.5 MB, which deflate shrinks to 1,453 bytes at best; five times that is little enough.
    #expect(bytes.count < 5 * 1_453)
    #expect(try PictureReader.read(bytes, source: "flat") == picture)
  }

  @Test("a soft picture is filtered: it takes less than half of its pixels' bytes")
  func filtered() {
    // Neighbours differ by at most one in each part, so that differences are four values of 256: 2 bits for 8.
    let ramp = Self.pictures[9].1
    #expect(PNGWriter.bytes(of: ramp).count < ramp.pixels.count * 3 / 2)
  }

  @Test("a photograph of many bands, shades with noise, is read again as it was and shrinks")
  func photograph() throws {
    let noise = PixelPicture.noise(900, 800, seed: 6, isOpaque: true)
    let picture = PixelPicture(900, 800) { x, y in
      let bits = noise[x, y]
      return (UInt32(x + y) / 8 + bits & 3) << 24 | (UInt32(x) / 5 + bits >> 2 & 3) << 16
        | (UInt32(y) / 4 + bits >> 4 & 3) << 8 | 0xff
    }
    let bytes = PNGWriter.bytes(of: picture)
    #expect(try PictureReader.read(bytes, source: "photograph") == picture)
    // The noise alone is 2 bits of 8; with the steps of the shades a filtered byte is one of about 8 values.
    #expect(bytes.count < picture.pixels.count * 3 / 2)
  }

  @Test("a sink that is full is an error of the system")
  func fullSink() {
    #expect(throws: SystemError.self) {
      try PNGWriter.write(.noise(100, 100, seed: 1, isOpaque: true), to: BufferSink(limit: 1000))
    }
  }
}
