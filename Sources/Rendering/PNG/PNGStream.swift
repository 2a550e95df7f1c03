// The chunks of a PNG file (ISO 15948, 5.3): length, type, data, CRC-32 of type and data. And the pixels in them: bands of rows
// of about 1 MiB are filtered and deflated on all cores and written in order, each as a chunk. The bands depend on the picture
// alone, so the bytes are the same on every machine; memory is bounded by the bands at work.

internal import SystemKit

/// Writes chunks to a sink.
struct PNGStream<Sink: ByteSink> {
  let sink: Sink

  /// Bytes of filtered rows in a band: small enough for each core to have some of a screenshot's 9 MB, large against the 32 KiB that
  /// each has to do without.
  private static var bandBytes: Int { 1 << 20 }
  /// Bands in memory at once.
  private static var bandsAtOnce: Int { 16 }
  /// Level 6, Cairo's, makes the strokes of PNGFilters 703 KB in 95 ms, 3 makes them 750 KB in 41. A soft picture of shades and
  /// noise is 3.25 MB by runs alone in 80 ms, 3.8 by level 3 in 310, 3.7 by level 6 in 1,580.
  private static var level: Int32 { 3 }

  func writeSignature() throws(SystemError) { try write(PictureHeader.signature) }

  /// Writes the header and, for few colours, the palette.
  func writeHeader(width: Int, height: Int, _ colors: PNGColors) throws(SystemError) {
    try writeChunk(
      "IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [UInt8(colors.depth), colors.type, 0, 0, 0])
  }

  /// Writes the palette, where there is one.
  func writePalette(_ colors: PNGColors) throws(SystemError) {
    guard case .palette(let palette) = colors else { return }
    try writeChunk("PLTE", palette.colors)
    if !palette.alphas.isEmpty { try writeChunk("tRNS", palette.alphas) }
  }

  func writeEnd() throws(SystemError) { try writeChunk("IEND", []) }

  /// Writes a chunk.
  func writeChunk(_ type: StaticString, _ data: [UInt8]) throws(SystemError) {
    let name = UnsafeRawBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount)
    try write(bytes(UInt32(data.count)) + name)
    try write(data)
    let sum = data.withUnsafeBytes { Deflate.checksum($0, after: Deflate.checksum(name)) }
    try write(bytes(sum))
  }

  /// Writes pixels as chunks of a type; `prefix` gives what each begins with.
  func writePixels(
    _ rows: PixelRows, _ colors: PNGColors, as type: StaticString, prefix: () -> [UInt8] = { [] }
  ) throws(SystemError) {
    let perBand = max(1, Self.bandBytes / (colors.rowBytes(width: rows.width) + 1))
    let count = (rows.height + perBand - 1) / perBand
    var sum: UInt32 = 1
    var first = 0
    while first < count {
      let start = first
      let level = Self.level
      let bands = Parallel.map(count: min(Self.bandsAtOnce, count - start)) { index in
        let band = start + index
        let filtered = PNGFilters(rows, colors).filtered(band * perBand..<min(rows.height, (band + 1) * perBand))
        return filtered.bytes.withUnsafeBytes { bytes in
          (
            data: Deflate.compress(
              bytes, level: level, isLast: band == count - 1, finding: filtered.isSoft ? .runs : .anything),
            sum: Deflate.adler(bytes), size: bytes.count
          )
        }
      }
      for (index, band) in bands.enumerated() {
        sum = Deflate.adler(sum, followedBy: band.sum, of: band.size)
        // zlib's wrapping (RFC 1950): a window of 32 KiB and, at the end, the sum of all.
        let head: [UInt8] = start + index == 0 ? [0x78, 0x01] : []
        let tail = start + index == count - 1 ? bytes(sum) : []
        try writeChunk(type, prefix() + head + band.data + tail)
      }
      first += bands.count
    }
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.span.bytes.withUnsafeBytes { buffer throws(SystemError) in try sink.write(buffer) }
  }

  /// A number as the format writes them.
  func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// Keeps what is written.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []

  func write(_ new: UnsafeRawBufferPointer) throws(SystemError) { bytes.append(contentsOf: new) }
}
