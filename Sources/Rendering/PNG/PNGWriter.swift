// PNG files (ISO 15948). Not through libpng, which Cairo's writer uses: it tries all five filters on each row and has one core.

public import SystemKit

/// Writes pictures as PNG.
public enum PNGWriter {
  /// Writes a picture: with a palette where it has at most 256 colours, without alpha where it is opaque. The same picture gives the
  /// same bytes everywhere.
  ///
  /// - Complexity: O(pixels), on all cores; 32 MiB besides the picture.
  public static func write(_ picture: PixelPicture, to sink: some ByteSink) throws(SystemError) {
    try picture.withRows { rows throws(SystemError) in try write(rows, to: sink) }
  }

  /// A picture as a PNG file.
  public static func bytes(of picture: PixelPicture) -> [UInt8] {
    picture.withRows { bytes(of: $0) }
  }

  static func write(_ rows: PixelRows, to sink: some ByteSink) throws(SystemError) {
    let colors = PNGColors(rows)
    let stream = PNGStream(sink: sink)
    try stream.writeSignature()
    try stream.writeHeader(width: rows.width, height: rows.height, colors)
    try stream.writePalette(colors)
    try stream.writePixels(rows, colors, as: "IDAT")
    try stream.writeEnd()
  }

  static func bytes(of rows: PixelRows) -> [UInt8] {
    let sink = MemorySink()
    // Memory refuses nothing.
    try? write(rows, to: sink)
    return sink.bytes
  }
}
