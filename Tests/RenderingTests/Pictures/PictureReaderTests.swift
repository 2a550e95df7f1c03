import Ink
import SystemKit
import Testing

@testable import Rendering

@Suite struct PictureReaderTests {
  private func read(_ bytes: [UInt8]) throws -> PixelPicture { try PictureReader.read(bytes, source: "a.png") }

  /// What reading fails with.
  private func failure(_ bytes: [UInt8]) -> RenderingError.Kind? {
    do throws(RenderingError) {
      _ = try PictureReader.read(bytes, source: "a.png")
      return nil
    } catch {
      return error.kind
    }
  }

  @Test("grey of each depth becomes the grey that the specification scales it to")
  func grey() throws {
    // ISO 15948, 13.12: value * 255 / (2^depth - 1).
    let cases: [(UInt8, UInt8, [UInt32])] = [
      (1, 0b1000_0000, [0xffff_ffff, 0x0000_00ff]), (2, 0b0110_0000, [0x5555_55ff, 0xaaaa_aaff]),
      (4, 0x3c, [0x3333_33ff, 0xcccc_ccff]),
    ]
    for (depth, byte, colors) in cases {
      let picture = try read(PNGFixture.file(width: 2, height: 1, depth: depth, type: 0, rows: [0, byte]))
      #expect([picture.rgba(0, 0), picture.rgba(1, 0)] == colors)
    }
    let picture = try read(PNGFixture.file(width: 2, height: 1, depth: 8, type: 0, rows: [0, 7, 200]))
    #expect([picture.rgba(0, 0), picture.rgba(1, 0)] == [0x0707_07ff, 0xc8c8_c8ff])
  }

  @Test("colours of 16 bits keep their upper 8, with and without alpha")
  func sixteenBits() throws {
    let rgb = try read(
      PNGFixture.file(width: 1, height: 1, depth: 16, type: 2, rows: [0, 0x12, 0x12, 0x80, 0x80, 0xff, 0xff]))
    #expect(rgb.rgba(0, 0) == 0x1280_ffff)
    let rgba = try read(
      PNGFixture.file(width: 1, height: 1, depth: 16, type: 6, rows: [0, 255, 255, 0, 0, 0, 0, 0x40, 0x40]))
    #expect(rgba.rgba(0, 0) == 0xff00_0040)
    let grey = try read(PNGFixture.file(width: 1, height: 1, depth: 16, type: 4, rows: [0, 9, 9, 255, 255]))
    #expect(grey.rgba(0, 0) == 0x0909_09ff)
  }

  @Test("colours keep what alpha would wipe out if it were multiplied in")
  func straightAlpha() throws {
    let picture = try read(PNGFixture.file(width: 1, height: 1, depth: 8, type: 6, rows: [0, 201, 102, 53, 3]))
    #expect(picture.rgba(0, 0) == 0xc966_3503)
  }

  @Test("a gamma that the file tells is applied")
  func gamma() throws {
    // gAMA 100,000 is linear light. 55 / 255 = 0.2157; IEC 61966-2-1: 1.055 * 0.2157^(1 / 2.4) - 0.055 = 0.5017, which is 128.
    let extra = [PNGChunk(type: "gAMA", data: PNGFixture.big(100_000))]
    let picture = try read(
      PNGFixture.file(width: 1, height: 1, depth: 8, type: 0, extra: extra, rows: [0, 55]))
    #expect(near(picture.rgba(0, 0), 0x8080_80ff))
  }

  @Test("a file becomes a picture of a drawing with its own size")
  func pictureOfFile() throws {
    let file = PNGWriter.bytes(of: .noise(31, 9, seed: 2, isOpaque: false))
    #expect(try Picture(file: file, source: "a") == Picture(media: .png, width: 31, height: 9, bytes: file))
    let wide = PNGFixture.file(width: 20_000, height: 1, depth: 1, type: 0, rows: [0])
    #expect(throws: RenderingError(.tooLarge(width: 20_000, height: 1), "a")) { try Picture(file: wide, source: "a") }
    #expect(throws: RenderingError(.notAPicture, "a")) { try Picture(file: [1, 2, 3], source: "a") }
  }

  @Test("a palette and its alphas are looked up, also in half bytes")
  func palette() throws {
    let extra = [
      PNGChunk(type: "PLTE", data: [255, 0, 0, 0, 255, 0, 0, 0, 255]), PNGChunk(type: "tRNS", data: [255, 128]),
    ]
    let picture = try read(
      PNGFixture.file(width: 3, height: 1, depth: 4, type: 3, extra: extra, rows: [0, 0x12, 0x00]))
    #expect([picture.rgba(0, 0), picture.rgba(1, 0), picture.rgba(2, 0)] == [0x00ff_0080, 0x0000_ffff, 0xff00_00ff])
  }

