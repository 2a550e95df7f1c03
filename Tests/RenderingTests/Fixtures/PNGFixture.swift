// PNG files put together by hand from the specification (ISO 15948), so that neither the writer nor libpng vouches for itself.

import SystemKit
import Testing

/// A chunk of a PNG file.
struct PNGChunk: Equatable {
  let type: String
  let data: [UInt8]
}

enum PNGFixture {
  static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// The CRC of annex D, bit by bit.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }

  static func file(_ chunks: [PNGChunk]) -> [UInt8] {
    signature
      + chunks.flatMap { chunk in
        let body = Array(chunk.type.utf8) + chunk.data
        return big(chunk.data.count) + body + big(Int(checksum(body)))
      }
  }

  /// A file of rows that are filtered already.
  static func file(
    width: Int, height: Int, depth: UInt8, type: UInt8, isInterlaced: Bool = false, extra: [PNGChunk] = [],
    rows: [UInt8]
  ) -> [UInt8] {
    let data = rows.withUnsafeBytes { Deflate.compressWrapped($0) }
    return file(
      [PNGChunk(type: "IHDR", data: big(width) + big(height) + [depth, type, 0, 0, isInterlaced ? 1 : 0])] + extra
        + [PNGChunk(type: "IDAT", data: data), PNGChunk(type: "IEND", data: [])])
  }

  /// The chunks of a file, each of whose checksums must be right; `nil` when the file is not made of chunks.
  static func chunks(_ bytes: [UInt8]) -> [PNGChunk]? {
    guard bytes.starts(with: signature) else { return nil }
    var chunks: [PNGChunk] = []
    var at = 8
    while at < bytes.count {
      guard at + 12 <= bytes.count else { return nil }
      let count = number(bytes[at..<at + 4])
      guard at + 12 + count <= bytes.count else { return nil }
      let body = Array(bytes[at + 4..<at + 8 + count])
      guard checksum(body) == UInt32(number(bytes[at + 8 + count..<at + 12 + count])) else { return nil }
      chunks.append(PNGChunk(type: String(decoding: body[..<4], as: UTF8.self), data: Array(body[4...])))
      at += 12 + count
    }
    return chunks
  }

  /// Makes the checksums of a damaged file right again, so that a reader looks at what is inside.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var at = 8
    while at + 12 <= bytes.count {
      let count = number(bytes[at..<at + 4])
      guard at + 12 + count <= bytes.count else { break }
      let sum = checksum(Array(bytes[at + 4..<at + 8 + count]))
      bytes.replaceSubrange(at + 8 + count..<at + 12 + count, with: big(Int(sum)))
      at += 12 + count
    }
    return bytes
  }
}
