// Damaged pictures: whatever comes, there are pixels or a typed error. `PLIMSOLL_FUZZ_COUNT` sets how many variants,
// `PLIMSOLL_FUZZ_START` the first.

import SystemKit
import TestSupport
import Testing

@testable import Rendering

@Suite struct FuzzPictureReader {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(Int.init) ?? 2_000
  static let start = Environment["PLIMSOLL_FUZZ_START"].flatMap(UInt64.init) ?? 0

  /// One of each way in which pixels are stored.
  static let seeds: [[UInt8]] = [
    PNGWriter.bytes(of: .noise(9, 5, seed: 1, isOpaque: false)),
    PNGWriter.bytes(of: .noise(40, 12, seed: 2, isOpaque: true)),
    PNGWriter.bytes(of: PixelPicture(33, 9) { x, y in UInt32(x / 4 + y) << 24 | 0xff }),
    PNGFixture.file(width: 2, height: 2, depth: 8, type: 0, isInterlaced: true, rows: [0, 11, 0, 22, 0, 33, 44]),
    PNGFixture.file(
      width: 3, height: 1, depth: 4, type: 3,
      extra: [
        PNGChunk(type: "PLTE", data: [255, 0, 0, 0, 255, 0, 0, 0, 255]), PNGChunk(type: "tRNS", data: [255, 128]),
      ], rows: [0, 0x12, 0x00]),
    PNGFixture.file(width: 1, height: 1, depth: 16, type: 6, rows: [0, 255, 255, 0, 0, 0, 0, 0x40, 0x40]),
    JPEGFixture.file(width: 16, height: 8, blocks: [[40], [215]]),
    JPEGFixture.file(width: 20, height: 16, blocks: (0..<6).map { [UInt8($0 * 40), 100, 160] }),
  ]

  @Test("damaged pictures give pixels or an error that names their source", arguments: [false, true])
  func damaged(isRepaired: Bool) {
    let mutator = Mutator(seeds: Self.seeds)
    var read = 0
    for number in Self.start..<Self.start + UInt64(Self.count) {
      let variant = mutator.variant(number)
      let bytes = isRepaired ? PNGFixture.repaired(variant) : variant
      do throws(RenderingError) {
        let picture = try PictureReader.read(bytes, source: "variant")
        #expect(picture.pixels.count == picture.width * picture.height, "variant \(number)")
        read += 1
      } catch {
        #expect(error.description.hasPrefix("variant: "), "variant \(number): \(error)")
      }
    }
    // Worth something only if both ends are reached.
    #expect(read > 0 && read < Self.count, "\(read) of \(Self.count) were read")
  }
}
