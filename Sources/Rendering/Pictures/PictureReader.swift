// Pictures become pixels through libpng and TurboJPEG. libpng's "simplified" door is taken, and TurboJPEG instead of libjpeg, since
// both come back with a code where the older doors leave by longjmp, which Swift's frames do not survive.

internal import CPNG
internal import CTurboJPEG
public import Ink

/// Decodes PNG and JPEG.
///
///     let picture = try PictureReader.read(bytes, source: "screen.png")
public enum PictureReader {
  /// Decodes a picture into pixels of sRGB.
  ///
  /// PNG of all colour types, interlaced or not; 16 bits become 8, and a gamma that the file tells of is applied. JPEG in grey or
  /// colour, baseline or progressive; how a camera was held (EXIF) is not looked at. A file that is cut short is an error, not half
  /// a picture.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - source: What an error names.
  /// - Throws: ``RenderingError`` with `notAPicture`, `damaged`, `unsupported` or `tooLarge`. Nothing is allocated for a size that
  ///   the number of bytes cannot hold.
  public static func read(_ bytes: UnsafeRawBufferPointer, source: String) throws(RenderingError) -> PixelPicture {
    let header = try PictureHeader(bytes, source: source)
    guard PixelPicture.isAllowed(width: header.width, height: header.height) else {
      throw RenderingError(.tooLarge(width: header.width, height: header.height), source)
    }
    guard canHold(header, bytes.count) else {
      throw RenderingError(
        .damaged("\(bytes.count) bytes cannot hold \(header.width) x \(header.height) pixels"), source)
    }
    switch header.media {
    case .png: return try readPNG(bytes, header, source)
    case .jpeg: return try readJPEG(bytes, header, source)
    }
  }

  /// Decodes a picture into pixels of sRGB.
  public static func read(_ bytes: [UInt8], source: String) throws(RenderingError) -> PixelPicture {
    try bytes.span.bytes.withUnsafeBytes { buffer throws(RenderingError) in try read(buffer, source: source) }
  }

  /// Decodes a picture of a drawing.
  public static func read(_ picture: Picture, source: String) throws(RenderingError) -> PixelPicture {
    try read(picture.bytes, source: source)
  }

  /// Whether so many bytes can hold the pixels at the format's best. Deflate grows a byte to 1,032 at most. A block of 64 pixels of
  /// a JPEG takes at least one bit, and at least a sixteenth of the blocks of the finest grid are there: 1,024 pixels a byte.
  private static func canHold(_ header: PictureHeader, _ count: Int) -> Bool {
    switch header.media {
    case .png: header.height * ((header.width * header.bits + 7) / 8 + 1) / 1032 <= count
    case .jpeg: header.width * header.height / 1024 <= count
    }
  }

  // MARK: - PNG

  private static func readPNG(
    _ bytes: UnsafeRawBufferPointer, _ header: PictureHeader, _ source: String
  ) throws(RenderingError) -> PixelPicture {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      throw RenderingError(.damaged(message(of: image)), source)
    }
    // libpng has read the same header; a difference would be a hole in the checks above.
    guard Int(image.width) == header.width, Int(image.height) == header.height else {
      throw RenderingError(.damaged("it tells two sizes"), source)
    }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR) | UInt32(PNG_FORMAT_FLAG_ALPHA)
    // Without it, 16-bit files that name no gamma would be taken for linear light.
    image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    var isRead = false
    let pixels = [UInt32](unsafeUninitializedCapacity: header.width * header.height) { buffer, count in
      isRead = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = isRead ? buffer.count : 0
    }
    guard isRead else { throw RenderingError(.damaged(message(of: image)), source) }
    return PixelPicture(width: header.width, height: header.height, pixels: pixels)
  }

  private static func message(of image: png_image) -> String {
    var image = image
    return withUnsafeBytes(of: &image.message) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // MARK: - JPEG

  private static func readJPEG(
    _ bytes: UnsafeRawBufferPointer, _ header: PictureHeader, _ source: String
  ) throws(RenderingError) -> PixelPicture {
    guard header.parts != 4 else { throw RenderingError(.unsupported("JPEG in the colours of print"), source) }
    guard let handle = tjInitDecompress() else {
      throw RenderingError(.unsupported("TurboJPEG does not start"), source)
    }
    defer { tjDestroy(handle) }
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(handle, start, UInt(bytes.count), &width, &height, &sampling, &space) == 0 else {
      throw RenderingError(.damaged(String(cString: tjGetErrorStr2(handle))), source)
    }
    guard Int(width) == header.width, Int(height) == header.height else {
      throw RenderingError(.damaged("it tells two sizes"), source)
    }
    // More than 500 passes over one picture are made to keep a decoder busy for hours.
    let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
    var isRead = false
    let pixels = [UInt32](unsafeUninitializedCapacity: header.width * header.height) { buffer, count in
      buffer.withMemoryRebound(to: UInt8.self) { target in
        isRead =
          tjDecompress2(
            handle, start, UInt(bytes.count), target.baseAddress, width, 0, height, Int32(TJPF_RGBA.rawValue),
            Int32(flags)) == 0
      }
      count = isRead ? buffer.count : 0
    }
    guard isRead else { throw RenderingError(.damaged(String(cString: tjGetErrorStr2(handle))), source) }
    return PixelPicture(width: header.width, height: header.height, pixels: pixels)
  }
}