  @Test("all five filters are undone")
  func filters() throws {
    // Each row is 10, 20, 30 (or 20 more than the row above) by its filter, worked out by hand from ISO 15948, 9.2.
    let rows: [UInt8] = [
      0, 10, 20, 30, 1, 10, 10, 10, 2, 20, 20, 20,
      // Average of left and above, rounded down: above is 30 40 50, the row is 30 40 50 again.
      3, 15, 5, 5,
      // Paeth: left, above, corner; the row is 30 40 50 again: the predictors are 30, 40, 50.
      4, 0, 0, 0,
    ]
    let picture = try read(PNGFixture.file(width: 3, height: 5, depth: 8, type: 0, rows: rows))
    let greys = (0..<5).map { y in (0..<3).map { x in picture.rgba(x, y) >> 24 } }
    #expect(greys == [[10, 20, 30], [10, 20, 30], [30, 40, 50], [30, 40, 50], [30, 40, 50]])
  }

  @Test("an interlaced picture comes together from its passes")
  func interlaced() throws {
    // 2 x 2 of Adam7 (ISO 15948, 8.2): pass 1 holds (0,0), pass 6 (1,0), pass 7 the second row; the others are empty.
    let picture = try read(
      PNGFixture.file(
        width: 2, height: 2, depth: 8, type: 0, isInterlaced: true, rows: [0, 11, 0, 22, 0, 33, 44]))
    #expect((0..<4).map { picture.rgba($0 % 2, $0 / 2) >> 24 } == [11, 22, 33, 44])
  }

  @Test("a JPEG in grey and one in colour are decoded")
  func jpeg() throws {
    let grey = try read(JPEGFixture.file(width: 16, height: 8, blocks: [[40], [215]]))
    #expect((grey.width, grey.height) == (16, 8))
    #expect(near(grey.rgba(3, 3), 0x2828_28ff) && near(grey.rgba(12, 3), 0xd7d7_d7ff))
    // JFIF: R = Y + 1.402 (Cr - 128), G = Y - 0.344 (Cb - 128) - 0.714 (Cr - 128), B = Y + 1.772 (Cb - 128).
    let color = try read(JPEGFixture.file(width: 5, height: 8, blocks: [[120, 100, 160]]))
    #expect(near(color.rgba(2, 2), 0xa56b_46ff), "\(String(color.rgba(2, 2), radix: 16))")
  }

  @Test("a size that the bytes cannot hold is refused before anything is allocated")
  func bombs() {
    // 8,192 x 8,192 pixels are allowed, but 40 bytes of deflate cannot grow to them.
    guard case .damaged(let why) = failure(PNGFixture.file(width: 8_192, height: 8_192, depth: 8, type: 6, rows: [0]))
    else { return #expect(Bool(false)) }
    #expect(why.hasSuffix("bytes cannot hold 8192 x 8192 pixels"))
    #expect(
      failure(PNGFixture.file(width: 16_385, height: 1, depth: 8, type: 6, rows: [0]))
        == .tooLarge(width: 16_385, height: 1))
    #expect(
      failure(PNGFixture.file(width: 16_384, height: 16_384, depth: 1, type: 0, rows: [0]))
        == .tooLarge(width: 16_384, height: 16_384))
    #expect(
      failure(PNGFixture.file(width: 0, height: 4, depth: 8, type: 0, rows: [0])) == .damaged("its size is 0 x 4"))
    var jpeg = JPEGFixture.file(width: 16, height: 8, blocks: [[40], [215]])
    guard let frame = jpeg.indices.first(where: { jpeg[$0...].starts(with: [0xff, 0xc0]) }) else {
      Issue.record("the fixture has no frame header")
      return
    }
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x20, 0, 0x20, 0])
    guard case .damaged? = failure(jpeg) else { return #expect(Bool(false)) }
  }

  @Test("what is cut short or damaged is an error that says where, not half a picture")
  func damaged() {
    let file = PNGWriter.bytes(of: .noise(20, 20, seed: 1, isOpaque: true))
    #expect(failure([]) == .notAPicture)
    #expect(failure(Array("GIF89a".utf8)) == .notAPicture)
    #expect(failure(Array(file[..<20])) == .damaged("it ends in its header"))
    for count in [60, file.count / 2, file.count - 20] {
      guard case .damaged? = failure(Array(file[..<count])) else {
        Issue.record("\(count) of \(file.count) bytes were read")
        continue
      }
    }
    var bytes = file
    bytes[200] ^= 1
    guard case .damaged? = failure(bytes) else { return #expect(Bool(false)) }
    let jpeg = JPEGFixture.file(width: 64, height: 8, blocks: (0..<8).map { [UInt8($0 * 30)] })
    guard case .damaged? = failure(Array(jpeg[..<(jpeg.count - 6)])) else { return #expect(Bool(false)) }
    #expect(RenderingError(.notAPicture, "a.gif").description == "a.gif: not a picture (expected PNG or JPEG)")
  }

  @Test("the size is known from the first bytes")
  func headers() throws {
    let png = PNGWriter.bytes(of: .noise(300, 7, seed: 2, isOpaque: false))
    let header = try PictureHeader(Array(png[..<33]), source: "a")
    #expect((header.media, header.width, header.height) == (.png, 300, 7))
    let jpeg = try PictureHeader(JPEGFixture.file(width: 9, height: 8, blocks: [[1], [2]]), source: "a")
    #expect((jpeg.media, jpeg.width, jpeg.height) == (.jpeg, 9, 8))
    #expect(throws: RenderingError(.damaged("it ends before its size"), "a")) {
      _ = try PictureHeader([0xff, 0xd8, 0xff, 0xff, 0xff, 0xd0, 0xff], source: "a")
    }
  }
}
