// The size of a picture without its pixels: what a drawing must know of its background before anything is drawn, and what is
// checked before a decoder allocates anything.
//
//   PNG (ISO 15948, 5.2 and 11.2.2)              JPEG (T.81, B.1 and B.2.2)
//   0   89 50 4E 47 0D 0A 1A 0A                  0   FF D8
//   8   length 13, then "IHDR"                       { FF marker length payload } ...
//   16  width, 20 height                             FF C0...C2: length, bits, height, width, parts
//   24  bit depth, 25 colour type

public import Ink

/// What the first bytes of a picture say of it.
public struct PictureHeader: Equatable, Sendable {
  /// How the bytes are written.
  public let media: Picture.Media
  /// In pixels, at least 1.
  public let width: Int
  /// In pixels, at least 1.
  public let height: Int
  /// Bits of a pixel as they are stored: 24 in a JPEG of colours.
  let bits: Int
  /// JPEG: the number of parts of a colour; PNG: 0.
  let parts: Int

  /// Whether bytes begin as a picture of a kind that is read does.
  public static func media(of bytes: UnsafeRawBufferPointer) -> Picture.Media? {
    if bytes.starts(with: signature) { return .png }
    return bytes.starts(with: [0xff, 0xd8, 0xff]) ? .jpeg : nil
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Reads the beginning of a picture; any size that the format can express is told.
  ///
  /// - Parameters:
  ///   - bytes: The file, or its beginning (a JPEG may have 100 KB of remarks before its size).
  ///   - source: What an error names.
  /// - Throws: `notAPicture`, `damaged` where no size can be found, `unsupported` for kinds of JPEG that browsers do not show either.
  /// - Complexity: O(1) for PNG; O(segments before the size) for JPEG.
  public init(_ bytes: UnsafeRawBufferPointer, source: String) throws(RenderingError) {
    switch Self.media(of: bytes) {
    case .png: try self.init(png: bytes, source)
    case .jpeg: try self.init(jpeg: bytes, source)
    case nil: throw RenderingError(.notAPicture, source)
    }
  }

  /// Reads the beginning of a picture.
  public init(_ bytes: [UInt8], source: String) throws(RenderingError) {
    self = try bytes.span.bytes.withUnsafeBytes { buffer throws(RenderingError) in
      try PictureHeader(buffer, source: source)
    }
  }

  private init(png bytes: UnsafeRawBufferPointer, _ source: String) throws(RenderingError) {
    guard bytes.count >= 33 else { throw RenderingError(.damaged("it ends in its header"), source) }
    guard bytes.big32(8) == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw RenderingError(.damaged("its first chunk is not IHDR"), source)
    }
    let (width, height) = (Int(bytes.big32(16)), Int(bytes.big32(20)))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw RenderingError(.damaged("its size is \(width) x \(height)"), source)
    }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    guard let count = channels[Int(bytes[25])], [1, 2, 4, 8, 16].contains(bytes[24]) else {
      throw RenderingError(.damaged("colour type \(bytes[25]) with \(bytes[24]) bits"), source)
    }
    self.init(media: .png, width: width, height: height, bits: count * Int(bytes[24]), parts: 0)
  }

  private init(jpeg bytes: UnsafeRawBufferPointer, _ source: String) throws(RenderingError) {
    var at = 2
    while at + 4 <= bytes.count {
      guard bytes[at] == 0xff else { throw RenderingError(.damaged("no marker at byte \(at)"), source) }
      let marker = bytes[at + 1]
      // FF may be repeated before a marker; 01 and D0 to D7 stand alone.
      if marker == 0xff {
        at += 1
        continue
      }
      if marker == 1 || (0xd0...0xd7).contains(marker) {
        at += 2
        continue
      }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      switch marker {
      case 0xc0...0xc2:
        guard length >= 8, at + 10 <= bytes.count else { break }
        let height = Int(bytes[at + 5]) << 8 | Int(bytes[at + 6])
        let width = Int(bytes[at + 7]) << 8 | Int(bytes[at + 8])
        let parts = Int(bytes[at + 9])
        guard bytes[at + 4] == 8 else { throw RenderingError(.unsupported("JPEG of \(bytes[at + 4]) bits"), source) }
        guard width > 0, height > 0, (1...4).contains(parts) else {
          throw RenderingError(.damaged("its size is \(width) x \(height) in \(parts) parts"), source)
        }
        self.init(media: .jpeg, width: width, height: height, bits: 8 * parts, parts: parts)
        return
      // Lossless, hierarchical and arithmetic coding. C4, C8 and CC are no frames.
      case 0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        throw RenderingError(.unsupported("JPEG of process \(marker - 0xc0)"), source)
      case 0xd8, 0xd9, 0xda: throw RenderingError(.damaged("no size before byte \(at)"), source)
      default:
        guard length >= 2 else { throw RenderingError(.damaged("a segment of length \(length) at byte \(at)"), source) }
      }
      at += 2 + length
    }
    throw RenderingError(.damaged("it ends before its size"), source)
  }

  private init(media: Picture.Media, width: Int, height: Int, bits: Int, parts: Int) {
    self.media = media
    self.width = width
    self.height = height
    self.bits = bits
    self.parts = parts
  }
}

extension Picture {
  /// A picture of a drawing from a file, whose size is read from its beginning; it is decoded by whoever draws.
  ///
  /// - Throws: ``RenderingError`` as ``PictureHeader``, or `tooLarge`.
  public init(file: [UInt8], source: String) throws(RenderingError) {
    let header = try PictureHeader(file, source: source)
    guard PixelPicture.isAllowed(width: header.width, height: header.height) else {
      throw RenderingError(.tooLarge(width: header.width, height: header.height), source)
    }
    self.init(media: header.media, width: Int32(header.width), height: Int32(header.height), bytes: file)
  }
}

extension UnsafeRawBufferPointer {
  /// A big-endian number; the caller has checked that it lies inside.
  func big32(_ offset: Int) -> UInt32 { UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
}
