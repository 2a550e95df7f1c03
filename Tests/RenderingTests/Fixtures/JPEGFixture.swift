// JPEG files put together by hand (ITU T.81): baseline, blocks of one colour each. With quantisation by 8 a block's only coefficient
// is its value less 128 (A.3.3: a flat block's DC is 8 times its value).

enum JPEGFixture {
  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xff, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
  }

  /// A picture of flat blocks of 8 x 8, row by row; each has as many parts as the picture (1: grey; 3: YCbCr).
  static func file(width: Int, height: Int, blocks: [[UInt8]]) -> [UInt8] {
    let parts = blocks[0].count
    var bits = Bits()
    var last = [Int](repeating: 0, count: parts)
    for block in blocks {
      for part in 0..<parts {
        let value = Int(block[part]) - 128
        let difference = value - last[part]
        last[part] = value
        // F.1.2.1: the number of bits (here its own code of 4), then the bits; below 0 less one.
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        bits.add(size, count: 4)
        bits.add(difference < 0 ? difference + (1 << size) - 1 : difference, count: size)
        bits.add(0, count: 1)
      }
    }
    let head: [UInt8] = [
      8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), UInt8(parts),
    ]
    // 12 codes of 4 bits for the sizes 0 to 11; one code of 1 bit for "no more coefficients".
    let sizes: [UInt8] = [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12).map { UInt8($0) }
    let ends: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    return [0xff, 0xd8]
      + segment(0xe0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
      + segment(0xdb, [0] + [UInt8](repeating: 8, count: 64))
      + segment(0xc0, head + (0..<parts).flatMap { [UInt8($0 + 1), 0x11, 0] })
      + segment(0xc4, sizes) + segment(0xc4, ends)
      + segment(0xda, [UInt8(parts)] + (0..<parts).flatMap { [UInt8($0 + 1), 0] } + [0, 63, 0])
      + bits.bytes + [0xff, 0xd9]
  }

  private struct Bits {
    private var digits: [UInt8] = []

    mutating func add(_ value: Int, count: Int) {
      for shift in (0..<count).reversed() { digits.append(UInt8(value >> shift & 1)) }
    }

    /// Filled up with ones; an FF is followed by 00 (B.1.1.5).
    var bytes: [UInt8] {
      var padded = digits
      while padded.count % 8 != 0 { padded.append(1) }
      return stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
        let byte = padded[start..<start + 8].reduce(0) { $0 << 1 | $1 }
        return byte == 0xff ? [0xff, 0] : [byte]
      }
    }
  }
}
